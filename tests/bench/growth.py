"""How time and memory grow: each size over a factor of at least 16, with the fitted exponents.

Memory is what a process of its own holds at most beyond what it held before, when it has met the
smallest size already, so that its libraries are there.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from .designs import ours, question, skewed
from .limits import NO_ANSWER, end_by_status, first_line
from .measure import Task, alone, exponent
from .memory import held_now, held_since
from .orders import compared, random_channel
from .reports import warner
from .sizes import Growth, Sweep, memory_exponent
from .sweeps import everybody
from .verbs import VERBS


def growth() -> Iterator[Growth]:
    """Every sweep, in processor time and in memory."""
    for number, sweep in enumerate(SWEEPS):
        sizes = list(sweep.sizes)
        seconds = [alone(sweep.task(size), 2, sweep.clock).cpu for size in sizes]
        fitted = exponent(sizes, [max(s, 1e-7) for s in seconds])
        held = [held_by(number, size) for size in sizes]
        power = memory_exponent(sizes, held)
        measured = sizes, seconds, fitted, held, power
        yield Growth(sweep.what, sweep.unit, *measured, sweep.least, end_of(number))


LIMITED = """
from tests.bench import growth, limits
limits.set_limits()
print({question})
"""
"""A process of its own, with the limits of a size."""


def end_of(number: int) -> str:
    """The first larger size of a sweep that has no answer, and why."""
    sweep = SWEEPS[number]
    reached = sweep.sizes[-1]
    for size in sweep.beyond():
        program = LIMITED.format(question=f"growth.refused({number}, {size})")
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        reason = end_by_status(run.returncode) or run.stdout.strip()
        if reason:
            return f"{size:,}: {reason}"
        reached = size
    return f"none up to {reached:,}"


def refused(number: int, size: int) -> str:
    """Why a task of a sweep has no answer; empty where it has one."""
    try:
        SWEEPS[number].task(size)()
    except NO_ANSWER as error:
        return first_line(error)
    return ""


def held_by(number: int, size: int) -> float:
    """MiB of a task of a sweep, in a process of its own."""
    program = f"from tests.bench import growth; print(growth.peak({number}, {size}))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    return float(run.stdout)


def peak(number: int, size: int) -> float:
    """The same in this process: the peak since the task began, less what was held then."""
    sweep = SWEEPS[number]
    sweep.task(sweep.sizes[0])()
    task = sweep.task(size)
    before = held_now()
    task()
    return held_since(before) or 0.0


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
    from rropt.survey.bits import estimate_marginal

    counts = np.ones(cells, np.int64)
    channels = [warner()] * (cells.bit_length() - 1)
    return lambda: estimate_marginal(channels, counts)


def sampled(reports: int) -> Task:
    from rropt.data.sampler import randomize

    truths, channel = np.zeros(reports, np.uint8), warner()
    return lambda: randomize(channel, truths)


def estimated(reports: int) -> Task:
    from rropt.data import count_reports
    from rropt.survey import estimate

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


def randomized(rows: int) -> Task:
    """A column of a CSV file, with a new target each time."""
    from rropt.data.randomize_file import randomize_file

    folder, numbers = TemporaryDirectory(), count()
    answers = Path(folder.name) / "answers.csv"
    answers.write_text("person,answer\n" + "".join(f"{i},{i % 2}\n" for i in range(rows)))

    def task(folder: TemporaryDirectory = folder) -> object:
        target = Path(folder.name) / f"{next(numbers)}.csv"
        return randomize_file(warner(), answers, "answer", target)

    return task


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
    from rropt.survey import estimate
    from rropt.survey.planning.survey_power import k_randomized_response

    size = int(cells**0.5)
    channel = k_randomized_response(size, 1)
    counts = np.arange(1, size + 1)
    return lambda: estimate(channel, counts).stderr


def regressed(people: int) -> Task:
    """A logistic regression of randomized reports on one number."""
    import rropt as rr

    random = np.random.default_rng(people)
    said = np.where(random.integers(0, 2, people) == 1, "yes", "no")
    frame = {"y": said, "x": random.normal(size=people)}
    design = rr.device("warner", p="3/4")
    return lambda: rr.regress("y ~ x", frame, design)


def planned(truths: int) -> Task:
    """The reports that a margin needs, for equal shares."""
    import rropt as rr
    from rropt.survey.planning.survey_power import k_randomized_response

    shares = [Fraction(1, truths)] * truths
    return lambda: rr.plan(k_randomized_response(truths, 1), shares, margin="0.02")


def revealed(cells: int) -> Task:
    """All measures of what a table reveals, written out."""
    import rropt as rr
    from rropt.survey.planning.survey_power import k_randomized_response

    size = int(cells**0.5)
    return lambda: rr.measures(k_randomized_response(size, 1)).to_json()


def many_digits(objective: Callable[[Any], Any]) -> Callable[[int], Task]:
    """Designs for eight truths whose shares have so many decimal digits."""

    def task(digits: int) -> Task:
        from rropt.design import Problem
        from rropt.privacy import LocalDP

        return ours(Problem(LocalDP.from_gamma(3), objective(shares_of(digits))))

    return task


def shares_of(digits: int) -> list[Fraction]:
    """Eight random shares over 8 * 10^digits."""
    random, whole = Random(digits), 10**digits
    shares = [Fraction(random.randrange(whole // 2, whole), 8 * whole) for _ in range(7)]
    return [*shares, 1 - sum(shares, Fraction(0))]


def guess(prior: list[Fraction]) -> Any:
    from rropt.utility import Guess

    return Guess(prior)


def information(prior: list[Fraction]) -> Any:
    from rropt.utility import MutualInformation

    return MutualInformation(prior)


DIGITS = "digits of the prior"
MANY_DIGITS = [60, 240, 960, 3840]
"""Fewer are no slower; a share has at most 4,000."""

ONE_NUMBER = "0: the question is one number"
READ = "1: each is read"

SWEEPS = (
    Sweep(
        "certified linear design",
        "patterns",
        [2**k for k in range(10, 21, 2)],
        designed,
        "0: k shares of 2^k patterns are read",
    ),
    Sweep(
        "certified A-optimal design",
        "patterns",
        [2**k for k in range(5, 11)],
        curved,
        "0: k shares of 2^k patterns are read",
        farther=16,
    ),
    Sweep("certified guess design", "truths", [15, 30, 60, 120, 240], guessed, READ),
    Sweep("certified gain design, k = 16", "actions", [4, 8, 16, 32, 64], gained, READ),
    Sweep("certified guess design, k = 8", "1/delta", [10, 40, 160, 640], with_delta, ONE_NUMBER),
    Sweep("certified information, k = 8", "bits of gamma", [8, 32, 128, 512], finely_leveled, READ),
    Sweep("certified guess design, k = 8", DIGITS, MANY_DIGITS, many_digits(guess), READ),
    Sweep("certified information, k = 8", DIGITS, MANY_DIGITS, many_digits(information), READ),
    Sweep(
        "check of a linear certificate",
        "patterns",
        [2**k for k in range(10, 20, 2)],
        checked,
        "0: at most k of 2^k patterns are written",
    ),
    Sweep(
        "certified trace design, written out",
        "truths",
        [2**e for e in range(3, 8)],
        traced,
        ONE_NUMBER,
    ),
    Sweep(
        "certified trace design, as orbits",
        "truths",
        [10**e for e in range(3, 7)],
        traced,
        ONE_NUMBER,
    ),
    Sweep("n-bit marginal", "cells (2^n)", [2**n for n in range(12, 25, 2)], marginals, READ),
    Sweep("exact sampling", "reports", [10**5 * 4**e for e in range(5)], sampled, READ),
    Sweep(
        "randomized CSV file",
        "rows",
        [10**4 * 4**e for e in range(5)],
        randomized,
        READ,
        farther=1,
    ),
    Sweep("estimation", "reports", [10**5 * 4**e for e in range(5)], estimated, READ),
    Sweep(
        "estimation",
        "cells of the table",
        [16**2, 32**2, 64**2, 128**2],
        estimated_categories,
        "1/2: k counts are read",
    ),
    Sweep("logistic regression", "people", [1000 * 4**e for e in range(4)], regressed, READ),
    Sweep("plan of a survey", "truths planned for", [2, 4, 8, 16, 32], planned, "1: k shares"),
    Sweep("what a table reveals", "entries of a table", [16, 64, 256], revealed, READ),
    Sweep(
        "sweep",
        "designs",
        [256, 1024, 4096],
        many_designs,
        "1: each is written",
        everybody,
        farther=0,
    ),
    Sweep("Blackwell comparison", "cells of the table", [16, 64, 256, 1024], ordered, READ),
    *VERBS,
)
