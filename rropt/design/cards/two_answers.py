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

import math
from collections.abc import Sequence
from fractions import Fraction

from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.cards.lower_edge import (
    Level,
    corners,
    fair_point,
    lower_hull,
    lowest_points,
    symmetric_place,
)
from rropt.design.engine import price_certificate
from rropt.design.engine.linear_optimum import useless
from rropt.design.levels.universal_table import level_record, universal_field
from rropt.design.problem import Problem
from rropt.design.report_counts import levels_at
from rropt.exact import GAMMA_BITS, Gamma, InputError, exp_bounds
from rropt.exact.certified_number import CertifiedNumber
from rropt.privacy.bound_forms import HIGH, LOW
from rropt.privacy.conditions import Conditions
from rropt.utility import Variance, Warner

USELESS = (
    "gamma = 1 with delta = 0: no card with p00 + p11 > 1 is admissible; every private card is "
    "useless"
)


def card_design(problem: Problem, total: int | None, revealing: bool) -> Answer:
    """The certified best card; `revealing=False` refuses cards that reveal a truth for sure."""
    best = _best(problem, revealing)
    if not best:
        return _useless_card(problem, total)
    notes = _notes(problem, revealing)
    card = best[0]
    if total is not None:
        rounded = best_card_over(problem, total, revealing)
        if rounded is None:
            raise InputError(f"denominator must be larger: no useful private card is over {total}")
        card = rounded
        notes = (*notes, f"table over 1/{total}")
    certificate = certify(problem, card)
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(variance(card, problem.objective.prior)),
        bound=CertifiedNumber.of(Fraction(certificate.data["bound"])),
        certificate=certificate,
        table=channel_of(card),
        remarks=notes,
        minimisers=_minimisers(problem, best, revealing) if total is None else None,
    )


def _best(problem: Problem, revealing: bool) -> list[Card]:
    if problem.levels is not None:
        return _best_of_levels(problem, revealing)
    gamma = problem.gamma
    delta = problem.delta
    objective = problem.objective
    if gamma.hi == 1 and not delta:
        return []
    # Then p = (gamma + 1) / (gamma + 1): the symmetric card reveals as well.
    if not revealing and delta == 1:
        raise InputError("delta must be below 1 where no card may reveal a truth, got 1")
    if isinstance(objective, Warner) or not revealing:
        # Warner's devices are symmetric, and of all vertices only that card reveals nothing.
        return [symmetric_card(gamma.lo, delta)]
    return best_cards(gamma, delta, objective.prior)


def _best_of_levels(problem: Problem, revealing: bool) -> list[Card]:
    """A best card under a matrix of levels."""
    if isinstance(problem.levels, Conditions) or problem.cone.singles:
        raise InputError(
            "privacy must be one number or a matrix of levels for Warner's device, got "
            f"{problem.privacy.describe()}; the objective variance takes any"
        )
    if not revealing and not problem.hides:
        raise InputError(
            "revealing must be yes under a matrix with deltas or infinite levels: its best cards "
            "are among those that reveal truths"
        )
    cards = possible_cards(problem, LOW)
    if not cards:
        raise InputError("privacy must leave something to report: every private card is useless")
    return [least_variance(problem, cards)]


def _minimisers(problem: Problem, best: list[Card], revealing: bool) -> tuple[Channel, ...] | None:
    """All minimisers; none where they are not known, are a segment, or are refused."""
    if problem.levels is not None or _is_a_segment(problem):
        return None
    if not revealing and not isinstance(problem.objective, Warner):
        minimisers = best_cards(problem.gamma, problem.delta, problem.objective.prior)
        # The least variance is then that of a revealing card, which others only approach.
        if best[0] not in minimisers:
            return None
    return tuple(channel_of(card) for card in best)


def _is_a_segment(problem: Problem) -> bool:
    """At prior 0 or 1 with delta > 0 the minimisers are not finitely many."""
    if problem.levels is not None:
        return False
    ends = problem.objective.prior in (0, 1)
    return ends and problem.delta > 0 and not isinstance(problem.objective, Warner)


def _notes(problem: Problem, revealing: bool) -> tuple[str, ...]:
    if problem.levels is not None:
        return ()
    delta = problem.delta
    prior = problem.objective.prior
    notes = []
    if _is_a_segment(problem) and revealing:
        kept, other = ("p00", "p11") if prior == 0 else ("p11", "p00")
        notes.append(f"every card with {kept} = 1 and 0 < {other} <= {delta} has the same variance")
    if not revealing and delta and not isinstance(problem.objective, Warner):
        least = min(variance(card, prior) for card in revealing_cards(delta))
        notes.append(
            f"cards that reveal a truth with certainty are refused; their best variance {least} "
            "is approached but not reached by cards that do not"
        )
    return tuple(notes)


def _useless_card(problem: Problem, total: int | None) -> Answer:
    """Every private card is useless; the bound is that of any number of reports."""
    if total is not None and total % 2:
        raise InputError(f"denominator must be even for a fair card, got {total}; {USELESS}")
    free = Problem(problem.privacy, Variance(Fraction(1, 2)), None)
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(math.inf),
        bound=CertifiedNumber.of(math.inf),
        certificate=price_certificate.certify(free, useless(free)),
        table=channel_of((Fraction(1, 2), Fraction(1, 2))),
        remarks=(USELESS,),
    )


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
