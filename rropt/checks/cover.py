"""Prices that cover sums of quadratic over linear: y.r + ... >= sum_i r'M_i r / (q_i.r)."""

from __future__ import annotations

from fractions import Fraction

from .enclosures import add, exact
from .level import affordable, covers, doubled, extremes, pattern
from .reading import Stop, common, dot, integers


def covered(forms, y, charge, k: int, level) -> None:
    """At every extreme pattern: one by one when delta > 0, else by lists over all {1, g}^k."""
    if not level[2]:
        return listed(forms, y, k, *level[1].as_integer_ratio())
    whole = [(integers(m), common(q)) for m, q in forms]

    def worth(r, bits):
        return add(*(ratio(r, *form) for form in whole))

    covers(extremes(k, level), charge, worth)


def ratio(r, m, q):
    """r'Mr / (q.r), M and q as integers over their denominators."""
    (rows, over), (entries, below) = m, q
    top = dot(r, [dot(row, r) for row in rows])
    return exact(Fraction(top * below), over * dot(entries, r))


def listed(forms, y, k: int, n: int, d: int) -> None:
    """Integers over one denominator D: the slack is slack / (D scale), r is d times the pattern."""
    flat, bottom = common([*y, *(v for m, q in forms for row in [*m, q] for v in row)])
    affordable(k, *(bottom * n,) * (len(forms) + 1), max(map(abs, flat)))
    rows = [flat[i : i + k] for i in range(0, len(flat), k)]
    slack, scales = doubled(rows[0], n, d), [1] * (1 << k)
    for first in range(1, len(rows), k + 1):
        means = doubled(rows[first + k], n, d)
        tops = quadratic([[v * bottom for v in row] for row in rows[first : first + k]], n, d)
        parts = zip(slack, means, tops, scales, strict=True)
        slack = [s * mean - top * c for s, mean, top, c in parts]
        scales = [mean * c for mean, c in zip(means, scales, strict=True)]
    least = min(slack)
    if least < 0:
        worst = pattern(slack.index(least), k, n, d)
        raise Stop("refuted", f"the prices do not cover the extreme pattern {worst}"[:200])


def quadratic(m: list[list[int]], n: int, d: int) -> list[int]:
    """r'Mr for every pattern r in {d, n}^k, M symmetric."""
    step, values = n - d, [d * d * sum(map(sum, m))]
    for j, row in enumerate(m):
        cross = [2 * d * step * sum(row) + step * step * row[j]]
        for i in range(j):
            pair = 2 * step * step * row[i]
            cross += [v + pair for v in cross]
        values += [v + c for v, c in zip(values, cross, strict=True)]
    return values
