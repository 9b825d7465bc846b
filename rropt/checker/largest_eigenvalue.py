"""The largest eigenvalue of a covariance, Cov = J^-1 - q q' of the matrix J of a table at a prior
q, by vectors: prices and tangents show what no table can do, as for sums of variances.
"""

from fractions import Fraction
from typing import Any

from .fields import Vectors, exact_dot, exact_sum, listed, matrix, rationals, record
from .pages import page
from .private_table import PrivateTable, masses, unit_vectors
from .scenarios import (
    LARGER,
    UNPROVED,
    Goal,
    Scenario,
    numbers_of,
    read_alone,
)
from .statement import OF_SHARES, item
from .verdict import Doubts, Size, need, well_formed


def beside(at: Scenario, roots: Vectors) -> list[list[Fraction]]:
    """Cov + sum f f'."""
    chances = masses(at.table, at.prior)
    found = []
    for i, (x, p) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
        weighted = [s * m for s, m in zip(x, chances, strict=True)]
        row = []
        for j, (y, q) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
            squares = [f[i] * f[j] for f in roots]
            row.append(exact_dot(weighted, y) - p * q + exact_sum(squares))
        found.append(row)
    return found


def read(value: dict[str, Any], given: Any, table: PrivateTable, size: Size) -> Goal:
    """The largest eigenvalue of Cov is at least sum d'Cov d / sum d'd.

    It is at most the value when value I - Cov - sum f f' has dominant diagonal entries: by
    Gershgorin a symmetric matrix with such rows has no negative eigenvalue.
    """
    if "over" in value:
        worst: Goal = page(".worst_eigenvalue").read(value, given, table, size)
        return worst
    record(value, "name contrasts roots")
    truths = len(table.sizes)
    contrasts = matrix(value["contrasts"], columns=truths)
    well_formed(any(map(any, contrasts)), "every contrast is zero")
    roots = [rationals(root, truths) for root in listed(value["roots"])]
    size.allow(truths**2 * (1 + len(roots)))
    at = read_alone(given, table, size, unit_vectors(truths), contrasts)

    def verify_value(value: Fraction, doubts: Doubts) -> None:
        for i, row in enumerate(beside(at, roots)):
            need(value >= row[i] - abs(row[i]) + exact_sum([*map(abs, row)]), LARGER)

    def verify_bound(paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        squares = exact_sum([exact_dot(d, d) for d in contrasts])
        need(bound * squares <= at.proved - paid, UNPROVED)

    said = f"a largest eigenvalue {OF_SHARES} at prior {item(at.prior)}"
    return Goal(said, [at], verify_value, verify_bound)
