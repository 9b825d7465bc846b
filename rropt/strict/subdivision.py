"""B(h) by interval subdivision: a rigorous enclosure for any h that can be evaluated.

Best first: the box of p on which f may be least is halved, until no box may hold a value that is
below the least one seen by more than the tolerance. Lower bounds are those of `ratio`; upper ones
are values of f at single points, and its limits at 0 and 1. h is cut where a Piecewise changes its
branch at a rational p, so that a jump there is a limit from each side and a value between. Min, Max
and Piecewise are taken out of sums, so that h is a choice of smooth branches.
"""

from __future__ import annotations

import heapq
import math
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

import sympy

from rropt.exact import dyadic, round_down, round_up
from rropt.exact.precision import working_precision
from rropt.strict.algebraic_numbers import (
    BOTTOM,
    DefiningEquations,
    RealRoot,
    Undecided,
    level_points,
)
from rropt.strict.evaluate import (
    BRANCHING,
    CHOICES,
    Function,
    P,
    compile_expression,
    constant_interval,
)
from rropt.strict.ratio import PROBES, Floor, PriorBox, Ratio
from rropt.strict.real_intervals import (
    INFINITY,
    ONE,
    PRECISION,
    UNIT,
    RealInterval,
    Undefined,
    UndefinedAt,
    greatest,
    least,
    odds_ratio,
)
from rropt.strict.result import StrictBound

TOLERANCE = Fraction(1, 2**80)
"""Relative: 24 digits, of which 20 are printed."""
BOXES = 1500
"""Most boxes: about 60 are usual, 300 where a limit is approached without series."""
ENOUGH_FOR_ONE = 100
"""Boxes after which an infimum of 1, which every h has at least, is not looked for any longer."""
MOST_TERMS = 200
KEPT_BITS = 96


@dataclass(order=True)
class _Candidate:
    """A box that may hold the infimum, with the ratio of h in its cell."""

    level: Any
    box: PriorBox = field(compare=False)
    floor: Floor = field(compare=False)
    ratio: Ratio = field(compare=False)


def enclosed_bound(h: sympy.Expr) -> StrictBound:
    """B(h) as far as subdivision into BOXES boxes tells.

    >>> found = enclosed_bound(1 - (1 - P) * sympy.exp(-P))
    >>> float(found.hi - found.lo) < 1e-20, found.attained, found.at
    (True, False, ('0+',))
    """
    with working_precision(PRECISION, MOST_TERMS):
        return _Subdivision(h).run()


