"""How the time grows: each size over a factor of at least 16, with the fitted exponent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from .designs import ours, question, skewed
from .measure import Task, alone, exponent, shown
from .orders import compared, random_channel
from .reports import warner
from .sweeps import everybody


@dataclass(frozen=True)
class Sweep:
    """A family of tasks by size, and what its size counts."""

    what: str
    unit: str
    sizes: Sequence[int]
    task: Callable[[int], Task]
    clock: Task = time.process_time


@dataclass(frozen=True)
class Growth:
    """The times of a sweep and the exponent of the fitted power law."""

    what: str
    unit: str
    sizes: list[int]
    seconds: list[float]
    exponent: float

    def line(self) -> str:
        ends = f"{self.sizes[0]:,} to {self.sizes[-1]:,} {self.unit}"
        span = f"{shown(self.seconds[0])} to {shown(self.seconds[-1])}"
        return f"{self.what:<44} {ends:<38} {span:<22} exponent {self.exponent:.2f}"


def growth() -> Iterator[Growth]:
    """Every sweep, in processor time."""
    for sweep in SWEEPS:
        seconds = [alone(sweep.task(size), 2, sweep.clock).cpu for size in sweep.sizes]
        fitted = exponent(sweep.sizes, [max(s, 1e-7) for s in seconds])
        yield Growth(sweep.what, sweep.unit, list(sweep.sizes), seconds, fitted)


def designed(patterns: int) -> Task:
    return ours(question(patterns.bit_length() - 1))


def traced(truths: int) -> Task:
    from rropt.certified import optimal
    from rropt.privacy import LocalDP
    from rropt.utility import Trace

    return lambda: optimal(LocalDP("ln(3)"), Trace(truths), crosscheck=False)


def checked(patterns: int) -> Task:
    from rropt.checker import check

    written = designed(patterns)().certificate.to_json()
    return lambda: check(written)


def marginals(cells: int) -> Task:
    from rropt.estimating.bits import estimate_marginal

    counts = np.ones(cells, np.int64)
    channels = [warner()] * (cells.bit_length() - 1)
    return lambda: estimate_marginal(channels, counts)


def sampled(reports: int) -> Task:
    from rropt.sampling import randomize

    truths, channel = np.zeros(reports, np.uint8), warner()
    return lambda: randomize(channel, truths)


def estimated(reports: int) -> Task:
    from rropt.counting import count_reports
    from rropt.estimating import estimate

    channel, data = warner(), np.zeros(reports, np.uint8)
    data[::3] = 1
    return lambda: estimate(channel, count_reports(channel, data)).stderr


def guessed(truths: int) -> Task:
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import Guess

    return ours(Problem(LocalDP.from_gamma(3), Guess(skewed(truths))))


def gained(actions: int) -> Task:
    """A gain of so many actions for sixteen truths."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import Gain

    rows = [[(7 * a + 3 * j + a * j) % 11 for j in range(16)] for a in range(actions)]
    return ours(Problem(LocalDP.from_gamma(3), Gain(rows, skewed(16))))


def with_delta(parts: int) -> Task:
    """A guess among eight truths with delta one over so many."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import Guess

    level = LocalDP.from_gamma(3, delta=Fraction(1, parts))
    return ours(Problem(level, Guess(skewed(8))))


def finely_leveled(bits: int) -> Task:
    """Information about eight truths at gamma = 3 + 2^-bits."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    level = LocalDP.from_gamma(3 + Fraction(1, 2**bits))
    return ours(Problem(level, MutualInformation(skewed(8))))


def curved(patterns: int) -> Task:
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility.at_prior import AOptimal

    prior = skewed(patterns.bit_length() - 1)
    return ours(Problem(LocalDP.from_gamma(3), AOptimal(prior)))


def many_designs(cells: int) -> Task:
    """A sweep of variances with one worker, into a new store each time."""
    from rropt.sweep import run_sweep

    folder, numbers = TemporaryDirectory(), count()
    levels = {"from": 2, "to": 3, "points": cells}

    def task(folder: TemporaryDirectory = folder) -> object:
        store = Path(folder.name) / f"{next(numbers)}.db"
        return run_sweep(store, gamma=levels, objective="variance", prior="1/4", jobs=1)

    return task


def ordered(cells: int) -> Task:
    size = int(cells**0.5)
    P = random_channel(size, 1)
    return compared(random_channel(size, 2) @ P, P)


def estimated_categories(cells: int) -> Task:
    from rropt.estimating import estimate
    from rropt.planning.accuracy import k_randomized_response

    size = int(cells**0.5)
    channel = k_randomized_response(size, 1)
    counts = np.arange(1, size + 1)
    return lambda: estimate(channel, counts).stderr


SWEEPS = (
    Sweep("certified linear design", "patterns", [2**k for k in range(10, 21, 2)], designed),
    Sweep("certified A-optimal design", "patterns", [2**k for k in range(5, 11)], curved),
    Sweep("certified guess design", "truths", [15, 30, 60, 120, 240], guessed),
    Sweep("certified gain design, k = 16", "actions", [4, 8, 16, 32, 64], gained),
    Sweep("certified guess design, k = 8", "1/delta", [10, 40, 160, 640], with_delta),
    Sweep("certified information, k = 8", "bits of gamma", [8, 32, 128, 512], finely_leveled),
    Sweep("check of a linear certificate", "patterns", [2**k for k in range(10, 20, 2)], checked),
    Sweep("certified trace design, written out", "truths", [2**e for e in range(3, 8)], traced),
    Sweep("certified trace design, as orbits", "truths", [10**e for e in range(3, 7)], traced),
    Sweep("n-bit marginal", "cells (2^n)", [2**n for n in range(12, 25, 2)], marginals),
    Sweep("exact sampling", "reports", [10**5 * 4**e for e in range(5)], sampled),
    Sweep("estimation", "reports", [10**5 * 4**e for e in range(5)], estimated),
    Sweep("estimation", "cells of the table", [16**2, 32**2, 64**2, 128**2], estimated_categories),
    Sweep("sweep", "designs", [256, 1024, 4096], many_designs, everybody),
    Sweep("Blackwell comparison", "cells of the table", [16, 64, 256, 1024], ordered),
)
