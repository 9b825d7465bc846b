"""B(h) by interval subdivision: a rigorous enclosure that uses none of the exact route's calculus.

Best first: the box of p whose lower bound is least is halved, until that bound meets the least
value seen. On a box, f = ((1-p)/p)(h/(1-h)) is bounded below by its ends (f increases in h,
decreases in p) and by a mean value of log f. Where h(0) = 0 or h(1) = 1, the quotients h/p and
(1-h)/(1-p) are slopes of h, and f is monotone near the end when

    h''/2 - h' + s^2    (p near 0)        -h''/2 - h' + s^2    (p near 1)

keeps its sign for every s in the range of h'; then its infimum there is h'(0) or 1/h'(1).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint
import sympy
from flint import arb

from rropt.exact import dyadic
from rropt.strict.evaluate import Function, Known, compile_expression
from rropt.strict.expression import P
from rropt.strict.intervals import (
    INFINITY,
    ONE,
    PRECISION,
    UNIT,
    ZERO,
    Interval,
    greatest,
    least,
    odds_ratio,
)
from rropt.strict.jets import Jet
from rropt.strict.points import value_at
from rropt.strict.quotients import compile_active, compile_quotient

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Enclosure:
    """lo <= B(h) <= hi, and what is left of [0, 1]; hi is None where no finite value was seen, lo
    is None where there is none.

    `interior` says that every surviving box is away from 0 and 1 and free of jumps, so that the
    infimum is attained in `span`, the hull of the survivors.
    """

    lo: Fraction | None
    hi: Fraction | None
    span: tuple[Fraction, Fraction]
    interior: bool


@dataclass(frozen=True, order=True)
class _Box:
    lower: Any
    left: Fraction = field(compare=True)
    right: Fraction = field(compare=False)
    smooth: bool = field(compare=False)


def enclose(h: sympy.Expr, tolerance: Fraction, budget: int) -> Enclosure:
    """An enclosure of B(h) of relative width `tolerance`, or what `budget` boxes achieve."""
    with flint.ctx.workprec(PRECISION):
        return _Search(h).run(tolerance, budget)


def _divided(h: sympy.Expr) -> sympy.Expr:
    """h / p, for p > 0, with the division carried into the branches of h.

    >>> _divided(sympy.Min(1, P + P**2))
    Min(1/p, p + 1)
    >>> _divided(1 - (1 - P) * (1 + sympy.Min(1, P)))
    -Min(1, 1/p) + Min(1, p) + 1
    """
    h = sympy.expand(h)
    if h.is_rational_function(P):
        return sympy.cancel(h / P)
    if h.is_Add or isinstance(h, (sympy.Min, sympy.Max, sympy.Piecewise)):
        return _mapped(_divided, h)
    if h.is_Mul and h.has(sympy.Min, sympy.Max) and P not in h.args:
        first, *others = sorted(h.args, key=lambda part: not part.has(sympy.Min, sympy.Max))
        return sympy.Mul(_divided(first), *others)
    return sympy.expand(h / P)


def _complement(h: sympy.Expr) -> sympy.Expr:
    """1 - h, carried into the branches of h.

    >>> _complement(sympy.Min(1, 2 * P))
    Max(0, 1 - 2*p)
    """
    if isinstance(h, (sympy.Min, sympy.Max)):
        return (sympy.Max if isinstance(h, sympy.Min) else sympy.Min)(*map(_complement, h.args))
    return _mapped(_complement, h) if isinstance(h, sympy.Piecewise) else 1 - h


def _mapped(change: Callable[[sympy.Expr], sympy.Expr], h: sympy.Expr) -> sympy.Expr:
    """The same sum, extreme or choice of the changed parts."""
    if isinstance(h, sympy.Piecewise):
        return sympy.Piecewise(*((change(value), condition) for value, condition in h.args))
    return h.func(*map(change, h.args))


class _Search:
    """One best-first subdivision."""

    def __init__(self, h: sympy.Expr) -> None:
        self.known: Known = {}
        self.function = compile_expression(h, self.known)
        self.active = [compile_active(h, end, self.known) for end in (0, 1)]
        self.at_end = [self.function, self.function]
        self.near_zero = compile_expression(_divided(h))
        self.near_one = compile_expression(_divided(_complement(h).subs(P, 1 - P)))
        self.starts_at_zero = value_at(h, 0) == 0
        self.ends_at_one = value_at(h, 1) == 1
        self.rise = compile_quotient(h, 0) if self.starts_at_zero else None
        self.fall = compile_quotient(h, 1) if self.ends_at_one else None
        self.seen: dict[Fraction, arb] = {}
        self.upper = INFINITY
        self.boxes: list[_Box] = []
        self.settled: list[_Box] = []

    def run(self, tolerance: Fraction, budget: int) -> Enclosure:
        scale = ONE + Interval.of(tolerance).hi
        self.add(Fraction(0), HALF)
        self.add(HALF, Fraction(1))
        for _ in range(budget):
            if not self.boxes or self.upper <= (self.boxes[0].lower * scale).lower():
                break
            box = heapq.heappop(self.boxes)
            middle = (box.left + box.right) / 2
            self.add(box.left, middle)
            self.add(middle, box.right)
        return self.result()

    def result(self) -> Enclosure:
        alive = [box for box in self.boxes + self.settled if not box.lower > self.upper]
        lower = least([self.upper, *(box.lower for box in alive)])
        if lower == INFINITY:
            return Enclosure(None, None, (Fraction(0), Fraction(1)), False)
        left = min((box.left for box in alive), default=Fraction(0))
        right = max((box.right for box in alive), default=Fraction(1))
        interior = bool(alive) and left > 0 and right < 1 and all(box.smooth for box in alive)
        top = None if self.upper == INFINITY else dyadic(self.upper)
        return Enclosure(max(Fraction(1), dyadic(lower)), top, (left, right), interior)

    def add(self, left: Fraction, right: Fraction) -> None:
        """Bound f on a box; keep it unless it is known to hold nothing below what was seen."""
        span = Interval.of(left, right)
        jet = self.on_box(left, right, span)(Jet.variable(span))
        for p in (left, right, (left + right) / 2):
            self.see(p)
        smooth = jet.first.is_finite
        lower, done = self.bound(left, right, span, jet)
        box = _Box(lower, left, right, smooth)
        if done:
            self.settled.append(box)
        elif not lower > self.upper:
            heapq.heappush(self.boxes, box)

    def on_box(self, left: Fraction, right: Fraction, span: Interval) -> Function:
        """h on a box; at an end of [0, 1] without the branches that lose there."""
        if left > 0 and right < 1:
            return self.function
        end = int(left > 0)
        function = compile_expression(self.active[end](span), self.known)
        if function is not self.at_end[end]:
            self.at_end[end] = function
            self.seen.pop(Fraction(end), None)
        return function

    def see(self, p: Fraction) -> arb:
        """f at one point, as a lower bound; its upper bound is remembered."""
        if p not in self.seen:
            self.seen[p] = self.see_end(int(p)) if p in (0, 1) else self.see_inside(p)
        return self.seen[p]

    def see_inside(self, p: Fraction) -> arb:
        point = Interval.of(p)
        value = self.function(point)
        ratio = odds_ratio(point, value)
        self.upper = least((self.upper, ratio.hi))
        return ratio.lo

    def see_end(self, p: int) -> arb:
        """The limit of f at 0 or at 1 where h is smooth there."""
        if not (self.ends_at_one if p else self.starts_at_zero):
            return INFINITY if p == 0 else ONE
        slope = self.at_end[p](Jet.variable(Interval.of(Fraction(p)))).first
        limit = slope.inverse() if p else slope
        if limit.is_finite and limit.lo > 0:
            self.upper = least((self.upper, limit.hi))
            return limit.lo
        return ONE

    def bound(self, left: Fraction, right: Fraction, span: Interval, jet: Jet) -> tuple[arb, bool]:
        """A lower bound of f on the box, and whether it is the infimum there (f is monotone)."""
        direction = self.direction(left, right, span, jet)
        if direction == 1 and (left > 0 or self.has_limit(0)):
            return self.see(left), True
        if direction == -1 and (right < 1 or self.has_limit(1)):
            return self.see(right), True
        if jet.value.lo >= 1:
            return INFINITY, True
        lower = [
            odds_ratio(span, jet.value).lo,
            self.by_slopes(left, right, span, jet),
            self.by_quotients(left, right, span),
        ]
        if left > 0 and right < 1:
            lower.append(self.by_mean_value(span, jet, (left + right) / 2))
        return greatest(bound for bound in lower if not bound.is_nan()), False

    def has_limit(self, p: int) -> bool:
        """Whether the limit of f at an end is known to be finite and enclosed."""
        return self.see(Fraction(p)) > ONE

    def direction(self, left: Fraction, right: Fraction, span: Interval, jet: Jet) -> int | None:
        """1 or -1 where f is monotone on the box."""
        slope = jet.first
        bend = jet.second * Interval.of(HALF)
        if left == 0:
            return (bend - slope + slope * slope).sign if self.starts_at_zero else None
        if right == 1:
            return (slope * slope - slope - bend).sign if self.ends_at_one else None
        value = jet.value
        return (slope * span * (UNIT - span) - value * (UNIT - value)).sign

    def by_slopes(self, left: Fraction, right: Fraction, span: Interval, jet: Jet) -> arb:
        """f >= slope at 0, or 1 / slope at 1, up to the size of the box."""
        rise = jet.first
        if left == 0 and rise.lo > 0:
            return (rise * (UNIT - span)).lo
        if right == 1 and self.ends_at_one and rise.hi > 0:
            share = jet.value.part_above(ZERO) / span
            return (Interval(greatest((share.lo, ZERO)), share.hi) / rise.part_above(ZERO)).lo
        return ZERO

    def by_quotients(self, left: Fraction, right: Fraction, span: Interval) -> arb:
        """The same with h/p and (1-h)/(1-p), by branches, and divided out as text (p log p)."""
        if left == 0:
            rises = [self.near_zero(span), *([self.rise(span)] if self.rise else [])]
            return greatest((rise * (UNIT - span)).lo for rise in rises)
        if right == 1:
            falls = [self.near_one(UNIT - span), *([-self.fall(span)] if self.fall else [])]
            least_fall = least(fall.hi for fall in falls)
            return Interval(ZERO, least_fall).inverse().lo if least_fall > 0 else ZERO
        return ZERO

    def by_mean_value(self, span: Interval, jet: Jet, centre: Fraction) -> arb:
        """f >= f(centre) exp(-|(log f)'| width / 2)."""
        value = jet.value
        growth = jet.first / (value * (UNIT - value)) - (span * (UNIT - span)).inverse()
        if not growth.is_finite:
            return ZERO
        point = Interval.of(centre)
        reach = growth.absolute() * (span - point).absolute()
        level = self.see(centre)
        return (Interval(level, level) * (-reach).exp()).lo
