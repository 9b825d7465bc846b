"""Random problems of guesses: any prior, any levels, protected truths."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from random import Random

import rropt as rr

from .random_draw import (
    Draw,
    best,
    delta,
    level,
    lottery,
    one_number,
    privacy,
    shares,
    solved,
    text,
)


def best_set(random: Random) -> Draw:
    k = random.randint(2, 6)
    g, d, q = level(random), delta(random), shares(random, k, least=0 if k > 2 else 1)
    most = sorted(q, reverse=True)
    value = max(g * sum(most[:m]) / (g + m - 1) for m in range(1, k + 1))
    return best(privacy(one_number(g, k), d), rr.Guess(text(q)), lottery(value, 1, d))


def number_with_delta(random: Random) -> Draw:
    k, g, d = random.randint(2, 7), level(random), delta(random)
    return best(privacy(one_number(g, k), d), rr.Trace(k), k * (g + (k - 1) * d) / (g + k - 1))


def only_response(random: Random) -> Draw:
    """1 where all reports of a certified table are those of k-ary response, else 0."""
    k, g = random.randint(2, 7), level(random)

    def solve() -> tuple[Fraction, Fraction]:
        design = rr.optimal(privacy(one_number(g, k)), rr.Guess(text([Fraction(1, k)] * k)))
        named = [Fraction(0)] * k
        for row in design.channel:
            entries = [Fraction(str(entry)) for entry in row]
            high = max(entries)
            if sorted(entries) != [high / g] * (k - 1) + [high]:
                return Fraction(0), Fraction(0)
            named[entries.index(high)] += high
        alike = Fraction(int(named == [g / (g + k - 1)] * k))
        return alike, alike

    return Draw(f"the tables of {k} truths at level {g}", Fraction(1), solve)


def shortest(levels: list[list[Fraction]]) -> list[list[Fraction]]:
    """The cheapest products along paths."""
    k = len(levels)
    for c in range(k):
        for i in range(k):
            levels[i] = [min(levels[i][j], levels[i][c] * levels[c][j]) for j in range(k)]
    return levels


def weights(random: Random) -> Draw | None:
    """Any levels, not symmetric; outside of the region nothing is drawn."""
    k, d = random.randint(2, 4), delta(random)
    levels = shortest(
        [[Fraction(1) if i == j else level(random, 5) for j in range(k)] for i in range(k)]
    )
    alike = [[1 / g for g in row] for row in levels]
    q = [Fraction(9, 10) / k + share / 10 for share in shares(random, k)]
    y = solved(alike, q)
    x = solved([list(column) for column in zip(*alike, strict=True)], [Fraction(1)] * k)
    if min(*x, *y) < 0:
        return None
    return best(privacy(levels, d), rr.Guess(text(q)), lottery(sum(y, Fraction(0)), 1, d))


def blocks(random: Random) -> Draw:
    b, s, d, g = random.randint(2, 3), random.randint(1, 2), delta(random), level(random, 3)
    h = 1 + (g * g - 1) * Fraction(random.randint(0, 20), 20)
    k = b * s
    levels = [
        [g if i // s != j // s else h if i != j else Fraction(1) for j in range(k)]
        for i in range(k)
    ]
    value = k / (1 + (s - 1) / h + (k - s) / g)
    return best(privacy(levels, d), rr.Trace(k), lottery(value, k, d))


def along(gaps: Sequence[Fraction]) -> list[list[Fraction]]:
    k = len(gaps) + 1
    return [
        [prod(gaps[min(i, j) : max(i, j)], start=Fraction(1)) for j in range(k)] for i in range(k)
    ]


def on_scale(gaps: Sequence[Fraction]) -> Fraction:
    return 1 + sum(((g - 1) / (g + 1) for g in gaps), Fraction(0))


def scale(random: Random) -> Draw:
    k, d = random.randint(2, 5), delta(random)
    gaps = [level(random, 6) for _ in range(k - 1)]
    return best(privacy(along(gaps), d), rr.Trace(k), lottery(on_scale(gaps), k, d))


def place_map(random: Random) -> Draw:
    wide, high = [level(random, 5)], [level(random, 5) for _ in range(random.randint(1, 2))]
    across, up = along(wide), along(high)
    places = [(i, j) for i in range(len(across)) for j in range(len(up))]
    levels = [[across[i][a] * up[j][b] for a, b in places] for i, j in places]
    return best(privacy(levels), rr.Trace(len(places)), on_scale(wide) * on_scale(high))


def tree(random: Random) -> Draw | None:
    k, d = random.randint(2, 5), delta(random)
    parent = [0, *(random.randrange(i) for i in range(1, k))]
    up = [Fraction(1), *(level(random, 6) for _ in range(1, k))]
    levels = [[Fraction(1)] * k for _ in range(k)]
    for v in range(1, k):
        for j in range(v):
            levels[v][j] = levels[j][v] = levels[parent[v]][j] * up[v]
    ends = [sum(1 / (up[e] + 1) for e in range(1, k) if v in (e, parent[e])) for v in range(k)]
    if max(ends) > 1:
        return None
    return best(privacy(levels, d), rr.Trace(k), lottery(on_scale(up[1:]), k, d))


def star(random: Random) -> Draw:
    n, g = random.randint(2, 5), level(random, 4)
    k = n + 1
    levels = [
        [Fraction(1) if i == j else g if n in (i, j) else g * g for j in range(k)] for i in range(k)
    ]
    return best(privacy(levels), rr.Trace(k), g if g <= n - 1 else 1 + n * (g - 1) / (g + 1))


def protected(random: Random, apart: bool) -> Draw | None:
    s, n, g, d = random.randint(1, 3), random.randint(1, 3), level(random, 4), delta(random)
    if (g >= n) != apart:
        return None
    k = s + n
    levels = [[Fraction(1) if i == j else g if i < s else None for j in range(k)] for i in range(k)]
    value = (s * g + n * (g - 1)) / (g + s - 1) if apart else 1 + n * (1 - 1 / g)
    return best(privacy(levels, d), rr.Trace(k), lottery(value, k, d))


def told_apart(random: Random) -> Draw | None:
    return protected(random, True)


def told_together(random: Random) -> Draw | None:
    return protected(random, False)
