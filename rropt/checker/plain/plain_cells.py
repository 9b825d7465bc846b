"""Coverage by cells of s = q.r: the form P written out, phi at all ends, the bend of every cell."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil
from typing import Any

from .fractions_of_text import Row, dot, number
from .plain_matrices import Square, along, is_semidefinite


def cells_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether the cells of a certificate prove (y.r)(q.r) >= r'Xr on {1, g}^k."""
    D, e, y = (
        [number(entries[c]) for c in owner]
        for entries in (data["cover"]["diagonal"], data["cover"]["slopes"], data["prices"])
    )
    g = number(data["privacy"]["gamma"])
    P = [
        [-x - (q[i] * e[j] + e[i] * q[j]) / 2 for j, x in enumerate(row)] for i, row in enumerate(X)
    ]
    for i, row in enumerate(P):
        row[i] += D[i]
    more = what_is_rounded(D, e, q, X, owner)
    if more is None:
        return False
    less = [[x - more * e[i] * e[j] for j, x in enumerate(row)] for i, row in enumerate(P)]
    if not is_semidefinite(less):
        return False
    left = []
    for text, multiplier, point in data["cover"]["ends"]:
        s, mu, u = number(text), number(multiplier), [number(point[c]) for c in owner]
        Pu = along(P, u)
        phi = mu * s + g * sum(D) - dot(u, Pu)
        for j, x in enumerate(Pu):
            h = s * (y[j] + e[j]) - (g + 1) * D[j] + 2 * x - mu * q[j]
            phi += min(h, g * h)
        left.append((s, mu, u, phi))
    for (a, mu, u, low), (b, nu, w, high) in pairwise(left):
        apart = [x - z for x, z in zip(w, u, strict=True)]
        bend = (nu - mu) * (b - a) - dot(apart, along(P, apart))
        if a > b or 4 * min(low, high) < bend:
            return False
    least = min(phi for *_, phi in left)
    return least >= 0 and left[0][0] == 1 and left[-1][0] == g


def what_is_rounded(D: Row, e: Row, q: Row, X: Square, owner: Sequence[int]) -> Fraction | None:
    """How much larger kappa is when it is rounded up; None where it is infinite."""
    kappa = Fraction(0)
    for i, c in enumerate(owner):
        others = [j for j, d in enumerate(owner) if d == c]
        apart = q[i] - dot([q[j] for j in others], [Fraction(1, len(others))] * len(others))
        if apart and any(e):
            beside = next(j for j in others if j != i)
            own = D[i] - X[i][i] + X[i][beside]
            if own <= 0:
                return None
            kappa += apart**2 / (4 * own)
    top, bottom = kappa.as_integer_ratio()
    scale = Fraction(2) ** (128 + bottom.bit_length() - top.bit_length())
    return ceil(kappa * scale) / scale - kappa
