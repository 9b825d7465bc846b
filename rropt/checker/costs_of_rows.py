"""What rows that are looked at may cost, beside what each loop announces (`verdict`)."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from .pages import page
from .private_table import Row
from .verdict import Size, well_formed

if TYPE_CHECKING:
    from .convex_utility import ConvexUtility

Rays = tuple[int, int, Callable[[], Iterable[Row]]]
"""How many rows, of at most how many runs, and what makes them."""

MAX_QUOTIENT_WORK = 1 << 36
MAX_QUOTIENT_SQUARES = 1 << 40
"""A sum of p quotients at a row multiplies p denominators, and is reduced: 16384 scenarios took 4 s
at 5 rows, 30 scenarios with 6500 bits 9 s at 149 rows."""

MAX_STAIRCASES = 1 << 14

MAX_ELIMINATION = 1 << 42
"""An elimination in k rows has numbers k times as long: 64 in 6 rows of 12,000 bits, 2^46, took
10 s, 256 in 8 rows of 800 bits, 2^42, one second."""


def few_rows(number: int) -> int:
    """Refuse too many rows before they are made."""
    well_formed(number <= MAX_STAIRCASES, "too many extreme patterns")
    return number


def allow_worths(size: Size, rows: int, utility: "ConvexUtility") -> None:
    """Refuse too many or too costly values of a utility, beside the products of its forms."""
    allow_quotients(size, rows, utility.steps, utility.quotients)
    if utility.eliminates:
        size.allow(rows * len(utility.seen) ** 5 * size.bits, MAX_ELIMINATION)


def allow_quotients(size: Size, rows: int, steps: int, quotients: int) -> None:
    """Refuse too many or too long products of the denominators of several quotients."""
    if quotients > 1:  # of one no denominators are multiplied
        size.allow(rows * steps * quotients, MAX_QUOTIENT_WORK)
        size.allow(rows * quotients**2 * size.bits, MAX_QUOTIENT_SQUARES)


MAX_RAY_LOGARITHMS = 40_000
"""There is room for the 3432 rays of a matrix on 8 truths and the 9365 staircases on 6."""


def few_logarithms_of(rows: Iterable[Row], *most: int) -> None:
    """One for each positive value of a row."""
    number = sum(len({run.value for run in row if run.value}) for row in rows)
    page(".logarithm").few_logarithms(number, *most)
