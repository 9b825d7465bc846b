"""Random problems about the centre of a normal number that is known up to cells only."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp
from random import Random
from statistics import NormalDist
from typing import Any

import sympy as sp

import rropt as rr

from .random_draw import Draw, best, one_number, privacy

NORMAL = NormalDist()
FINE = 10**6
MOST = 640
"""Hundredths of gamma - 1: at gamma = 7.4 epsilon is 2.0015, below the last that is proved."""

BEYOND = {
    2.25: (-0.39789, 0.39789),
    2.5: (-0.42987, 0.42987),
    3.0: (-0.48398, 0.48398),
    3.5: (-0.74027, 0.0, 0.74027),
}
"""Beyond the sign: epsilon, and where the best intervals meet."""

AWAY = 0.15
"""How far from these a further cut is, so that no other intervals are as good."""


def rounded(value: float) -> Fraction:
    return Fraction(round(value * FINE), FINE)


def cells(cuts: Sequence[float]) -> tuple[list[Fraction], list[Fraction]]:
    """The masses and moments of the cells between cuts, rounded."""
    below = [Fraction(0), *(rounded(NORMAL.cdf(cut)) for cut in cuts), Fraction(1)]
    heights = [Fraction(0), *(rounded(NORMAL.pdf(cut)) for cut in cuts), Fraction(0)]
    masses = [after - before for before, after in pairwise(below)]
    moments = [before - after for before, after in pairwise(heights)]
    return masses, moments


def informed(cuts: Sequence[float], g: Fraction, value: Fraction) -> Draw:
    """What a report informs is (d.r)^2 / (p.r), for the masses p and the moments d."""
    masses, moments = cells(cuts)
    entries: Any = sp.symbols(f"r_0:{len(masses)}")
    tilt = sum(sp.Rational(d) * r for d, r in zip(moments, entries, strict=True))
    mass = sum(sp.Rational(p) * r for p, r in zip(masses, entries, strict=True))
    informs = rr.Custom(tilt**2 / mass, entries, label="information about the centre")
    return best(privacy(one_number(g, len(masses))), informs, value)


def sign_of_cells(random: Random) -> Draw:
    """Two cells on either side of zero."""
    cut = random.randint(1, 30) / 10
    g = 1 + Fraction(random.randint(5, MOST), 100)
    value = (2 * rounded(NORMAL.pdf(0)) * (g - 1) / (g + 1)) ** 2
    return informed([-cut, 0, cut], g, value)


def answers_of_cells(random: Random) -> Draw | None:
    """The best intervals, one of them cut in two on both sides of zero."""
    epsilon = random.choice(list(BEYOND))
    meets = BEYOND[epsilon]
    further = random.randint(10, 300) / 100
    if any(abs(abs(cut) - further) < AWAY for cut in meets):
        return None
    g = rounded(exp(epsilon))
    masses, moments = cells(meets)
    parts = [(g - 1) ** 2 * d**2 / (1 + (g - 1) * p) for p, d in zip(masses, moments, strict=True)]
    value = sum(parts, Fraction(0)) / (g + len(parts) - 1)
    return informed(sorted([-further, *meets, further]), g, value)
