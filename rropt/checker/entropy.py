"""u(r) = sum_j a_j r_j ln(r_j / m.r): mutual information, Kullback-Leibler, Jensen-Shannon."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import cleared_rows
from .convex_utility import ConvexUtility, Ends, Named
from .fields import Vector, distribution, record
from .logarithm import BITS, ERROR, SHORT_BITS, log, log_of_ratio
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
    def powers(self) -> list[tuple[Fraction, Vector, Vector, Fraction]]:
        """One for each truth that is seen."""
        truths = range(len(self.prior))
        alone = [[Fraction(i == j) for j in truths] for i in truths]
        return [(Fraction(1), alone[j], self.mean, a) for j, a in enumerate(self.prior) if a]

    @property
    def forms(self) -> list[Vector]:
        """Once where the two are one."""
        return [self.prior] if self.is_mutual else [self.prior, self.mean]

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
        lows, highs = zip(*map(self._whole_ends, rows), strict=True)
        return Fraction(sum(lows), unit << BITS), Fraction(sum(highs), unit << BITS)

    def short_ends(self, rows: Iterable[Row]) -> Ends:
        """By short logarithms, of the largest value of each row, and of quotients of two values:
        they are few, as rows share them.
        """
        _, unit = self._cleared
        of_quotient: dict[Fraction, int] = {}
        total = taken = 0
        for row in rows:
            masses, whole = self._masses(row)
            if not masses:
                continue
            largest = max(masses)
            mass = sum(masses.values())
            total += mass * log_of_ratio(largest * unit, whole, SHORT_BITS)
            taken += mass
            for value, part in masses.items():
                if value < largest:  # of the largest it is 0
                    quotient = Fraction(value, largest)
                    if quotient not in of_quotient:
                        of_quotient[quotient] = log_of_ratio(value, largest, SHORT_BITS)
                    total += part * of_quotient[quotient]
                    taken += part
        below = unit << SHORT_BITS
        return Fraction(total - taken * ERROR, below), Fraction(total + taken * ERROR, below)

    def _whole_ends(self, row: Row) -> tuple[int, int]:
        """The same as whole numbers, times the unit and 2^BITS."""
        _, unit = self._cleared
        masses, whole = self._masses(row)
        total = wide = 0
        for value, mass in masses.items():
            if value * unit != whole:  # the logarithm of one is known
                total += mass * log(Fraction(value * unit, whole))
                wide += mass * ERROR
        return total - wide, total + wide

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
