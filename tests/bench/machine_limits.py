"""What the machine itself takes for a row: to read its octets, to draw its random bits.

An empty loop of Python over the same octets is what looking at each of them in turn would cost.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from .measure import Bar, Result, Task, in_turn

BLOCK = 1 << 20
"""Octets that are read and written at a time."""


def beside_the_machine(
    subject: str,
    what: str,
    mine: Task,
    limits: Mapping[str, Task],
    bars: Mapping[str, Bar] | None = None,
    rounds: int = 5,
) -> Iterator[Result]:
    """A line for each limit, in turn with ours."""
    for name, limit in limits.items():
        ours, theirs = in_turn(mine, limit, rounds)
        yield Result(subject, what, ours, f"limit: {name}", theirs, (bars or {}).get(name))


def empty_loop(things: Iterable[Any]) -> None:
    """Nothing is done with each."""
    for _ in things:
        pass


def copied(source: Path, target: Path) -> None:
    """Every octet is read and written once."""
    with source.open("rb") as read, target.open("wb") as written:
        while block := read.read(BLOCK):
            written.write(block)


def octets_drawn(channel: Any, truths: Any) -> int:
    """Of the operating system's randomness by the exact sampler, counted."""
    from rropt.data.sampler import Sampler

    drawn: list[int] = []

    def source(octets: int) -> bytes:
        drawn.append(octets)
        return os.urandom(octets)

    Sampler.of(channel)(truths, source)
    return sum(drawn)
