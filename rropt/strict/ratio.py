"""The ratio f = ((1-p)/p) (h/(1-h)) on small sets of p: lower bounds, and limits at the ends.

f grows with h, so the ratio of a minimum is the minimum of the ratios, and so on: branches are
bounded one by one. Each bound of a branch u, of ((1-p)/p) (u/(1-u)), is the best of an interval, a
quotient as text, a slope and a Taylor series.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product

import sympy
from flint import arb

from rropt.strict.algebraic_numbers import degree_bound
from rropt.strict.evaluate import (
    BRANCHING,
    Condition,
    Function,
    Known,
    P,
    compile_condition,
    compile_expression,
    constant_interval,
    possible,
)
from rropt.strict.real_intervals import (
    INFINITY,
    ONE,
    UNIT,
    ZERO,
    RealInterval,
    Undefined,
    down,
    greatest,
    least,
    odds_ratio,
    up,
)
from rropt.strict.series import NeedsRoot, Neighbourhood, Series

TERMS_INSIDE = 6
DEGREE = 3
MOST_DEGREE = 12
"""Of the series at an end, in p: doubled where all that a division leaves of one is c_0. Three are
enough, but six where roots are taken of powers: sqrt(s^(5/3)) erf(s^(5/3)) erf(sqrt(s^(5/3)))."""


@dataclass(frozen=True)
class PriorBox:
    """The p between two rationals; an end of [0, 1] is never in it."""

    left: Fraction
    right: Fraction

    @property
    def end(self) -> int | None:
        """The end of [0, 1] that the box reaches, if it does."""
        if self.left == 0:
            return 0
        return 1 if self.right == 1 else None

    @property
    def span(self) -> RealInterval:
        return RealInterval.of(self.left, self.right)

    @property
    def prior(self) -> Series:
        """p as a series around the middle."""
        half = (self.right - self.left) / 2
        frame = Neighbourhood(self.span, RealInterval.of(half).hi, False, TERMS_INSIDE)
        middle = RealInterval.of(self.left + half).ball
        return frame.polynomial([middle, arb(1)])

    def way_from_end(self, root: int, degree: int = DEGREE) -> Series:
        """The way s from the end that the box reaches, as t^N, to s^degree."""
        width = RealInterval.of(self.right - self.left)
        span = RealInterval(ZERO, width.hi)
        frame = Neighbourhood(span, width.hi.root(root).upper(), True, degree * root + 3, root)
        return frame.polynomial([*[arb(0)] * root, arb(1)])


@dataclass(frozen=True)
class Floor:
    """A number that f does not fall below on a box.

    `towards` 0 or 1: f is above it inside, and tends to it at the left or at the right end.
    `jumps`: h may jump in the box, so that f need not take its infimum there.
    """

    level: arb
    towards: int | None = None
    jumps: bool = False


TINY = Fraction(1, 2**2048)
"""Nearer to an end than e^-700, where the largest gamma leaves its first branch."""
EDGES = (PriorBox(Fraction(0), TINY), PriorBox(1 - TINY, Fraction(1)))


NEAR = Fraction(1, 16)
"""A box that is nearer to an end is bounded from there too: p' s series suffers from 1/(1-h)."""


def near_ends(box: PriorBox) -> list[PriorBox]:
    """The box carried on to the end of [0, 1] that it is near, if it does not reach it."""
    if box.end is not None:
        return []
    if box.right < NEAR:
        return [PriorBox(Fraction(0), box.right)]
    return [PriorBox(box.left, Fraction(1))] if 1 - box.left < NEAR else []


