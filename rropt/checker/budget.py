"""What rows that tell truths apart pay for: an excess of which a table has at most so much."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

from .private_table import Run


@dataclass(frozen=True)
class Budget:
    """What an excess e of rows adds up to at most, and the truths on which e depends."""

    most: Fraction
    truths: Collection[int]
    steps: int
    """How many products e takes."""

    unit: int
    excess: Callable[[list[list[Run]]], int]
    """`unit` times e at a row, whose runs are given by classes."""
