"""Which tables are private, and every extreme row, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from .fractions_of_text import Row, vector

Levels = list[list[Fraction | None]]


def levels_of(privacy: dict[str, Any], k: int, name: str) -> Levels:
    """The matrix of levels; None where there is none. `name` is gamma or above."""
    given = privacy.get(name, privacy["gamma"])
    if isinstance(given, str):
        return [[Fraction(given) if a != b else Fraction(1) for b in range(k)] for a in range(k)]
    return [[None if level == "oo" else Fraction(level) for level in row] for row in given]


def deltas_of(privacy: dict[str, Any], levels: Levels) -> list[list[Fraction]]:
    """delta for every pair, zero where there is no level."""
    given, k = privacy["delta"], range(len(levels))
    if not isinstance(given, str):
        return [vector(row) for row in given]
    return [
        [Fraction(given) if a != b and levels[a][b] is not None else Fraction(0) for b in k]
        for a in k
    ]


def problem_of(data: dict[str, Any], k: int) -> tuple[Levels, Levels, list[list[Fraction]]]:
    """The levels of the table, those of the bound, and the deltas."""
    low = levels_of(data["privacy"], k, "gamma")
    return low, levels_of(data["privacy"], k, "above"), deltas_of(data["privacy"], low)


def is_table(rows: Sequence[Row]) -> bool:
    """No negative entry, and columns that add up to one."""
    positive = all(x >= 0 for row in rows for x in row)
    return positive and all(sum(column) == 1 for column in zip(*rows, strict=True))


def is_private(rows: Sequence[Row], levels: Levels, deltas: Sequence[Row]) -> bool:
    """sum_i max(0, P(i|a) - g_ab P(i|b)) <= delta_ab."""
    for a, b in permutations(range(len(levels)), 2):
        level = levels[a][b]
        if level is not None:
            told = sum(max(Fraction(0), row[a] - level * row[b]) for row in rows)
            if told > deltas[a][b]:
                return False
    return True


def extreme_rows(levels: Levels, deltas: Sequence[Row]) -> Iterator[list[Fraction]]:
    """Every row tied together on its support by pairs r_a = g_ab r_b that obeys the hard pairs."""
    k = len(levels)
    for size in range(1, k + 1):
        for support in combinations(range(k), size):
            for tree in trees(support):
                for row in tied(tree, support, levels):
                    if obeys(row, levels, deltas):
                        yield row


def trees(support: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to tie each truth but the first to one that is tied already."""
    first, *others = support
    for order in permutations(others):
        sequence = [first, *order]
        for parents in product(*(range(n) for n in range(1, len(sequence)))):
            yield [(sequence[p], sequence[n]) for n, p in enumerate(parents, start=1)]


def tied(
    tree: list[tuple[int, int]], support: Sequence[int], levels: Levels
) -> Iterator[list[Fraction]]:
    """The rows whose ties are those of the tree, each in one of its two directions."""
    for directions in product((True, False), repeat=len(tree)):
        row = [Fraction(0)] * len(levels)
        row[support[0]] = Fraction(1)
        known = True
        for (parent, child), is_above in zip(tree, directions, strict=True):
            level = levels[child][parent] if is_above else levels[parent][child]
            if level is None:
                known = False
            elif is_above:
                row[child] = level * row[parent]
            else:
                row[child] = row[parent] / level
        if known:
            yield row


def obeys(row: Row, levels: Levels, deltas: Sequence[Row]) -> bool:
    """r_a <= g_ab r_b for every pair without a delta."""
    for a, b in permutations(range(len(levels)), 2):
        level = levels[a][b]
        if level is not None and deltas[a][b] == 0 and row[a] > level * row[b]:
            return False
    return True


def is_universal(data: dict[str, Any], rows: Sequence[Row], levels: Levels) -> bool:
    """Where it is claimed: every row is (g01, 1) or (1, g10) times a number."""
    if not data.get("universal"):
        return True
    (_, first), (second, _) = levels
    for x, y in rows:
        low = y == 0 if first is None else x == first * y
        high = x == 0 if second is None else y == second * x
        if not (low or high):
            return False
    return True
