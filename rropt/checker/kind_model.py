"""Kind model: no private table makes coefficients of a model known with a smaller variance.

At each point x of the covariates, of share w_x, the truth j has probability p_x[j] and the
derivatives D_x[j] in the coefficients. One report carries the information

    I = sum_i sum_x w_x (D_x'r_i)(D_x'r_i)' / (p_x.r_i),   r_i the rows of the table,

and c'I^-1 c is the least sum_i sum_x w_x z_xi^2 p_x.r_i of all z with sum w_x z_xi D_x'r_i = c (by
Cauchy and Schwarz, with z_xi = (D_x v).r_i / p_x.r_i at I v = c): such z show what this table does.
For every vector v, c'I^-1 c >= 2 c.v - v'Iv, and v'Iv = sum_i sum_x w_x ((D_x v).r_i)^2 / (p_x.r_i)
is a utility of the table, for which prices hold (`charge`): they show what no table can do.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .charge import Charge, read_charge
from .cleared import Vector, cleared, dot, exact_dot, exact_sum
from .covers import Cover, read_cover
from .fields import distribution, listed, matrix, rational, rationals, record
from .levels import Privacy, read_privacy
from .limits import Size
from .private_table import PrivateTable, allow_privacy, entries, read_table
from .statement import down, item, reached, up
from .utilities import Ratios
from .verdict import Doubts, need, well_formed

FIELDS = "privacy points contrasts patterns weights estimators tangents prices value bound gap"
Vectors = list[list[Fraction]]


@dataclass(frozen=True)
class Point:
    """A point of the covariates: its share, the probabilities, a row of derivatives a truth."""

    share: Fraction
    probabilities: list[Fraction]
    derivatives: Vectors

    def along(self, v: Vector) -> list[Fraction]:
        """D v, one entry a truth."""
        return [exact_dot(row, v) for row in self.derivatives]


@dataclass(frozen=True)
class Model:
    """A table, its estimators and tangents for each contrast of the coefficients, and prices."""

    table: PrivateTable
    privacy: Privacy
    points: list[Point]
    contrasts: Vectors
    estimators: list[Vectors]
    tangents: Vectors
    charge: Charge
    cover: Cover
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy)
        spent = []
        for contrast, estimator in zip(self.contrasts, self.estimators, strict=True):
            self._verify_unbiased(contrast, estimator)
            spent.append(self._moment(estimator))
        need(self.value >= exact_sum(spent), "the table has a larger value")
        gains = [2 * exact_dot(c, v) for c, v in zip(self.contrasts, self.tangents, strict=True)]
        proved = exact_sum(gains) - self.charge.bound
        need(self.bound <= proved, "the prices do not prove the bound")
        need(self.gap == self.value - self.bound, "gap is not value - bound")
        self.cover.verify(doubts)
        return self.sentence()

    def _verify_unbiased(self, contrast: Vector, estimator: Vectors) -> None:
        """sum_x w_x sum_i z_xi D_x'r_i = c."""
        total = [Fraction(0)] * len(contrast)
        for point, z in zip(self.points, estimator, strict=True):
            seen = _seen(self.table, z)
            for q in range(len(contrast)):
                derivative = [row[q] for row in point.derivatives]
                total[q] += point.share * exact_dot(derivative, seen)
        need(total == list(contrast), "an estimator is biased")

    def _moment(self, estimator: Vectors) -> Fraction:
        """sum_x w_x sum_i z_xi^2 p_x.r_i."""
        parts = []
        for point, z in zip(self.points, estimator, strict=True):
            squares = _seen(self.table, [x * x for x in z])
            parts.append(point.share * exact_dot(point.probabilities, squares))
        return exact_sum(parts)

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        places = [[at.share, at.probabilities, at.derivatives] for at in self.points]
        goal = (
            f"a sum of c'I^-1 c over c in {item(self.contrasts)}, I the information of one "
            f"respondent about the coefficients of the model with (weight, probabilities, "
            f"derivatives) in {item(places)},"
        )
        claim = f"no {words.bound} private mechanism on {self.table.truths} truths has {goal}"
        does = reached(self.gap, self.bound, f"at most {up(self.value)}")
        return f"{claim} below {down(self.bound)}, and {words.this_table} {does}"


def _seen(table: PrivateTable, z: Vector) -> list[Fraction]:
    """sum_i z_i r_i, one entry a truth."""
    whole, below = cleared(z)
    columns = zip(*map(entries, table.rows), strict=True)
    return [Fraction(dot(whole, column), below * table.unit) for column in columns]


def read_model(data: dict[str, Any], size: Size) -> Model:
    """The fields of a certificate of this kind."""
    record(data, f"{FIELDS} cover", "pair_prices")
    truths = len(listed(data["prices"]))
    well_formed(truths >= 2, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    privacy = read_privacy(data["privacy"], truths)
    allow_privacy(table, privacy, size)
    charge = read_charge(data["prices"], data.get("pair_prices", []), privacy, table.sizes)
    contrasts = matrix(data["contrasts"])
    coefficients = len(contrasts[0])
    well_formed(coefficients > 0, "a model without coefficients")
    points = [_read_point(at, table, coefficients) for at in listed(data["points"])]
    well_formed(points, "no points")
    shares = exact_sum([at.share for at in points])
    well_formed(shares == 1, "the weights of the points do not add up to 1")
    size.allow(len(contrasts) * len(points) * truths * (len(table.rows) + coefficients))
    tangents = [rationals(v, coefficients) for v in listed(data["tangents"], len(contrasts))]
    utility = _utility(points, tangents)
    size.allow(len(table.rows) * utility.steps)
    estimators = [
        matrix(each, len(points), len(table.rows))
        for each in listed(data["estimators"], len(contrasts))
    ]
    return Model(
        table=table,
        privacy=privacy,
        points=points,
        contrasts=contrasts,
        estimators=estimators,
        tangents=tangents,
        charge=charge,
        cover=read_cover(data["cover"], charge, utility, size),
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _read_point(value: Any, table: PrivateTable, coefficients: int) -> Point:
    share, probabilities, derivatives = listed(value, 3)
    found = Point(
        share=rational(share),
        probabilities=distribution(probabilities, table.sizes),
        derivatives=matrix(derivatives, len(table.sizes), coefficients),
    )
    well_formed(found.share >= 0, "a weight is negative")
    return found


def _utility(points: list[Point], tangents: Vectors) -> Ratios:
    """u(r) = sum of w_x ((D_x v).r)^2 / (p_x.r) over the points and the tangents."""
    parts: list[tuple[Vector, list[Vector], list[Fraction]]] = []
    for at in points:
        vectors: list[Vector] = [at.along(v) for v in tangents]
        parts.append((at.probabilities, vectors, [at.share] * len(tangents)))
    return Ratios(parts)
