"""What became slower since the kept run.

Where a row has a baseline, our share of its time is compared, so that another machine does not
matter much; other rows are compared by processor time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

SLOWER = 1.25
"""Ratios below this are noise of a machine that does other things too."""

Row = dict[str, Any]


def compared(kept: Sequence[Row], found: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """(row, how many times the time of the kept run), worst first, for rows of both runs."""
    before = {_name(row): _measure(row) for row in kept}
    both = [(_name(row), _measure(row)) for row in found if before.get(_name(row))]
    ratios = [(name, measure / before[name]) for name, measure in both]
    yield from sorted(ratios, key=lambda pair: -pair[1])


def report(kept: Sequence[Row], found: Sequence[Row]) -> int:
    """Print every row of both runs; 1 where one became slower."""
    slower = 0
    for name, ratio in compared(kept, found):
        word = "slower" if ratio > SLOWER else "faster" if ratio < 1 / SLOWER else "same"
        slower += word == "slower"
        print(f"{name:<76} {ratio:6.2f} times the kept run: {word}")
    return 1 if slower else 0


def _name(row: Row) -> str:
    beside = f" beside {row['baseline']}" if row["baseline"] else ""
    return f"{row['what']}{beside}"


def _measure(row: Row) -> float:
    ours: float = row["ours"]["cpu"]
    theirs = row["theirs"]
    return ours / theirs["cpu"] if theirs else ours
