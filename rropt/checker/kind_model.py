"""Kind model: no private table makes the coefficients of a model better known.

At each point x of the covariates, of share w_x, the truth j has probability p_x[j] and the
derivatives D_x[j] in the coefficients. One report carries the information

    I = sum_i sum_x w_x (D_x'r_i)(D_x'r_i)' / (p_x.r_i),   r_i the rows of the table,

and c'I^-1 c is the least sum_i sum_x w_x z_xi^2 p_x.r_i of all z with sum w_x z_xi D_x'r_i = c (by
Cauchy and Schwarz, with z_xi = (D_x v).r_i / p_x.r_i at I v = c): such z show what this table does.
For every vector v, c'I^-1 c >= 2 c.v - v'Iv, and v'Iv = sum_i sum_x w_x ((D_x v).r_i)^2 / (p_x.r_i)
is a utility of the table, for which prices hold (`charge`): they show what no table can do. What is
made of c'I^-1 c, at one guess of the coefficients or over several, is a class of
`model_objectives`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .charge import Charge, read_charge
from .cleared import Vector, cleared, dot, exact_dot, exact_sum
from .covers import Cover, read_cover
from .fields import distribution, listed, matrix, named, rational, rationals, record
from .limits import Size, few_logarithms
from .model_objectives import (
    AVERAGE,
    MINIMAX,
    MODEL_OBJECTIVES,
    Guess,
    ModelDeterminant,
    ModelObjective,
    Point,
    Vectors,
)
from .pages import page
from .private_table import PrivateTable, allow_privacy, entries, read_table
from .stated_privacy import Privacy, read_privacy
from .utilities import Ratios
from .verdict import Doubts, need, well_formed

if TYPE_CHECKING:
    from .universal import Universal

FIELDS = "privacy objective guesses patterns weights prices value bound gap cover"


@dataclass(frozen=True)
class Model:
    """A table, its estimators and tangents at some guesses of the coefficients, and prices."""

    table: PrivateTable
    privacy: Privacy
    objective: ModelObjective
    guesses: list[Guess]
    charge: Charge
    cover: Cover
    universal: Universal | None
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        moments = [verified_moments(self.table, at) for at in self.guesses]
        self.objective.verify_value(self.guesses, moments, self.value, doubts)
        self.objective.verify_bound(self.guesses, self.charge.bound, self.bound, doubts)
        gap = self.objective.gap(self.value, self.bound)
        need(self.gap == gap, "gap is not the difference of value and bound")
        self.cover.verify(doubts)
        if self.universal:
            self.universal.verify()
        return self.sentence()

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        claim = self.objective.claim(self.guesses, self.bound)
        does = self.objective.does(self.value, self.bound)
        also = self.universal.words if self.universal else ""
        who = f"no {words.bound} private mechanism on {self.table.truths} truths has"
        return f"{who} {claim}, and {words.this_table} {does}{also}"


def verified_moments(table: PrivateTable, at: Guess) -> list[Fraction]:
    """sum_x w_x sum_i z_xi^2 p_x.r_i of each estimator, all of which are unbiased."""
    for contrast, estimator in zip(at.contrasts, at.estimators, strict=True):
        _verify_unbiased(table, at.points, contrast, estimator)
    return [_moment(table, at.points, estimator) for estimator in at.estimators]


def _verify_unbiased(
    table: PrivateTable, points: list[Point], contrast: Vector, estimator: Vectors
) -> None:
    """sum_x w_x sum_i z_xi D_x'r_i = c."""
    total = [Fraction(0)] * len(contrast)
    for point, z in zip(points, estimator, strict=True):
        seen = _seen(table, z)
        for q in range(len(contrast)):
            derivative = [row[q] for row in point.derivatives]
            total[q] += point.share * exact_dot(derivative, seen)
    need(total == list(contrast), "an estimator is biased")


def _moment(table: PrivateTable, points: list[Point], estimator: Vectors) -> Fraction:
    """sum_x w_x sum_i z_xi^2 p_x.r_i."""
    parts = []
    for point, z in zip(points, estimator, strict=True):
        squares = _seen(table, [x * x for x in z])
        parts.append(point.share * exact_dot(point.probabilities, squares))
    return exact_sum(parts)


