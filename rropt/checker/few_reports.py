"""A table of at most m reports, its utility, and that no other such table has more than the bound.

Which tables can be best is a matter of the proof: `cases_chain`, `cases_box`, `cases_actions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from .convex_utility import MAX_RAY_LOGARITHMS, ConvexUtility, Ends, few_logarithms_of
from .fields import count, ends, matrix, rational
from .privacy import Privacy, read_privacy
from .private_table import PrivateTable, Row, Run
from .statement import down, reached, up
from .utilities import read_utility, verify_value
from .verdict import Doubts, Size, need, well_formed
from .whole_rows import table_of

FIELDS = "privacy truths utility reports table value bound gap"


class Cases(Protocol):
    """What can be best."""

    def verify(self, bound: Fraction, doubts: Doubts) -> None:
        """None of it is worth more than the bound."""


@dataclass(frozen=True)
class Asked:
    """The problem, and a table."""

    sizes: list[int]
    privacy: Privacy
    utility: ConvexUtility
    words: str
    reports: int
    table: PrivateTable
    by_classes: PrivateTable

    def allow_tables(self, others: Sequence[PrivateTable]) -> None:
        """Refuse too many logarithms, and a user's own utility whose values are not given."""
        rows = list(self.by_classes.rows)
        for table in others:
            rows += table.rows
        if self.utility.logarithms:
            few_logarithms_of(rows, MAX_RAY_LOGARITHMS)
        well_formed(self.utility.knows(rows), "the value at a row is not given")


@dataclass(frozen=True)
class FewReports:
    """What is claimed of the table and of all others."""

    asked: Asked
    cases: Cases
    value: Ends
    bound: Fraction
    gap: Fraction

    @classmethod
    def of(cls, asked: Asked, cases: Cases, data: dict[str, Any]) -> FewReports:
        """With the fields value, bound and gap; a value may be enclosed."""
        numbers = rational(data["bound"]), rational(data["gap"])
        return cls(asked, cases, ends(data["value"]), *numbers)

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        asked = self.asked
        asked.privacy.verify(doubts)
        asked.table.verify(asked.privacy, doubts)  # truth by truth, also where u has classes
        need(len(asked.table.rows) <= asked.reports, "the table has more reports")
        verify_value(asked.utility, asked.by_classes, self.value, doubts)
        need(self.gap == self.bound - self.value[0], "gap is not bound - value")
        self.cases.verify(self.bound, doubts)
        return self.sentence()

    def sentence(self) -> str:
        """What is proved."""
        asked = self.asked
        words = asked.privacy.words
        which = f"mechanism with at most {asked.reports} reports on {asked.table.truths} truths"
        does = reached(self.gap, self.bound, f"at least {down(self.value[0])}")
        claim = f"no {words.bound} private {which} has {asked.words} above {up(self.bound)}"
        return f"{claim}, and {words.this_table} {does}"


def read_asked(data: dict[str, Any], size: Size) -> Asked:
    """The fields that all proofs share."""
    entries = matrix(data["table"])
    sizes = _sizes(data["truths"], len(entries[0]))
    privacy = read_privacy(data["privacy"], len(entries[0]), size)
    utility, words = read_utility(data["utility"], sizes)
    table = table_of(entries)
    size.allow(len(entries) * utility.steps)
    privacy.allow_table(table, size)
    rows = [_by_classes(row, sizes) for row in table.rows]
    return Asked(
        sizes=sizes,
        privacy=privacy,
        utility=utility,
        words=words,
        reports=count(data["reports"]),
        table=table,
        by_classes=PrivateTable(sizes, rows, table.unit),
    )


def _sizes(value: Any, truths: int) -> list[int]:
    """How many truths each class has; as many as columns, at least two."""
    sizes = [count(n) for n in value] if isinstance(value, list) else [1] * truths
    stated = sum(sizes) if isinstance(value, list) else count(value)
    well_formed(stated == truths >= 2, "not one column for each of at least two truths")
    return sizes


def _by_classes(row: Row, sizes: list[int]) -> Row:
    owner: list[int] = []
    for c, size in enumerate(sizes):
        owner += [c] * size
    return [Run(c, value, number) for c, (_, value, number) in zip(owner, row, strict=True)]
