"""Solutions that are rational in gamma, read from digits and proved by their equations."""

from __future__ import annotations

from fractions import Fraction as F

import sympy as sp

from rropt.closed.derived.group_formulas import FIELD, _through, element, rational_solution
from rropt.closed.derived.group_line import GroupTable
from rropt.closed.derived.group_start import starts
from rropt.closed.symbols import gamma


def table(numbers, level: F) -> GroupTable:
    system, start = next(starts(numbers, level))
    return GroupTable(system, tuple(range(len(numbers))), (), [(level, start)])


def test_three_equally_spaced_numbers_by_hand() -> None:
    """h^2 V = (gamma + 1)^2 - 3 (gamma - 1)^2 / 4, and weights whose sum is that of a table."""
    numbers = (F(-1), F(0), F(1))
    x = rational_solution(table(numbers, F(2)), F(2))
    assert x is not None
    value = FIELD.to_sympy(x.value)
    assert sp.cancel(value - (gamma + 1) ** 2 + sp.Rational(3, 4) * (gamma - 1) ** 2) == 0
    assert sum(x.squares) == element(F(1))


def test_a_solution_that_is_not_rational_is_none() -> None:
    skewed = (F(-1), F(-1, 3), F(1))
    assert rational_solution(table(skewed, F(13)), F(13)) is None


def test_the_function_of_least_degree_through_points() -> None:
    h = FIELD.gens[0] - 1
    places = [F(n, 3) for n in range(1, 16)]
    assert _through(places, [F(7, 2)] * 15) == element(F(7, 2))
    found = _through(places, [(x**2 - 1) / (2 * x + 3) for x in places])
    assert found == (h**2 - 1) / (2 * h + 3)
    roots = [F(2**0.5 * float(x) ** 0.5).limit_denominator(10**6) for x in places]
    assert _through(places, roots) is None
