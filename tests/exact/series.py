"""e^q and ln x to a thousand places, summed in integers."""

from __future__ import annotations

import math
from fractions import Fraction

DIGITS = 1000


def exp_series(q: Fraction) -> tuple[Fraction, Fraction]:
    """e^q to DIGITS places after the point: the power series in scaled integers, errors counted."""
    scale = 10 ** (DIGITS + 400)
    term, total, n = scale, 0, 0
    while term:
        total += term
        n += 1
        term = term * abs(q.numerator) // (q.denominator * n)
    error = n * 2 ** (2 * math.ceil(abs(q)) + 8)
    lo, hi = Fraction(total, scale), Fraction(total + error, scale)
    return (lo, hi) if q >= 0 else (1 / hi, 1 / lo)


def log_series(x: Fraction) -> tuple[Fraction, Fraction]:
    """ln x = k ln 2 + 2 artanh((y - 1) / (y + 1)) with x = 2^k y and y near 1."""
    k = x.numerator.bit_length() - x.denominator.bit_length()
    y = x / Fraction(2) ** k
    two, rest = _artanh(Fraction(1, 3)), _artanh((y - 1) / (y + 1))
    ends = sorted((2 * k * two[0], 2 * k * two[1]))
    return ends[0] + 2 * rest[0], ends[1] + 2 * rest[1]


def _artanh(t: Fraction) -> tuple[Fraction, Fraction]:
    scale = 10 ** (DIGITS + 50)
    power, total, n = scale * abs(t.numerator) // t.denominator, 0, 1
    while power:
        total += power // n
        power = power * t.numerator**2 // t.denominator**2
        n += 2
    lo, hi = Fraction(total, scale), Fraction(total + 2 * n, scale)
    return (lo, hi) if t >= 0 else (-hi, -lo)