class Ratio:
    """The ratio of h: a branch, or the least, the greatest or the chosen one of several."""

    def __init__(self, h: sympy.Expr, known: Known | None = None, is_above: bool = False) -> None:
        known = {} if known is None else known
        self.kind = h.func if isinstance(h, (sympy.Min, sympy.Max, sympy.Piecewise)) else None
        self.conditions: list[Condition] = []
        self.parts: list[Ratio] = []
        self.branch = None if self.kind else Branch(h, known, is_above)
        if self.kind is sympy.Piecewise:
            self.conditions = [compile_condition(c, known) for _, c in h.args]
            self.parts = [Ratio(value, known) for value, _ in h.args]
        elif self.kind:
            # A part of a minimum is nowhere below it; parts of a maximum may be.
            is_above = is_above and self.kind is sympy.Min
            self.parts = [Ratio(part, known, is_above) for part in h.args]

    def floor(self, box: PriorBox) -> Floor:
        """A lower bound of f on a box."""
        if self.branch:
            return self.branch.floor(box)
        if self.kind is sympy.Piecewise:
            floors = [part.floor(box) for part in self.possible(box)]
            least_one = min(floors, key=lambda one: one.level)
            return least_one if len(floors) == 1 else Floor(least_one.level, None, True)
        return _joined([part.floor(box) for part in self.parts], self.kind is sympy.Min)

    def possible(self, box: PriorBox) -> list[Ratio]:
        """The parts of a Piecewise that may be chosen in the box."""
        return possible(self.parts, self.conditions, box.span)[0]

    def limit(self, end: int) -> RealInterval | None:
        """The limit of f at an end of [0, 1], if it is known."""
        if self.branch:
            return self.branch.limit(end)
        is_choice = self.kind is sympy.Piecewise
        parts = self.possible(EDGES[end]) if is_choice else self.parts
        limits = [limit for part in parts if (limit := part.limit(end)) is not None]
        if len(limits) < len(parts) or (is_choice and len(parts) > 1):
            return None
        join = RealInterval.maximum if self.kind is sympy.Max else RealInterval.minimum
        return reduce(join, limits)


def _joined(floors: list[Floor], is_least: bool) -> Floor:
    """The floor of a minimum or a maximum from those of its parts."""
    # f grows with h: the ratio of the least h is the least of the ratios.
    choose = least if is_least else greatest
    level = choose(one.level for one in floors)
    at_level = [one for one in floors if one.level == level]
    ways = {one.towards for one in at_level}
    towards = at_level[0].towards if len(ways) == 1 or not is_least else None
    return Floor(level, towards, any(one.jumps for one in floors))


MOST_ROOT = 64
"""The largest N of p = t^N; a function that needs more is enclosed without series at that end."""
MOST_EXPANDED = 64
"""Of degrees in p that are multiplied out."""
PROBES = (Fraction(1, 7), Fraction(5, 11), Fraction(12, 13))
"""Where a ratio is tried before it is asked to be constant."""


