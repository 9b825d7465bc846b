"""Times of rr.compare up to 64 x 64, family by family: python -m tests.bench.garblings [WORDS]

Interior and boundary garblings (few and many zeros, merged reports), tables of every rank and with
zeros, copies and splits, and each of them a hair of 1e-12 or 1e-30 away from A = C P.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from time import perf_counter

from rropt.channel import Channel
from rropt.order import closed_thresholds, compare, subset_selection

Pair = tuple[Channel, Channel]
SIZE = 64


def table(reports: int, truths: int, seed: int, zeros: float = 0, top: int = 9) -> Channel:
    """The random table of a seed."""
    return stochastic(reports, truths, Random(seed), zeros, top)


def stochastic(reports: int, truths: int, rng: Random, zeros: float = 0, top: int = 9) -> Channel:
    """Whole-number weights up to `top`, some of them zero, over their column sums."""
    columns = []
    for _ in range(truths):
        weights = [0 if rng.random() < zeros else rng.randint(1, top) for _ in range(reports)]
        weights[rng.randrange(reports)] += 1
        columns.append([Fraction(w, sum(weights)) for w in weights])
    return Channel.from_rows([list(row) for row in zip(*columns, strict=True)])


def merging(reports: int, rows: int, seed: int) -> Channel:
    """Each of the rows becomes one of the reports."""
    rng = Random(seed)
    to = [rng.randrange(reports) for _ in range(rows)]
    return Channel.from_rows([[int(to[u] == i) for u in range(rows)] for i in range(reports)])


def hair(A: Channel, gap: Fraction, seed: int) -> Channel:
    """Three entries raised by the gap, and others of their columns lowered."""
    rng, rows, moved = Random(seed), [list(row) for row in A.rows], 0
    while moved < 3:
        up, down = rng.sample(range(len(rows)), 2)
        j = rng.randrange(len(rows[0]))
        if rows[down][j] > gap:
            rows[up][j], rows[down][j] = rows[up][j] + gap, rows[down][j] - gap
            moved += 1
    return Channel.from_rows(rows)


def split(P: Channel, parts: int, seed: int) -> Channel:
    """Each row in proportional parts."""
    rng, rows = Random(seed), []
    for row in P.rows:
        weights = [rng.randint(1, 5) for _ in range(parts)]
        rows += [[x * Fraction(w, sum(weights)) for x in row] for w in weights]
    return Channel.from_rows(rows)


GARBLINGS: dict[str, Callable[[int], Channel]] = {
    "dense C": lambda rows: table(SIZE, rows, 3),
    "half of C zero": lambda rows: table(SIZE, rows, 4, 0.5),
    "nine tenths of C zero": lambda rows: table(SIZE, rows, 5, 0.9),
    "reports merged": lambda rows: merging(SIZE // 2, rows, 6),
}


def finer() -> Iterator[tuple[str, Channel]]:
    """The tables P."""
    for reports, truths in ((64, 64), (64, 48), (64, 32), (64, 8), (64, 3), (32, 64)):
        yield f"{reports} x {truths}", table(reports, truths, 100 * reports + truths)
    for zeros in (0.5, 0.8, 0.95):
        for truths in (64, 32, 8):
            yield f"64 x {truths}, zeros {zeros}", table(64, truths, truths, zeros)
    for rank in (4, 20, 50, 63):
        yield f"64 x 64, rank {rank}", table(64, rank, rank) @ table(rank, 64, rank)
    yield "64 x 32, entries 1 or 2", table(64, 32, 32, 0, 2)
    yield "64 x 32, twelve digits", table(64, 32, 1, 0, 10**12)
    yield "16 x 32 in four parts", split(table(16, 32, 9), 4, 10)


def pairs() -> Iterator[tuple[str, Pair]]:
    """Named pairs (A, P)."""
    for name, P in finer():
        yield f"{name}: itself", (P, P)
        yield f"{name}: foreign", (table(*P.shape, 2), P)
        for kind, garbling in GARBLINGS.items():
            A = garbling(P.shape[0]) @ P
            yield f"{name}: {kind}", (A, P)
            for digits in (12, 30):
                near = hair(A, Fraction(1, 10**digits), 8)
                yield f"{name}: {kind}, a hair of 1e-{digits}", (near, P)
    S, limit = subset_selection(11, 2, 4), closed_thresholds(11, 2, 4)[0]
    for shift in (-1, 0, 1):
        level = limit + shift * Fraction(1, 10**30)
        yield f"threshold {shift:+d}e-30", (subset_selection(11, 1, level), S)


def main(words: str = "") -> None:
    """One line for each pair, then the total and the slowest."""
    times = []
    for name, (A, P) in pairs():
        if words in name:
            start = perf_counter()
            relation = compare(A, P).relation
            times.append((perf_counter() - start, name))
            print(f"{times[-1][0]:8.2f} s  {name:56s} {relation}", flush=True)
    slowest = max(times, default=(0.0, "nothing"))
    print(f"{sum(t for t, _ in times):8.2f} s  {len(times)} pairs; slowest {slowest}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
