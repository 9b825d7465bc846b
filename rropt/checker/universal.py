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

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .cleared import cleared
from .fields import flag
from .levels import LevelsOfPairs
from .limits import Size
from .private_table import PrivateTable
from .stated_privacy import Privacy
from .verdict import need, well_formed

if TYPE_CHECKING:
    from .conditions import Conditions


@dataclass(frozen=True)
class TwoTruthLevel:
    """The sum over rows of [form.r]+ is at most d; the form has entries of both signs."""

    form: Sequence[int]
    most: Fraction

    def over(self, row: Sequence[int]) -> int:
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

    def _exhausts(self, rows: Sequence[Sequence[int]], level: TwoTruthLevel) -> bool:
        told = sum(max(0, level.over(row)) for row in rows)
        return told == level.most * self.table.unit


def read_universal(
    data: dict[str, Any], privacy: Privacy, table: PrivateTable, size: Size
) -> Universal | None:
    """The field `universal`, which may be missing."""
    if not flag(data.get("universal", False)):
        return None
    well_formed(table.sizes == [1, 1], "universal is for two truths")
    well_formed(not privacy.singles, "universal beside singles")
    levels = levels_of_two(privacy)
    size.allow(4 * len(table.rows) * len(levels))
    return Universal(table, levels, privacy.words.table)


def levels_of_two(privacy: Privacy) -> list[TwoTruthLevel]:
    """Those of a truth against the other; what else a table must obey does no harm."""
    if not isinstance(privacy, LevelsOfPairs):
        return _levels_among(privacy)
    found = []
    for truth in (0, 1):
        level = privacy.low_at(truth, 1 - truth)
        if level is not None:
            found.append(_against(truth, level, privacy.delta_at(truth, 1 - truth)))
    return found


def _against(truth: int, level: Fraction, most: Fraction) -> TwoTruthLevel:
    """[r_a - g r_b]+ for a truth a and the other."""
    form = [-level, -level]
    form[truth] = Fraction(1)
    return _whole(form, most)


def _whole(form: Sequence[Fraction], most: Fraction) -> TwoTruthLevel:
    """With whole numbers."""
    whole, unit = cleared(form)
    return TwoTruthLevel(whole, most * unit)


def _levels_among(privacy: Conditions) -> list[TwoTruthLevel]:
    """The conditions of one step whose form has both signs."""
    found = []
    for condition in privacy.conditions:
        if condition.order is None and len(condition.steps) == 1:
            step = condition.steps[0]
            form = condition.form(step, 0)
            if min(form) < 0 < max(form):
                found.append(_whole(form, condition.most[0] / step.factor))
    return found
