"""Kinds garbling and separation: Blackwell's order.

garbling: A = C P for a channel C, so whatever is decided from a report of A can be decided as well
from a report of P that is first sent through C: P is at least as good as A in every problem.

separation: under a gain G the table T is worth sum_i max_a sum_j G_aj T_ij. If A is worth more than
P, then A = C P for no channel C: by convexity C P is worth at most what P is.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .actions import Actions
from .cleared import cleared_rows, dot
from .fields import Vectors, matrix, rational, record
from .private_table import PrivateTable, table_of
from .statement import down, item, up
from .utilities import worth
from .verdict import Doubts, Size, need


@dataclass(frozen=True)
class Garbling:
    """Three tables."""

    A: Vectors
    P: Vectors
    C: Vectors

    def prove(self, doubts: Doubts) -> str:
        """A = C P, all columns add up to one, no entry is negative."""
        for rows in (self.A, self.P, self.C):
            verify_table(rows)
        channel, left = cleared_rows(self.C)
        table, below = cleared_rows(self.P)
        wanted, over = cleared_rows(self.A)
        columns = list(zip(*table, strict=True))
        for i, (row, goal) in enumerate(zip(channel, wanted, strict=True)):
            made = [dot(row, column) * over for column in columns]
            same = made == [x * below * left for x in goal]  # in all three units
            need(same, f"row {i} of C P is not row {i} of A")
        every = "every use of A can be made of P, whatever the decision problem"
        return f"A = C P for a channel C: {every}; A = {item(self.A)}, P = {item(self.P)}"


@dataclass(frozen=True)
class Separation:
    """Two tables, and a gain under which they have different values."""

    A: Vectors
    P: Vectors
    gain: Vectors
    A_value: Fraction
    P_value: Fraction

    def prove(self, doubts: Doubts) -> str:
        """Both values, and that that of A is larger."""
        gains, unit = cleared_rows(self.gain)
        utility = Actions([dict(enumerate(action)) for action in gains], unit)
        for rows, value in ((self.A, self.A_value), (self.P, self.P_value)):
            own, _ = worth(utility, verify_table(rows))  # rational: both ends are equal
            need(own == value, "a table has another value")
        need(self.A_value > self.P_value, "A does not do better than P under this gain")
        values = f"A is worth {down(self.A_value)} and P {up(self.P_value)}"
        claim = f"A = C P for no channel C: under the gain matrix {item(self.gain)} {values}"
        return f"{claim}; A = {item(self.A)}, P = {item(self.P)}"


def verify_table(rows: Vectors) -> PrivateTable:
    """Columns add up to one, entries are not negative."""
    table = table_of(rows)
    table.verify_columns()
    return table


def read_garbling(data: dict[str, Any], size: Size) -> Garbling:
    """The fields of a certificate of this kind."""
    record(data, "A P C")
    P = matrix(data["P"])
    A = matrix(data["A"], columns=len(P[0]))
    C = matrix(data["C"], len(A), len(P))
    size.allow(len(A) * len(P) * len(P[0]))
    return Garbling(A, P, C)


def read_separation(data: dict[str, Any], size: Size) -> Separation:
    """The fields of a certificate of this kind."""
    record(data, "A P gain A_value P_value")
    P = matrix(data["P"])
    A = matrix(data["A"], columns=len(P[0]))
    gain = matrix(data["gain"], columns=len(P[0]))
    size.allow((len(A) + len(P)) * len(gain) * len(P[0]))
    return Separation(A, P, gain, rational(data["A_value"]), rational(data["P_value"]))
