"""Rationals between which a logarithm lies."""

from fractions import Fraction
from functools import lru_cache

from .logarithm_series import BITS, ERROR, log_of_ratio
from .verdict import Doubts


@lru_cache(1 << 14)
def log(x: Fraction | int) -> int:
    """2^512 ln x to within ERROR.

    >>> log(1), log(2) * 10**9 >> BITS
    (0, 693147180)
    """
    return log_of_ratio(*x.as_integer_ratio(), BITS)


def log_ends(x: Fraction | int, bits: int = BITS) -> tuple[Fraction, Fraction]:
    """Rationals below and above ln x; both 0 for x = 1."""
    if x == 1:  # with an enclosure ln 1 <= 0 would be undecided
        return Fraction(0), Fraction(0)
    middle = log(x) if bits == BITS else log_of_ratio(*x.as_integer_ratio(), bits)
    return Fraction(middle - ERROR, 1 << bits), Fraction(middle + ERROR, 1 << bits)


def enclosed(low: Fraction, epsilon: Fraction, high: Fraction, doubts: Doubts) -> None:
    """ln low <= epsilon <= ln high."""
    least, most = log_ends(low)
    doubts.not_negative(epsilon - most, epsilon - least, "gamma exceeds e^epsilon")
    least, most = log_ends(high)
    doubts.not_negative(least - epsilon, most - epsilon, "gamma is below e^epsilon")
