"""rropt compare."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.cli import main

pytestmark = pytest.mark.quick

WARNER = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}
WEAKER = {"channel": [["2/3", "1/3"], ["1/3", "2/3"]]}


@pytest.fixture
def ask(tmp_path, capsys):
    """Run the verb on two documents: (status, standard output, standard error)."""

    def run(A, P, *options):
        paths = []
        for name, document in (("A", A), ("P", P)):
            path = tmp_path / f"{name}.json"
            path.write_text(document if isinstance(document, str) else json.dumps(document))
            paths.append(str(path))
        status = main(["compare", *paths, *options])
        return status, *capsys.readouterr()

    return run


def test_better_with_the_garbling(ask):
    status, out, _ = ask(WEAKER, WARNER, "--json")
    data = json.loads(out)
    assert (status, data["relation"], data["separation"]) == (0, "better", None)
    C, P = Channel.from_rows(data["garbling"]), Channel.from_json(WARNER)
    assert (C @ P).rows == Channel.from_json(WEAKER).rows


def test_worse_with_the_gain(ask):
    status, out, _ = ask(WARNER, WEAKER, "--json")
    data = json.loads(out)
    assert (status, data["relation"], data["garbling"]) == (1, "worse", None)
    gain = [[F(x) for x in action] for action in data["separation"]["gain"]]
    for name, table in (("A", WARNER), ("P", WEAKER)):
        rows = Channel.from_json(table).rows
        value = sum(max(sum(g * x for g, x in zip(a, r, strict=True)) for a in gain) for r in rows)
        assert value == F(data["separation"][name])
    assert F(data["separation"]["A"]) > F(data["separation"]["P"])


def test_equivalent_and_incomparable(ask):
    turned = {"channel": WARNER["channel"][::-1]}
    assert ask(turned, WARNER)[:2][0] == 0
    assert ask(turned, WARNER)[1].startswith("P is equivalent to A")
    one_sided = {"channel": [["1/2", "0"], ["1/2", "1"]]}
    status, out, _ = ask(one_sided, WARNER)
    assert status == 1 and out.startswith("P is incomparable with A")


def test_a_difference_of_a_hair_is_seen(ask):
    hair = {"channel": [["0.750000000000000000000000000001", "1/4"],
                        ["0.249999999999999999999999999999", "3/4"]]}  # fmt: skip
    assert ask(hair, WARNER)[0] == 1
    assert ask(WARNER, hair)[0] == 0


def test_certificates_are_channel_files_too(ask):
    design = {"kind": "prices", "patterns": [["3", "1"], ["1", "3"]], "weights": ["1/4", "1/4"]}
    assert ask(design, WARNER)[1].startswith("P is equivalent to A")


@pytest.mark.parametrize(
    "A, words",
    [
        ({"channel": [["1", "1", "1"]]}, "same truths, got 3 and 2"),
        ({"channel": [["1/2", "1/2"], ["1/2", "1/3"]]}, "A: channel column 1 must add up to one"),
        ({"channel": [["1/2", "1/2"], ["1/2", "1/3"]]}, "off by -1/6"),
        ({"channel": [["3/2", "1"], ["-1/2", "0"]]}, "A: channel entry (1, 0)"),
        ({"channel": []}, "A: channel must not be empty"),
        ({"table": None}, "A must be a channel"),
        ("[1", "A must be a JSON file of a channel"),
        ('{"channel": [["1", "1"]], "channel": [["1", "1"]]}', "must name 'channel' once"),
        ({"channel": [["3/0", "1"], ["1", "0"]]}, "zero denominator"),
        ({"channel": [[[1], [0]], [[0], [1]]]}, "must be an exact number"),
        ({"channel": [["1", "0"], ["1"]]}, "must be rectangular"),
        ("[]", "A must be a channel"),
    ],
)
def test_bad_input_is_one_line_and_status_three(ask, A, words):
    status, out, err = ask(A, WARNER)
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert words in err


def test_a_missing_file_is_named(tmp_path, capsys):
    assert main(["compare", str(tmp_path / "no.json"), str(tmp_path / "no.json")]) == 3
    assert capsys.readouterr().err.startswith("rropt: A must be a readable file")


RESPONSE = {"channel": [["g/(g+1)", "1/(g+1)"], ["1/(g+1)", "g/(g+1)"]]}


def test_over_the_range_of_a_parameter(ask):
    """Warner's table at 3/4 is that of g = 3."""
    status, out, _ = ask(WARNER, RESPONSE, "--range", "g=1,oo", "--json")
    assert (status, json.loads(out)["better"]) == (1, "g >= 3")
    status, out, _ = ask(WARNER, RESPONSE, "--range", "g=3,oo")
    assert status == 0 and out.startswith("P is at least as good as A: g > 3")


