"""The exponential function, enclosed as whole numbers of units of 2^-512.

e^x = 2^n e^f,   n the whole number next to x / ln 2,   |f| <= 1/2,   e^f = 1 + f + f^2/2 + ...

The terms beyond the 100th add up to less than a unit, and each of those taken is right to within 4
units. n ln 2 is right to within 2^(40 + bits of n) units, so f is to within 2^56 of them.
"""

from __future__ import annotations

from fractions import Fraction

from .logarithm import BITS, ONE, log
from .verdict import need

ERROR = 1 << 60
MAX_EXPONENT = 1 << 12
LAST_TERM = 100


def exp_ends(x: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals below and above e^x, both 1 for x = 0; e^4096 is more than any number asks for.

    >>> low, high = exp_ends(Fraction(1))
    >>> low < high, f"{float(low):.9f}"
    (True, '2.718281828')
    """
    if not x:
        return Fraction(1), Fraction(1)
    need(x <= MAX_EXPONENT, "too large an exponent of e")
    if x < -MAX_EXPONENT:
        return Fraction(0), exp_ends(Fraction(-MAX_EXPONENT))[1]
    units = x.numerator * ONE // x.denominator
    doublings = (units + log(2) // 2) // log(2)
    middle = _series(units - doublings * log(2))
    power = Fraction(2) ** (doublings - BITS)
    return (middle - ERROR) * power, (middle + ERROR) * power


def _series(small: int) -> int:
    """e^f in units, f given in units."""
    total = term = ONE
    for n in range(1, LAST_TERM + 1):
        term = (term * small >> BITS) // n
        total += term
    return total
