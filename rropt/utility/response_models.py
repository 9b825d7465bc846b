"""Models of a sensitive answer at a guess of their coefficients: Logit, Probit, LinearProbability.

At covariates z the truths have probabilities pi_z(theta) with derivatives D_z = d pi_z / d theta.
Both are stated as rationals, so that a certificate is about numbers that anybody can read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, product, starmap
from operator import mul
from typing import Any, ClassVar

from rropt.exact import (
    InputError,
    NumberOrNumbers,
    NumberTable,
    exact,
    exact_vector,
    exp_bounds,
    text,
)
from rropt.exact.convert import dot
from rropt.exact.entries import scaled
from rropt.exact.frozen import fill

Vector = tuple[Fraction, ...]
Matrix = tuple[Vector, ...]

BITS = 60
"""Probabilities are stated as multiples of 2^-60: the model is given to so many digits."""


@dataclass(frozen=True)
class ModelPoint:
    """A point of the covariates: its weight, the probabilities there, and their derivatives."""

    weight: Fraction
    probabilities: Vector
    derivatives: Matrix
    """One row a truth, one column a coefficient."""


@dataclass(frozen=True, init=False)
class ResponseModel:
    """What every model provides; the linear predictor of truth b at z is alpha_b + beta_b.z.

    The coefficients are ordered alpha_1, beta_1, alpha_2, beta_2, ...; truth 0 is the baseline. For
    two truths alpha may be a single number and beta one row, for one covariate the entries of beta
    and the points single numbers.
    """

    alpha: Vector
    beta: Matrix

    name: ClassVar[str]
    link: ClassVar[str]
    """Its name in records."""

    most_truths: ClassVar[int | None] = 2

    def __init__(self, alpha: NumberOrNumbers, beta: NumberOrNumbers | NumberTable) -> None:
        intercepts = as_vector(alpha, "alpha")
        several = isinstance(beta, Sequence) and not isinstance(beta, str)
        rows: Sequence[Any] = beta if several else [beta]  # type: ignore[assignment]
        if len(intercepts) == 1 and len(rows) > 1:
            rows = [rows]
        slopes = tuple(as_vector(row, "beta") for row in rows)
        if len(slopes) != len(intercepts) or len({len(row) for row in slopes}) != 1:
            raise InputError(
                f"beta must have one entry, or one row of equal length, a truth but the first: "
                f"alpha has {len(intercepts)}, beta {len(slopes)}"
            )
        if self.most_truths is not None and len(intercepts) >= self.most_truths:
            raise InputError(f"alpha must be one number for link {self.link}, of two truths")
        fill(self, alpha=intercepts, beta=slopes)

    @property
    def truths(self) -> int:
        return len(self.alpha) + 1

    @property
    def theta(self) -> Vector:
        """All coefficients in their order."""
        pairs = zip(self.alpha, self.beta, strict=True)
        return tuple(chain.from_iterable((a, *row) for a, row in pairs))

    def at(self, z: Vector, weight: Fraction) -> ModelPoint:
        """The probabilities at z and their derivatives."""
        if len(z) != len(self.beta[0]):
            raise InputError(f"points must have {len(self.beta[0])} covariates, got {len(z)}")
        predictors = [a + dot(row, z) for a, row in zip(self.alpha, self.beta, strict=True)]
        probabilities, slopes = self.respond(predictors)
        if min(probabilities) <= 0:
            raise InputError("alpha and beta must leave each truth a probability above 2^-60")
        basis = (Fraction(1), *z)
        derivatives = tuple(tuple(starmap(mul, product(row, basis))) for row in slopes)
        return ModelPoint(weight, probabilities, derivatives)

    def respond(self, predictors: Sequence[Fraction]) -> tuple[Vector, Matrix]:
        """pi, and d pi_j / d eta_b: a row a truth, a column a linear predictor."""
        raise NotImplementedError

    def record(self) -> dict[str, Any]:
        """The coefficients in JSON."""
        beta = [list(map(text, row)) for row in self.beta]
        return {"alpha": [text(a) for a in self.alpha], "beta": beta}

    def variations(self) -> dict[str, ResponseModel]:
        """Slopes of nothing, half and double; intercepts less and more by one."""
        found = {}
        slopes = (("slopes 0", 0), ("slopes halved", Fraction(1, 2)), ("slopes doubled", 2))
        for name, factor in slopes:
            found[name] = type(self)(self.alpha, [scaled(row, factor) for row in self.beta])
        for name, change in (("intercepts - 1", -1), ("intercepts + 1", 1)):
            found[name] = type(self)([a + change for a in self.alpha], self.beta)
        return found

    def describe(self) -> str:
        """The model with its coefficients."""
        alpha = ", ".join(map(text, self.alpha))
        beta = ", ".join(text(b) for b in chain.from_iterable(self.beta))
        return f"a {self.name} at alpha {alpha}, beta {beta}"


class Logit(ResponseModel):
    """The multinomial logit: pi_b = e^eta_b / (1 + sum e^eta).

    >>> Logit(alpha=["-1/2", "-1"], beta=["1", "1/2"]).truths
    3
    """

    name = "logit"
    link = "logit"
    most_truths = None

    def respond(self, predictors: Sequence[Fraction]) -> tuple[Vector, Matrix]:
        """d pi_j / d eta_b = pi_j ([j = b] - pi_b), of the stated probabilities."""
        odds = [exp_bounds(eta, 4 * BITS)[0] for eta in predictors]
        total = 1 + sum(odds, Fraction(0))
        kept = [_rounded(odd / total) for odd in odds]
        probabilities = (1 - sum(kept, Fraction(0)), *kept)
        rows = []
        for j, own in enumerate(probabilities):
            rows.append(tuple(own * ((j == b) - pi) for b, pi in enumerate(probabilities) if b))
        return probabilities, tuple(rows)


class Probit(ResponseModel):
    """pi_1 = Phi(eta), for two truths.

    >>> Probit(alpha="0", beta="1").at((Fraction(0),), Fraction(1)).probabilities
    (Fraction(1, 2), Fraction(1, 2))
    """

    name = "probit"
    link = "probit"

    def respond(self, predictors: Sequence[Fraction]) -> tuple[Vector, Matrix]:
        """Phi and its density, rounded."""
        from rropt.exact.bounds import normal_bounds

        share, density = (_rounded(ends[0]) for ends in normal_bounds(predictors[0], 4 * BITS))
        return (1 - share, share), ((-density,), (density,))


class LinearProbability(ResponseModel):
    """pi_1 = eta, for two truths.

    >>> LinearProbability(alpha="1/4", beta="1/8").at((Fraction(2),), Fraction(1)).probabilities
    (Fraction(1, 2), Fraction(1, 2))
    """

    name = "linear probability model"
    link = "linear"

    def respond(self, predictors: Sequence[Fraction]) -> tuple[Vector, Matrix]:
        """eta itself."""
        (share,) = predictors
        if not 0 < share < 1:
            raise InputError(
                f"alpha and beta must give probabilities between 0 and 1, got {share} at a point"
            )
        one = Fraction(1)
        return (1 - share, share), ((-one,), (one,))


def as_vector(value: Any, name: str) -> Vector:
    """One number, or several."""
    if isinstance(value, str) and "," not in value:
        return (exact(value, name),)
    if isinstance(value, (str, Sequence)) or hasattr(value, "__iter__"):
        return tuple(exact_vector(value, name))
    return (exact(value, name),)


def _rounded(x: Fraction) -> Fraction:
    return Fraction(round(x * 2**BITS), 2**BITS)
