"""Enclosures (low, high) of irrational numbers by rational series, and decisions by them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import isqrt

from .reading import Stop, need

LADDER = 64, 256, 1024, 4096  # bits of a logarithm, tried one after the other
MAX_BITS = 1 << 23  # bits of all cases of one step of the ladder


def settle(cases, slack, reason) -> None:
    """slack(case, bits) encloses a number; it is non-negative for every case."""
    for bits in LADDER:
        left = []
        for case in cases[: MAX_BITS // bits]:
            low, high = slack(case, bits)
            if high < 0:
                raise Stop("refuted", reason(case) if callable(reason) else reason)
            if low < 0:
                left.append(case)
        need(len(cases) <= MAX_BITS // bits, "too many cases are nearly tight", "undecided")
        cases = left
        if not cases:
            return
    raise Stop("undecided", f"{LADDER[-1]} bits of the logarithms do not separate the two sides")


def exact(top, bottom=1):
    need(bottom or not top, "the utility is infinite")
    return (top / bottom,) * 2 if top else (0, 0)


def add(*terms):
    return sum(low for low, _ in terms), sum(high for _, high in terms)


def scale(c, term):
    return (c * term[0], c * term[1]) if c >= 0 else (c * term[1], c * term[0])


@lru_cache(1 << 14)
def log(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    """ln x: with x = 2^e m and 1 <= m < 2 it is 2 (artanh((m - 1)/(m + 1)) + e artanh(1/3))."""
    top, bottom = x.numerator, x.denominator
    e = top.bit_length() - bottom.bit_length()
    top, bottom = top << max(0, -e), bottom << max(0, e)
    if top < bottom:
        top, e = 2 * top, e - 1
    bits += 8 + abs(e).bit_length()
    both = add(artanh(top - bottom, top + bottom, bits), scale(e, artanh(1, 3, bits)))
    return Fraction(both[0], 1 << bits - 1), Fraction(both[1], 1 << bits - 1)


@lru_cache(1 << 6)
def artanh(top: int, bottom: int, bits: int) -> tuple[int, int]:
    """Integers below and above 2^bits artanh(x) = 2^bits (x + x^3/3 + ...), 0 <= x <= 1/3.

    The rest of the series is less than the next power of x.
    """
    ends = []
    for sign in (1, -1):  # every rounding down, then every rounding up
        term, result = sign * ((sign * top << bits) // bottom), 0
        square = sign * (sign * term * term >> bits)
        for n in range(1, 2 * bits // 3 + 4, 2):
            result += sign * (sign * term // n)
            term = sign * (sign * term * square >> bits)
        ends.append(result if sign > 0 else result + term)
    return ends[0], ends[1]


def root(x: Fraction, bits: int) -> tuple[Fraction, Fraction]:
    square, bottom = x.numerator * x.denominator << 2 * bits, x.denominator << bits
    low = isqrt(square)
    return Fraction(low, bottom), Fraction(low + (low * low != square), bottom)


def plog(p, q, bits: int):
    """p ln(p/q), and 0 when p = 0."""
    need(q or not p, "the utility is infinite")
    return scale(p, log(Fraction(p) / q, bits)) if p else (0, 0)
