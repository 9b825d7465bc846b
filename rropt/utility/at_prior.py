"""Criteria at one distribution pi, or, where the prior is "worst", the largest over all of them.

| objective | minimises |
|---|---|
| AOptimal(pi) | tr Cov |
| COptimal(pi, c) | c' Cov c, the variance of the contrast c'pi |
| DOptimal(pi) | log-determinant of Cov on the tangent space of the simplex |
| EOptimal(pi) | the largest eigenvalue of Cov |

With `J = sum_r w_r r r' / (pi.r)` the covariance for one respondent is `Cov = J^-1 - pi pi'`. For
the prior "worst" they are the objectives of `rropt.utility.worst_case`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.channel.validate import MOST_LABELS
from rropt.exact import InputError, Number, Numbers, whole
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.frozen import fill
from rropt.utility.base import prior_of_two
from rropt.utility.curved import Curved, Scenario, Vector, contrast_vector
from rropt.utility.table_information import largest_eigenvalue, log_determinant
from rropt.utility.worst_case import (
    POPULATION,
    WorstCase,
    WorstDeterminant,
    is_worst,
    refuse_of_worst,
)
from rropt.utility.worst_eigenvalue import WorstEigenvalue


@dataclass(frozen=True, init=False)
class _Single(Curved):
    """A criterion at one distribution, which must be inside the simplex."""

    prior: Vector

    def __new__(
        cls,
        prior: Numbers | None = None,
        truths: Number | None = None,
        respondents: str | None = None,
        categories: Number | None = None,
    ) -> Any:
        if is_worst(prior):
            return cls._of_worst(_known(truths, categories), respondents)
        return super().__new__(cls)

    def __init__(
        self,
        prior: Numbers,
        truths: Number | None = None,
        respondents: str | None = None,
        categories: Number | None = None,
    ) -> None:
        refuse_of_worst(truths=truths, respondents=respondents)
        fill(self, prior=prior_of_two(_shares(prior, categories), positive=True))

    @staticmethod
    def _of_worst(truths: int, respondents: str | None) -> WorstCase:
        """The objective at the worst prior, for a population or for a fixed group."""
        raise NotImplementedError

    @property
    def scenarios(self) -> tuple[Scenario, ...]:  # type: ignore[override]
        return (Scenario(self.prior),)


class AOptimal(_Single):
    """The trace of the covariance.

    With the prior "uniform" all of so many categories have equal shares.

    >>> AOptimal("uniform", categories=3).prior
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    >>> AOptimal(["0.7", "0.2", "0.1"]).truths, AOptimal("worst", truths=3).label
    (3, 'trace of the covariance, worst population')
    """

    label = "trace of the covariance (A-optimal)"
    name = "a-optimal"

    @staticmethod
    def _of_worst(truths: int, respondents: str | None) -> WorstCase:
        return WorstCase(None, respondents or POPULATION, truths)


class DOptimal(_Single):
    """The log-determinant of the covariance on the tangent space of the simplex.

    >>> DOptimal("worst", truths=3).label
    'log-determinant of the covariance, worst population'
    """

    label = "log-determinant of the covariance (D-optimal)"
    name = "d-optimal"

    @staticmethod
    def _of_worst(truths: int, respondents: str | None) -> WorstCase:
        return WorstDeterminant(truths, respondents or POPULATION)

    @property
    def dimensions(self) -> int:  # type: ignore[override]
        return self.truths - 1

    def at(self, prior: Vector, table: Channel) -> CertifiedNumber:
        return log_determinant(table.rows, prior)


class EOptimal(_Single):
    """The largest eigenvalue of the covariance.

    >>> EOptimal("worst", truths=3, respondents="group").label
    'largest eigenvalue of the covariance, worst fixed group'
    """

    label = "largest eigenvalue of the covariance (E-optimal)"
    name = "e-optimal"

    @staticmethod
    def _of_worst(truths: int, respondents: str | None) -> WorstCase:
        return WorstEigenvalue(truths, respondents)

    def at(self, prior: Vector, table: Channel) -> CertifiedNumber:
        return largest_eigenvalue(table.rows, prior)


@dataclass(frozen=True, init=False)
class COptimal(_Single):
    """The variance of a contrast c'pi.

    >>> COptimal("worst", [1, -1, 0]).label
    'variance of a contrast, worst population'
    """

    contrast: Vector
    label = "variance of a contrast (c-optimal)"
    name = "c-optimal"

    def __new__(
        cls,
        prior: Numbers | None = None,
        contrast: Numbers | None = None,
        respondents: str | None = None,
    ) -> Any:
        if is_worst(prior):
            return WorstCase(contrast, respondents or POPULATION)
        return super().__new__(cls)

    def __init__(self, prior: Numbers, contrast: Numbers, respondents: str | None = None) -> None:
        super().__init__(prior, respondents=respondents)
        fill(self, contrast=contrast_vector(contrast, len(self.prior)))


def _known(truths: Any, categories: Any) -> Any:
    if truths is None and categories is None:
        raise InputError("truths must be given where the prior is the worst one")
    return categories if truths is None else truths


def _shares(prior: Any, categories: Any) -> Any:
    """The shares that a prior states; "uniform" needs the number of categories."""
    uniform = isinstance(prior, str) and prior == "uniform"
    if uniform and categories is None:
        raise InputError("categories must be given where the prior is uniform")
    if not uniform and categories is not None:
        raise InputError("categories must be left out where the prior has a share for each")
    if not uniform:
        return prior
    number = whole(categories, "categories", 2, MOST_LABELS)
    return [Fraction(1, number)] * number
