"""Kinds garbling and separation: Blackwell's order."""

from __future__ import annotations

from fractions import Fraction

from .reading import dot, fields, integers, matrix, need, number, show


def channel(value, what: str, columns: int | None = None) -> list:
    """A column-stochastic matrix: rows are reports, each column adds up to one."""
    rows = matrix(value, what, columns)
    need(min(map(min, rows)) >= 0, f"{what} has a negative entry")
    table, bottom = integers(rows)
    need(
        all(sum(column) == bottom for column in zip(*table, strict=True)),
        f"a column of {what} does not add up to 1",
    )
    return rows


def garbling(body) -> str:
    a, p, c = fields(body, "A P C")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    c = channel(c, "C", len(p))
    need(len(c) == len(a), "C must have as many rows as A", "malformed")
    (a, over), (p, below), (c, left) = integers(a), integers(p), integers(c)
    columns = list(zip(*p, strict=True))
    for i, row in enumerate(c):
        product = [dot(row, column) * over for column in columns]
        need(product == [x * below * left for x in a[i]], f"row {i} of C P is not row {i} of A")
    return "A = C P: every use of A can be made of P, whatever the decision problem"


def separation(body) -> str:
    a, p, gain, claimed_a, claimed_p = fields(body, "A P gain A_value P_value")
    a = channel(a, "A")
    p = channel(p, "P", len(a[0]))
    gain = matrix(gain, "gain", len(a[0]))
    worth = []
    for name, table, claimed in (("A", a, claimed_a), ("P", p, claimed_p)):
        (rows, over), (actions, below) = integers(table), integers(gain)
        total = sum(max(dot(action, row) for action in actions) for row in rows)
        worth.append(Fraction(total, over * below))
        need(worth[-1] == number(claimed, f"{name}_value"), f"the value of {name} is another one")
    need(worth[0] > worth[1], "A does not do better than P under this gain")
    return (
        f"A = C P for no C: under the gain given A is worth {show(worth[0])} and P {show(worth[1])}"
    )
