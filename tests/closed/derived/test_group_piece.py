"""Pieces of a mean: formulas with their signs, equations with their enclosures."""

from __future__ import annotations

from fractions import Fraction as F

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.group_line import GroupTable, centred
from rropt.closed.derived.group_piece import piece_in_equations, piece_in_formulas
from rropt.closed.derived.group_start import starts
from rropt.closed.symbols import gamma
from rropt.design.answer import ends

LINE = (gamma, F(1), None)


def table(values, level: F) -> GroupTable:
    _, _, numbers = centred(values)
    system, start = next(starts(numbers, level))
    return GroupTable(system, tuple(range(len(numbers))), (), [(level, start)])


def test_formulas_hold_between_their_signs_and_give_the_whole_group() -> None:
    values = (F(0), F(5), F(10))
    piece = piece_in_formulas(table(values, F(2)), values, LINE, F(2))
    assert piece is not None
    assert sp.cancel(piece.value - 25 * (((gamma + 1) / (gamma - 1)) ** 2 - sp.Rational(3, 4))) == 0
    assert piece.region.holds({gamma: F(5, 2)}) and not piece.region.holds({gamma: F(7, 2)})
    assert sp.cancel(sum(piece.group) - 1) == 0
    at = {gamma: 2}
    for truth in range(3):
        assert sum(w.subs(at) * r[truth].subs(at) for r, _, w in piece.patterns) == 1


def test_truths_with_one_number_share_its_part() -> None:
    values = (F(1), F(-1), F(0), F(1))
    piece = piece_in_formulas(table(values, F(2)), values, LINE, F(2))
    assert piece is not None
    assert piece.group[3] == 0 and sp.cancel(sum(piece.group) - 1) == 0
    assert all(r[0] == r[3] for r, _, _ in piece.patterns)


def test_equations_are_enclosed_around_the_certified_value() -> None:
    values = (F(0), F(1, 3), F(1))
    found = table(values, F(13))
    assert piece_in_formulas(found, values, LINE, F(13)) is None
    piece = piece_in_equations(found, values, LINE, (F(129, 10), F(131, 10)), 1)
    lo, hi = piece.enclosure(F(13))
    design = rr.optimal(rr.LocalDP.from_gamma(13), rr.Mean(values))
    assert lo <= ends(design.value)[1] and ends(design.bound)[0] <= hi
    assert hi - lo < F(1, 10**12)


def test_formulas_have_no_equations_to_enclose() -> None:
    values = (F(-1), F(0), F(1))
    piece = piece_in_formulas(table(values, F(2)), values, LINE, F(2))
    assert piece is not None
    with pytest.raises(ArithmeticError, match="not solved here"):
        piece.enclosure(F(2))
