"""Where estimators and tangents are judged: at a prior, or at the points of a model.

At a point x, of share w_x, the truth j has the probability p_x[j], and the derivatives D_x[j] in
what is estimated. A prior q is a point alone, of share 1, and D = 1: shares of truths.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .fields import Vector, Vectors, distribution, exact_dot, exact_sum, listed, rationals, record
from .private_table import PrivateTable, means
from .verdict import Doubts, Size, need, well_formed

AVERAGE, MINIMAX = "average", "minimax"
LARGER = "the table has a larger value"
UNPROVED = "the prices do not prove the bound"


@dataclass(frozen=True)
class Point:
    """Probabilities of the truths, and a row of derivatives a truth; none for D = 1."""

    share: Fraction
    probabilities: Vector
    derivatives: Vectors | None = None

    def along(self, v: Vector) -> Vector:
        """D v, one entry a truth."""
        return [exact_dot(row, v) for row in self.derivatives] if self.derivatives else v

    def effect(self, means: Vector) -> Vector:
        """w D'means: what is estimated by numbers with these means at the truths."""
        if self.derivatives is None:  # a prior is a point of share 1
            return means
        columns = zip(*self.derivatives, strict=True)
        return [self.share * exact_dot(column, means) for column in columns]


@dataclass(frozen=True)
class Scenario:
    """Points with estimators of the vectors that are `seen`, and a tangent of each contrast."""

    table: PrivateTable
    weight: Fraction
    offset: Fraction
    points: list[Point]
    seen: Vectors
    contrasts: Vectors
    estimators: list[Vectors]
    """Of each vector a list a point, of one number a report."""

    tangents: Vectors
    corner: Fraction = Fraction(0)
    """What is subtracted from second moments."""

    def verify_estimators(self) -> None:
        """sum_x w_x D_x' sum_i z_xi r_i = c for every vector c that is seen."""
        for c, numbers in zip(self.seen, self.estimators, strict=True):
            pairs = zip(self.points, numbers, strict=True)
            effects = [at.effect(means(self.table, z)) for at, z in pairs]
            total = [exact_sum(parts) for parts in zip(*effects, strict=True)]
            need(total == c, "an estimator is biased")

    @property
    def moments(self) -> list[Fraction]:
        """sum_x w_x sum_i z_xi^2 p_x.r_i of each estimator."""
        found = []
        for numbers in self.estimators:
            parts = []
            for at, z in zip(self.points, numbers, strict=True):
                at_truths = means(self.table, [x * x for x in z])
                parts.append(at.share * exact_dot(at.probabilities, at_truths))
            found.append(exact_sum(parts))
        return found

    @property
    def own(self) -> Fraction:
        """What its estimators do."""
        return exact_sum(self.moments) - self.corner - self.offset

    @property
    def proved(self) -> Fraction:
        """What its tangents prove, before the prices: sum 2 c.v, less the same."""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * exact_sum([exact_dot(c, v) for c, v in pairs]) - self.corner - self.offset

    def verify_value(self, value: Fraction, doubts: Doubts) -> None:
        """The table has at most this, by its estimators."""
        need(value >= self.own, LARGER)

    def verify_bound(self, paid: Fraction, bound: Fraction, doubts: Doubts) -> None:
        """No table that pays so much has less, by its tangents."""
        need(bound <= self.proved - paid, UNPROVED)

    @property
    def prior(self) -> Vector:
        """Of a scenario at a prior."""
        return self.points[0].probabilities


class Goal(NamedTuple):
    """What is made of variances: in words, and what shows that a table has at most a value, and
    that none which pays so much has less than a bound."""

    words: str
    scenarios: Sequence[Scenario]
    verify_value: Callable[[Fraction, Doubts], None]
    verify_bound: Callable[[Fraction, Fraction, Doubts], None]
    scales: Sequence[Fraction] = ()
    numbers: tuple[str, str] = ("", "")
    utility: Any = None
    is_information: bool = False


def read_at_prior(
    value: Any,
    table: PrivateTable,
    size: Size,
    seen: Vectors,
    contrasts: Vectors,
    corner: Callable[[Vectors, Vector], Fraction] | None = None,
) -> Scenario:
    """A prior with estimators of what is seen, and tangents of the contrasts."""
    given = record(value, "prior weight offset estimators tangents")
    prior = distribution(given["prior"], table.sizes)
    rows, truths = len(table.rows), len(table.sizes)
    estimators = listed(given["estimators"], len(seen))
    tangents = listed(given["tangents"], len(contrasts))
    size.allow((len(estimators) + len(tangents)) * truths * rows)
    weight, offset = rationals([given["weight"], given["offset"]])
    return Scenario(
        table,
        weight,
        offset,
        points=[Point(Fraction(1), prior)],
        seen=seen,
        contrasts=contrasts,
        estimators=[[rationals(x, rows)] for x in estimators],
        tangents=[rationals(v, truths) for v in tangents],
        corner=(corner or squared_means)(contrasts, prior),
    )


def read_alone(given: Any, *others: Any) -> Scenario:
    """The one that there is; several, and offsets, belong to an average or a maximum."""
    at = read_at_prior(listed(given, 1)[0], *others)
    well_formed(at.weight == 1 and not at.offset, "not one scenario")
    return at


def squared_means(contrasts: Vectors, prior: Vector) -> Fraction:
    """sum (c.q)^2 over contrasts."""
    return exact_sum([exact_dot(c, prior) ** 2 for c in contrasts])


def numbers_of(at: Scenario) -> Vectors:
    """Of each estimator, at the one point."""
    return [z for (z,) in at.estimators]


def moments_at_truths(at: Scenario, scales: Vector = ()) -> list[Fraction]:
    """sum of scale (1) * sum_i x_i^2 P(i|j) over the estimators, truth by truth."""
    scales = scales or [Fraction(1)] * len(at.estimators)
    reports = zip(*[z for (z,) in at.estimators], strict=True)
    return means(at.table, [exact_dot(scales, [x * x for x in own]) for own in reports])
