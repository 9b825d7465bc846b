"""The exponential function, enclosed as whole numbers of units of 2^-512; coarser where asked.

e^x = 2^n e^f,   n the whole number next to x / ln 2,   |f| <= 1/2,   e^f = 1 + f + f^2/2 + ...

The terms beyond the 100th add up to less than 2^-512, those beyond the 60th to less than 2^-256,
and each of those taken is right to within 4 units. n ln 2 is right to within 2^(40 + bits of n)
units, so f is to within 2^56 of them.
"""

from fractions import Fraction

from .logarithm import BITS, FEWER_BITS, log_of_ratio
from .verdict import need

ERROR = 1 << 60
MAX_EXPONENT = 1 << 12

LAST_TERMS = {BITS: 100, FEWER_BITS: 60}


def exp_ends(x: Fraction, bits: int = BITS) -> tuple[Fraction, Fraction]:
    """Rationals below and above e^x, both 1 for x = 0; e^4096 is more than any number asks for.

    >>> low, high = exp_ends(Fraction(1))
    >>> low < high, f"{float(low):.9f}"
    (True, '2.718281828')
    """
    if not x:
        return Fraction(1), Fraction(1)
    need(x <= MAX_EXPONENT, "too large an exponent of e")
    if x < -MAX_EXPONENT:  # between 0 and e^-4096
        return Fraction(0), exp_ends(Fraction(-MAX_EXPONENT), bits)[1]
    units = (x.numerator << bits) // x.denominator
    two = log_of_ratio(2, 1, bits)
    doublings = (units + two // 2) // two
    middle = _series(units - doublings * two, bits)
    power = Fraction(2) ** (doublings - bits)
    return (middle - ERROR) * power, (middle + ERROR) * power


def _series(small: int, bits: int) -> int:
    """e^f in units, f given in units."""
    total = term = 1 << bits
    for n in range(1, LAST_TERMS[bits] + 1):
        term = (term * small >> bits) // n
        total += term
    return total
