"""Pieces of a mean: formulas with their signs, equations with their enclosures.

Solutions that are rational in gamma, read from digits and proved by their equations.
"""

from __future__ import annotations

from fractions import Fraction as F

import sympy as sp

import rropt as rr
from rropt.closed.derived.group_line import GroupTable
from rropt.closed.derived.group_piece import (
    FIELD,
    _through,
    piece_in_equations,
    piece_in_formulas,
    rational_solution,
)
from rropt.closed.derived.group_system import centred, starts
from rropt.closed.symbols import gamma
from rropt.design.answer import ends

LINE = (gamma, F(1), None)


def table(values, level: F) -> GroupTable:
    numbers = centred(values)
    system, start = next(starts(numbers.whole, numbers.unit, level))
    return GroupTable(system, tuple(range(len(numbers.whole))), (), [(level, start)])


def test_formulas_hold_between_their_signs_and_give_the_whole_group() -> None:
    values = (F(0), F(5), F(10))
    piece = piece_in_formulas(table(values, F(2)), centred(values), LINE, F(2))
    assert piece is not None
    assert sp.cancel(piece.value - 25 * (((gamma + 1) / (gamma - 1)) ** 2 - sp.Rational(3, 4))) == 0
    assert piece.region.holds({gamma: F(5, 2)}) and not piece.region.holds({gamma: F(7, 2)})
    assert sp.cancel(sum(piece.group) - 1) == 0
    at = {gamma: 2}
    for truth in range(3):
        assert sum(w.subs(at) * r[truth].subs(at) for r, _, w in piece.patterns) == 1


def test_truths_with_one_number_share_its_part() -> None:
    values = (F(1), F(-1), F(0), F(1))
    piece = piece_in_formulas(table(values, F(2)), centred(values), LINE, F(2))
    assert piece is not None
    assert piece.group[3] == 0 and sp.cancel(sum(piece.group) - 1) == 0
    assert all(r[0] == r[3] for r, _, _ in piece.patterns)


def test_equations_are_enclosed_around_the_certified_value() -> None:
    values = (F(0), F(1, 3), F(1))
    found = table(values, F(13))
    assert piece_in_formulas(found, centred(values), LINE, F(13)) is None
    piece = piece_in_equations(found, centred(values), LINE, (F(129, 10), F(131, 10)), 1)
    lo, hi = piece.enclosure({"gamma": F(13)})
    design = rr.optimal(rr.LocalDP.from_gamma(13), rr.Mean(values))
    assert lo <= ends(design.value)[1] and ends(design.bound)[0] <= hi
    assert hi - lo < F(1, 10**12)


def test_formulas_are_enclosed_as_the_certified_value() -> None:
    values = (F(-1), F(0), F(1))
    piece = piece_in_formulas(table(values, F(2)), centred(values), LINE, F(2))
    assert piece is not None
    lo, hi = piece.enclosure({"gamma": F(2)})
    design = rr.optimal(rr.LocalDP.from_gamma(2), rr.Mean(values))
    assert ends(design.bound)[0] <= lo == hi <= ends(design.value)[1]


def test_three_equally_spaced_numbers_by_hand() -> None:
    """h^2 V = (gamma + 1)^2 - 3 (gamma - 1)^2 / 4, and weights whose sum is that of a table."""
    numbers = (F(-1), F(0), F(1))
    x = rational_solution(table(numbers, F(2)), F(2))
    assert x is not None
    value = FIELD.to_sympy(x.value)
    assert sp.cancel(value - (gamma + 1) ** 2 + sp.Rational(3, 4) * (gamma - 1) ** 2) == 0
    assert sum(x.squares) == 1


def test_a_solution_that_is_not_rational_is_none() -> None:
    skewed = (F(-1), F(-1, 3), F(1))
    assert rational_solution(table(skewed, F(13)), F(13)) is None


def test_the_function_of_least_degree_through_points() -> None:
    h = FIELD.gens[0] - 1
    places = [F(n, 3) for n in range(1, 16)]
    assert 2 * _through(places, [F(7, 2)] * 15) == 7
    found = _through(places, [(x**2 - 1) / (2 * x + 3) for x in places])
    assert found == (h**2 - 1) / (2 * h + 3)
    roots = [F(2**0.5 * float(x) ** 0.5).limit_denominator(10**6) for x in places]
    assert _through(places, roots) is None
