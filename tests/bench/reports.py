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


def duel(
    what: str, mine: Callable[[], Any], baseline: Callable[[], Any], bar: str, rounds: int = 7
) -> None:
    """Run both in turn, keep the shortest time of each, print the ratio beside the bar."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for function, record in zip((mine, baseline), times, strict=True):
            start = time.perf_counter()
            function()
            record.append(time.perf_counter() - start)
    ours, theirs = (min(record) for record in times)
    ratio = f"{ours / theirs:.3f}" if ours > theirs / 50 else f"1/{theirs / ours:.0f}"
    print(f"{what:<46} {1e3 * ours:9.2f} ms {1e3 * theirs:9.2f} ms   ratio {ratio:>8}   bar {bar}")


def binary_answers() -> None:
    """Ten million binary answers beside three ways of doing it in floating point."""
    rng, n = np.random.default_rng(0), 10**7
    truths = rng.integers(0, 2, n)
    flags, share = truths.astype(bool), np.array([0.25, 0.75])
    for what, answers, baseline in (
        ("rng.random(n) < p[truth]", truths, lambda: rng.random(n) < share[truths]),
        (
            "where(random < p, x, 1 - x)",
            truths,
            lambda: np.where(rng.random(n) < 0.75, truths, 1 - truths),
        ),
        ("(random < p) ^ flag", flags, lambda: (rng.random(n) < 0.25) ^ flags),
    ):
        duel(f"10^7 binary, {what}", lambda data=answers: randomize(WARNER, data), baseline, "1.3")


def categories() -> None:
    """A million answers of 64 categories beside a cumulative table and a search per row."""
    rng, n = np.random.default_rng(0), 10**6
    truths = rng.integers(0, 64, n)
    channel = k_randomized_response(64, 1)
    cumulative = np.cumsum(channel.to_numpy(), axis=0).T.copy()
    shifted = (cumulative + np.arange(64)[:, None]).ravel()

    def mine() -> Any:
        return Sampler.of(channel)(truths)

    duel(
        "10^6 of 64, row by row (table built each time)",
        mine,
        lambda: (rng.random(n)[:, None] > cumulative[truths]).sum(axis=1),
        "3",
        rounds=3,
    )
    duel(
        "10^6 of 64, one searchsorted",
        mine,
        lambda: np.searchsorted(shifted, rng.random(n) + truths) - 64 * truths,
        "3",
    )


def marginals() -> None:
    """The paper's recursive Kronecker inverse at 14 bits; 24 bits with its memory."""
    counts = np.ones(2**24, np.int64)
    start = time.perf_counter()
    estimate_marginal([WARNER] * 24, counts)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"24 bits: {seconds:.2f} s, peak memory of the process {peak:.0f} MiB  bar 3 s, 400 MiB")
    small = np.random.default_rng(0).integers(0, 99, 2**14)
    duel(
        "14 bits, recursive Kronecker inverse",
        lambda: estimate_marginal([WARNER] * 14, small),
        lambda: kronecker(14, 1.5) @ small / small.sum(),
        "1/3000",
        rounds=4,
    )


def kronecker(n: int, a: float) -> np.ndarray:
    """`vinterbo/impl-1`: the dense matrix by recursion."""
    if n < 1:
        return np.ones((1, 1))
    return np.kron(np.array([[a, 1 - a], [1 - a, a]]), kronecker(n - 1, a))


def counting() -> None:
    """Ten million reports to an estimate beside numpy.bincount alone."""
    for kind in (np.int64, np.uint8):
        reports = np.random.default_rng(0).integers(0, 2, 10**7).astype(kind)
        duel(
            f"10^7 {kind.__name__} to an estimate, bincount alone",
            lambda data=reports: estimate(WARNER, count_reports(WARNER, data)).stderr,
            lambda data=reports: np.bincount(data),
            "1.5",
        )
    answers = np.random.default_rng(0).integers(0, 2, (10**6, 14), dtype=np.uint8)
    weights = 2 ** np.arange(13, -1, -1)
    duel(
        "10^6 x 14 bits, bincount(R @ w)",
        lambda: histogram(answers),
        lambda: np.bincount(answers @ weights),
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
