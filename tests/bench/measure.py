"""Timing two ways of doing the same thing in turn, and what a comparison says.

The machine may be shared, so every figure is taken twice: by the wall clock and as processor time
of the process (user and system). The two sides take turns and the best of several rounds counts for
each. The verdict is that of the processor time; with the libraries held to one thread it is the
wall time of an idle machine.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from .lacking import lacking, settings
from .memory import held_now, held_since

Task = Callable[[], Any]

SHORT = 0.02
"""Seconds; shorter tasks are repeated."""

LONG = 10.0
"""Seconds after which a comparison has no further round: what takes long varies little."""


@dataclass(frozen=True)
class Time:
    """Seconds by the wall clock and of the processor."""

    wall: float
    cpu: float
    mebibytes: float | None = None
    """What the process held at most beyond what it held before; None where that is not known."""


@dataclass(frozen=True)
class Bar:
    """`faster`: baseline / ours at least; `slower`: ours / baseline at most; `beyond`: so many
    seconds more than the baseline at most; else a ceiling.
    """

    kind: str
    value: float

    def __str__(self) -> str:
        return {
            "faster": f">= {self.value:g}x faster",
            "slower": f"<= {self.value:g}x",
            "beyond": f"< {self.value:g} s more",
            "seconds": f"< {self.value:g} s",
            "MiB": f"< {self.value:g} MiB",
            "gap": f"< {self.value:g}",
        }[self.kind]


@dataclass(frozen=True)
class Result:
    """One line: what was done, how long it took, beside what, against which bar."""

    subject: str
    what: str
    ours: Time
    baseline: str = ""
    theirs: Time | None = None
    bar: Bar | None = None
    figure: float | None = None
    """What a bar on memory or a gap looks at, where that is not a time."""

    load: float = field(default_factory=lambda: os.getloadavg()[0])
    """How many processes were ready to run in the minute before: above the number of cores, the
    other side was measured while others took the caches."""

    @property
    def ratio(self) -> float | None:
        """Baseline / ours in processor time: above one, we are faster."""
        return None if self.theirs is None else self.theirs.cpu / max(self.ours.cpu, 1e-9)

    @property
    def wall_ratio(self) -> float | None:
        return None if self.theirs is None else self.theirs.wall / max(self.ours.wall, 1e-9)

    @property
    def settings(self) -> str:
        """How the baseline was run."""
        return settings(self.baseline)

    @property
    def verdict(self) -> str:
        """pass or short; empty without a bar."""
        if self.bar is None:
            return ""
        ratio = self.ratio or math.nan
        more = math.inf if self.theirs is None else self.ours.cpu - self.theirs.cpu
        met = {
            "beyond": more < self.bar.value,
            "faster": ratio >= self.bar.value,
            "slower": 1 / ratio <= self.bar.value,
            "seconds": self.ours.cpu < self.bar.value,
        }
        figure = math.inf if self.figure is None else self.figure
        return "pass" if met.get(self.bar.kind, figure < self.bar.value) else "short"

    def to_json(self) -> dict[str, Any]:
        derived = {"ratio": self.ratio, "wall_ratio": self.wall_ratio, "verdict": self.verdict}
        words = {"bar": None if self.bar is None else str(self.bar), "settings": self.settings}
        return asdict(self) | derived | words

    def line(self) -> str:
        """The printed line."""
        theirs = "" if self.theirs is None else f"{shown(self.theirs.cpu)} {self.baseline}"
        ratio = "" if self.ratio is None else f"{times(self.ratio)} (wall {times(self.wall_ratio)})"
        extra = "" if self.figure is None else f"{self.figure:.3g}"
        bar = "" if self.bar is None else f"bar {self.bar}: {self.verdict}"
        lacks = lacking(self.baseline)
        run = f"; run with {self.settings}" if self.settings else ""
        without = f"; without {lacks}" if lacks else ""
        held = "" if self.ours.mebibytes is None else f"; {self.ours.mebibytes:,.1f} MiB"
        measured = f"{self.what:<50} {shown(self.ours.cpu):>9} | {theirs:<44} {ratio} {extra} {bar}"
        return f"{measured}{held}; load {self.load:.1f}{run}{without}"


@dataclass(frozen=True)
class Absent:
    """A library that there is nothing to compare with, and why."""

    library: str
    reason: str

    def line(self) -> str:
        return f"{self.library}: not compared ({self.reason})"


def shown(seconds: float) -> str:
    """A time with three digits.

    >>> shown(0.01234), shown(2.5), shown(0.0000012)
    ('12.3 ms', '2.50 s', '1.20 us')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size or unit == "us":
            value = seconds / size
            digits = max(0, 2 - max(0, int(math.log10(value)) if value > 0 else 0))
            return f"{value:.{digits}f} {unit}"
    raise AssertionError


def times(ratio: float | None) -> str:
    """How many times faster than the baseline, or slower.

    >>> times(3100.0), times(0.8)
    ('3,100x faster', '1.25x the time')
    """
    if ratio is None:
        return ""
    if ratio >= 1:
        return f"{ratio:,.0f}x faster" if ratio >= 20 else f"{ratio:.3g}x faster"
    return f"{1 / ratio:.3g}x the time"


def timed(task: Task, clock: Task = time.process_time) -> Time:
    """One run and its memory; the average of several where one is too short for the clocks."""
    before = held_now() if clock is time.process_time else None
    first = replace(_together(task, clock, 1), mebibytes=held_since(before))
    if first.wall > SHORT:
        return first
    times = 1 + int(SHORT / max(first.wall, 1e-6))
    return best([first, _together(task, clock, times)])


def _together(task: Task, clock: Task, times: int) -> Time:
    wall, cpu = time.perf_counter(), clock()
    for _ in range(times):
        task()
    return Time((time.perf_counter() - wall) / times, (clock() - cpu) / times)


def best(runs: Sequence[Time]) -> Time:
    """The least wall time and the least processor time, and the most memory of those that say."""
    held = [run.mebibytes for run in runs if run.mebibytes is not None]
    return Time(
        min(run.wall for run in runs), min(run.cpu for run in runs), max(held, default=None)
    )


def alone(task: Task, rounds: int = 3, clock: Task = time.process_time) -> Time:
    """The best of several runs."""
    return best([timed(task, clock) for _ in range(rounds)])


def in_turn(
    ours: Task, theirs: Task, rounds: int = 5, clock: Task = time.process_time
) -> tuple[Time, Time]:
    """Both sides in turn, the best of several rounds for each; no further one after `LONG`."""
    pairs: list[tuple[Time, Time]] = []
    while len(pairs) < rounds and sum(one.wall for pair in pairs for one in pair) < LONG:
        pairs.append((timed(ours, clock), timed(theirs, clock)))
    return best([mine for mine, _ in pairs]), best([other for _, other in pairs])


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The slope of the line through the logarithms.

    >>> round(exponent([1, 2, 4], [1, 4, 16]), 6)
    2.0
    """
    import numpy as np

    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])
