"""What rows that tell truths apart pay for."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction

from .private_table import Run


@dataclass(frozen=True)
class Budget:
    """An excess e, what it adds up to over the rows of a table at most, and the truths on which it
    depends.
    """

    most: Fraction
    truths: Collection[int]
    steps: int
    """How many products e takes."""

    unit: int
    excess: Callable[[list[list[Run]]], int]
    """`unit` times e at a row, whose runs are given by classes."""
