"""Coverage by cells of s = q.r: the form P written out, phi at all ends, the bend of every cell."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from .fractions_of_text import Row, dot, number
from .plain_matrices import Square, along, is_semidefinite
from .plain_rounding import is_short, rounded_down


def cells_cover(data: dict[str, Any], X: Square, q: Row, owner: Sequence[int]) -> bool:
    """Whether the cells of a certificate prove (y.r)(q.r) >= r'Xr on {1, g}^k."""
    D, e, y = (
        [number(entries[c]) for c in owner]
        for entries in (data["cover"]["diagonal"], data["cover"]["slopes"], data["prices"])
    )
    g = number(data["privacy"]["gamma"])
    N = products(data["cover"], owner)
    A = [
        (number(weight), [Fraction(c in classes) for c in owner])
        for weight, classes in data["cover"].get("counts", [])
    ]
    P = [
        [-x - N[i][j] - (q[i] * e[j] + e[i] * q[j]) / 2 for j, x in enumerate(row)]
        for i, row in enumerate(X)
    ]
    for weight, each in A:
        P = [[x - weight * each[i] * each[j] for j, x in enumerate(row)] for i, row in enumerate(P)]
    for i, row in enumerate(P):
        row[i] += D[i]
    shown = rounded_down(P, owner) if "rounded" in data["cover"] else P
    if "rounded" in data["cover"] and not is_short(shown, owner):
        return False
    if not is_semidefinite(shown) or min(map(min, N)) < 0 or any(weight < 0 for weight, _ in A):
        return False
    several = [number(text) for text in data["cover"].get("several", [])]
    # With nu only rows with two truths or more at g are bounded: the others are looked at.
    if any(several) and not few_are_covered(X, q, y, g):
        return False
    several = several or [Fraction(0) for _ in data["cover"]["ends"]]
    left = []
    for (text, multiplier, point, *given), nu in zip(data["cover"]["ends"], several, strict=True):
        s, mu, u = number(text), number(multiplier), [number(point[c]) for c in owner]
        Pu = along(P, u)
        phi = mu * s + g * sum(D) - sum(map(sum, N)) - dot(u, Pu) + nu * (len(u) + 2 * (g - 1))
        lines = [Fraction(0)] * len(u)
        turns = [number(turn) for every in given for turn in every]
        for (weight, each), turn in zip(A, turns, strict=True):
            v = sum(each) + (g - 1) * turn
            phi += weight * ((g - 1) ** 2 * (turn - round(turn)) ** 2 - v**2)
            lines = [line + weight * v * x for line, x in zip(lines, each, strict=True)]
        for j, x in enumerate(Pu):
            tangents = sum(N[j]) + lines[j] + x
            h = s * (y[j] + e[j]) - (g + 1) * D[j] + 2 * tangents - nu - mu * q[j]
            phi += min(h, g * h)  # an entry is 1 or g
        left.append((s, mu, u, phi))
    for (a, mu, u, low), (b, nu, w, high) in pairwise(left):
        apart = [x - z for x, z in zip(w, u, strict=True)]
        bend = (nu - mu) * (b - a) - dot(apart, along(P, apart))
        # Between two ends up to a quarter of the bend is lost.
        if a > b or 4 * min(low, high) < bend:
            return False
    least = min(phi for *_, phi in left)
    return min(several) >= 0 and least >= 0 and left[0][0] == 1 and left[-1][0] == g


def few_are_covered(X: Square, q: Row, y: Row, g: Fraction) -> bool:
    """Whether (y.r)(q.r) >= r'Xr for the row of ones, and for those with one entry g."""
    ones = [Fraction(1)] * len(q)
    rows = [ones, *([*ones[:j], g, *ones[j + 1 :]] for j in range(len(q)))]
    return all(dot(y, r) * dot(q, r) >= dot(r, along(X, r)) for r in rows)


def products(cover: dict[str, Any], owner: Sequence[int]) -> Square:
    """N, truth by truth; zeros where there is none."""
    if "products" not in cover:
        return [[Fraction(0)] * len(owner) for _ in owner]
    return [[number(cover["products"][c][d]) for d in owner] for c in owner]
