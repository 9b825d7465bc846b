"""Prices that were found in doubles: as numbers they cover exactly, and are nearly the best."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.levels.decision_prices import GRID, decision_prices
from rropt.design.problem import Problem, resolved
from rropt.privacy.conditions import HIGH
from rropt.privacy.renyi_lines import steps_of

GUESS = [(F(1, 2), F(0)), (F(0), F(1, 2))]


def lined(order: int, budget: str, points: list[F]):
    """Two truths under a Renyi budget, each power replaced by lines that touch it."""
    problem = resolved(Problem(rr.RenyiDP(order, budget), rr.Guess("1/2,1/2")))
    listed = tuple(
        replace(each, levels=steps_of(F(order), tuple(points)), points=tuple(points))
        for each in problem.levels.listed
    )
    return replace(problem.levels, listed=listed)


def bound(found, conditions) -> F:
    allowed = conditions.allowed(HIGH)
    return sum(found.prices) + sum(allowed[key] * z for key, z in found.condition_prices.items())


def test_every_action_is_covered_exactly() -> None:
    """y_j + sum f a_j >= x_j and f <= c z of its condition, in rationals."""
    conditions = lined(2, "1/3", [F(1, 2), F(1), F(2)])
    found = decision_prices(GUESS, conditions)
    lines = [
        (owner, c, form)
        for owner, each in enumerate(conditions.listed)
        for c, form in each.forms(HIGH)
    ]
    for action, multipliers in zip(GUESS, found.multipliers, strict=True):
        for (n,), f in multipliers.items():
            owner, c, _ = lines[n]
            assert 0 < f <= c * found.condition_prices[(owner,)]
            assert (f * GRID).denominator == 1
        for j, x in enumerate(action):
            paid = sum(f * lines[n][2][j] for (n,), f in multipliers.items())
            assert found.prices[j] + paid >= x


def test_the_bound_is_above_the_best_card_and_lines_at_its_ratio_close_it() -> None:
    """Warner with ratio t spends (t^2 + 1/t) / (t + 1): budget ln(7/3) at t = 3, worth 3/4."""
    budget = "0.84729786038720"  # a little below ln(7/3)
    far = bound(decision_prices(GUESS, c := lined(2, budget, [F(1)])), c)
    near = bound(decision_prices(GUESS, c := lined(2, budget, [F(1, 3), F(1), F(3)])), c)
    assert far > F(77, 100) > near
    assert F(3, 4) - F(1, 10**9) <= near < F(3, 4) + F(1, 10**9)


def test_the_rows_are_a_table_in_doubles() -> None:
    found = decision_prices(GUESS, lined(2, "1/3", [F(1, 2), F(1), F(2)]))
    assert found.rows.sum(axis=0) == pytest.approx([1, 1]) and found.rows.min() >= -1e-9


def test_too_many_multipliers_are_refused() -> None:
    conditions = lined(2, "1/3", [F(1, 2), F(1), F(2)])
    with pytest.raises(rr.InputError, match="actions times levels must be at most 30000"):
        decision_prices(GUESS * 10_000, conditions)
