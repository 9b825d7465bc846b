"""What may be left open, and what is refused at the door.

What is refused before anything is derived.
"""

from __future__ import annotations

from itertools import islice

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.open_parameters import is_irrational, is_of_two, open_parameters
from rropt.closed.symbols import written
from rropt.exact import InputError

ANY = rr.LocalDP("ln(3)", "1/10")
THREE = rr.Problem(ANY, rr.Guess(["1/2", "1/4", "1/4"]))


def test_masses_cut_the_box():
    a, b = sp.symbols("a b")
    space = open_parameters(THREE, 3, 0, ["1-a-b", "a", "b"], None, {"a": (0, 1), "b": (0, 1)})
    assert space.prior == (1 - a - b, a, b)
    assert space.box.positive == (1 - a - b,)
    assert all(point[a] + point[b] < 1 for point in islice(space.box.points(), 20))
    assert str(space.box) == "0 < a < 1, 0 < b < 1, -a - b + 1 > 0"


def test_a_fixed_parameter_is_a_number():
    space = open_parameters(THREE, (1, "oo"), 0, ["1-2*q", "q", "q"], None, {"q": "1/5"})
    assert space.prior == (sp.Rational(3, 5), sp.Rational(1, 5), sp.Rational(1, 5))


def test_numbers_and_expressions():
    assert written("0.25", {}, "prior") == sp.Rational(1, 4)
    assert written("g**2*h", {"g", "h"}, "levels") == sp.Symbol("g") ** 2 * sp.Symbol("h")
    assert written("0.5*q", {"q"}, "prior") == sp.Symbol("q") / 2
    for bad in ("1 +", "f(x)", "__import__('os')", "q.real", "log(q)", "[1]", "q < 1"):
        with pytest.raises(InputError):
            written(bad, {"q"}, "prior")


@pytest.mark.everything
@pytest.mark.parametrize(
    "options, message",
    [
        ({"prior": ["1-2*q", "q", "q"]}, r"prior names q: give its range, q=\(lo, hi\)"),
        ({"prior": ["1-q", "q", "q"], "q": (0, 1)}, "prior must add up to 1, got q"),
        ({"prior": ["1-q", "q"], "q": (0, 1)}, "prior must have 3 masses, got 2"),
        ({"prior": (0, 1)}, "prior must be a list of 3 masses"),
        ({"prior": ["1-2*q", "q", "q"], "q": (0, 2)}, "inside"),
        ({"prior": ["1-2*q", "q", "q"], "q": ("1/2", "2/3")}, "positive masses somewhere"),
        ({"prior": ["1-2*pi", "pi", "pi"], "pi": (0, 1)}, "must have another name than pi"),
        ({"q": (0, 1)}, "no prior, matrix or utility names q"),
    ],
)
def test_refusals_say_what_to_write(options, message):
    with pytest.raises(InputError, match=message):
        rr.derive(THREE, delta=0, **options)


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ("pi", "prior must be a whole number, .* or a fraction such as 1/3, got 'pi'"),
        (["pi"], r"prior must be a number or a range such as \(0, 1/2\), .*, got 'pi'"),
        (("1/2", "1/4"), r"prior must have a range \(lo, hi\) with lo < hi, got \(1/2, 1/4\)"),
        ((0, 2), "prior must have a range inside"),
    ],
)
def test_the_prevalence_is_named_as_it_is_given(prior, message):
    with pytest.raises(InputError, match=message):
        rr.derive(rr.Variance("1/4"), prior=prior)


@pytest.mark.parametrize("without_end", ["oo", "inf", float("inf"), sp.oo])
def test_a_level_without_end_is_called_one(without_end):
    two = rr.Problem(ANY, rr.Trace(2))
    with pytest.raises(InputError, match="privacy must be finite in a derivation"):
        open_parameters(two, None, None, None, [[1, without_end], ["g", 1]], {"g": (1, 7)})


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
