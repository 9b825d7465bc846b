"""What is printed about a device, and the JSON that scripts rely on."""

import json
import math
from fractions import Fraction as F

import pytest

from rropt.cli import main
from rropt.devices.writing import shown


def asked(capsys, *words):
    assert main(["device", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *words):
    assert main(["device", *words]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    return lines[0]


def test_warner_beside_the_optimum(capsys):
    data = asked(capsys, "warner", "--p", "3/4", "--prior", "1/4", "--n", "10")
    assert data["channel"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert data["variance"] == data["optimum"] == "3/32" and data["loss"] == "1"
    low, high = (F(end) for end in data["epsilon"])
    assert low < high and float(low) == pytest.approx(math.log(3))


def test_an_inefficient_device_loses(capsys):
    data = asked(capsys, "forced_response", "--yes", "1/6", "--no", "1/3", "--prior", "1/4")
    assert data["gamma"] == "5" or F(data["gamma"]) == 4
    assert F(data["loss"]) > 1 and F(data["loss"]) == F(data["variance"]) / F(data["optimum"])


def test_the_estimator_can_lose_where_the_table_does_not(capsys):
    """Christofides reports numbers; their mean is not their best use."""
    words = ("christofides", "--proportions", "1/10,1/5,7/10", "--prior", "1/4")
    data = asked(capsys, *words)
    assert F(data["optimum"]) < F(data["efficient"]) < F(data["variance"])
    assert data["certify"] == "rropt design variance --gamma 7 --delta 0 --prior 1/4"


def test_an_infinite_epsilon_is_said(capsys):
    data = asked(capsys, "mangat", "--p", "7/10")
    assert data["epsilon"] == data["gamma"] == "oo"
    assert data["compared_at"] == {"gamma": "1", "delta": "7/10"}
    assert "certain proof" in data["notes"][0]


def test_cards_that_are_not_put_back_show_the_joint_figures(capsys):
    words = ("--counts", "3,9", "--population", "12", "--prior", "1/4")
    data = asked(capsys, "improved_christofides", *words, "--n", "2")
    assert data["gamma"] == "3" and data["joint"]["gamma"] == "9/2"
    data = asked(capsys, "improved_christofides", *words, "--n", "12")
    assert data["joint"]["gamma"] == data["joint"]["epsilon"] == "oo"
    assert data["joint"]["delta_at_the_gamma_of_one_report"] == "1"
    assert any("not locally private" in note for note in data["notes"])


def test_populations_change_the_variance(capsys):
    words = ("warner", "--p", "3/4", "--prior", "1/4", "--n", "10")
    census = asked(capsys, *words, "--population", "10")
    sample = asked(capsys, *words, "--population", "19")
    assert census["variance"] == "3/40" and census["population"] == {"sampling": "census"}
    assert F(sample["variance"]) == F(3, 40) + F(1, 2) * F(3, 160)


def test_sample_sizes(capsys):
    words = ("warner", "--p", "3/4", "--prior", "1/4")
    assert asked(capsys, *words, "--for-variance", "1/1000")["sample_size"] == 938
    assert asked(capsys, *words, "--for-margin", "0.05")["sample_size"] == 1441
    assert asked(capsys, *words)["sample_size"] is None


def test_noise(capsys):
    data = asked(capsys, "geometric", "--gamma", "2")
    assert data["variance"] == data["optimum"] == "4" and data["loss"] == "1"
    data = asked(capsys, "laplace", "--epsilon", "1/2")
    assert data["variance"] == "8" and F(data["loss"][0]) > 1


def test_the_list_names_every_device(capsys):
    data = asked(capsys, "--list")
    told = {"name", "parameters", "summary", "source", "most_categories"}
    assert told == set(data["devices"][0])
    assert "warner" in [row["name"] for row in data["devices"]]


def test_text_for_a_reader(capsys):
    assert main(["device", "simmons", "--p", "3/5"]) == 0
    out = capsys.readouterr().out
    assert "unrelated_question" in out and "e^epsilon    4" in out and "optimum" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("warner", "--p", "1/2"), "warner does not identify the proportion: p must not be 1/2"),
        (("warner", "--p", "2"), "p must lie between 0 and 1, got 2"),
        (("warner",), "warner needs p"),
        (("warner", "--p", "3/4", "--q", "1/2"), "warner has no parameter 'q'"),
        (("warner", "--p", "3/4", "--n", "0"), "n must be a whole number of at least 1, got 0"),
        (
            ("warner", "--p", "3/4", "--n", "9", "--population", "8"),
            "at most the population size 8",
        ),
        (("warner", "--p", "3/4", "--prior", "2"), "prior must lie between 0 and 1"),
        (("warner", "--p", "3/4", "--for-variance", "1", "--for-margin", "1"), "not both"),
        (("christofides", "--proportions", "1/3,1/3,1/3"), "all card proportions are equal"),
        (("christofides", "--proportions", "1/2,0,1/2"), "must differ from (L + 1)/2"),
        (("improved_christofides", "--counts", "1,3/2"), "counts[1] must be a whole number"),
        (("kuk", "--theta1", "x", "--theta2", "1/2"), "theta1 must be"),
        ((), "NAME must be given"),
        (("no-such-device",), "unknown device"),
    ],
)
def test_bad_input_is_one_line_and_status_3(words, said, capsys):
    assert said in refused(capsys, *words)


def test_words_for_infinity_and_whole_numbers():
    assert shown("oo") == "infinite" and shown("2") == "2"


@pytest.mark.everything
@pytest.mark.parametrize(
    "words",
    [
        ("forced_response", "--yes", "1/6", "--no", "1/3", "--prior", "1/5"),
        ("triangular", "--p", "1/3", "--prior", "1/10"),
        ("k_ary", "--categories", "3", "--gamma", "3", "--prior", "1/2,1/3,1/6"),
    ],
)
def test_the_certifying_command_gives_the_optimum(words, capsys):
    data = asked(capsys, *words)
    assert main([*data["certify"].split()[1:], "--json"]) == 0
    design = json.loads(capsys.readouterr().out)
    low, high = ends(data["optimum"])
    bound, value = ends(design["bound"])[0], ends(design["value"])[1]
    assert bound * (1 - F(1, 10**19)) <= low <= bound
    assert low <= high <= value * (1 + F(1, 10**19))


@pytest.mark.parametrize("prior", ["0", "1"])
@pytest.mark.parametrize("words", [("warner", "--p", "3/4"), ("triangular", "--p", "1/3")])
def test_no_certifying_command_at_an_end_where_design_refuses(words, prior, capsys):
    data = asked(capsys, *words, "--prior", prior)
    assert data["certify"] is None and data["optimum"] is not None
    assert any("rropt design issues certificates" in note for note in data["notes"])
    assert main(["design", "variance", "--gamma", "3", "--prior", prior]) == 3


def ends(value):
    return tuple(map(F, value)) if isinstance(value, list) else (F(value), F(value))
