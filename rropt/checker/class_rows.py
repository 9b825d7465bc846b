"""Classes of truths, and rows that differ inside a class."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from .fields import count, listed, rational
from .verdict import well_formed


def runs(pattern: list[Any], sizes: Sequence[int]) -> list[tuple[int, Fraction, int]]:
    """Class, value and number of truths: an entry is one value, or a list of [value, number]."""
    row = []
    for truth, (entry, size) in enumerate(zip(pattern, sizes, strict=True)):
        if not isinstance(entry, list):
            row.append((truth, rational(entry), size))
            continue
        parts = [listed(part, 2) for part in entry]
        row += [(truth, rational(value), count(number)) for value, number in parts]
        whole = sum(number for _, number in parts) == size
        well_formed(whole, "a pattern has not one value a truth")
    return row


def read_sizes(truths: Any, classes: int) -> list[int]:
    """How many truths each class has: one, or as the list says; there is a price for each."""
    if isinstance(truths, list):
        sizes = [count(size) for size in truths]
    else:
        well_formed(count(truths) == classes, "not one price for each truth")
        sizes = [1] * classes
    well_formed(sizes, "no truths")
    return sizes
