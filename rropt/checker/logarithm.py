"""Logarithms as whole numbers of units of 2^-512, to within 2^-472; in coarser units where asked.

ln x = e ln 2 + ln(n/N) + 2 artanh y,   x = 2^e m,   1/2 < m < 2,   n is N m, rounded,
y = (N m - n)/(N m + n),   |y| <= 1/2N,   artanh y = y + y^3/3 + y^5/5 + ...,
ln(n/N) = 2 artanh((n - N)/(n + N)),   N/2 <= n <= 2N,   N = 256.

ln 2 is that of n = 2N. As |y| <= 1/3, a power of y is at most a ninth of the one before: after at
most 162 terms it is rounded to 0, and later ones add up to less than a unit. Each term is right to
within 4 units (y, its square, the product and the quotient are rounded down), so artanh is right to
within 2^10 units. The exponent e of a number that a checker can meet is below 2^24 in absolute
value, so ln x is right to within 2^36 < ERROR units.
"""

from fractions import Fraction
from functools import lru_cache

from .verdict import Doubts, well_formed

BITS, FEWER_BITS = 512, 256  # a fifth of the work: the error of e^x is below 2^-195
ERROR = 1 << 40
PARTS = 1 << 8  # N: with 32 a logarithm of 160 bits has thirteen terms in place of nine
MAX_LOGARITHMS = 1 << 14  # 27,000 took 3 s


def few_logarithms(count: int, most: int = MAX_LOGARITHMS) -> None:
    """Refuse more than seconds allow."""
    well_formed(count <= most, "too many logarithms")


def log_of_ratio(top: int, bottom: int, bits: int) -> int:
    """2^bits ln(top / bottom) to within ERROR, for at most 512 bits.

    >>> log_of_ratio(20, 10, 64) * 10**9 >> 64
    693147180
    """
    exponent = top.bit_length() - bottom.bit_length()
    top *= PARTS << max(0, -exponent)
    bottom <<= max(0, exponent)
    near = (2 * top + bottom) // (2 * bottom)
    beside = 2 * _artanh(top - near * bottom, top + near * bottom, bits)
    return beside + _log_of_part(near, bits) + exponent * _log_of_part(2 * PARTS, bits)


@lru_cache(1 << 12)
def _log_of_part(near: int, bits: int) -> int:
    """Of so many parts of one: kept, as few numbers are near to all."""
    return 2 * _artanh(near - PARTS, near + PARTS, bits)


def _artanh(top: int, bottom: int, bits: int) -> int:
    if top < 0:
        return -_artanh(-top, bottom, bits)
    power = (top << bits) // bottom
    square = power * power >> bits
    total = 0
    odd = 1
    while power:
        total += power // odd
        power = power * square >> bits
        odd += 2
    return total


def log_ends(x: Fraction | int, bits: int = BITS) -> tuple[Fraction, Fraction]:
    """Rationals below and above ln x; both 0 for x = 1."""
    if x == 1:  # with an enclosure ln 1 <= 0 would be undecided
        return Fraction(0), Fraction(0)
    middle = log_of_ratio(*x.as_integer_ratio(), bits)
    return Fraction(middle - ERROR, 1 << bits), Fraction(middle + ERROR, 1 << bits)


def enclosed(low: Fraction, epsilon: Fraction, high: Fraction, doubts: Doubts) -> None:
    """ln low <= epsilon <= ln high."""
    least, most = log_ends(low)
    doubts.not_negative(epsilon - most, epsilon - least, "gamma exceeds e^epsilon")
    least, most = log_ends(high)
    doubts.not_negative(least - epsilon, most - epsilon, "gamma is below e^epsilon")
