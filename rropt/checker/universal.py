"""One table of two truths that serves for every purpose.

A level (a, g, d) of the two truths a and b, g > 0, demands that the sum over rows of [r_a - g r_b]+
be at most d; a table exhausts it where the sum is d.

Theorem. Let every row of P be 0 at a truth, or lie on a level that P exhausts: r_a = g r_b. Then
every table A that obeys the levels is C P for a channel C.

Proof. Let A(t) be the sum over the rows of A of [r_0 - t r_1]+, for t >= 0: convex, not increasing,
A(0) = 1. A level (0, g, d) bounds A(g), and (1, g, d) bounds A(1/g), as [r_1 - g r_0]+ is
r_1 - g r_0 + g [r_0 - r_1 / g]+. P(t) bends at exhausted levels alone, where A(t) <= P(t); between
them and 0 it is their chord, beyond them constant. So A(t) <= P(t) for every t >= 0.

Let M be any matrix with a row for each report of A. The largest of the M_i.r is convex and
homogeneous, on r >= 0 a linear form and a mixture of [r_0 - t r_1]+. So sum_i M_i.A_i is at most
its sum over the rows of A, so at most that over the rows of P, which is the largest
sum_i M_i.(C P)_i. The set of all C P is convex and closed, and no M separates A from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .cleared import cleared
from .fields import flag
from .levels import Privacy
from .limits import Size
from .private_table import PrivateTable
from .verdict import need, well_formed


@dataclass(frozen=True)
class TwoTruthLevel:
    """The sum over rows of [form.r]+ is at most d; the form has entries of both signs."""

    form: list[int]
    most: Fraction

    def over(self, row: list[int]) -> int:
        """r_a - g r_b, times a positive number."""
        return self.form[0] * row[0] + self.form[1] * row[1]


@dataclass(frozen=True)
class Universal:
    """The levels that the table obeys."""

    table: PrivateTable
    levels: list[TwoTruthLevel]
    words_of_level: str

    @property
    def words(self) -> str:
        """What is added to the sentence."""
        every = f"every {self.words_of_level} private mechanism"
        return f"; {every} is C P for this table P and a channel C"

    def verify(self) -> None:
        """Every row is 0 at a truth, or lies on an exhausted level."""
        rows = [[run.value for run in row] for row in self.table.rows]
        exhausted = [level for level in self.levels if self._exhausts(rows, level)]
        for row in rows:
            placed = 0 in row or any(level.over(row) == 0 for level in exhausted)
            need(placed, "a row lies inside the levels")

    def _exhausts(self, rows: list[list[int]], level: TwoTruthLevel) -> bool:
        told = sum(max(0, level.over(row)) for row in rows)
        return told == level.most * self.table.unit


def read_universal(
    value: Any, privacy: Privacy, table: PrivateTable, size: Size
) -> Universal | None:
    """The field `universal`; false claims nothing."""
    if not flag(value):
        return None
    well_formed(table.sizes == [1, 1], "universal is for two truths")
    well_formed(not privacy.singles, "universal beside singles")
    levels = levels_of_two(privacy)
    size.allow(4 * len(table.rows) * len(levels))
    return Universal(table, levels, privacy.words.table)


def levels_of_two(privacy: Privacy) -> list[TwoTruthLevel]:
    """Those of a truth against the other; what else a table must obey does no harm."""
    found = []
    for form, most in privacy.of_two():
        whole, unit = cleared(form)
        found.append(TwoTruthLevel(whole, most * unit))
    return found
