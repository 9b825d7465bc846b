"""A box of parameters, and polynomials that keep their sign on it.

On the open box lo < x < hi put x = lo + t (no upper end) or x = (lo + hi t) / (1 + t), t > 0. A
polynomial whose numerator then has coefficients of one sign keeps that sign on the whole box: the
simplest of all proofs, and enough for most factors that occur.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from rropt.exact import InputError, exact, text
from rropt.exact.convert import fraction, rational

Point = dict[sp.Symbol, Fraction]
Range = tuple[sp.Symbol, Fraction, Fraction | None]

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)
"""Bases of the spread points: one for each parameter, so at most eight may be open."""


@dataclass(frozen=True)
class Box:
    """Open intervals of parameters; an upper end None is infinity."""

    ranges: tuple[Range, ...]
    positive: tuple[sp.Expr, ...] = ()
    """Linear expressions that cut the box down to where they are positive."""

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(symbol for symbol, _, _ in self.ranges)

    def sign(self, polynomial: sp.Expr) -> int:
        """The sign that the polynomial keeps on the box, if its coefficients show one; else 0.

        >>> x = sp.Symbol("x")
        >>> Box(((x, Fraction(1), None),)).sign(x**2 - x + 1)
        1
        """
        return _sign(self, sp.expand(polynomial))

    def points(self) -> Iterator[Point]:
        """Rational points inside, spread by a fixed rule, without round coordinates."""
        for i in range(1, 10**6):
            point = {
                symbol: _inside(lo, hi, _share(i, prime))
                for (symbol, lo, hi), prime in zip(self.ranges, PRIMES, strict=False)
            }
            if all(at(bound, point) > 0 for bound in self.positive):
                yield point

    def line(self, symbols: Iterable[sp.Symbol]) -> Range | None:
        """The one range that these symbols leave, where no other constraint binds.

        >>> x, y = sp.symbols("x y")
        >>> square = Box(((x, Fraction(0), Fraction(1)), (y, Fraction(0), Fraction(1))))
        >>> square.line([y])[0], square.line([x, y])
        (y, None)
        """
        used = set(symbols)
        kept = [entry for entry in self.ranges if entry[0] in used]
        if len(self.ranges) == 1:
            kept = list(self.ranges)
        return kept[0] if len(kept) == 1 and not self.positive else None

    def halves(self, turn: int) -> tuple[Box, Box]:
        """The box cut in two, across its parameters in turn; where x > lo has no end, at 2 lo + 1.

        >>> x = sp.Symbol("x")
        >>> [str(half) for half in Box(((x, Fraction(1), None),)).halves(0)]
        ['1 < x < 3', 'x > 3']
        """
        place = turn % len(self.ranges)
        symbol, lo, hi = self.ranges[place]
        middle = 2 * lo + 1 if hi is None else (lo + hi) / 2
        ends = ((symbol, lo, middle), (symbol, middle, hi))
        before, after = self.ranges[:place], self.ranges[place + 1 :]
        low, high = (Box((*before, part, *after), self.positive) for part in ends)
        return low, high

    def constraints(self) -> list[sp.Expr]:
        """Linear expressions that are positive exactly on the box."""
        found = list(self.positive)
        for symbol, lo, hi in self.ranges:
            found.append(symbol - rational(lo))
            if hi is not None:
                found.append(rational(hi) - symbol)
        return found

    def __str__(self) -> str:
        ranges = [
            f"{symbol} > {text(lo)}" if hi is None else f"{text(lo)} < {symbol} < {text(hi)}"
            for symbol, lo, hi in self.ranges
        ]
        return ", ".join([*ranges, *(f"{bound} > 0" for bound in self.positive)])


def interval(symbol: sp.Symbol, ends: Any, least: Fraction | None, most: Fraction | None) -> Range:
    """A range (lo, hi) from the door; hi may be infinite where the parameter is unbounded."""
    try:
        lo_given, hi_given = ends
    except (TypeError, ValueError):
        raise InputError(f"{symbol} must be a number or a pair (lo, hi), got {ends!r}") from None
    lo = exact(lo_given, f"the lower end of {symbol}")
    infinite = hi_given is None or str(hi_given) in ("oo", "inf")
    hi = None if infinite else exact(hi_given, f"the upper end of {symbol}")
    if (least is not None and lo < least) or (most is not None and (hi is None or hi > most)):
        limit = f"[{least}, {'oo' if most is None else most}]"
        raise InputError(f"{symbol} must have a range inside {limit}, got ({lo}, {hi_given})")
    if hi is not None and hi <= lo:
        raise InputError(f"{symbol} must have a range (lo, hi) with lo < hi, got ({lo}, {hi})")
    return symbol, lo, hi


def at(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> Fraction:
    """A rational expression at a rational point."""
    return fraction(expression.xreplace({x: rational(value) for x, value in point.items()}))


def oriented(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> sp.Expr:
    """The same product with every sum written so that it is positive at the point.

    >>> x = sp.Symbol("x")
    >>> oriented(-(x - 1) / (x + 1), {x: Fraction(1, 2)})
    (1 - x)/(x + 1)
    """
    parts = []
    for factor in sp.Mul.make_args(expression):
        base, power = factor.as_base_exp()
        turn = base.is_Add and power.is_Integer and _is_negative(base, point)
        parts += [sp.Integer(-1) ** power, (-base) ** power] if turn else [factor]
    return sp.Mul(*parts)


def _is_negative(base: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> bool:
    value = base.xreplace({x: rational(v) for x, v in point.items()})
    return bool(value.is_Rational and value < 0)


@lru_cache(maxsize=4096)
def _sign(box: Box, polynomial: sp.Expr) -> int:
    if polynomial.is_Rational:
        return int(sp.sign(polynomial))
    for bound in box.positive:
        ratio = sp.cancel(polynomial / bound)
        if ratio.is_Rational:
            return int(sp.sign(ratio))
    shifted = polynomial
    for symbol, lo, hi in box.ranges:
        degree = sp.degree(shifted, symbol) if shifted.has(symbol) else 0
        if hi is None:
            shifted = shifted.subs(symbol, rational(lo) + symbol)
        else:
            terms = sp.Poly(shifted, symbol).all_coeffs()[::-1]
            above, below = rational(lo) + rational(hi) * symbol, 1 + symbol
            shifted = sum(c * above**i * below ** (degree - i) for i, c in enumerate(terms))
        shifted = sp.expand(shifted)
    signs = {int(sp.sign(c)) for c in sp.Poly(shifted, *box.symbols).coeffs()}
    return signs.pop() if len(signs) == 1 else 0


def _share(i: int, prime: int) -> Fraction:
    """The van der Corput sequence, moved off its round values."""
    share, unit = Fraction(0), Fraction(1)
    while i:
        unit /= prime
        i, digit = divmod(i, prime)
        share += digit * unit
    return (share * 996 + Fraction(1, 2)) / 997


def _inside(lo: Fraction, hi: Fraction | None, share: Fraction) -> Fraction:
    return lo + share / (1 - share) if hi is None else lo + (hi - lo) * share
