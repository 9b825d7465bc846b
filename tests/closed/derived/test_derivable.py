"""What is refused before anything is derived."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.closed.derived.derivable import is_irrational, is_of_two
from rropt.exact import InputError

pytestmark = pytest.mark.quick

ANY = rr.LocalDP("ln(3)", "1/10")


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def _wide_gain(k):
    """Bets on the first truth or on none of k."""
    return rr.Gain([[1] + [0] * (k - 1), ["1/3"] * k], [f"1/{k}"] * k)


@pytest.mark.parametrize(
    "objective, options, message",
    [
        (rr.Trace(3), {"gamma": 2}, "must be a range"),
        (rr.Trace(3), {"gamma": (3, 2)}, "lo < hi"),
        (rr.Trace(3), {"gamma": ("1/2", 2)}, "inside"),
        (rr.Trace(3), {"gamma": (1, 2), "delta": (0, 2)}, "inside"),
        (rr.Trace(3), {"prior": (0, 1)}, "prior must not be given"),
        (rr.AOptimal(["2/3", "1/3"]), {}, "delta must be 0"),
        (rr.EOptimal(["2/3", "1/3"]), {}, "linear over patterns"),
        (rr.MutualInformation(["1/2", "1/4", "1/4"]), {}, "delta must be 0"),
        (
            rr.MutualInformation(["1/2", "1/4", "1/4"]),
            {"prior": ["1-2*q", "q", "q"], "q": (0, "1/2"), "delta": 0},
            "gamma must have an end where logarithms are enclosed over a box",
        ),
        (rr.MutualInformation(["1/3", *["1/6"] * 4]), {"delta": 0}, "at most 4"),
        (rr.FDivergence("chi-square"), {}, "delta must be 0"),
        (
            rr.Guess([f"{2 if i else 1}/201" for i in range(101)]),
            {"delta": 0},
            "categories must be at most 100",
        ),
        (_wide_gain(9), {"delta": 0}, "categories must be at most 8"),
    ],
)
def test_what_cannot_be_derived_is_said(objective, options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(_problem(objective), **options)


def test_fewer_reports_and_matrices_are_refused():
    with pytest.raises(InputError, match="outputs must not be given"):
        rr.derive(_problem(rr.Guess(["1/2", "1/4", "1/4"]), 2), delta=0)
    matrix = rr.Problem(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Trace(2))
    with pytest.raises(InputError, match="privacy is a matrix"):
        rr.derive(matrix)


def test_only_problems_designs_and_objectives_are_derived():
    said = "problem must be a Problem, a design, an objective or an expression of sympy, got"
    for other in (rr.LocalDP("ln(3)"), 3, None):
        with pytest.raises(InputError, match=said):
            rr.derive(other)
    of_problem = rr.derive(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(3)))
    assert rr.derive(rr.Trace(3)).values == of_problem.values


@pytest.mark.parametrize(
    "objective, irrational",
    [
        (rr.MutualInformation("1/2,1/2"), True),
        (rr.FDivergence("hellinger"), True),
        (rr.FDivergence("chi-square"), False),
        (rr.Guess("1/2,1/2"), False),
    ],
)
def test_logarithms_and_roots_are_irrational(objective, irrational: bool) -> None:
    assert is_irrational(objective) is irrational


def test_two_truths_and_divergences_of_two_have_one_best_table() -> None:
    assert is_of_two(rr.Problem(rr.LocalDP(1), rr.FDivergence("hellinger", (0, 2), 3)))
    assert is_of_two(rr.Problem(rr.LocalDP(1), rr.MutualInformation("1/2,1/2")))
    assert not is_of_two(rr.Problem(rr.LocalDP(1), rr.MutualInformation("1/2,1/4,1/4")))
