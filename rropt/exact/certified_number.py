"""A number that is known exactly, or to lie between two rationals, or to be infinite."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.exact.bounds import enclosure_text
from rropt.exact.number import in_double, text

End = Fraction | float
"""A rational, or an infinity."""

DIGITS = 20
"""Of an enclosure that is printed, at most: e^epsilon is enclosed to about so many."""


SMALL = 4
"""A number with more zeros after the point is printed with a power of ten."""

WIDE = 6
"""Digits of ends that share none."""


class Overlapping(ValueError):
    """Two enclosures overlap: which number is larger is not known."""


@dataclass(frozen=True, eq=False, repr=False)
class CertifiedNumber:
    """lo <= the number <= hi, proved.

    >>> third = CertifiedNumber.of(Fraction(1, 3))
    >>> third, float(third), third == Fraction(1, 3), third.exact
    (1/3, 0.3333333333333333, True, Fraction(1, 3))
    >>> root = CertifiedNumber(Fraction("1.41421"), Fraction("1.41422"))
    >>> root, root.exact, root < 2, 2 * root
    (1.4142..., None, True, 2.8284...)
    """

    lo: End
    hi: End

    @staticmethod
    def of(value: Any) -> CertifiedNumber:
        """An exact number, an infinity, or a pair of ends."""
        if isinstance(value, CertifiedNumber):
            return value
        if isinstance(value, tuple):
            return CertifiedNumber(*map(_end, value))
        return CertifiedNumber(_end(value), _end(value))

    @property
    def exact(self) -> Fraction | None:
        """The number itself, where it is known and finite."""
        return self.lo if self.lo == self.hi and isinstance(self.lo, Fraction) else None

    @property
    def is_infinite(self) -> bool:
        return isinstance(self.lo, float)

    def __float__(self) -> float:
        if isinstance(self.lo, float) or isinstance(self.hi, float):
            return in_double(self.lo)
        return in_double((self.lo + self.hi) / 2)

    def __bool__(self) -> bool:
        """Whether it is anything but exactly zero."""
        return self.exact != 0

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else str(self)

    def __abs__(self) -> CertifiedNumber:
        if self.lo >= 0:
            return self
        if self.hi <= 0:
            return -self
        return CertifiedNumber(Fraction(0), max(-self.lo, self.hi))

    def _sympy_(self) -> Any:
        """The rational, for an expression of sympy."""
        from sympy import Rational, SympifyError

        if self.exact is None:
            raise SympifyError(f"an exact number is wanted, got {self}")
        return Rational(self.exact.numerator, self.exact.denominator)

    def to_json(self) -> str | list[str]:
        """Exactly where it is exact, else both ends."""
        if self.lo == self.hi:
            return end_text(self.lo)
        return [end_text(self.lo), end_text(self.hi)]

    def __str__(self) -> str:
        return end_text(self.lo) if self.lo == self.hi else _shared_digits(self.lo, self.hi)

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        """Equal ends; an exact number equals the rational that it is."""
        if isinstance(other, CertifiedNumber | tuple | int | Fraction | float):
            there = CertifiedNumber.of(other)
            return self.lo == there.lo and self.hi == there.hi
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.lo) if self.lo == self.hi else hash((self.lo, self.hi))

    def __lt__(self, other: Any) -> bool:
        there = CertifiedNumber.of(other)
        if self.hi < there.lo:
            return True
        if self.lo >= there.hi:
            return False
        raise Overlapping(f"which is larger is not known: {self} or {there}")

    def __gt__(self, other: Any) -> bool:
        return CertifiedNumber.of(other) < self

    def __le__(self, other: Any) -> bool:
        return not CertifiedNumber.of(other) < self

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __neg__(self) -> CertifiedNumber:
        return CertifiedNumber(-self.hi, -self.lo)

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a + b)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a - b)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda a, b: a * b)

    def __truediv__(self, other: Any) -> Any:
        if not isinstance(other, float) and CertifiedNumber.of(other).straddles_zero:
            raise ZeroDivisionError(f"the divisor may be zero: {other}")
        return self._with(other, lambda a, b: a / b)

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __rtruediv__(self, other: Any) -> Any:
        return other / float(self) if isinstance(other, float) else CertifiedNumber.of(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    @property
    def straddles_zero(self) -> bool:
        return self.lo <= 0 <= self.hi

    def _with(self, other: Any, combine: Callable[[Any, Any], Any]) -> Any:
        """All four pairs of ends bound a monotone operation; with a float the result is one."""
        if isinstance(other, float):
            return combine(float(self), other)
        there = CertifiedNumber.of(other)
        ends = [combine(a, b) for a, b in product((self.lo, self.hi), (there.lo, there.hi))]
        return CertifiedNumber(min(ends), max(ends))


def largest(numbers: Iterable[CertifiedNumber]) -> CertifiedNumber:
    """The largest of some numbers, of which it may not be known which one it is."""
    listed = list(numbers)
    return CertifiedNumber(max(n.lo for n in listed), max(n.hi for n in listed))


def sum_of(numbers: Iterable[CertifiedNumber]) -> CertifiedNumber:
    total = CertifiedNumber.of(0)
    for number in numbers:
        total = total + number
    return total


def _end(value: Any) -> End:
    if type(value) is Fraction:  # to make another of it takes as long as a product
        return value
    return value if isinstance(value, float) and math.isinf(value) else Fraction(value)


def end_text(end: End) -> str:
    """A rational as text; an infinity as "oo".

    >>> end_text(Fraction(1, 2)), end_text(-math.inf)
    ('1/2', '-oo')
    """
    if isinstance(end, Fraction):
        return text(end)
    return "oo" if end > 0 else "-oo"


def _shared_digits(low: End, high: End) -> str:
    """The digits in which both ends agree, cut off and not rounded; both ends where none."""
    if isinstance(low, float) or isinstance(high, float):
        return f"[{end_text(low)}, {end_text(high)}]"
    ends = Fraction(low), Fraction(high)
    exponent = max(Decimal(end).adjusted() for end in enclosure_text(*ends, 1))
    power = 0 if -SMALL <= exponent < DIGITS else exponent
    for digits in range(DIGITS, 0, -1):
        first, last = (_cut(end / Fraction(10) ** power, digits) for end in ends)
        if first == last and first.strip("-0."):
            return f"{first}...e{power}" if power else f"{first}..."
    return _outwards(*ends)


def _outwards(low: Fraction, high: Fraction) -> str:
    """Both ends with a few digits, and more where those would double what lies between them.

    >>> _outwards(Fraction(2, 3), Fraction(9, 7)), _outwards(Fraction(1234567), Fraction(1234568))
    ('[0.666666, 1.28572]', '[1234567, 1234568]')
    """
    for digits in range(WIDE, DIGITS):
        first, last = enclosure_text(low, high, digits)
        if Fraction(last) - Fraction(first) <= 2 * (high - low):
            break
    return f"[{first}, {last}]".lower()


def _cut(value: Fraction, digits: int) -> str:
    """A decimal with so many digits after the point, cut towards zero.

    >>> _cut(Fraction(-20, 3), 2)
    '-6.66'
    """
    whole, rest = divmod(abs(value), 1)
    decimals = str(int(rest * 10**digits)).rjust(digits, "0")
    return f"{'-' if value < 0 else ''}{int(whole)}.{decimals}"
