"""What kind model makes of the information about coefficients: a class an objective.

A guess of the coefficients has its points, contrasts c, and evidence for them: estimators whose
moments M show c'I^-1 c <= M for the table, and tangents v. `verify_value` asks whether the moments
show that the table does at least as well as a value, `verify_bound` whether tangents and prices
(which add up to `paid`) prove the bound for every private table.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .cleared import Vector, exact_dot, exact_sum
from .logarithm import log_ends
from .statement import down, item, reached, up
from .verdict import Doubts, need

Vectors = list[list[Fraction]]
Ends = tuple[Fraction, Fraction]

AVERAGE, MINIMAX = "average", "minimax"
MODEL = (
    "one respondent about the coefficients of the model with (weight, probabilities, derivatives)"
)


@dataclass(frozen=True)
class Point:
    """A point of the covariates: its share, the probabilities, a row of derivatives a truth."""

    share: Fraction
    probabilities: list[Fraction]
    derivatives: Vectors

    def along(self, v: Vector) -> list[Fraction]:
        """D v, one entry a truth."""
        return [exact_dot(row, v) for row in self.derivatives]

    @property
    def stated(self) -> list[Any]:
        """As the file has it."""
        return [self.share, self.probabilities, self.derivatives]


@dataclass(frozen=True)
class Guess:
    """Coefficients that may be true: their weight, the points of the model there, evidence."""

    weight: Fraction
    points: list[Point]
    contrasts: Vectors
    estimators: list[Vectors]
    tangents: Vectors

    @property
    def places(self) -> list[Any]:
        """The points as the file has them."""
        return [at.stated for at in self.points]

    @property
    def gains(self) -> Fraction:
        """The sum of 2 c.v."""
        pairs = zip(self.contrasts, self.tangents, strict=True)
        return 2 * exact_sum([exact_dot(c, v) for c, v in pairs])


@dataclass(frozen=True)
class ModelVariance:
    """The sum of c'I^-1 c, averaged over guesses or at the worst of them.

    c'I^-1 c >= 2 c.v - v'Iv for every v, and the prices bound the average of the sums of v'Iv.
    """

    over: str

    def verify_value(
        self, guesses: list[Guess], moments: Vectors, value: Fraction, doubts: Doubts
    ) -> None:
        """value >= the average, or the largest, of the sums of moments."""
        own = [exact_sum(row) for row in moments]
        average = exact_dot([at.weight for at in guesses], own)
        has = max(own) if self.over == MINIMAX else average
        need(value >= has, "the table has a larger value")

    def verify_bound(
        self, guesses: list[Guess], paid: Fraction, bound: Fraction, doubts: Doubts
    ) -> None:
        """An average is at most the maximum, so one bound serves both."""
        gains = exact_dot([at.weight for at in guesses], [at.gains for at in guesses])
        need(bound <= gains - paid, "the prices do not prove the bound")

    def gap(self, value: Fraction, bound: Fraction) -> Fraction:
        """By how much the table may miss the optimum."""
        return value - bound

    def claim(self, guesses: list[Guess], bound: Fraction) -> str:
        """What no table has."""
        if not self.over:
            (at,) = guesses
            goal = f"a sum of c'I^-1 c over c in {item(at.contrasts)}, I the information of {MODEL}"
            return f"{goal} in {item(at.places)}, below {down(bound)}"
        whole = "an average" if self.over == AVERAGE else "a maximum"
        where = _guesses(self.over, "contrasts, model", guesses, contrasts=True)
        goal = f"a sum of c'I^-1 c over the contrasts c, I the information of {MODEL} in model"
        return f"{whole} over {where} of {goal}, below {down(bound)}"

    def does(self, value: Fraction, bound: Fraction) -> str:
        """What the table has."""
        return reached(value - bound, bound, f"at most {up(value)}")


@dataclass(frozen=True)
class ModelDeterminant:
    """ln det I, averaged over guesses or at the worst of them.

    Let m be the number of coefficients. Of triangular contrasts C (c_i zero after i) det C = prod
    c_ii, and by Hadamard det I^-1 (det C)^2 = det C'I^-1 C is at most the product of its diagonal,
    hence of the moments. Of tangents that are triangular likewise X = sum v v' has det X = prod
    v_ii^2, and by the means of eigenvalues, and then of guesses, as ln is concave,

        sum w ln det XI <= sum w m ln(tr XI / m) <= m ln(sum w tr XI / m) <= m ln(paid / m).
    """

    over: str

    def verify_value(
        self, guesses: list[Guess], moments: Vectors, value: Fraction, doubts: Doubts
    ) -> None:
        """value <= the average, or the least, of sum ln(c_ii^2 / M_i)."""
        ends = []
        for at, row in zip(guesses, moments, strict=True):
            need(min(row) > 0, "a moment is not positive")
            squares = _squares(at.contrasts, "a contrast")
            ends.append(_sum_of_logs([c / m for c, m in zip(squares, row, strict=True)]))
        if self.over == MINIMAX:
            low = min(least for least, _ in ends)
            high = min(most for _, most in ends)
        else:
            low, high = _averaged(guesses, ends)
        doubts.not_negative(low - value, high - value, "the table has a smaller value")

    def verify_bound(
        self, guesses: list[Guess], paid: Fraction, bound: Fraction, doubts: Doubts
    ) -> None:
        """bound >= m ln(paid / m) - the average of ln det X."""
        need(paid > 0, "the prices add up to nothing")
        volumes = []
        for at in guesses:
            volumes.append(_sum_of_logs(_squares(at.tangents, "a tangent")))
        low, high = _averaged(guesses, volumes)
        m = len(guesses[0].contrasts)
        least, most = log_ends(paid / m)
        reason = "the prices do not prove the bound"
        doubts.not_negative(bound - m * most + low, bound - m * least + high, reason)

    def gap(self, value: Fraction, bound: Fraction) -> Fraction:
        """By how much the table may miss the optimum."""
        return bound - value

    def claim(self, guesses: list[Guess], bound: Fraction) -> str:
        """What no table has."""
        goal = f"a log-determinant of the information of {MODEL}"
        if not self.over:
            return f"{goal} in {item(guesses[0].places)}, above {up(bound)}"
        whole = "an average" if self.over == AVERAGE else "a minimum"
        where = _guesses(self.over, "model", guesses, contrasts=False)
        return f"{whole} over {where} of {goal} in model, above {up(bound)}"

    def does(self, value: Fraction, bound: Fraction) -> str:
        """What the table has."""
        return reached(bound - value, bound, f"at least {down(value)}")


ModelObjective = ModelVariance | ModelDeterminant

MODEL_OBJECTIVES: dict[str, type[ModelVariance] | type[ModelDeterminant]] = {
    "variance": ModelVariance,
    "determinant": ModelDeterminant,
}


def _squares(vectors: Vectors, what: str) -> list[Fraction]:
    """The x_ii^2 of vectors that are zero after i."""
    found = []
    for i, x in enumerate(vectors):
        need(x[i] and not any(x[i + 1 :]), f"{what} is not triangular")
        found.append(x[i] ** 2)
    return found


def _sum_of_logs(numbers: list[Fraction]) -> Ends:
    """Rationals below and above the sum of the logarithms."""
    ends = [log_ends(x) for x in numbers]
    return exact_sum([low for low, _ in ends]), exact_sum([high for _, high in ends])


def _averaged(guesses: list[Guess], ends: list[Ends]) -> Ends:
    weights = [at.weight for at in guesses]
    low = exact_dot(weights, [end[0] for end in ends])
    return low, exact_dot(weights, [end[1] for end in ends])


def _guesses(over: str, names: str, guesses: list[Guess], contrasts: bool) -> str:
    """The guesses as the file has them; a maximum or minimum does not depend on weights."""
    listed = []
    for at in guesses:
        weight: list[Any] = [at.weight] if over == AVERAGE else []
        seen: list[Any] = [at.contrasts] if contrasts else []
        listed.append([*weight, *seen, at.places])
    weighted = "weight, " if over == AVERAGE else ""
    return f"({weighted}{names}) in {item(listed)}"