def _seen(table: PrivateTable, z: Vector) -> list[Fraction]:
    """sum_i z_i r_i, one entry a truth."""
    whole, below = cleared(z)
    columns = zip(*map(entries, table.rows), strict=True)
    return [Fraction(dot(whole, column), below * table.unit) for column in columns]


def read_model(data: dict[str, Any], size: Size) -> Model:
    """The fields of a certificate of this kind."""
    record(data, FIELDS, "pair_prices condition_prices over universal")
    truths = len(listed(data["prices"]))
    well_formed(truths >= 2, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    privacy = read_privacy(data["privacy"], truths, size)
    allow_privacy(table, privacy, size)
    charge = read_charge(data, privacy, table.sizes)
    objective = _read_objective(data)
    guesses = [_read_guess(at, table, size) for at in listed(data["guesses"])]
    _verify_guesses(objective, guesses)
    utility = _utility(guesses)
    universal: Universal | None = None
    if "universal" in data:
        universal = page(".universal").read_universal(data, privacy, table, size)
    return Model(
        table=table,
        privacy=privacy,
        objective=objective,
        guesses=guesses,
        charge=charge,
        cover=read_cover(data["cover"], charge, utility, size),
        universal=universal,
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _read_objective(data: dict[str, Any]) -> ModelObjective:
    make = MODEL_OBJECTIVES[named(data["objective"], MODEL_OBJECTIVES)]
    if "over" not in data:
        return make("")
    return make(named(data["over"], dict.fromkeys((AVERAGE, MINIMAX))))


def _verify_guesses(objective: ModelObjective, guesses: list[Guess]) -> None:
    """Their weights are shares; one alone needs no `over`; determinants are of all coefficients."""
    well_formed(guesses, "no guess of the coefficients")
    well_formed(len(guesses) == 1 or objective.over, "several guesses need an average or a maximum")
    shares = exact_sum([at.weight for at in guesses])
    well_formed(shares == 1, "the weights of the guesses do not add up to 1")
    if isinstance(objective, ModelDeterminant):
        width = len(guesses[0].contrasts)
        for at in guesses:
            square = len(at.contrasts) == width and all(len(c) == width for c in at.contrasts)
            well_formed(square, "a determinant needs as many contrasts as coefficients")
        few_logarithms(2 * width * len(guesses))


def _read_guess(value: Any, table: PrivateTable, size: Size) -> Guess:
    given = record(value, "weight points contrasts estimators tangents")
    weight = rational(given["weight"])
    well_formed(weight >= 0, "a weight is negative")
    contrasts = matrix(given["contrasts"])
    coefficients = len(contrasts[0])
    points = [_read_point(at, table, coefficients) for at in listed(given["points"])]
    well_formed(points, "no points")
    shares = exact_sum([at.share for at in points])
    well_formed(shares == 1, "the weights of the points do not add up to 1")
    rows = len(table.rows)
    truths = len(table.sizes)
    size.allow(len(contrasts) * len(points) * truths * (rows + coefficients))
    tangents = [rationals(v, coefficients) for v in listed(given["tangents"], len(contrasts))]
    estimators = [
        matrix(each, len(points), rows) for each in listed(given["estimators"], len(contrasts))
    ]
    return Guess(weight, points, contrasts, estimators, tangents)


def _read_point(value: Any, table: PrivateTable, coefficients: int) -> Point:
    share, probabilities, derivatives = listed(value, 3)
    found = Point(
        share=rational(share),
        probabilities=distribution(probabilities, table.sizes),
        derivatives=matrix(derivatives, len(table.sizes), coefficients),
    )
    well_formed(found.share >= 0, "a weight is negative")
    return found


def _utility(guesses: list[Guess]) -> Ratios:
    """u(r) = sum of weight * w_x ((D_x v).r)^2 / (p_x.r) over guesses, points and tangents."""
    parts: list[tuple[Vector, list[Vector], list[Fraction]]] = []
    for guess in guesses:
        for at in guess.points:
            vectors: list[Vector] = [at.along(v) for v in guess.tangents]
            parts.append((at.probabilities, vectors, [guess.weight * at.share] * len(vectors)))
    return Ratios(parts)
