"""A family of tasks by size, and what was measured of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .measure import Task, exponent, shown

FELT = 1.0
"""MiB: less is what the allocator happens to have left."""


@dataclass(frozen=True)
class Sweep:
    """A family of tasks by size, and what its size counts."""

    what: str
    unit: str
    sizes: Sequence[int]
    task: Callable[[int], Task]
    least: str
    """An exponent below which no method grows in the long run, and why: what it must read or write.

    Among few sizes a fitted one may be less, as long as what does not grow takes most of the time.
    """

    clock: Task = time.process_time
    farther: int = 5
    """Steps beyond these sizes after which a verb is said to have no end in sight; none where it
    begins again what a limit has ended, or a size that is ended leaves large files."""

    def beyond(self) -> Iterator[int]:
        """Larger sizes, by the step of the last two."""
        step = self.sizes[-1] // self.sizes[-2]
        for power in range(1, 1 + self.farther):
            yield self.sizes[-1] * step**power


@dataclass(frozen=True)
class Growth:
    """Times and memory of a sweep, and the exponents of the fitted power laws."""

    what: str
    unit: str
    sizes: list[int]
    seconds: list[float]
    exponent: float
    mebibytes: list[float]
    memory_exponent: float | None
    """None where too few sizes take more than `FELT`."""

    least: str
    end: str
    """Why the next size has no answer, or the largest one that was tried."""

    def line(self) -> str:
        ends = f"{self.sizes[0]:,} to {self.sizes[-1]:,} {self.unit}"
        span = f"{shown(self.seconds[0])} to {shown(self.seconds[-1])}"
        power = "" if self.memory_exponent is None else f", exponent {self.memory_exponent:.2f}"
        time = f"{self.what:<44} {ends:<38} {span:<22} exponent {self.exponent:.2f}"
        least = f"at least {self.least}; ends: {self.end}"
        return f"{time}, {self.mebibytes[-1]:,.1f} MiB{power}; {least}"


def memory_exponent(sizes: Sequence[int], mebibytes: Sequence[float]) -> float | None:
    """Fitted to the sizes whose memory is felt, of which there must be three.

    >>> memory_exponent([1, 2, 4, 8], [0.1, 4, 8, 16])
    1.0
    """
    felt = [(size, held) for size, held in zip(sizes, mebibytes, strict=True) if held > FELT]
    return round(exponent(*zip(*felt, strict=True)), 2) if len(felt) >= 3 else None
