"""What rows that are looked at may cost, beside what each loop announces (`verdict`)."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import TYPE_CHECKING

from .cleared import cleared_each
from .pages import page
from .private_table import Row
from .verdict import LEAST_BITS, Size, well_formed

if TYPE_CHECKING:
    from .charge import Charge
    from .convex_utility import ConvexUtility
    from .fields import Vector

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


def allow_worths(size: Size, rows: int, utility: "ConvexUtility", bits: int | None = None) -> None:
    """Refuse too many or too costly values of a utility, beside the products of its forms.

    - bits: of the numbers of u, where they are known; else of all
    """
    allow_quotients(size, rows, utility.steps, utility.quotients, bits)
    if utility.eliminates:
        size.allow(rows * len(utility.seen) ** 5 * size.bits, MAX_ELIMINATION)


def allow_quotients(
    size: Size, rows: int, steps: int, quotients: int, bits: int | None = None
) -> None:
    """Refuse too many or too long products of the denominators of several quotients."""
    if quotients > 1:  # of one no denominators are multiplied
        long = quotients * (bits or size.bits)
        size.allow_counted(rows * steps * long, MAX_QUOTIENT_WORK)
        size.allow_counted(rows * long**2, MAX_QUOTIENT_SQUARES)


def bits_of_payment(
    charge: "Charge", utility: "ConvexUtility", size: Size, forms: Iterable["Vector"] = ()
) -> int:
    """How long the prices, these forms and the numbers of u are, where these are known; else all
    numbers.
    """
    if utility.numbers is None:
        return size.bits
    budgets = [z for z, _ in charge.budgets.values()]
    numbers = [*charge.prices, *budgets, *chain(*forms), *chain(*utility.numbers)]
    whole, unit = cleared_each(numbers)
    return max(LEAST_BITS, unit.bit_length() + max(map(abs, whole)).bit_length())


MAX_RAY_LOGARITHMS = 40_000
"""There is room for the 3432 rays of a matrix on 8 truths and the 9365 staircases on 6."""


def few_logarithms_of(rows: Iterable[Row], *most: int) -> None:
    """One for each positive value of a row."""
    number = sum(len({run.value for run in row if run.value}) for row in rows)
    page(".logarithm").few_logarithms(number, *most)
