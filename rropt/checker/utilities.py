"""Convex utilities u of a row, each homogeneous: u(s r) = s u(r). A family has a page of its own:

actions          max_x x.r                                  trace, guess, gain, total variation
ratios           sum s (t.r)^2 / (q.r)                      information, chi-square, Le Cam
entropy          sum_j a_j r_j ln(r_j / m.r)                mutual information, Kullback-Leibler
root_difference  (sqrt r_a - sqrt r_b)^2                    Hellinger
tabulated        values on the word of the user
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

from .cleared import Vector
from .pages import named_page
from .private_table import Row
from .verdict import well_formed

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

    def knows(self, rows: Iterable[Row]) -> bool:
        """Whether the values at these rows are given."""
        return True


Named = tuple[ConvexUtility, str]
"""A utility, and the words for it in a sentence."""

UTILITIES = {
    "trace": ".actions",
    "probability-of-a-right-guess": ".actions",
    "gain": ".actions",
    "mutual-information": ".entropy",
    "fisher-information": ".ratios",
    "total-variation": ".divergences",
    "chi-square": ".divergences",
    "le-cam": ".divergences",
    "hellinger": ".divergences",
    "kullback-leibler": ".divergences",
    "reverse-kullback-leibler": ".divergences",
    "jensen-shannon": ".divergences",
    "utility-on-the-word-of-the-user": ".tabulated",
}
"""The page that reads a utility of this name, with exactly the fields that belong to it."""

FOR_CLASSES = "trace", "probability-of-a-right-guess", "mutual-information"


def read_utility(value: Any, sizes: list[int]) -> Named:
    """The utility and its words; `sizes` says how many truths each class has."""
    name, family = named_page(value, "name", UTILITIES)
    well_formed(max(sizes) == 1 or name in FOR_CLASSES, "this utility tells all truths apart")
    found: Named = family.read(value, sizes)
    return found
