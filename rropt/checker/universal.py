"""One table of two truths that serves for every purpose.

Theorem. Let no pair have a delta, and let every row of P be proportional to (g01, 1) or (1, g10)
(to (1, 0), (0, 1) where the level is oo). Then every private A is C P for a channel C.

Proof. The private rows are the cone r_0 <= g01 r_1, r_1 <= g10 r_0, spanned by these two patterns
e and f. So each row of A is a_i e + b_i f with a_i, b_i >= 0, and the rows of P are c_j e or d_j f.
The columns of A and of P add up to one: sum a e + sum b f = (1, 1) = sum c e + sum d f. If e and f
are independent, sum a = sum c and sum b = sum d, and C_ij = a_i / sum c (b_i / sum d) is a channel
with A = C P. If they are not, g01 g10 = 1, all rows are constant, and C_ij = a_i + b_i serves.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .fields import Level, flag
from .levels import Matrix, OneNumber
from .private_table import PrivateTable
from .stated_privacy import Privacy
from .verdict import need, well_formed


@dataclass(frozen=True)
class Universal:
    """The two levels of the table."""

    table: PrivateTable
    first: Level
    second: Level
    level: str

    @property
    def words(self) -> str:
        """What is added to the sentence."""
        return f"; every {self.level} private mechanism is C P for this table P and a channel C"

    def verify(self) -> None:
        """Every row is an extreme pattern, or empty."""
        for row in self.table.rows:
            x, y = (run.value for run in row)
            extreme = is_highest(x, y, self.first) or is_highest(y, x, self.second)
            need(extreme, "a row is not one of the two extreme patterns")


def is_highest(x: int, y: int, level: Level) -> bool:
    """x = g y; y = 0 for oo."""
    return y == 0 if level is None else x == level * y


def read_universal(data: dict[str, Any], privacy: Privacy, table: PrivateTable) -> Universal | None:
    """The field `universal`, which may be missing."""
    if not flag(data.get("universal", False)):
        return None
    plain = table.sizes == [1, 1] and privacy.is_pure
    well_formed(plain, "universal is for two truths without a delta")
    if isinstance(privacy, OneNumber):
        return Universal(table, privacy.low, privacy.low, privacy.words.table)
    levels = isinstance(privacy, Matrix) and not privacy.singles
    well_formed(levels, "universal is for levels of the two pairs")
    low = privacy.low  # type: ignore[union-attr]
    return Universal(table, low[0][1], low[1][0], privacy.words.table)
