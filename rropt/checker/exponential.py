"""The exponential function, enclosed as whole numbers of units of 2^-256.

e^x = 2^n e^f,   n the whole number next to x / ln 2,   |f| <= 1/2,   e^f = 1 + f + f^2/2 + ...

The terms beyond the 60th add up to less than 2^-256, and each of those taken is right to within 4
units. n ln 2 is right to within 2^(40 + bits of n) units, so f is to within 2^56 of them.
"""

from fractions import Fraction

from .logarithm import FEWER_BITS, log_of_ratio
from .verdict import need

ERROR = 1 << 60
MAX_EXPONENT = 1 << 12
LAST_TERM = 60


def exp_ends(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Rationals below and above e^x for all x from one to another that is nearer than 1; both 1 for
    x = 0; e^4096 is more than any number asks for.

    >>> low, high = exp_ends(Fraction(1), Fraction(1))
    >>> low < high, f"{float(low):.9f}"
    (True, '2.718281828')
    """
    if not low and not high:
        return Fraction(1), Fraction(1)
    need(high <= MAX_EXPONENT, "too large an exponent of e")
    least = max(low, Fraction(-MAX_EXPONENT))
    units = (least.numerator << FEWER_BITS) // least.denominator
    two = log_of_ratio(2, 1, FEWER_BITS)
    doublings = (units + two // 2) // two
    middle = _series(units - doublings * two)
    power = Fraction(2) ** (doublings - FEWER_BITS)
    below = (middle - ERROR) * power if least == low else Fraction(0)
    return below, (middle + ERROR) * power / (1 - (high - low))  # e^x <= 1 / (1 - x)


def _series(small: int) -> int:
    """e^f in units, f given in units."""
    total = term = 1 << FEWER_BITS
    for n in range(1, LAST_TERM + 1):
        term = (term * small >> FEWER_BITS) // n
        total += term
    return total
