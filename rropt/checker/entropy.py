"""u(r) = sum_j a_j r_j ln(r_j / m.r): mutual information, Kullback-Leibler, Jensen-Shannon."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import cleared_rows
from .convex_utility import ConvexUtility, Named
from .fields import Ends, Vector, distribution, record
from .logarithm import BITS, ERROR, log_of_ratio
from .private_table import Row, along
from .statement import at_prior
from .verdict import need


@dataclass(frozen=True)
class Entropy(ConvexUtility):
    """sum_j a_j r_j ln(r_j / m.r) = sum_j a_j r_j ln r_j - (a.r) ln(m.r); a_j >= 0."""

    prior: Vector
    mean: Vector
    logarithms = True

    @property
    def is_mutual(self) -> bool:
        """Whether it is a mutual information: a = m."""
        return self.prior == self.mean

    @property
    def family(self) -> str:
        return "mutual information" if self.is_mutual else ""

    @property
    def entropies(self) -> list[tuple[Vector, Vector, Fraction]]:
        """One for each truth that is seen."""
        truths = range(len(self.prior))
        alone = [[Fraction(i == j) for j in truths] for i in truths]
        return [(alone[j], self.mean, a) for j, a in enumerate(self.prior) if a]

    @property
    def forms(self) -> list[Vector]:
        """Once where the two are one."""
        return [self.prior] if self.is_mutual else [self.prior, self.mean]

    @property
    def numbers(self) -> list[Vector]:
        return self.forms

    @property
    def steps(self) -> int:
        return len(self.prior) + len(self.mean)

    @cached_property
    def _cleared(self) -> tuple[list[list[int]], int]:
        return cleared_rows([self.prior, self.mean])

    def ends(self, row: Row) -> Ends:
        return self.of_table([row])

    def of_table(self, rows: Iterable[Row]) -> Ends:
        _, unit = self._cleared
        total = wide = 0
        for masses, whole in map(self._masses, rows):
            for value, mass in masses.items():
                if value * unit != whole:  # the logarithm of one is known
                    total += mass * log_of_ratio(value * unit, whole, BITS)
                    wide += mass * ERROR
        return Fraction(total - wide, unit << BITS), Fraction(total + wide, unit << BITS)

    def _masses(self, row: Row) -> tuple[dict[int, int], int]:
        """The sum of a_j r_j over the truths with each positive value, and m.r, times the unit."""
        (prior, mean), _ = self._cleared
        masses: dict[int, int] = {}
        for truth, value, number in row:
            if prior[truth] and value:  # 0 ln 0 = 0
                masses[value] = masses.get(value, 0) + prior[truth] * value * number
        whole = along(mean, row)
        need(whole or not masses, "the utility is infinite")
        return masses, whole


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The mutual information of truth and report."""
    prior = distribution(record(value, "name prior")["prior"], sizes)
    return Entropy(prior, prior), f"a mutual information in nats{at_prior(prior, sizes)}"
