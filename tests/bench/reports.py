"""Sampling, n-bit marginals and counting against their baselines, side by side in one run.

Run: python -m tests.bench.reports
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from rropt.bits import estimate_marginal, histogram
from rropt.channel import Channel
from rropt.estimate import estimate
from rropt.frames import count_reports
from rropt.plan.accuracy import k_randomized_response
from rropt.sample import Sampler, randomize

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def best(function: Callable[[], Any], repetitions: int = 5) -> float:
    """The shortest of a few runs, in seconds."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def show(what: str, mine: float, baseline: float, bar: str) -> None:
    """One line: both times, their ratio and the bar."""
    ratio = f"{mine / baseline:8.3f} times" if mine > baseline / 50 else f"1/{baseline / mine:.0f}"
    print(f"{what:<46} {1e3 * mine:9.2f} ms  {1e3 * baseline:9.2f} ms  {ratio:>14}  bar {bar}")


def binary_answers() -> None:
    """Ten million binary answers beside three ways of doing it in floating point."""
    rng = np.random.default_rng(0)
    truths = rng.integers(0, 2, 10**7)
    share = np.array([0.25, 0.75])
    flags = truths.astype(bool)
    mine = best(lambda: randomize(WARNER, truths))
    show(
        "10^7 binary, rng.random(n) < p[truth]",
        mine,
        best(lambda: rng.random(10**7) < share[truths]),
        "1.3",
    )
    flipped = best(lambda: np.where(rng.random(10**7) < 0.75, truths, 1 - truths))
    show("10^7 binary, np.where(random < p, x, 1 - x)", mine, flipped, "1.3")
    mine = best(lambda: randomize(WARNER, flags))
    show(
        "10^7 binary, (random < p) ^ flag",
        mine,
        best(lambda: (rng.random(10**7) < 0.25) ^ flags),
        "1.3",
    )


def categories() -> None:
    """A million answers of 64 categories beside a cumulative table and a search per row."""
    rng = np.random.default_rng(0)
    truths = rng.integers(0, 64, 10**6)
    channel = k_randomized_response(64, 1)
    cumulative = np.cumsum(channel.to_numpy(), axis=0).T.copy()
    shifted = (cumulative + np.arange(64)[:, None]).ravel()
    build = best(lambda: Sampler.of(channel), 1)
    mine = build + best(lambda: Sampler.of(channel)(truths))
    rows = best(lambda: (rng.random(10**6)[:, None] > cumulative[truths]).sum(axis=1), 2)
    show("10^6 of 64, row by row, table built too", mine, rows, "3")
    search = best(lambda: np.searchsorted(shifted, rng.random(10**6) + truths) - 64 * truths)
    show("10^6 of 64, one searchsorted, table built too", mine, search, "3")


def marginals() -> None:
    """The paper's recursive Kronecker inverse at 14 bits; 24 bits with its memory."""
    counts = np.ones(2**24, np.int64)
    start = time.perf_counter()
    estimate_marginal([WARNER] * 24, counts)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"24 bits: {seconds:.2f} s, peak memory of the process {peak:.0f} MiB  bar 3 s, 400 MiB")
    small = np.random.default_rng(0).integers(0, 99, 2**14)
    mine = best(lambda: estimate_marginal([WARNER] * 14, small), 20)
    dense = best(lambda: kronecker(14, 1.5) @ small / small.sum(), 1)
    show("14 bits, recursive Kronecker inverse", mine, dense, "1/3000")


def kronecker(n: int, a: float) -> np.ndarray:
    """`vinterbo/impl-1`: the dense matrix by recursion."""
    if n < 1:
        return np.ones((1, 1))
    return np.kron(np.array([[a, 1 - a], [1 - a, a]]), kronecker(n - 1, a))


def counting() -> None:
    """Ten million reports to an estimate beside numpy.bincount alone."""
    for kind in (np.int64, np.uint8):
        reports = np.random.default_rng(0).integers(0, 2, 10**7).astype(kind)
        mine = best(lambda data=reports: estimate(WARNER, count_reports(WARNER, data)).stderr)
        show(
            f"10^7 {kind.__name__} to an estimate",
            mine,
            best(lambda data=reports: np.bincount(data)),
            "1.5",
        )
    answers = np.random.default_rng(0).integers(0, 2, (10**6, 14), dtype=np.uint8)
    weights = 2 ** np.arange(13, -1, -1)
    mine = best(lambda: histogram(answers))
    show(
        "10^6 x 14 bits, bincount(R @ w)",
        mine,
        best(lambda: np.bincount(answers @ weights)),
        "none",
    )


def main() -> None:
    """Every comparison; the memory figure first, while the process is small."""
    marginals()
    binary_answers()
    categories()
    counting()


if __name__ == "__main__":
    main()
