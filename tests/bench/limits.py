"""Where each method ends: truths are doubled until it is refused, or takes longer than PATIENCE.

Each size has a process of its own, which the system ends when its time is over.
"""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from .baselines.direct_program import best_gain
from .designs import clarabel, highs, skewed
from .measure import shown

PATIENCE = 20
"""Seconds of the processor that a size may take."""

MEMORY = 4 << 30
"""Octets of addresses that it may take."""

NO_ANSWER = (ArithmeticError, ImportError, MemoryError, ValueError)

LARGEST = 1024
"""Truths at which the doubling stops."""

GAMMA = 3
LISTED = 20
"""Truths up to which column generation lists the patterns: 2^20 of them are 170 MB."""


@dataclass(frozen=True)
class Limit:
    """The largest number of truths that was reached, its time, and what came next."""

    what: str
    truths: int
    seconds: float
    end: str

    def line(self) -> str:
        return f"{self.what:<52} k = {self.truths:<6} {shown(self.seconds):>9}  {self.end}"


def limits() -> Iterator[Limit]:
    """Ours, then the programs that others would write."""
    for what, task in (OURS | THEIRS).items():
        yield ended(what, task)


def ended(what: str, task: Callable[[int], Any]) -> Limit:
    """Double the truths while the method answers in time."""
    reached, seconds, truths = 0, 0.0, 4
    while truths <= LARGEST:
        taken, reason = attempted(task, truths)
        if reason:
            return Limit(what, reached, seconds, f"k = {truths}: {reason}")
        reached, seconds = truths, taken
        truths *= 2
    return Limit(what, reached, seconds, f"{LARGEST} truths were enough")


def attempted(task: Callable[[int], Any], truths: int) -> tuple[float, str]:
    """The seconds of a size, and why there was no answer; empty where there was one."""
    context = multiprocessing.get_context("fork")
    reader, writer = context.Pipe(duplex=False)
    process = context.Process(target=_attempt, args=(task, truths, writer))
    process.start()
    writer.close()
    try:
        found: tuple[float, str] = reader.recv()
    except EOFError:
        process.join()
        found = 0.0, end_by_status(process.exitcode or 1)
    process.join()
    return found


def _attempt(task: Callable[[int], Any], truths: int, writer: Any) -> None:
    """In the process of its own."""
    set_limits()
    start, reason = time.process_time(), ""
    try:
        task(truths)
    except NO_ANSWER as error:
        reason = first_line(error)
    writer.send((time.process_time() - start, reason))


def set_limits() -> None:
    """Of this process: its time and its memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def end_by_status(status: int) -> str:
    """How a process ended that gave no answer; empty where it ended well.

    >>> end_by_status(0), end_by_status(-signal.SIGXCPU), end_by_status(1)
    ('', 'more than 20 s', 'ended with status 1')
    """
    if status == -signal.SIGXCPU:
        return f"more than {PATIENCE} s"
    return f"ended with status {status}" if status else ""


def first_line(error: BaseException) -> str:
    """What is said of a question that has no answer."""
    said = str(error).splitlines()
    return said[0] if said else type(error).__name__


def _optimal(level: Any, objective: Any) -> Any:
    from rropt.certified import optimal

    return optimal(level, objective)


def _pure(goal: str) -> Callable[[int], Any]:
    """A certified design for a skewed prior under one number."""

    def task(k: int) -> Any:
        return _optimal(_level(), _objective(goal, k))

    return task


def _level(delta: Any = 0) -> Any:
    from rropt.privacy import LocalDP

    return LocalDP.from_gamma(GAMMA, delta=delta)


def _objective(goal: str, k: int) -> Any:
    import rropt as rr

    prior = skewed(k)
    made = {
        "trace": lambda: rr.Trace(k),
        "guess": lambda: rr.Guess(prior),
        "gain": lambda: rr.Gain(
            [[(7 * a + 3 * j) % 11 for j in range(k)] for a in range(6)], prior
        ),
        "information": lambda: rr.MutualInformation(prior),
        "a-optimal": lambda: rr.AOptimal(prior),
        "contrast": lambda: rr.COptimal(prior, range(k)),
        "mean": lambda: rr.Mean([Fraction(2 * j, k - 1) - 1 for j in range(k)]),
    }
    return made[goal]()


def _with_delta(k: int) -> Any:
    return _optimal(_level("1/10"), _objective("guess", k))


def _matrix(k: int) -> Any:
    from rropt.privacy import Privacy

    random = Random(5)
    entry = {pair: Fraction(random.randint(20, 40), 10) for pair in product(range(k), repeat=2)}
    levels = [[1 if a == b else entry[a, b] for b in range(k)] for a in range(k)]
    return _optimal(Privacy(levels), _objective("gain", k))


def _problem(goal: str, k: int) -> Any:
    from rropt.design import Problem

    return Problem(_level(), _objective(goal, k))


def _direct(k: int) -> Any:
    prior = skewed(k)
    return best_gain([[prior[j] * (i == j) for j in range(k)] for i in range(k)], GAMMA)


def _direct_gain(k: int) -> Any:
    prior = skewed(k)
    rows = [[(7 * a + 3 * j) % 11 * prior[j] for j in range(k)] for a in range(6)]
    return best_gain(rows, GAMMA)


def _by_qif(k: int) -> Any:
    from .baselines.guess_by_qif import best_guess

    return best_guess([float(q) for q in skewed(k)], GAMMA)


def _generated(k: int) -> Any:
    """All 2^k patterns are priced at once."""
    import numpy as np

    from .baselines.column_generation import best_information

    if k > LISTED:
        raise MemoryError(f"2^{k} patterns were not listed")
    return best_information(np.array(skewed(k), dtype=float), GAMMA)


def _full(solver: Callable[[Any], Callable[[], Any]], goal: str, most: int) -> Callable[[int], Any]:
    """The program with a column for each of 2^k patterns, up to so many truths."""

    def task(k: int) -> Any:
        if k > most:
            raise MemoryError(f"2^{k} columns were not tried")
        return solver(_problem(goal, k))()

    return task


OURS: dict[str, Callable[[int], Any]] = {
    "trace": _pure("trace"),
    "guess": _pure("guess"),
    "gain of 6 actions": _pure("gain"),
    "mutual information": _pure("information"),
    "A-optimal": _pure("a-optimal"),
    "one contrast": _pure("contrast"),
    "mean of numbers, worst case": _pure("mean"),
    "guess with delta 1/10": _with_delta,
    "gain of 6 actions under a random matrix": _matrix,
}
"""Certified designs for skewed priors."""

THEIRS: dict[str, Callable[[int], Any]] = {
    "HiGHS, direct program: guess": _direct,
    "HiGHS, direct program: gain of 6 actions": _direct_gain,
    "qif: guess": _by_qif,
    "HiGHS, column generation: mutual information": _generated,
    "HiGHS, full program: mutual information": _full(highs, "information", 20),
    "cvxpy + Clarabel, full program: mutual information": _full(clarabel, "information", 12),
    "cvxpy + Clarabel, full program: A-optimal": _full(clarabel, "a-optimal", 12),
}
"""In doubles, without a proof."""