@pytest.mark.parametrize(
    ("A", "range", "said"),
    [
        (RESPONSE, "g", "--range must be NAME=LO..HI"),
        (RESPONSE, "g=3", "--range must be g=LO..HI with LO below HI, got g=3"),
        (RESPONSE, "g=3..2", "--range must be g=LO..HI with LO below HI, got g=3..2"),
        ({"channel": [["exit(1)", "1"], ["0", "0"]]}, "g=1,oo", "rational functions"),
        ({"channel": [[None, "1"], ["0", "0"]]}, "g=1,oo", "A must be"),
        ({"channel": "1"}, "g=1,oo", "A: "),
    ],
)
def test_what_is_refused_over_a_range(ask, A, range, said):
    status, out, error = ask(A, WARNER, "--range", range)
    assert status == 3 and out == "" and said in error and error.count("\n") == 1


def test_the_other_routes(ask):
    status, out, _ = ask(WEAKER, WARNER, "--crosscheck")
    assert status == 0 and "route        A = C P" in out and "numeric      yes" in out
    routes = json.loads(ask(WEAKER, WARNER, "--crosscheck", "--json")[1])["routes"]
    assert [row["answers"]["P = C A"] for row in routes] == [False] * 3
    status, _, said = ask(WEAKER, WARNER, "--crosscheck", "--range", "g=1,oo")
    assert status == 3 and "--crosscheck must be left out with --range" in said


def test_figures_side_by_side_of_mechanisms_without_a_table(ask):
    families = [
        {"channel": {"family": "unary", "categories": 1000, "own": "1/2", "other": "1/4"}},
        {"channel": {"family": "subsets", "categories": 1000, "gamma": "3", "size": 250}},
    ]
    status, out, _ = ask(*families, "--prior", "uniform", "--json")
    data = json.loads(out)
    assert (status, data["relation"], data["A"]["bits"]) == (0, None, 1000)
    least = F(999**2 * (3 * 250 + 750) ** 2, 1000 * 250 * 750 * 2**2)
    assert F(data["P"]["variance"]) == least < F(data["A"]["variance"])
    assert F(data["efficiency"]) == F(data["A"]["variance"]) / least
    assert "written" in ask(*families, "--prior", "uniform")[1]
    assert ask(*families)[0] == 3 and "--prior" in ask(*families)[2]


def test_what_device_prints_is_a_mechanism(ask):
    family = {"family": "unary", "categories": 100, "own": "1/2", "other": "1/4"}
    device = {"name": "optimized_unary", "channel": None, "family": family}
    status, out, _ = ask(device, {"channel": family}, "--prior", "uniform", "--json")
    assert (status, json.loads(out)["efficiency"]) == (0, "1")


def test_figures_of_tables_at_a_prior(ask):
    out = ask(WEAKER, WARNER, "--prior", "3/4,1/4")[1]
    assert out.startswith("the variance of A is 2.33333 times that of P, at another epsilon")


def test_a_prior_is_not_of_the_order(ask):
    status, _, err = ask(WEAKER, WARNER, "--prior", "uniform", "--crosscheck")
    assert status == 3 and "--crosscheck must be left out with --prior" in err