class Branch:
    """The ratio of one branch u of h; `is_above` where u is nowhere below h, so that u(1) >= 1."""

    def __init__(self, u: sympy.Expr, known: Known, is_above: bool = False) -> None:
        self.value = compile_expression(u, known)
        self.rest = compile_expression(_rest(u), known)
        self.roots: list[int | None] = [1, 1]
        self.degrees = [DEGREE, DEGREE]
        self.from_ends = [_compile_from_end(u, end) for end in (0, 1)]
        self.quotients = [_compile_quotient(u, end) for end in (0, 1)]
        self.slope = _compile_slope(u) if is_above else None
        self.constant = constant_ratio(u)

    def floor(self, box: PriorBox) -> Floor:
        if self.constant is not None:
            return Floor(self.constant.lo)
        value = self.value(box.span)
        if value.lo >= ONE:
            return Floor(INFINITY)
        found = [Floor(odds_ratio(box.span, value).lo)]
        if box.end is not None:
            found += [Floor(self.by_quotient(box, box.end, value).lo), self.at_end(box, box)]
        else:
            found.append(self.inside(box))
        for whole in near_ends(box):
            found.append(Floor(self.by_quotient(box, int(whole.end or 0), value).lo))
            found.append(self.at_end(box, whole))
        return max(found, key=lambda one: one.level)

    def inside(self, box: PriorBox) -> Floor:
        """By c_0 + c_1 t + C_2 t^2, or where f is monotone by its value at an end of the box."""
        f = self.series(box.prior)
        if not f.is_known:
            return Floor(ZERO)
        _, rise, bend, *_ = f.everywhere()
        if rise.sign:
            p = RealInterval.of(box.left if rise.sign > 0 else box.right)
            # Rising, f is least at the left end, and tends to it there; falling, at the right.
            return Floor(odds_ratio(p, self.value(p)).lo, int(rise.sign < 0))
        slope = f.centre[1].abs_upper()
        reach = f.frame.reach
        # Convex and with its lowest point inside: the vertex of the parabola bounds it.
        if bend.lo > 0 and slope < 2 * bend.lo * reach:
            level = f.centre[0] - slope**2 / (4 * bend.lo)
        else:
            level = f.centre[0] - slope * reach + bend.lo * reach**2
        return Floor(level.lower())

    def series(self, p: Series) -> Series:
        one = p.constant(UNIT)
        return (one - p) * self.value(p) * (p * self.rest(p)).inverse()

    def end_series(self, box: PriorBox) -> Series | None:
        """f as a series in t at the end that the box reaches, N as large as it needs to be."""
        end = int(box.end or 0)
        value, rest = self.from_ends[end]
        while (root := self.roots[end]) is not None:
            way = box.way_from_end(root, self.degrees[end])
            back = way.constant(UNIT) - way
            p, q = (back, way) if end else (way, back)
            try:
                return q * value(way) * (p * rest(way)).inverse()
            except NeedsRoot as more:
                finer = root * more.index
                self.roots[end] = finer if finer <= MOST_ROOT else None
        return None

    def end_series_that_moves(self, box: PriorBox) -> Series | None:
        """The same, with more terms where all that are known after c_0 are zero."""
        end = int(box.end or 0)
        f = self.end_series(box)
        while f is not None and first_power(f) is None and self.degrees[end] < MOST_DEGREE:
            self.degrees[end] *= 2
            f = self.end_series(box)
        return f

    def at_end(self, box: PriorBox, whole: PriorBox) -> Floor:
        """By c_0 + C_k t^k, k the first power after 0 that is there, with t for all of `whole`."""
        f = self.end_series_that_moves(whole)
        if f is not None and f.sign == -1 and self.value(box.span).lo >= 0:
            return Floor(INFINITY)
        if f is None or f.sign != 1 or f.valuation > 0:
            return Floor(ZERO)
        if f.valuation < 0:
            return Floor((f.box[0] / f.frame.reach**-f.valuation).lower())
        k = first_power(f)
        if k is None:
            return Floor(ZERO)
        growth = f.everywhere()[k].lo
        reach = f.frame.reach
        # Falling from the end, it is least where the box is farthest from it.
        if growth < 0:
            return Floor((f.centre[0] + growth * reach**k).lower())
        if box.end is None:
            gap = RealInterval.of(
                box.left - whole.left if whole.end == 0 else whole.right - box.right
            )
            return Floor((f.centre[0] + growth * gap.lo.root(f.frame.root) ** k).lower())
        return Floor(f.centre[0].lower(), box.end if growth > 0 else None)

    def by_quotient(self, box: PriorBox, end: int, value: RealInterval) -> RealInterval:
        """By the ranges of u/p at 0, of (1-u)/(1-p) at 1, divided out as text (p log p)."""
        quotient = self.quotients[end](UNIT - box.span if end else box.span)
        if self.slope is not None and value.lo >= 0:
            quotient = _by_mean(quotient, self.slope(box.span), end)
        low = greatest((value.lo, ZERO))
        high = least((value.hi, ONE))
        if end:
            level = low / quotient.hi if quotient.hi > 0 else ZERO
            top = high / (box.span.lo * quotient.lo) if quotient.lo > 0 else INFINITY
        else:
            level = (ONE - box.span.hi) * greatest((quotient.lo, ZERO)) / (ONE - low)
            top = quotient.hi / (ONE - high) if high < ONE else INFINITY
        return RealInterval(greatest((down(level), ZERO)), up(top))

    def limit(self, end: int) -> RealInterval | None:
        """The limit of f at an end of [0, 1], where the series knows it."""
        if self.constant is not None:
            return self.constant
        value = self.value(EDGES[end].span)
        if value.lo >= ONE:
            return WHOLE_ABOVE
        f = self.end_series(EDGES[end])
        if f is None or f.sign != 1 or f.valuation > 0:
            span = self.by_quotient(EDGES[end], end, value)
            return span if span.hi.is_finite() else None
        return WHOLE_ABOVE if f.valuation < 0 else RealInterval.around(f.centre[0])


