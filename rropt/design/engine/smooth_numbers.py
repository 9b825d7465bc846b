"""Numbers without large primes: many of them have a short common denominator.

The numbers of the reports that are solved for are quotients by the weights of these reports. Of k
weights of 34 bits the common multiple has 34 k bits; of products of ten primes, each at most
MOST times, and of powers of two it has 180 bits however many there are. Between a number and its
double there are 6^10 of them times powers of two, so that some is within 2^-25 of any number.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import log2, prod

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

LEFT, RIGHT = (3, 7, 13, 19, 29), (5, 11, 17, 23, 31)
"""The primes, dealt out so that both halves have products of like sizes."""

MOST = 5
"""Of each prime: with 9 the nearest product is 160 times nearer, but 161 numbers over an interval
at epsilon 9 had a common denominator of 2,857 bits, and were refused."""


@cache
def _half(primes: tuple[int, ...]) -> tuple[Array, list[int]]:
    """All products by the part of their binary logarithm after the point, in order."""
    numbers = []
    for powers in product(range(MOST + 1), repeat=len(primes)):
        numbers.append(prod(p**e for p, e in zip(primes, powers, strict=True)))
    parts = np.array([log2(n) % 1.0 for n in numbers])
    order = np.argsort(parts)
    return parts[order], [numbers[n] for n in order]


def smooth(value: float) -> Fraction:
    """A product of these primes and a power of two near a positive number.

    >>> round(float(smooth(1 / 3) * 3), 7), round(float(smooth(7e-5) / Fraction(7, 10**5)), 7)
    (1.0, 1.0)
    """
    left, left_numbers = _half(LEFT)
    right, right_numbers = _half(RIGHT)
    wanted = (log2(value) - left) % 1.0
    above = np.searchsorted(right, wanted) % len(right)
    distances = np.array([_around(right[above - side] - wanted) for side in (0, 1)])
    side, place = np.unravel_index(int(distances.argmin()), distances.shape)
    whole = left_numbers[place] * right_numbers[above[place] - side]
    return whole * Fraction(2) ** round(log2(value) - log2(whole))


def _around(distances: Array) -> Array:
    """On a circle of length one."""
    found: Array = np.abs(distances - np.round(distances))
    return found