class _Subdivision:
    """One best-first subdivision."""

    def __init__(self, h: sympy.Expr) -> None:
        self.value = compile_expression(h)
        self.cuts = rational_switches(h)
        self.upper = INFINITY
        self.points: dict[Fraction, RealInterval] = {}
        self.queue: list[_Candidate] = []
        for left, right in pairwise((Fraction(0), *self.cuts, Fraction(1))):
            self.add_cell(left, right, lifted(without_conditions(h, left, right)))
        for cut in self.cuts:
            self.see(cut, compile_expression(without_conditions(h, cut, cut)))

    def add_cell(self, left: Fraction, right: Fraction, h: sympy.Expr) -> None:
        """A stretch between two cuts, with its limits at both ends."""
        ratio = Ratio(with_plain_logarithms(h), is_above=True)
        for end, p in ((0, left), (1, right)):
            if p in (0, 1):
                limit = ratio.limit(end)
            else:
                limit = None if h.has(sympy.Piecewise) else ratio_at(compile_expression(h), p)
            if limit is not None:
                self.upper = least((self.upper, limit.hi))
        if left == 0 and right == 1:
            self.add(PriorBox(left, Fraction(1, 2)), ratio)
            self.add(PriorBox(Fraction(1, 2), right), ratio)
        else:
            self.add(PriorBox(left, right), ratio)

    def add(self, box: PriorBox, ratio: Ratio) -> None:
        """Bound f on a box; keep it unless it holds nothing as low as what was seen."""
        self.see((box.left + box.right) / 2)
        try:
            floor = ratio.floor(box)
        except Undefined:
            raise UndefinedAt((box.left + box.right) / 2) from None
        if not floor.level > self.upper:
            heapq.heappush(self.queue, _Candidate(floor.level, box, floor, ratio))

    def see(self, p: Fraction, value: Function | None = None) -> None:
        """f at one point; its upper bound is remembered."""
        try:
            found = ratio_at(value or self.value, p)
        except Undefined:
            raise UndefinedAt(p) from None
        self.upper = least((self.upper, found.hi))
        if p in self.cuts or found.lo == found.hi:
            self.points[p] = found

    def run(self) -> StrictBound:
        scale = ONE + RealInterval.of(TOLERANCE).hi
        for count in range(BOXES):
            floor = self.queue[0].level if self.queue else INFINITY
            known = greatest((ONE, floor)) if count > ENOUGH_FOR_ONE else floor
            if self.upper <= (known * scale).lower():
                break
            worst = heapq.heappop(self.queue)
            for half in halves(worst.box):
                self.add(half, worst.ratio)
        return self.result()

    def result(self) -> StrictBound:
        alive = [one for one in self.queue if not one.level > self.upper]
        at_cuts = [self.points[cut].lo for cut in self.cuts]
        lower = greatest((ONE, least([*at_cuts, *(one.level for one in alive)])))
        if lower == INFINITY:
            return StrictBound(math.inf, math.inf, None, None, ())
        if self.upper == INFINITY:
            return StrictBound(round_down(dyadic(lower), KEPT_BITS), math.inf, None, None, ())
        attained, at = self.place(alive)
        lo = dyadic(lower)
        hi = dyadic(self.upper)
        if lo < hi:
            lo = max(Fraction(1), round_down(lo, KEPT_BITS))
            hi = round_up(hi, KEPT_BITS)
        return StrictBound(lo, hi, None, attained, at)

    def place(self, alive: list[_Candidate]) -> tuple[bool | None, tuple[Any, ...]]:
        """Whether the infimum is attained, and where, from the boxes that are left."""
        exact = [p for p, f in self.points.items() if f.lo == f.hi == self.upper]
        if exact and all(one.level >= self.upper for one in alive):
            return True, tuple(sorted(exact))
        edges = {Fraction(0), Fraction(1), *self.cuts}
        ways = [approach(one, edges) for one in alive]
        points = [p for p, f in self.points.items() if p in self.cuts and not f.lo > self.upper]
        if None in ways or (points and any(ways)) or len(set(ways)) > 1:
            return None, ()
        if any(ways):
            return False, tuple(dict.fromkeys(ways))
        lefts = [one.box.left for one in alive]
        rights = [one.box.right for one in alive]
        low = min([*lefts, *points])
        high = max([*rights, *points])
        return True, (low if low == high else (low, high),)


def approach(one: _Candidate, edges: set[Fraction]) -> str | None:
    """The edge to which f falls in a box, "" where it takes its infimum, None if not known."""
    box = one.box
    side = (box.left, box.right)[one.floor.towards] if one.floor.towards is not None else None
    if one.floor.jumps:
        return None
    if side in edges:
        return f"{side}{'-' if one.floor.towards else '+'}"
    inside = box.left not in edges and box.right not in edges
    return "" if inside else None


def ratio_at(value: Function, p: Fraction) -> RealInterval:
    """f at one point, exactly one where h(p) = p."""
    prior = RealInterval.of(p)
    found = value(prior)
    if found.lo == found.hi == prior.lo == prior.hi:
        return UNIT
    return odds_ratio(prior, found)


def halves(box: PriorBox) -> tuple[PriorBox, PriorBox]:
    """Two parts; of a box that reaches 0 or 1 the part at the end is the smaller one."""
    if box.left == 0:
        middle = box.right / 4
    elif box.right == 1:
        middle = 1 - (1 - box.left) / 4
    else:
        middle = (box.left + box.right) / 2
    return PriorBox(box.left, middle), PriorBox(middle, box.right)


def with_plain_logarithms(h: sympy.Expr) -> sympy.Expr:
    """h with log(c p^a (1-p)^b) as a sum of logarithms, so that p log p is seen for what it is.

    >>> with_plain_logarithms(P * sympy.log(2 / P))
    p*(-log(p) + log(2))
    """
    logarithms = h.atoms(sympy.log)
    return h.xreplace({one: _plain_logarithm(one) for one in logarithms})


def _plain_logarithm(logarithm: sympy.log) -> sympy.Expr:
    powers = [factor.as_base_exp() for factor in sympy.Mul.make_args(logarithm.args[0])]
    if all(base in (P, 1 - P) or base.is_positive for base, _ in powers):
        return sympy.Add(*(exponent * sympy.log(base) for base, exponent in powers))
    return logarithm


