"""rropt admissible."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.order import value_of

pytestmark = pytest.mark.quick

WARNER = [["3/4", "1/4"], ["1/4", "3/4"]]


@pytest.fixture
def ask(tmp_path, capsys):
    """Run the verb on a table: (status, standard output, standard error)."""

    def run(table, *options):
        path = tmp_path / "A.json"
        path.write_text(json.dumps({"channel": table}))
        status = main(["admissible", str(path), *options])
        return status, *capsys.readouterr()

    return run


def test_admissible(ask):
    status, out, _ = ask(WARNER, "--gamma", "3")
    assert (status, out) == (
        0,
        "admissible at epsilon = ln(3): no mechanism of this privacy is better\n",
    )
    status, out, _ = ask(WARNER, "--epsilon", "ln(3)", "--json")
    data = json.loads(out)
    assert (status, data["admissible"], data["dominating"], data["garbling"]) == (
        0,
        True,
        None,
        None,
    )
    assert data["optimal_for"] == {"gain": [["1", "-3"], ["-3", "1"]], "value": "0"}


@pytest.mark.parametrize(
    "options",
    [
        ("--gamma", "4"),
        ("--epsilon", "3/2"),
        ("--gamma", "3", "--delta", "1/10"),
        ("--privacy", "1,3;4,1"),
        ("--privacy", "1,3;3,1", "--delta", "1/10"),
        ("--epsilon", "ln(3)", "--protect", "1"),
        ("--epsilon", "ln(4)", "--metric", "path"),
    ],
)
def test_inadmissible_with_the_dominating_table(ask, options):
    status, out, _ = ask(WARNER, *options, "--json")
    data = json.loads(out)
    assert (status, data["admissible"]) == (1, False)
    P, C = Channel.from_rows(data["dominating"]), Channel.from_rows(data["garbling"])
    assert (C @ P).rows == Channel.from_rows(WARNER).rows
    gain = [[F(x) for x in action] for action in data["separation"]["gain"]]
    assert value_of(gain, P) == F(data["separation"]["P"]) > F(data["separation"]["A"])
    assert data["optimal_for"] is None
    text = ask(WARNER, *options)[1]
    assert text.startswith("inadmissible") and "A = C P with C =" in text


def test_admissible_under_a_matrix_with_the_matrix_in_the_answer(ask):
    status, out, _ = ask([["4/7", "6/7"], ["3/7", "1/7"]], "--privacy", "1,3;3/2,1", "--json")
    data = json.loads(out)
    assert (status, data["admissible"]) == (0, True)
    assert data["gamma"] == [["1", "3"], ["3/2", "1"]]
    assert data["optimal_for"] == {"gain": [["-3/2", "1"], ["1", "-3"]], "value": "0"}


@pytest.mark.parametrize(
    "table, options, words",
    [
        (WARNER, ("--gamma", "2"), "it needs gamma = 3"),
        (WARNER, ("--gamma", "1"), "gamma must be greater than 1"),
        (WARNER, ("--gamma", "0"), "gamma"),
        (WARNER, (), "--epsilon, --gamma"),
        (WARNER, ("--privacy", "1,4;2,1"), "more than 2 times as likely under 1 as under 0"),
        (WARNER, ("--privacy", "1,3;3,1;1,1"), "square"),
        ([["1", "1/2"]], ("--gamma", "2"), "column 1 must add up to one, got 1/2 (off by -1/2)"),
        ([["1"]], ("--gamma", "2"), "at least two truths"),
    ],
)
def test_bad_input_is_one_line_and_status_three(ask, table, options, words):
    status, out, err = ask(table, *options)
    assert (status, out, err.count("\n")) == (3, "", 1)
    assert words in err


def test_the_other_routes(ask):
    status, out, _ = ask(WARNER, "--gamma", "4", "--crosscheck", "--json")
    routes = json.loads(out)["routes"]
    assert status == 1 and [row["answers"]["admissible"] for row in routes] == [False] * 3
    assert ask(WARNER, "--gamma", "3", "--crosscheck")[1].count("yes") == 3
