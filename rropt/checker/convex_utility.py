"""Convex utilities u of a row, each homogeneous: u(s r) = s u(r). A family has its own page.

Also what it costs to look at rows, beside what each loop announces (`verdict`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import ClassVar

from .fields import Vector, exact_sum
from .private_table import Row
from .verdict import Size, well_formed

Ends = tuple[Fraction, Fraction]


class ConvexUtility(ABC):
    """What the value of a table, and a proof of coverage, ask of a utility."""

    logarithms: ClassVar[bool] = False
    """Whether a row takes logarithms."""

    eliminates: ClassVar[bool] = False
    """Whether a row takes the elimination of a matrix."""

    @property
    def family(self) -> str:
        """A name, where a page of coverage knows more than the values at rows."""
        return ""

    @property
    def quotients(self) -> int:
        """How many quotients of long numbers a row adds up."""
        return 0

    @property
    def powers(self) -> list[tuple[Fraction, Vector, Vector, Fraction]] | None:
        """(a, x, y, s) of each part of a sum of s y f(x / y), f(t) = t^2 or t ln t (a = 1), where
        it is one; s and y are not negative.
        """
        return None

    @property
    @abstractmethod
    def forms(self) -> list[Vector]:
        """Linear forms whose values at a row, without a price, decide u."""

    @property
    def seen(self) -> set[int]:
        """The truths, or classes, at which a form is not zero: u depends on no others."""
        return {truth for form in self.forms for truth, entry in enumerate(form) if entry}

    @property
    def steps(self) -> int:
        """How many products a row takes."""
        return sum(map(len, self.forms))

    @abstractmethod
    def ends(self, row: Row) -> Ends:
        """Rationals below and above u at a row of whole numbers; equal where u is rational."""

    def of_table(self, rows: Iterable[Row]) -> Ends:
        """The same for the sum over some rows."""
        lows, highs = zip(*map(self.ends, rows), strict=True)
        return exact_sum(lows), exact_sum(highs)

    def short_ends(self, rows: Iterable[Row]) -> Ends:
        """Ends that may be further apart, and take less time, for the sum over some rows."""
        return self.of_table(rows)

    def knows(self, rows: Iterable[Row]) -> bool:
        """Whether the values at these rows are given."""
        return True


Named = tuple[ConvexUtility, str]
"""A utility, and the words for it in a sentence."""


Rays = tuple[int, int, Callable[[], Iterable[Row]]]
"""How many rows, of at most how many runs, and what makes them."""

MAX_RAY_WORK = 1 << 33
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


def allow_worths(size: Size, rows: int, utility: ConvexUtility) -> None:
    """Refuse too many or too costly values of a utility, beside the products of its forms."""
    allow_quotients(size, rows, utility.steps, utility.quotients)
    if utility.eliminates:
        size.allow(rows * len(utility.seen) ** 5 * size.bits, MAX_ELIMINATION)


def allow_quotients(size: Size, rows: int, steps: int, quotients: int) -> None:
    """Refuse too many or too long products of the denominators of several quotients."""
    if quotients > 1:  # of one no denominators are multiplied
        size.allow(rows * steps * quotients, MAX_QUOTIENT_WORK)
        size.allow(rows * quotients**2 * size.bits, MAX_QUOTIENT_SQUARES)


MAX_LOGARITHMS = 1 << 14
"""27,000 took 3 s."""

MAX_RAY_LOGARITHMS = 1 << 15
"""For the 3432 rays of a matrix on 8 truths there is room."""


def few_logarithms(count: int, most: int = MAX_LOGARITHMS) -> None:
    """Refuse more logarithms than seconds allow."""
    well_formed(count <= most, "too many logarithms")


def few_logarithms_of(rows: Iterable[Row], most: int = MAX_LOGARITHMS) -> None:
    """One for each positive value of a row."""
    few_logarithms(sum(len({run.value for run in row if run.value}) for row in rows), most)
