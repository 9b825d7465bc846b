"""Worst cases of two truths under a matrix of levels: formulas beside certified tables."""

from __future__ import annotations

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived import worst_share
from rropt.closed.derived.worst_share import WorstShare
from rropt.exact import InputError

g, h = sp.symbols("g h")
LEVELS = {"privacy": [["1", "g"], ["h", "1"]], "g": (1, "oo"), "h": (1, "oo")}
PLACES = (("3", "2"), ("6/5", "9"), ("20", "11/10"), ("5", "5"))
"""One half is a chance of a report, or is below or above both."""


def _value(answer, level, other):
    found = answer.value_at(g=level, h=other)
    return float(found[0] if isinstance(found, tuple) else found)


def test_a_fixed_group_by_hand() -> None:
    """Chances (g - 1)/(gh - 1) and h (g - 1)/(gh - 1): x (1 - x)/(b - a)^2 is g or h times this."""
    answer = rr.derive(rr.Variance("worst", respondents="group"), **LEVELS)
    assert answer.proved and "one table: every other" in " ".join(str(answer).split())
    for level, other in PLACES:
        x, y = sp.Rational(level), sp.Rational(other)
        assert _value(answer, level, other) == pytest.approx(float(max(x, y) / ((x - 1) * (y - 1))))


@pytest.mark.everything
@pytest.mark.parametrize(
    "objective",
    [
        rr.Variance("worst"),
        rr.AOptimal("worst", 2),
        rr.COptimal("worst", [3, 1], "group"),
        rr.EOptimal("worst", truths=2, respondents="group"),
        rr.AOptimal(["1/4", "3/4"]),
        rr.EOptimal(["1/2", "1/2"]),
        rr.COptimal(["1/4", "3/4"], [1, 4]),
        rr.Variance("1/4"),
    ],
    ids=lambda objective: objective.label,
)
def test_the_certified_value_at_numbers(objective) -> None:
    answer = rr.derive(objective, **LEVELS)
    assert answer.proved
    for level, other in PLACES:
        design = rr.optimal(rr.Privacy([["1", level], [other, "1"]]), objective)
        assert _value(answer, level, other) == pytest.approx(float(design.value), rel=1e-9)


@pytest.mark.everything
def test_another_level_is_another_value() -> None:
    """The formula at levels that are exchanged is not that of the levels."""
    answer = rr.derive(rr.Variance("1/4"), **LEVELS)
    design = rr.optimal(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Variance("1/4"))
    assert _value(answer, "2", "3") != pytest.approx(float(design.value), rel=1e-3)


@pytest.mark.everything
def test_without_the_middle_the_worst_population_is_another(monkeypatch) -> None:
    """The two ends alone miss the population at which half of the reports are yes."""
    monkeypatch.setattr(worst_share, "GROUP", "population")
    answer = rr.derive(rr.Variance("worst"), **LEVELS)
    design = rr.optimal(rr.Privacy([["1", "3"], ["2", "1"]]), rr.Variance("worst"))
    assert _value(answer, "3", "2") < float(design.value) * (1 - 1e-3)


def test_multiples_of_a_share() -> None:
    contrast = rr.Problem(rr.LocalDP(1), rr.COptimal("worst", [3, 1], "group"))
    both = rr.Problem(rr.LocalDP(1), rr.AOptimal("worst", 2))
    assert (WorstShare(contrast).times, WorstShare(both).times) == (4, 2)


@pytest.mark.parametrize(
    "objective",
    [
        rr.DOptimal("worst", 2),
        rr.Mean([0, 1], ["1/2", "1/2"], worst=False),
        rr.Mean([0, 1, 2]),
    ],
    ids=lambda objective: objective.label,
)
def test_what_is_refused(objective) -> None:
    with pytest.raises(InputError, match="privacy must not be given for a worst case but"):
        rr.derive(objective, **LEVELS)
