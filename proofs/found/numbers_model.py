"""Numbers in [-1, 1] under one level gamma: the random cut and the prices, in rational coordinates.

Every quantity is rational in gamma and two lengths lo < hi. A number x = (w - a^2/w) / 2 with
|x| <= c has the coordinate w = x + sqrt(x^2 + a^2) in [lo, hi], and -x has a^2/w;

    a^2 = lo hi,    c = (hi - lo) / 2,    rho = (hi + lo) / 2,    B = (gamma + 1) / (gamma - 1).
"""

from __future__ import annotations

from typing import Any

from ..goals import reals

gamma, lo, hi, w, v, r = reals("gamma lo hi w v r")

SQUARE = lo * hi
C = (hi - lo) / 2
RHO = (hi + lo) / 2
B = (gamma + 1) / (gamma - 1)

LENGTHS = (gamma > 1, lo > 0, hi > lo)

SMALL = {lo: r - 1, hi: r + 1}
"""The form for small epsilon: c = 1 and r = coth(1/B)."""

MIDDLE_C = reals("c")
MIDDLE = {lo: gamma * MIDDLE_C, hi: (gamma + 2) * MIDDLE_C}
"""The form after it: 1/c = gamma - (gamma + 1)/2 ln((gamma + 2)/gamma)."""


def number(coordinate: Any) -> Any:
    """The number at a coordinate."""
    return (coordinate - SQUARE / coordinate) / 2
