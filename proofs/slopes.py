"""Inequalities in one variable by the signs of derivatives: logarithms and exponentials.

f > f(a) left and right of a where f' < 0 before a and f' > 0 after it: the lemma `single-peak` of
the kernel, and `falling` where a is an end. The derivative is taken apart into factors, of which
those with a logarithm or an exponential are decided likewise, until what is left is rational.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from .exactly import NotEvaluated, truth
from .ledger import Unproved

DEPTH = 4  # derivatives of derivatives; log x <= x - 1 needs one, its Pade bounds three
PLACES = tuple(map(Fraction, ("0", "1", "1/2", "2", "-1", "3", "1/4")))
Rational = Callable[[Any, Sequence[Any]], None]


@dataclass(frozen=True)
class Interval:
    """All x between two ends, without them; None where there is no end."""

    x: sp.Symbol
    low: Fraction | None
    high: Fraction | None

    def given(self) -> list[Any]:
        below = [] if self.low is None else [self.x > _number(self.low)]
        return below + ([] if self.high is None else [self.x < _number(self.high)])

    def reaches(self, a: Fraction) -> bool:
        """Whether a is in it or one of its ends."""
        return (self.low is None or self.low <= a) and (self.high is None or a <= self.high)

    def before(self, a: Fraction) -> Interval | None:
        return None if a == self.low else replace(self, high=a)

    def after(self, a: Fraction) -> Interval | None:
        return None if a == self.high else replace(self, low=a)

    def places(self) -> Iterator[Fraction]:
        """Where the least value may be: the ends first."""
        ends = [a for a in (self.low, self.high) if a is not None]
        yield from dict.fromkeys([*ends, *(a for a in PLACES if self.reaches(a))])


def interval_of(x: sp.Symbol, given: Sequence[Any]) -> tuple[Interval, bool, bool]:
    """What the bounds on x alone leave, and whether each end belongs to it."""
    inside, low_is_in, high_is_in = Interval(x, None, None), False, False
    for h in given:
        bound = _bound(h, x)
        if bound is None:
            continue
        is_low, value, closed = bound
        if is_low and (inside.low is None or (value, not closed) > (inside.low, not low_is_in)):
            inside, low_is_in = replace(inside, low=value), closed
        if not is_low and (
            inside.high is None or (-value, not closed) > (-inside.high, not high_is_in)
        ):
            inside, high_is_in = replace(inside, high=value), closed
    return inside, low_is_in, high_is_in


def _bound(h: Any, x: sp.Symbol) -> tuple[bool, Fraction, bool] | None:
    """A hypothesis linear in x alone: is it a lower bound, which one, does it allow equality."""
    ordered = (sp.GreaterThan, sp.StrictGreaterThan, sp.LessThan, sp.StrictLessThan)
    if not isinstance(h, ordered) or h.free_symbols != {x}:
        return None
    gap = sp.expand(h.lhs - h.rhs)
    if not gap.is_polynomial(x) or sp.degree(gap, x) != 1:
        return None
    slope, rest = sp.Poly(gap, x).all_coeffs()
    if not (slope.is_Rational and rest.is_Rational):
        return None
    value = -rest / slope
    up = isinstance(h, (sp.GreaterThan, sp.StrictGreaterThan))
    closed = isinstance(h, (sp.GreaterThan, sp.LessThan))
    return up == (slope > 0), Fraction(int(value.p), int(value.q)), closed


def is_smooth(f: Any, t: sp.Symbol) -> bool:
    """Sums, products, powers, exp and log have a derivative wherever that is a number."""
    if t not in f.free_symbols or f == t:
        return True
    if isinstance(f, sp.Pow) and t in f.exp.free_symbols:
        return f.base == sp.E and is_smooth(f.exp, t)
    known = isinstance(f, (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.log))
    return known and all(is_smooth(part, t) for part in f.args)


def at_least_zero(f: Any, inside: Interval, rational: Rational, strict: bool = False) -> None:
    """f >= 0 on the closed interval where it is defined (or f > 0 on the open one), or Unproved.

    `rational` proves the same of what has no logarithm and no exponential.
    """
    if strict:
        _positive(f, inside, rational, DEPTH)
        return
    for a in inside.places():
        if _sign_at(f, inside.x, a, strict=False) and _turns(f, inside, a, rational, DEPTH):
            return
    raise Unproved(f"{f} >= 0 was not shown by its derivatives")


def _positive(f: Any, inside: Interval, rational: Rational, depth: int) -> None:
    """f > 0 on the open interval."""
    sign, parts = _factors(f)
    for part in parts:
        sign *= _own_sign(part, inside, rational, depth)
    if sign <= 0:
        raise Unproved(f"{f} > 0 is false")


def _own_sign(f: Any, inside: Interval, rational: Rational, depth: int) -> int:
    """The sign of a factor on the open interval."""
    if isinstance(f, sp.exp):
        return 1
    guess = _sign_inside(f, inside)
    if not f.has(sp.exp, sp.log):
        rational(guess * f > 0, inside.given())
        return guess
    if depth == 0:
        raise Unproved(f"the sign of {f} needs more derivatives")
    for a in inside.places():
        is_end = a in (inside.low, inside.high)
        if _sign_at(guess * f, inside.x, a, strict=not is_end) and _turns(
            guess * f, inside, a, rational, depth
        ):
            return guess
    raise Unproved(f"the sign of {f} was not shown by its derivatives")


def _turns(f: Any, inside: Interval, a: Fraction, rational: Rational, depth: int) -> bool:
    """Whether f falls before a and rises after it."""
    slope = sp.diff(f, inside.x)
    if slope.subs(inside.x, _number(a)).has(sp.zoo, sp.nan, sp.oo):
        return False  # the lemma asks for a derivative there
    try:
        for side, sign in ((inside.before(a), -1), (inside.after(a), 1)):
            if side is not None:
                _positive(sign * slope, side, rational, depth - 1)
    except Unproved:
        return False
    return True


def _factors(f: Any) -> tuple[int, list[Any]]:
    """The sign of the constant factor, and the other factors: of an even power none is left."""
    top, bottom = sp.fraction(sp.together(sp.powsimp(sp.expand(f))))
    sign, parts = 1, []
    for part in (sp.factor(_without_growth(top)), sp.factor(bottom)):
        for factor in sp.Mul.make_args(part):
            base, power = factor.as_base_exp() if isinstance(factor, sp.Pow) else (factor, sp.S.One)
            if factor.is_number:
                sign *= 1 if factor > 0 else -1 if factor < 0 else 0
            elif isinstance(factor, sp.exp) or base == sp.E:
                continue
            else:
                parts += [base] if power.is_odd else [base, base]
    return sign, parts


def _without_growth(top: Any) -> Any:
    """A sum of exponentials times one of them, which is positive: the least powers are left."""
    terms = sp.Add.make_args(sp.expand(top))
    powers = [[e.args[0] for e in sp.Mul.make_args(t) if isinstance(e, sp.exp)] for t in terms]
    if not any(powers) or all(powers):
        common = sp.exp(powers[0][0]) if powers and all(powers) else sp.S.One
        return sp.powsimp(sp.expand(top / common))
    return top


def _sign_inside(f: Any, inside: Interval) -> int:
    """The sign at a point of the interval, which is a guess for all of it."""
    low, high = inside.low, inside.high
    if low is not None and high is not None:
        place = (low + high) / 2
    elif low is None:
        place = Fraction(0) if high is None else high - 1
    else:
        place = low + 1
    return 1 if _sign_at(f, inside.x, place, strict=False) else -1


def _sign_at(f: Any, x: sp.Symbol, a: Fraction, strict: bool) -> bool:
    """Whether f(a) is known to be at least zero, or above it."""
    value = sp.simplify(f.subs(x, _number(a))) if f.has(sp.log, sp.exp) else f.subs(x, _number(a))
    if value.has(sp.zoo, sp.nan, sp.oo):
        return False
    if value == 0:
        return not strict
    try:
        return truth(sp.StrictGreaterThan(value, 0, evaluate=False), {}) is True
    except (ZeroDivisionError, NotEvaluated):
        return False


def _number(a: Fraction) -> Any:
    return sp.Rational(a.numerator, a.denominator)
