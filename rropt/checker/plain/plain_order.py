"""Kinds `garbling` and `separation`: one table is at least as good as another, or is not."""

from typing import Any

from .plain_privacy import dot, is_table, vector


def garbling(data: dict[str, Any]) -> bool:
    """A = C P."""
    A, P, C = ([vector(row) for row in data[name]] for name in "APC")
    columns = list(zip(*P, strict=True))
    made = [[dot(row, column) for column in columns] for row in C]
    return is_table(A) and is_table(P) and is_table(C) and made == A


def separation(data: dict[str, Any]) -> bool:
    """A is worth more than P under the gain."""
    A, P, gain = ([vector(row) for row in data[name]] for name in ("A", "P", "gain"))
    # By convexity no C P is worth more than P.
    worth = [sum(max(dot(action, row) for action in gain) for row in table) for table in (A, P)]
    stated = vector([data["A_value"], data["P_value"]])
    return is_table(A) and is_table(P) and worth == stated and worth[0] > worth[1]
