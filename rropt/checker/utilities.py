"""Convex utilities u of a row, each homogeneous: u(s r) = s u(r). A family has a page of its own:

actions          max_x x.r                                  trace, guess, gain, total variation
ratios           sum s (t.r)^2 / (q.r)                      information, chi-square, Le Cam
entropy          sum_j a_j r_j ln(r_j / m.r)                mutual information, Kullback-Leibler
root_difference  (sqrt r_a - sqrt r_b)^2                    Hellinger
tabulated        values on the word of the user
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from .cleared import Vector
from .fields import index, listed, record
from .private_table import Row
from .verdict import well_formed

Ends = tuple[Fraction, Fraction]


class ConvexUtility(ABC):
    """What a page of coverage needs to know of a utility."""

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
        """The truths, or classes, that u depends on."""
        return seen_by(self.forms)

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


def seen_by(forms: Iterable[Sequence[Fraction | int]]) -> set[int]:
    """The truths at which a form is not zero."""
    found: set[int] = set()
    for form in forms:
        found |= {truth for truth, entry in enumerate(form) if entry}
    return found


def pair_of(value: dict[str, Any], truths: int) -> tuple[int, int]:
    """The field `pair` of a divergence, which has no other."""
    pair = listed(record(value, "name pair")["pair"], 2)
    a, b = (index(truth, truths) for truth in pair)
    well_formed(a != b, "a pair of one truth")
    return a, b


def each_truth(truths: int) -> list[Vector]:
    """A form for every truth by itself."""
    return [at(truths, {truth: Fraction(1)}) for truth in range(truths)]


def at(truths: int, entries: dict[int, Fraction]) -> Vector:
    """A form with these entries, zero elsewhere."""
    return [entries.get(truth, Fraction(0)) for truth in range(truths)]
