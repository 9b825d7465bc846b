"""How many logarithms a file may take: 27,000 took 3 s."""

from __future__ import annotations

from collections.abc import Iterable

from .private_table import Row
from .verdict import well_formed

MAX_LOGARITHMS = 1 << 14
MAX_RAY_LOGARITHMS = 1 << 15
"""For the 3432 rays of a matrix on 8 truths there is room."""


def few_logarithms(count: int, most: int = MAX_LOGARITHMS) -> None:
    """Refuse more logarithms than seconds allow."""
    well_formed(count <= most, "too many logarithms")


def few_logarithms_of(rows: Iterable[Row], most: int = MAX_LOGARITHMS) -> None:
    """One for each positive value of a row."""
    few_logarithms(sum(len({run.value for run in row if run.value}) for row in rows), most)
