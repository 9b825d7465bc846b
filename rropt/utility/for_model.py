"""The information about the coefficients of the model that will be fitted.

At a point z of the covariates, of weight w_z, the truths have probabilities pi_z(theta) with
derivatives D_z = d pi_z / d theta, and one respondent carries the information

    I = sum_z w_z sum_r w_r (D_z'r)(D_z'r)' / (pi_z.r),

linear in the weights of the patterns. Wanted is the smallest sum of c'I^-1 c over contrasts c: the
asymptotic variance of one coefficient, or of several, for one respondent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from rropt.exact import InputError, exact, exact_vector, exp_bounds, text, whole

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
class Logit:
    """The multinomial logit at a guess of its coefficients; truth 0 is the baseline.

    The linear predictor of truth b at z is alpha_b + beta_b.z; the coefficients are ordered
    alpha_1, beta_1, alpha_2, beta_2, ... For two truths alpha and beta may be single numbers, for
    one covariate the entries of beta and the points.

    >>> Logit(alpha=["-1/2", "-1"], beta=["1", "1/2"]).truths
    3
    """

    alpha: Vector
    beta: Matrix

    def __init__(self, alpha: Any, beta: Any) -> None:
        intercepts = _vector(alpha, "alpha")
        rows = beta if isinstance(beta, Sequence) and not isinstance(beta, str) else [beta]
        slopes = tuple(_vector(row, "beta") for row in rows)
        if len(slopes) != len(intercepts) or len({len(row) for row in slopes}) != 1:
            raise InputError(
                f"beta must have one entry, or one row of equal length, a truth but the first: "
                f"alpha has {len(intercepts)}, beta {len(slopes)}"
            )
        object.__setattr__(self, "alpha", intercepts)
        object.__setattr__(self, "beta", slopes)

    @property
    def truths(self) -> int:
        return len(self.alpha) + 1

    @property
    def coefficients(self) -> int:
        """Intercept and slopes of each truth but the first."""
        return len(self.alpha) * (1 + len(self.beta[0]))

    def at(self, z: Vector, weight: Fraction) -> ModelPoint:
        """The probabilities at z, rounded to multiples of 2^-60, and their derivatives."""
        if len(z) != len(self.beta[0]):
            raise InputError(f"points must have {len(self.beta[0])} covariates, got {len(z)}")
        predictors = [
            a + sum((b * x for b, x in zip(row, z, strict=True)), Fraction(0))
            for a, row in zip(self.alpha, self.beta, strict=True)
        ]
        odds = [exp_bounds(eta, 4 * BITS)[0] for eta in predictors]
        total = 1 + sum(odds, Fraction(0))
        kept = [_rounded(odd / total) for odd in odds]
        probabilities = (1 - sum(kept, Fraction(0)), *kept)
        if min(probabilities) <= 0:
            raise InputError("alpha and beta must leave each truth a probability above 2^-60")
        basis = (Fraction(1), *z)
        return ModelPoint(weight, probabilities, _derivatives(probabilities, basis))


def _derivatives(probabilities: Vector, basis: Vector) -> Matrix:
    """d pi_j / d theta_b = pi_j ([j = b] - pi_b) times the covariates."""
    rows = []
    for j, own in enumerate(probabilities):
        slopes = [own * ((j == b) - pi) for b, pi in enumerate(probabilities) if b]
        rows.append(tuple(slope * x for slope in slopes for x in basis))
    return tuple(rows)


@dataclass(frozen=True, init=False)
class ForModel:
    """The best table for coefficients of a model: target c (one), A (a sum of variances).

    >>> model = Logit(alpha="-1", beta="1/2")
    >>> goal = ForModel(model, points=[0, 1, 2], weights=["1/2", "1/4", "1/4"], coefficients=[1])
    >>> goal.truths, goal.contrasts
    (2, ((Fraction(0, 1), Fraction(1, 1)),))
    """

    model: Logit
    points: tuple[ModelPoint, ...]
    contrasts: Matrix
    target: str
    places: Matrix

    label: ClassVar[str] = "variance of the coefficients of a model"
    name: ClassVar[str] = "for-model"

    def __init__(
        self,
        model: Logit,
        points: Any,
        weights: Any = None,
        target: str = "c",
        coefficients: Sequence[int] | None = None,
    ) -> None:
        if not isinstance(model, Logit):
            raise InputError(f"model must be one such as Logit(alpha, beta), got {model!r}")
        places = tuple(_vector(z, "points") for z in points)
        if not places:
            raise InputError("points must hold at least one point of the covariates")
        shares = _shares(weights, len(places))
        made = tuple(model.at(z, w) for z, w in zip(places, shares, strict=True))
        for name, value in (("model", model), ("points", made), ("places", places)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "contrasts", _contrasts(model, target, coefficients))

    @property
    def truths(self) -> int:
        return self.model.truths

    @cached_property
    def marginal(self) -> Vector:
        """The distribution of the truths over all points."""
        columns = zip(*(at.probabilities for at in self.points), strict=True)
        weights = [at.weight for at in self.points]
        return tuple(
            sum((w * p for w, p in zip(weights, column, strict=True)), Fraction(0))
            for column in columns
        )

    def statement(self) -> dict[str, Any]:
        """The points and contrasts as a certificate states them."""
        return {
            "points": [[at.weight, at.probabilities, at.derivatives] for at in self.points],
            "contrasts": self.contrasts,
        }

    def describe(self) -> str:
        """The goal in words, with the guess that it is made for."""
        listed = [place for row in self.contrasts for place, entry in enumerate(row) if entry]
        which = ", ".join(map(str, listed))
        noun = "coefficient" if len(listed) == 1 else "coefficients"
        alpha = ", ".join(map(text, self.model.alpha))
        beta = ", ".join(text(b) for row in self.model.beta for b in row)
        return f"the variance of {noun} {which} of a logit at alpha {alpha}, beta {beta}"


def _vector(value: Any, name: str) -> Vector:
    if isinstance(value, str) and "," not in value:
        return (exact(value, name),)
    if isinstance(value, (str, Sequence)) or hasattr(value, "__iter__"):
        return tuple(exact_vector(value, name))
    return (exact(value, name),)


def _shares(weights: Any, count: int) -> Vector:
    if weights is None:
        return (Fraction(1, count),) * count
    found = tuple(exact_vector(weights, "weights"))
    if len(found) != count or min(found) <= 0 or sum(found) != 1:
        raise InputError(f"weights must be {count} positive numbers that sum to one")
    return found


def _contrasts(model: Logit, target: str, coefficients: Sequence[int] | None) -> Matrix:
    """Unit vectors of the chosen coefficients."""
    size = model.coefficients
    if target not in ("c", "A"):
        raise InputError(f"target must be c or A, got {target!r}")
    if coefficients is None:
        if target == "c":
            raise InputError("coefficients must name the one coefficient of target c, such as [1]")
        coefficients = range(size)
    chosen = [whole(place, "coefficients", least=0) for place in coefficients]
    if not chosen or max(chosen) >= size or len(set(chosen)) < len(chosen):
        raise InputError(f"coefficients must be different numbers below {size}, got {chosen}")
    if target == "c" and len(chosen) > 1:
        raise InputError("coefficients must be one for target c; target A takes several")
    return tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in chosen)


def _rounded(x: Fraction) -> Fraction:
    return Fraction(round(x * 2**BITS), 2**BITS)
