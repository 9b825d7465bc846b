"""Convex utilities u of a row, each homogeneous: u(s r) = s u(r). A family has its own page."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from .fields import Ends, Vector, exact_sum
from .private_table import Row


class ConvexUtility(ABC):
    """What the value of a table, and a proof of coverage, ask of a utility."""

    logarithms: ClassVar[bool] = False
    """Whether a row takes logarithms."""

    eliminates: ClassVar[bool] = False
    """Whether a row takes the elimination of a matrix."""

    @property
    def family(self) -> str:
        """A name, where a page of coverage knows more, or less, than the values at rows."""
        return ""

    @property
    def quotients(self) -> int:
        """How many quotients of long numbers a row adds up."""
        return 0

    @property
    def squares(self) -> list[tuple[Vector, list[Vector], list[Fraction]]]:
        """Where it is a sum of s (t.r)^2 / (q.r), its parts: a q, the t and the s of it."""
        return []

    @property
    def entropies(self) -> list[tuple[Vector, Vector, Fraction]]:
        """Where it is a sum of s y f(x / y), f(t) = t ln t, the x, y and s."""
        return []

    @property
    @abstractmethod
    def forms(self) -> list[Vector]:
        """Linear forms whose values at a row, without a price, decide u."""

    @property
    def seen(self) -> set[int]:
        """The truths, or classes, at which a form is not zero: u depends on no others."""
        return {truth for form in self.forms for truth, entry in enumerate(form) if entry}

    @property
    def numbers(self) -> list[Vector] | None:
        """All numbers of u, where a page knows them."""
        return None

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

    def knows(self, rows: Iterable[Row]) -> bool:
        """Whether the values at these rows are given."""
        return True


Named = tuple[ConvexUtility, str]
"""A utility, and the words for it in a sentence."""
