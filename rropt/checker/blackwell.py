"""Kinds garbling and separation: Blackwell's order.

garbling: A = C P for a channel C, so whatever is decided from a report of A can be decided as well
from a report of P that is first sent through C: P is at least as good as A in every problem.

separation: under a gain G the table T is worth sum_i max_a sum_j G_aj T_ij. If A is worth more than
P, then A = C P for no channel C: by convexity C P is worth at most what P is.
"""

from collections.abc import Callable
from typing import Any

from .actions import Actions
from .cleared import cleared_rows, dot
from .fields import Vectors, matrix, rational, record
from .private_table import PrivateTable, table_of
from .statement import down, item, up
from .utilities import worth
from .verdict import Doubts, Size, need


def verify_table(rows: Vectors) -> PrivateTable:
    """Columns add up to one, entries are not negative."""
    table = table_of(rows)
    table.verify_columns()
    return table


def read_garbling(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """A = C P, all columns add up to one, no entry is negative."""
    record(data, "A P C")
    P = matrix(data["P"])
    A = matrix(data["A"], columns=len(P[0]))
    C = matrix(data["C"], len(A), len(P))
    size.allow(len(A) * len(P) * len(P[0]))

    def prove(doubts: Doubts) -> str:
        for rows in (A, P, C):
            verify_table(rows)
        channel, left = cleared_rows(C)
        table, below = cleared_rows(P)
        wanted, over = cleared_rows(A)
        columns = list(zip(*table, strict=True))
        for i, (row, goal) in enumerate(zip(channel, wanted, strict=True)):
            made = [dot(row, column) * over for column in columns]
            same = made == [x * below * left for x in goal]  # in all three units
            need(same, f"row {i} of C P is not row {i} of A")
        every = "every use of A can be made of P, whatever the decision problem"
        return f"A = C P for a channel C: {every}; A = {item(A)}, P = {item(P)}"

    return prove


def read_separation(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """Two tables have these values under a gain, and that of A is larger."""
    record(data, "A P gain A_value P_value")
    P = matrix(data["P"])
    A = matrix(data["A"], columns=len(P[0]))
    gain = matrix(data["gain"], columns=len(P[0]))
    size.allow((len(A) + len(P)) * len(gain) * len(P[0]))
    of_A, of_P = rational(data["A_value"]), rational(data["P_value"])

    def prove(doubts: Doubts) -> str:
        gains, unit = cleared_rows(gain)
        utility = Actions([dict(enumerate(action)) for action in gains], unit)
        for rows, value in ((A, of_A), (P, of_P)):
            own, _ = worth(utility, verify_table(rows))  # rational: both ends are equal
            need(own == value, "a table has another value")
        need(of_A > of_P, "A does not do better than P under this gain")
        values = f"A is worth {down(of_A)} and P {up(of_P)}"
        claim = f"A = C P for no channel C: under the gain matrix {item(gain)} {values}"
        return f"{claim}; A = {item(A)}, P = {item(P)}"

    return prove
