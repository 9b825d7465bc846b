"""The largest eigenvalue of a covariance, Cov = J^-1 - q q' of the matrix J of a table at a prior
q, by vectors: prices and tangents show what no table can do, as for sums of variances.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .fields import Vectors, exact_dot, exact_sum, listed, matrix, rationals, record
from .objectives import Objective, place_of
from .pages import page
from .private_table import PrivateTable, masses, unit_vectors
from .scenarios import Scenario, numbers_of
from .statement import OF_SHARES
from .verdict import Size, well_formed


@dataclass(frozen=True)
class Eigenvalue(Objective):
    """The largest eigenvalue of Cov is at least sum d'Cov d / sum d'd.

    It is at most the value when value I - Cov - sum f f' has dominant diagonal entries.
    """

    roots: Vectors = ()

    @property
    def seen(self) -> Vectors:
        return unit_vectors(len(self.contrasts[0]))

    def own(self, scenarios: list[Scenario]) -> Fraction:
        """By Gershgorin: a symmetric matrix with such rows has no negative eigenvalue."""
        rows = self._beside(scenarios[0])
        return max(row[i] - abs(row[i]) + exact_sum([*map(abs, row)]) for i, row in enumerate(rows))

    def _beside(self, at: Scenario) -> list[list[Fraction]]:
        """Cov + sum f f'."""
        chances = masses(at.table, at.prior)
        found = []
        for i, (x, p) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
            weighted = [s * m for s, m in zip(x, chances, strict=True)]
            row = []
            for j, (y, q) in enumerate(zip(numbers_of(at), at.prior, strict=True)):
                squares = [f[i] * f[j] for f in self.roots]
                row.append(exact_dot(weighted, y) - p * q + exact_sum(squares))
            found.append(row)
        return found

    def bound(self, scenarios: list[Scenario], paid: Fraction) -> Fraction:
        squares = exact_sum([exact_dot(d, d) for d in self.contrasts])
        return super().bound(scenarios, paid) / squares


def read(value: dict[str, Any], truths: int, size: Size) -> Objective:
    """e-optimal or d-optimal, also at the worst."""
    if "over" in value:
        worst: Objective = page(".worst_eigenvalue").read(value, truths, size)
        return worst
    record(value, "name contrasts roots")
    contrasts = matrix(value["contrasts"], columns=truths)
    well_formed(any(map(any, contrasts)), "every contrast is zero")
    roots = [rationals(root, truths) for root in listed(value["roots"])]
    size.allow(truths**2 * (1 + len(roots)))
    return Eigenvalue(f"a largest eigenvalue {OF_SHARES}", contrasts, roots=roots)


def read_place(
    value: Any, scenarios: list[Any], table: PrivateTable, size: Size
) -> tuple[Any, ...]:
    """At a prior."""
    well_formed("over" not in value, "not at one prior")
    return place_of(read(value, len(table.sizes), size), scenarios, table, size)
