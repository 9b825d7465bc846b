r"""The best yes/no card where each direction has its own level and its own delta.

As in `two_answers`, with u = (1 - p00) / s, v = (1 - p11) / s, s = p00 + p11 - 1 the variance is
(u + pi)(v + 1 - pi) and the private cards are

    u, v >= 0,
    d01 u + (g01 - 1 + d01) v >= 1 - d01,
    (g10 - 1 + d10) u + d10 v >= 1 - d10,

without the line of a level that is infinite. The least variance is at a vertex.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.design.answer import Answer
from rropt.design.cards.two_answers import (
    Card,
    best_card_over,
    certified,
    channel_of,
    variance,
)
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, Matrix
from rropt.utility import Warner

Line = tuple[Fraction, Fraction, Fraction]
"""(a, b, c): a u + b v >= c."""


def level_card_design(problem: Problem, total: int | None, revealing: bool) -> Answer:
    """The certified best card under a matrix of levels."""
    levels = problem.levels
    if levels is None:
        raise InputError("privacy must be a matrix here")
    if isinstance(levels, Conditions) or levels.singles:
        raise InputError(
            "outputs must be any under this criterion: yes/no cards are for levels of pairs, with "
            "any number of reports the objective is variance"
        )
    if not revealing:
        raise InputError(
            "revealing = False is for one number only: a matrix with deltas or infinite "
            "levels has its best cards among those that reveal truths"
        )
    card = best_card(problem, levels) if total is None else best_card_over(problem, total)
    if card is None:
        raise InputError(f"denominator must be larger: no useful private card is over {total}")
    certificate = certified(problem, card, _corners(problem, levels, levels.hi))
    remarks = () if total is None else (f"table over 1/{total}",)
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(variance(card, problem.objective.prior)),
        bound=CertifiedNumber.of(Fraction(certificate.data["bound"])),
        certificate=certificate,
        table=channel_of(card),
        remarks=remarks,
    )


def vertices(levels: Levels, matrix: Matrix) -> list[Card]:
    """The vertices of the private cards for the lower or the upper end of the levels.

    >>> from rropt.privacy import Privacy
    >>> levels = Privacy([[1, 3], ["3/2", 1]]).levels
    >>> vertices(levels, levels.lo)
    [(Fraction(3, 7), Fraction(6, 7))]
    """
    lines = _lines(levels, matrix)
    found: dict[Card, None] = {}
    for n, first in enumerate(lines):
        for second in lines[n + 1 :]:
            point = _crossing(first, second)
            if point is not None and all(_keeps(point, line) for line in lines):
                found[_card(*point)] = None
    return list(found)


def _lines(levels: Levels, matrix: Matrix) -> list[Line]:
    zero, one = Fraction(0), Fraction(1)
    lines = [(one, zero, zero), (zero, one, zero)]
    for a, b in levels.bound_pairs:
        g, delta = Fraction(matrix[a][b]), levels.deltas[a][b]
        both = delta, g - 1 + delta
        along = both if a == 0 else both[::-1]
        lines.append((*along, 1 - delta))
    return lines


def _crossing(first: Line, second: Line) -> tuple[Fraction, Fraction] | None:
    """The point where two lines meet."""
    a, b, c = first
    d, e, f = second
    det = a * e - b * d
    if not det:
        return None
    return (c * e - b * f) / det, (a * f - c * d) / det


def _keeps(point: tuple[Fraction, Fraction], line: Line) -> bool:
    return line[0] * point[0] + line[1] * point[1] >= line[2]


def _card(u: Fraction, v: Fraction) -> Card:
    """(p00, p11) of (u, v)."""
    s = 1 / (1 + u + v)
    return 1 - u * s, 1 - v * s


def warner_card(levels: Levels, matrix: Matrix) -> Card:
    """The best card with p00 = p11: u = v at the farther of the two lines."""
    lines = _lines(levels, matrix)
    least = max((c / (a + b) for a, b, c in lines if c > 0), default=Fraction(0))
    return _card(least, least)


def best_card(problem: Problem, levels: Levels) -> Card:
    """The card of least variance, private for the lower ends."""
    cards = _corners(problem, levels, levels.lo)
    if not cards:
        raise InputError("privacy must leave something to report: every private card is useless")
    return min(cards, key=lambda card: variance(card, problem.objective.prior))


def _corners(problem: Problem, levels: Levels, matrix: Matrix) -> list[Card]:
    if isinstance(problem.objective, Warner):
        return [warner_card(levels, matrix)]
    return vertices(levels, matrix)
