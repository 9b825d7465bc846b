r"""Holohan's problem: the best yes/no card.

Minimise over p00 + p11 > 1, with s = p00 + p11 - 1 (holohan/cor-1, holohan/eq-13),

    Var(p00, p11 | pi) = P(X = 1) P(X = 0) / s^2,
    p00 <= gamma (1 - p11) + delta,   p11 <= gamma (1 - p00) + delta,   p00, p11 <= 1.

The projective change of variables u = (1 - p00) / s, v = (1 - p11) / s, whose inverse is
s = 1 / (1 + u + v), makes the variance a product of two affine functions and keeps the region a
polyhedron:

    Var = (u + pi)(v + 1 - pi),      u, v >= 0,
    delta u + (gamma - 1 + delta) v >= 1 - delta,
    (gamma - 1 + delta) u + delta v >= 1 - delta.

Its recession cone is the quadrant, along which the product does not decrease; a product of two
non-negative affine functions is quasi-concave; so the minimum is at a vertex. The vertices are the
symmetric card p00 = p11 = (gamma + delta) / (gamma + 1) and, for delta > 0, the two cards
(1, delta) and (delta, 1), which reveal some truths with certainty.

On an edge between two vertices the product is *strictly* quasi-concave, so ties are isolated; on
the rays u = 0 and v = 0 it is constant only for pi = 0 and pi = 1. Hence the minimiser set is the
set of best vertices, except that for delta > 0 and pi in {0, 1} it is a whole segment of cards.

Where each direction has its own level and delta, (g01, d01) and (g10, d10), the lines are
d01 u + (g01 - 1 + d01) v >= 1 - d01 and (g10 - 1 + d10) u + d10 v >= 1 - d10, and so are the proof
and the vertices.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.design.cards.lower_edge import (
    Level,
    corners,
    fair_point,
    lower_hull,
    lowest_points,
    symmetric_place,
)
from rropt.design.levels.universal_table import level_record, universal_field
from rropt.design.problem import Problem
from rropt.design.report_counts import levels_at
from rropt.exact import GAMMA_BITS, Gamma, exp_bounds
from rropt.privacy.bound_forms import HIGH, LOW
from rropt.utility import Warner

Card = tuple[Fraction, Fraction]
"""(p00, p11)."""


def variance(card: Card, prior: Fraction) -> Fraction:
    """The error of the estimate from one answer (holohan/cor-1).

    >>> variance((Fraction(3, 4), Fraction(3, 4)), Fraction(1, 2))
    Fraction(1, 1)
    """
    p00, p11 = card
    s = p00 + p11 - 1
    yes = 1 - p00 + prior * s
    return yes * (1 - yes) / s**2


def symmetric_card(gamma: Fraction, delta: Fraction) -> Card:
    """p00 = p11 = (gamma + delta) / (gamma + 1), the best Warner device (holohan/thm-4)."""
    p = (gamma + delta) / (gamma + 1)
    return p, p


def revealing_cards(delta: Fraction) -> list[Card]:
    """(1, delta) and (delta, 1): one of the two reports names its truth with certainty."""
    return [(Fraction(1), delta), (delta, Fraction(1))] if 0 < delta < 1 else []


def corner_cards(levels: Sequence[Level]) -> list[Card]:
    """The vertices of the region that these levels leave; none where all cards are useless.

    A card is the point (p00, 1 - p11) of its first row, and the region the edge under which no such
    point lies (`lower_edge`).

    >>> from rropt.design.cards.lower_edge import levels_of_number
    >>> corner_cards(levels_of_number(Fraction(3), Fraction(0)))
    [(Fraction(3, 4), Fraction(3, 4))]
    """
    return [(x, 1 - y) for x, y in corners(levels) if y < x]  # p00 + p11 > 1


def possible_cards(problem: Problem, end: int) -> list[Card]:
    """Those that can be best at an end of the levels: of Warner's devices the farthest."""
    levels = levels_at(problem, end)
    if isinstance(problem.objective, Warner):
        x, y = fair_point(corners(levels))
        return [(x, 1 - y)] if y < x else []
    return corner_cards(levels)


def least_variance(problem: Problem, cards: Sequence[Card]) -> Card:
    """The best of these cards."""
    return min(cards, key=lambda card: variance(card, problem.objective.prior))


def best_cards(gamma: Gamma, delta: Fraction, prior: Fraction) -> list[Card]:
    """The minimisers among the vertices, decided exactly; cards are given for gamma.lo.

    An irrational gamma = e^epsilon is transcendental (Lindemann), so the symmetric card never ties
    with a revealing one, whose variance is rational: narrower enclosures decide.
    """
    revealing = revealing_cards(delta)
    least = min((variance(card, prior) for card in revealing), default=None)
    # At gamma = 1 both lines are one, and the symmetric card is no vertex.
    if gamma.hi == 1 and delta < 1:
        comparison = 1
    else:
        comparison = -1 if least is None else _compare_symmetric(gamma, delta, prior, least)
    best = [symmetric_card(gamma.lo, delta)] if comparison <= 0 else []
    if comparison >= 0:
        best += [card for card in revealing if variance(card, prior) == least]
    return best


def _compare_symmetric(gamma: Gamma, delta: Fraction, prior: Fraction, other: Fraction) -> int:
    """The sign of Var(symmetric card) - other, from enclosures that shrink until they decide."""
    bits = GAMMA_BITS
    lo = gamma.lo
    hi = gamma.hi
    while True:
        # A larger gamma has less variance: the ends change sides.
        most = variance(symmetric_card(lo, delta), prior) - other
        least = variance(symmetric_card(hi, delta), prior) - other
        if least > 0 or most < 0:
            return 1 if least > 0 else -1
        # An exact gamma has one difference, which is 0 here.
        if least == most == 0 or gamma.epsilon is None:
            return 0
        bits *= 2
        lo, hi = exp_bounds(gamma.epsilon, bits)


def channel_of(card: Card) -> Channel:
    """The card as a channel: report 1 is "yes"."""
    p00, p11 = card
    return Channel.from_rows([[p00, 1 - p11], [1 - p00, p11]])


def certify(problem: Problem, card: Card) -> Certificate:
    """The certificate of a card, best or not: beside those that can be for the upper ends."""
    prior = problem.objective.prior
    value = variance(card, prior)
    bound = variance(least_variance(problem, possible_cards(problem, HIGH)), prior)
    rows = channel_of(card).rows
    data = {
        "kind": "cases",
        "proof": "card",
        "privacy": level_record(problem),
        "device": "warner" if isinstance(problem.objective, Warner) else "two-answers",
        "prior": prior,
        "table": rows,
        "value": value,
        "bound": bound,
        "gap": value - bound,
    }
    return issue(data | universal_field(problem, rows))


def best_card_over(problem: Problem, total: int, revealing: bool = True) -> Card | None:
    """The best card over 1/N, or for N above 4096 the best next to a corner; None if none tells.

    The points (p00, 1 - p11) of private cards lie on the edge or above it (`lower_edge`), and what
    a card tells is convex in its point: only corners of their hull count. Without `revealing` no
    entry may be one.
    """
    levels = levels_at(problem, LOW)
    points = lowest_points(levels, total)
    if isinstance(problem.objective, Warner):
        place = symmetric_place(levels, total)
        points = [(place, total - place)]
    elif not revealing:
        # p00 = x / N and p11 = 1 - y / N must both be below one.
        points = [(x, max(y, 1)) for x, y in points if 0 < x < total]
    cards = [(x, 1 - y) for x, y in lower_hull(points, total) if y < x]
    return least_variance(problem, cards) if cards else None
