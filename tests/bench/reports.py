"""Sampling, n-bit marginals and estimation beside NumPy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from .machine_limits import beside_the_machine, empty_loop, octets_drawn
from .measure import Bar, Result, Task, Time, in_turn

N = 10**7


def warner() -> Any:
    from rropt.channel import Channel

    return Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def sampling() -> Iterator[Result]:
    """Ten million binary answers, a million of 64 categories."""
    yield from binary_answers()
    yield from random_bits()
    yield from categories()


def binary_answers() -> Iterator[Result]:
    """Beside three ways of doing it in floating point."""
    from rropt.data.sampler import randomize

    channel, rng = warner(), np.random.default_rng(0)
    truths = rng.integers(0, 2, N)
    flags, share = truths.astype(bool), np.array([0.25, 0.75])
    for name, answers, baseline in (
        ("rng.random(n) < p[truth]", truths, lambda: rng.random(N) < share[truths]),
        (
            "where(random < p, x, 1 - x)",
            truths,
            lambda: np.where(rng.random(N) < 0.75, truths, 1 - truths),
        ),
        ("(random < p) ^ flag", flags, lambda: (rng.random(N) < 0.25) ^ flags),
    ):
        mine, theirs = in_turn(lambda data=answers: randomize(channel, data), baseline)
        yield Result(
            "sampling",
            f"exact sampling, 10^7 binary ({answers.dtype})",
            mine,
            f"NumPy floats, {name}",
            theirs,
            Bar("slower", 1.3),
        )


FAIR_BITS = 2
"""Fair bits from which a report of chance 1/4 is drawn, and in the mean one of a chance that is no
whole part of a power of two (Knuth and Yao 1976). Of 1/4 it is 1.5 in the mean if the second is
drawn only where the first leaves it open, 0.81 if many reports share theirs (their entropy).
"""


def random_bits() -> Iterator[Result]:
    """Beside drawing the bits that it reads, the bits that would do, and a loop over as many."""
    from rropt.survey.planning.survey_power import k_randomized_response

    octets = os.urandom(N)
    loop = {f"empty loop over {N:,} octets": lambda: empty_loop(octets)}
    yield from beside_its_bits("exact sampling, 10^7 binary (bool)", warner(), loop)
    epsilon_one = "exact sampling, 10^7 binary, epsilon 1 (bool)"
    yield from beside_its_bits(epsilon_one, k_randomized_response(2, 1), {})


def beside_its_bits(what: str, channel: Any, others: dict[str, Task]) -> Iterator[Result]:
    """Ten million reports through a table of two."""
    from rropt.data.sampler import randomize

    flags = np.random.default_rng(0).integers(0, 2, N).astype(bool)
    read, enough = octets_drawn(channel, flags), N * FAIR_BITS // 8
    needing = f"os.urandom, {FAIR_BITS} bits a report, {enough / 1e6:.1f} MB"
    limits: dict[str, Task] = {
        f"os.urandom, the {read / 1e6:.1f} MB it reads": lambda: os.urandom(read),
        needing: lambda: os.urandom(enough),
    }
    bars = {needing: Bar("slower", 2)}
    mine = lambda: randomize(channel, flags)  # noqa: E731
    yield from beside_the_machine("sampling", what, mine, limits | others, bars)


def categories() -> Iterator[Result]:
    """The tables of the exact sampler are built anew each time."""
    from rropt.data.sampler import Sampler
    from rropt.survey.planning.survey_power import k_randomized_response

    rng, n = np.random.default_rng(0), 10**6
    truths, channel = rng.integers(0, 64, n), k_randomized_response(64, 1)
    cumulative = np.cumsum(channel.to_numpy(), axis=0).T.copy()
    shifted = (cumulative + np.arange(64)[:, None]).ravel()
    for name, baseline in (
        (
            "NumPy, cumulative table row by row",
            lambda: (rng.random(n)[:, None] > cumulative[truths]).sum(axis=1),
        ),
        (
            "NumPy, one searchsorted",
            lambda: np.searchsorted(shifted, rng.random(n) + truths) - 64 * truths,
        ),
    ):
        mine, theirs = in_turn(lambda: Sampler.of(channel)(truths), baseline, 3)
        what = "exact sampling, 10^6 of 64 categories"
        yield Result("sampling", what, mine, name, theirs, Bar("slower", 3))


MEASURED = """
import re, time, numpy as np
from rropt.survey.bits import estimate_marginal
from tests.bench.reports import kronecker, warner
counts = np.ones(2**{n}, np.int64)
wall, cpu = time.perf_counter(), time.process_time()
{task}
print(time.perf_counter() - wall, time.process_time() - cpu)
print(int(re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1]) / 1024)
"""
"""One task in a process of its own: seconds, and the peak of its memory in MiB."""

FAST, DENSE = "estimate_marginal([warner()] * {n}, counts)", "kronecker({n}, 1.5) @ counts"


def marginal() -> Iterator[Result]:
    """14 bits beside the dense matrix, in time and in memory; 24 bits alone."""
    from rropt.survey.bits import estimate_marginal

    channels = [warner()] * 14
    counts = np.random.default_rng(0).integers(0, 99, 2**14)
    mine, theirs = in_turn(
        lambda: estimate_marginal(channels, counts),
        lambda: kronecker(14, 1.5) @ counts / counts.sum(),
        3,
    )
    dense = "dense recursive Kronecker inverse"
    what = "marginal of 14 bits"
    yield Result("marginal", what, mine, dense, theirs, Bar("faster", 3000))
    peak, most = in_a_process(FAST, 14)[1], in_a_process(DENSE, 14)[1]
    what = f"marginal of 14 bits: peak MiB of the process (dense: {most:,.0f})"
    yield Result("marginal", what, mine, figure=peak)
    time, memory = in_a_process(FAST, 24)
    yield Result("marginal", "marginal of 24 bits", time, bar=Bar("seconds", 3))
    what = "marginal of 24 bits: peak MiB of the process"
    yield Result("marginal", what, time, bar=Bar("MiB", 400), figure=memory)


def in_a_process(task: str, n: int) -> tuple[Time, float]:
    """Time and peak memory of a task on n bits."""
    program = MEASURED.format(task=task.format(n=n), n=n)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    wall, cpu, peak = map(float, run.stdout.split())
    return Time(wall, cpu), peak


def kronecker(n: int, a: float) -> np.ndarray:
    """`vinterbo/impl-1`: the dense inverse by recursion.

    >>> kronecker(1, 1.5).tolist()
    [[1.5, -0.5], [-0.5, 1.5]]
    """
    if n < 1:
        return np.ones((1, 1))
    return np.kron(np.array([[a, 1 - a], [1 - a, a]]), kronecker(n - 1, a))


def estimation() -> Iterator[Result]:
    """From ten million reports to an estimate with its standard error, beside counting alone."""
    from rropt.data import count_reports
    from rropt.survey import estimate

    channel = warner()
    for kind in (np.int64, np.uint8):
        reports = np.random.default_rng(0).integers(0, 2, N).astype(kind)
        mine, theirs = in_turn(
            lambda data=reports: estimate(channel, count_reports(channel, data)).stderr,
            lambda data=reports: np.bincount(data),
        )
        what = f"estimate and standard error, 10^7 {kind.__name__}"
        yield Result("estimation", what, mine, "numpy.bincount alone", theirs, Bar("slower", 1.5))