def rational_switches(h: sympy.Expr) -> tuple[Fraction, ...]:
    """The rational p inside (0, 1) where a condition between rational functions can change."""
    found: set[Fraction] = set()
    for condition in h.atoms(sympy.core.relational.Relational):
        points = switch_points(condition)
        found |= {p for point in points or () if (p := point.rational) is not None and 0 < p < 1}
    return tuple(sorted(found))


def switch_points(condition: Any) -> list[RealRoot] | None:
    """Where the sides of a condition are equal; None if they are no rational functions."""
    difference = condition.lhs - condition.rhs
    if not difference.is_rational_function(P) or not difference.has(P):
        return None
    try:
        return level_points(DefiningEquations(PROBES[0]).of(difference), BOTTOM)
    except Undecided:
        return None


def without_conditions(h: sympy.Expr, left: Fraction, right: Fraction) -> sympy.Expr:
    """h with the conditions decided that keep their truth between two points, or at one."""
    middle = sympy.Rational(*((left + right) / 2).as_integer_ratio())
    ends = RealRoot.of(left), RealRoot.of(right)
    kept = {}
    for condition in h.atoms(sympy.core.relational.Relational):
        points = switch_points(condition)
        inside = [p for p in points or () if ends[0].before(p) and p.before(ends[1])]
        if points is not None and not inside:
            kept[condition] = condition.subs(P, middle)
    return h.xreplace(kept)


MOST_BRANCHES = 16
"""Branches at most; beyond it h is evaluated as it is written, and its kinks are hulls."""


def lifted(h: sympy.Expr) -> sympy.Expr:
    """h with Min, Max and Piecewise taken out of sums and positive factors, if these stay few.

    >>> lifted(1 - sympy.Min(P, sympy.exp(P)) / 2)
    Max(1 - p/2, 1 - exp(p)/2)
    """
    found = _lift(h)
    leaves = sum(len(node.args) for node in found.atoms(*CHOICES))
    return found if leaves <= MOST_BRANCHES else h


def _lift(h: sympy.Expr) -> sympy.Expr:
    if isinstance(h, sympy.Abs) and h.args[0].has(P):
        return _extreme(sympy.Max, [_lift(h.args[0]), _lift(-h.args[0])])
    if isinstance(h, (sympy.Min, sympy.Max)):
        return _extreme(h.func, list(map(_lift, h.args)))
    if isinstance(h, sympy.Piecewise):
        return sympy.Piecewise(*((_lift(value), condition) for value, condition in h.args))
    if not (h.is_Add or h.is_Mul) or not h.has(*BRANCHING):
        return h
    parts = list(map(_lift, h.args))
    inner = next((part for part in parts if isinstance(part, CHOICES)), None)
    if inner is None or sum(len(p.args) for p in parts if isinstance(p, CHOICES)) > MOST_BRANCHES:
        return h
    rest = h.func(*(part for part in parts if part is not inner))
    sign = 1 if h.is_Add else _sign_on_priors(rest)
    return _over_branches(inner, rest, h.func, sign) if sign else h


def _over_branches(inner: sympy.Expr, rest: sympy.Expr, join: Any, sign: int) -> sympy.Expr:
    """join(inner, rest), branch by branch; a negative factor makes a Min a Max."""
    if isinstance(inner, sympy.Piecewise):
        pairs = [(_lift(join(value, rest)), condition) for value, condition in inner.args]
        return sympy.Piecewise(*pairs)
    kind = inner.func
    if sign < 0:
        kind = sympy.Max if kind is sympy.Min else sympy.Min
    return _extreme(kind, [_lift(join(part, rest)) for part in inner.args])


def _extreme(kind: Any, parts: list[sympy.Expr]) -> sympy.Expr:
    """Unevaluated: sympy may take minutes to compare the parts."""
    return kind(*dict.fromkeys(parts), evaluate=False) if len(set(parts)) > 1 else parts[0]


def _sign_on_priors(factor: sympy.Expr) -> int:
    """The sign of a product of powers of p, 1-p and numbers; 0 for anything else."""
    sign = 1
    for part in sympy.Mul.make_args(factor):
        base = part.as_base_exp()[0]
        if part.is_number:
            sign *= constant_interval(part).sign or 0
        elif base not in (P, 1 - P) and not isinstance(part, sympy.exp):
            return 0
    return sign
