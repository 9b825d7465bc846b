"""rropt bound: the contract of its JSON, its text, its statuses."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rropt.cli import main


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["bound", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


@pytest.mark.everything
@pytest.mark.parametrize(
    ("words", "bound", "attained", "at"),
    [
        (["--beta", "5/2"], "5/2", False, ["0+", "1-"]),
        (["--rho", "1/10", "1/2"], "9", False, ["1/10-", "1/2-"]),
        (["--h", "Min(1, p + 1/5)"], "9/4", True, ["2/5"]),
        (["--gamma", "3"], "3", True, ["0 < p < 1"]),
        (["--epsilon", "ln(3)"], "3", True, ["0 < p < 1"]),
        (["--h", "Min(1, 9*p)", "--h-lower", "p/2"], "2", False, ["1-"]),
        (["--h", "1"], "oo", True, ["0 < p < 1"]),
        (["--gamma", "1"], "1", True, ["0 < p < 1"]),
        (["--epsilon", "0"], "1", True, ["0 < p < 1"]),
        (["--h", "p"], "1", True, ["0 < p < 1"]),
        (["--beta", "1e60"], "1" + "0" * 60, False, ["0+", "1-"]),
        (["--beta", "1e300"], "1" + "0" * 300, False, ["0+", "1-"]),
        (["--h", "Min(1, 1e60*p)", "--h-lower", "p/1e70"], "1" + "0" * 60, False, ["0+"]),
        (["--rho", "1e-40", "1/2"], "9" * 40, False, ["1/1" + "0" * 40 + "-", "1/2-"]),
    ],
)
def test_exact_bounds(
    words: list[str],
    bound: str,
    attained: bool,
    at: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = answer(capsys, *words)
    assert (found["bound"], found["attained"], found["at"]) == (bound, attained, at)
    assert isinstance(found["epsilon"], list) and len(found["epsilon"]) == 2


def test_an_irrational_bound_is_an_enclosure(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "--epsilon", "1/2")
    lo, hi = found["bound"]  # type: ignore[misc]
    e_half = Fraction("1.64872127070012814684865078781416357165")
    assert Fraction(lo) <= e_half <= Fraction(hi)
    low, high = found["epsilon"]  # type: ignore[misc]
    assert Fraction(low) <= Fraction(1, 2) <= Fraction(high)


def test_the_text_names_bound_epsilon_place_and_region(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bound", "--rho", "1/10", "1/2"]) == 0
    shown = capsys.readouterr().out
    assert "B(h) = 9\n" in shown
    assert "epsilon = ln B(h) = 2.197224577" in shown
    assert "not attained: approached as p -> 1/10 from the left" in shown
    assert "upward breach: posterior > " in shown and "downward breach: posterior < " in shown


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        (["--gamma", "0.999"], "gamma must be at least 1, got 999/1000"),
        (["--gamma", "nan"], "gamma must be a whole number"),
        (["--beta", "1"], "beta must be greater than 1, got 1"),
        (["--beta", "1e310"], "beta must be at most e^700"),
        (["--epsilon", "-1"], "epsilon must be at least 0, got -1"),
        (["--rho", "1/2", "1/10"], "rho1 and rho2 must satisfy 0 < rho1 < rho2 < 1"),
        (["--h", "p/2"], "h must satisfy p <= h(p) <= 1"),
        (["--h", "__import__('os')"], "is not part of it"),
        (["--h-lower", "p/2"], "--h-lower needs --h: posterior at most h(p)"),
        ([], "one of --rho, --beta, --gamma, --epsilon, --h must be given"),
    ],
)
def test_bad_input_is_one_line_and_status_three(
    words: list[str], rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bound", *words]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and rule in err


@pytest.mark.everything
def test_the_routes_to_b_of_h_beside_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "--h", "Min(1, p + 1/5)", "--crosscheck")
    routes = found["routes"]
    assert isinstance(routes, list)
    assert [row["route"] for row in routes] == ["certificate", "symbolic", "numeric"]
    assert main(["bound", "--h", "sqrt(p)", "--crosscheck"]) == 0
    assert "symbolic" in capsys.readouterr().out
    capsys.readouterr()
    found = answer(capsys, "--rho", "1/10", "1/2", "--crosscheck")
    assert [row["exact"] for row in found["routes"]][:2] == ["9", "9"]
