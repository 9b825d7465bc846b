"""A piecewise optimum in words."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp

import rropt as rr
from rropt.closed.derived.wording import curves, exact_root, intervals, known_as

gamma, delta, pi = sp.symbols("gamma delta pi")


ANY = rr.LocalDP("ln(3)", "1/10")


ALL = {"gamma": (1, "oo"), "delta": (0, 1)}


def _problem(objective, outputs=None, privacy=ANY):
    return rr.Problem(privacy, objective, outputs)


def test_guess_switches_where_the_water_level_does():
    """t truths are guessed: 1/2, then 4/5 gamma/(gamma + 1), then gamma/(gamma + 2)."""
    text = str(rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0))
    assert "1 < gamma < 5/3: 1/2" in text
    assert "5/3 < gamma < 3: 4*gamma/(5*(gamma + 1))" in text
    assert "3 < gamma < oo: gamma/(gamma + 2)" in text


@pytest.mark.everything
def test_switching_curves_are_where_a_posterior_crosses_a_threshold():
    """Guess or pass for 2/3: a posterior odds of gamma^+-1 pi / (1 - pi) crosses 2 or 1/2.

    At gamma = 2 and pi = 1/2 two of the curves cross; nothing switches along these two lines.
    """
    gain = rr.Gain([[1, 0], [0, 1], ["2/3", "2/3"]], ["1/2", "1/2"])
    answer = rr.derive(_problem(gain), **ALL, prior=(0, 1))
    crossings = {2 / (gamma + 2), 1 / (2 * gamma + 1), 2 * gamma / (2 * gamma + 1)}
    expected = {sp.factor(x) for x in crossings | {gamma / (gamma + 2)}}
    found = [sp.solve(curve, pi) for curve in curves(answer)]
    assert len(found) == 4 and {sp.factor(x) for (x,) in found} == expected


def test_roots_are_rational_in_radicals_or_digits() -> None:
    x = sp.Symbol("x")
    assert exact_root([3 * x - 5], x, (Fraction(3, 2), Fraction(2))) == sp.Rational(5, 3)
    assert exact_root([x**2 - x - 1], x, (Fraction(1), Fraction(2))) == (1 + sp.sqrt(5)) / 2
    fifth = exact_root([x**5 - x - 1], x, (Fraction(1), Fraction(2)))
    assert abs(float(fifth) - 1.1673039782614187) < 1e-12
    digits = exact_root([sp.log(x) - 1], x, (Fraction(27182, 10000), Fraction(27184, 10000)))
    assert float(digits) == pytest.approx(2.7183)
    with pytest.raises(ArithmeticError, match="no root"):
        exact_root([x - 9], x, (Fraction(1), Fraction(2)))


@pytest.mark.everything
def test_a_published_form_is_named_and_another_is_not() -> None:
    trace = rr.derive(_problem(rr.Trace(4)), (1, "oo"), delta=0)
    (piece,) = trace.pieces
    assert [id for id, _ in known_as(trace, piece)]
    bets = rr.Gain([[1, 0], [0, 1], ["3/5", "3/5"]], ["1/2", "1/2"])
    gain = rr.derive(_problem(bets), 3, delta=0, prior=(0, 1))
    assert not any(list(known_as(gain, piece)) for piece in gain.pieces)


def test_neighbours_with_one_value_are_joined_and_a_gap_is_undecided() -> None:
    answer = rr.derive(_problem(rr.Guess(["1/2", "3/10", "1/5"])), (1, "oo"), delta=0)
    stretches = intervals(answer)
    assert [(lo, hi) for lo, hi, _ in stretches] == [
        (1, sp.Rational(5, 3)), (sp.Rational(5, 3), 3), (3, sp.oo)
    ]  # fmt: skip
    cells = tuple(replace(cell, region=None) for cell in answer.cover.cells[:1])
    broken = replace(answer, cover=replace(answer.cover, cells=cells + answer.cover.cells[1:]))
    assert str(intervals(broken)[0][2]) == "undecided"
    assert "NOT proved" in str(broken)
