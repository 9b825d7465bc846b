"""A table of at most m reports, its utility, and that no other such table has more than the bound.

Which tables can be best is a matter of the proof: `cases_box`, `cases_chain`, `cases_actions`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .convex_utility import ConvexUtility
from .fields import count, ends, matrix, rational
from .pages import page
from .privacy import Privacy, read_privacy
from .private_table import PrivateTable, Row, Run, table_of
from .statement import down, reached, up
from .utilities import read_utility, verify_value
from .verdict import Doubts, Size, need, well_formed

WORTH_MORE = "a table is worth more"

FIELDS = "privacy truths utility reports table value bound gap"


Cases = Callable[[Fraction, Doubts], None]
"""None of the tables that can be best is worth more than this bound."""


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
            costs = page(".costs_of_rows")
            costs.few_logarithms_of(rows, costs.MAX_RAY_LOGARITHMS)
        well_formed(self.utility.knows(rows), "the value at a row is not given")


def proof_of(data: dict[str, Any], asked: Asked, cases: Cases) -> Callable[[Doubts], str]:
    """With the fields value, bound and gap; a value may be enclosed."""
    value, bound, gap = ends(data["value"]), rational(data["bound"]), rational(data["gap"])
    utility, table, reports, level = asked.utility, asked.table, asked.reports, asked.privacy.words

    def prove(doubts: Doubts) -> str:
        asked.privacy.verify(doubts)
        table.verify(asked.privacy, doubts)  # truth by truth, also where u has classes
        need(len(table.rows) <= reports, "the table has more reports")
        verify_value(utility, asked.by_classes, value, doubts)
        need(gap == bound - value[0], "gap is not bound - value")
        cases(bound, doubts)
        which = f"mechanism with at most {reports} reports on {table.truths} truths"
        claim = f"no {level.bound} private {which} has {asked.words} above {up(bound)}"
        does = reached(gap, bound, f"at least {down(value[0])}")
        return f"{claim}, and {level.this_table} {does}"

    return prove


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