WHOLE_ABOVE = RealInterval(INFINITY, INFINITY)
"""The limit that is infinite."""


def first_power(f: Series) -> int | None:
    """The first power after 0 whose coefficient is not known to be zero."""
    return next((k for k in range(1, f.centre.prec) if not f.centre[k].is_zero()), None)


def _compile_from_end(u: sympy.Expr, end: int) -> tuple[Function, Function]:
    """u and 1 - u by the way from the end, so that sympy writes sin(pi/2 - x) as cos x."""
    way = u.subs(P, 1 - P) if end else u
    for wave in way.atoms(sympy.sin, sympy.cos):
        way = way.xreplace({wave: wave.func(sympy.expand(wave.args[0]))})
    return compile_expression(way), compile_expression(_rest(way))


def _rest(u: sympy.Expr) -> sympy.Expr:
    """1 - u, as (d - n) / d for a quotient, so that what cancels is not evaluated.

    The sum is over one denominator: balls of whole numbers cancel, those of thirds do not.

    >>> _rest(2 * P / (1 + P)).doit()
    (1 - p)/(p + 1)
    """
    numerator, denominator = sympy.fraction(u)
    share, rest = (denominator - numerator).primitive()
    return sympy.Mul(share, rest, 1 / denominator, evaluate=False)


def _compile_quotient(u: sympy.Expr, end: int) -> Callable[[RealInterval], RealInterval]:
    """u/p near 0, or (1-u)/s near 1 with s = 1-p, divided out as text."""
    way = _rest(u.subs(P, 1 - P)) if end else u
    text = sympy.expand(way / P) if degree_bound(u) <= MOST_EXPANDED else way / P
    return compile_expression(text)


def _compile_slope(u: sympy.Expr) -> Function | None:
    """u' for functions without a quotient as text: exp(-2y - 1) for y = erfinv(2p - 1)."""
    if not u.has(sympy.erfinv) or u.has(*BRANCHING):
        return None
    slope = sympy.powsimp(u.diff(P))
    found = slope.replace(sympy.exp, lambda exponent: sympy.exp(sympy.expand(exponent)))
    return compile_expression(found)


def _by_mean(quotient: RealInterval, slope: RealInterval, end: int) -> RealInterval:
    """u(p) >= p inf u' because u(0) >= 0, and 1 - u(p) <= (1-p) sup u' because u(1) >= 1."""
    if end:
        return RealInterval(quotient.lo, least((quotient.hi, slope.hi)))
    return RealInterval(greatest((quotient.lo, slope.lo)), quotient.hi)


def constant_ratio(u: sympy.Expr) -> RealInterval | None:
    """The value of f where it does not depend on p: seen at three points, then proved."""
    if u.has(*BRANCHING) or degree_bound(u) > MOST_EXPANDED:
        return None
    function = compile_expression(u)
    try:
        points = [RealInterval.of(p) for p in PROBES]
        seen = [odds_ratio(p, function(p)) for p in points]
    except Undefined:
        return None
    if any(one.hi < other.lo for one, other in product(seen, repeat=2)):
        return None
    ratio = sympy.simplify((1 - P) * u / (P * (1 - u)))
    return None if ratio.has(P) else constant_interval(ratio)
