"""Random problems about the centre of a normal number that is known up to cells only."""

from __future__ import annotations

from fractions import Fraction
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


def rounded(value: float) -> Fraction:
    return Fraction(round(value * FINE), FINE)


def sign_of_cells(random: Random) -> Draw:
    """Two cells on either side of zero; what a report informs is (d.r)^2 / (p.r)."""
    cut = random.randint(1, 30) / 10
    inner = rounded(NORMAL.cdf(cut) - Fraction(1, 2))
    near = rounded(NORMAL.pdf(0) - NORMAL.pdf(cut))
    masses = [Fraction(1, 2) - inner, inner, inner, Fraction(1, 2) - inner]
    far = rounded(NORMAL.pdf(cut))
    moments = [-far, -near, near, far]
    g = 1 + Fraction(random.randint(5, MOST), 100)
    entries: Any = sp.symbols("r_0:4")
    tilt = sum(sp.Rational(d) * r for d, r in zip(moments, entries, strict=True))
    mass = sum(sp.Rational(p) * r for p, r in zip(masses, entries, strict=True))
    informs = rr.Custom(tilt**2 / mass, entries, label="information about the centre")
    value = (2 * (near + far) * (g - 1) / (g + 1)) ** 2
    return best(privacy(one_number(g, 4)), informs, value)
