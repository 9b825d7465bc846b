"""The information about the coefficients of the model that will be fitted.

At a point z of the covariates, of weight w_z, the truths have probabilities pi_z(theta) with
derivatives D_z = d pi_z / d theta, and one respondent carries the information

    I = sum_z w_z sum_r w_r (D_z'r)(D_z'r)' / (pi_z.r),

linear in the weights of the patterns.

| target | wanted |
|---|---|
| c | the least c'I^-1 c: the asymptotic variance of one coefficient, one respondent |
| A | the least sum of them over several coefficients |
| D | the largest ln det I, of all coefficients |

I depends on theta, which the survey is meant to find: several guesses of it may be averaged over
(`over="average"`), or the worst of them counts (`over="minimax"`).

In the file of a design, or as `rropt design for-model` reads it, the objective is

    {"link": "logit", "alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": ["0", "1"],
     "weights": ["1/2", "1/2"], "target": "c", "coefficients": [1]}

Several guesses: "over" is "average" or "minimax", and in place of alpha and beta "models" is a list
of {"alpha", "beta"}, for an average each with its "weight".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import starmap
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, Numbers, exact_vector, listed, text, whole
from rropt.exact.certified_number import CertifiedNumber, largest, sum_of
from rropt.exact.convert import dot
from rropt.exact.entries import unit
from rropt.exact.frozen import fill
from rropt.exact.linear_algebra import null_space, pivot_columns
from rropt.utility.at_prior import AOptimal, COptimal
from rropt.utility.objective import INFINITE, TELLS_NOTHING, Objective
from rropt.utility.response_models import (
    LinearProbability,
    Logit,
    Matrix,
    ModelPoint,
    Probit,
    ResponseModel,
    Vector,
    as_vector,
)
from rropt.utility.table_information import TableInformation, enclosed

AVERAGE = "average"
MINIMAX = "minimax"
TARGETS = ("c", "A", "D")


@dataclass(frozen=True)
class ModelGuess:
    """Coefficients that may be true, with their weight among the guesses."""

    weight: Fraction
    model: ResponseModel
    points: tuple[ModelPoint, ...]

    @cached_property
    def marginal(self) -> Vector:
        """The distribution of the truths over all points."""
        columns = zip(*(at.probabilities for at in self.points), strict=True)
        weights = [at.weight for at in self.points]
        return tuple(dot(weights, column) for column in columns)


@dataclass(frozen=True, init=False)
class ForModel(Objective):
    """The best table for coefficients of a model, or of several with `over`.

    `points` are the covariates with their `weights`. With `over="average"` the `model` is a list of
    models, equally likely, or of pairs (weight, model); with `over="minimax"` a list of models.

    >>> from rropt.utility.response_models import Logit
    >>> model = Logit(alpha="-1", beta="1/2")
    >>> goal = ForModel(model, points=[0, 1, 2], weights=["1/2", "1/4", "1/4"], coefficients=[1])
    >>> goal.truths, goal.contrasts
    (2, ((Fraction(0, 1), Fraction(1, 1)),))
    """

    guesses: tuple[ModelGuess, ...]
    contrasts: Matrix
    target: str
    places: Matrix
    over: str

    name = "for-model"
    earns = "information"
    assumes = "the coefficients are"

    def __init__(
        self,
        model: Any,
        points: Any = None,
        weights: Numbers | None = None,
        target: str = "c",
        coefficients: Sequence[int] | None = None,
        over: str | None = None,
    ) -> None:
        models = _models(model, over)
        if points is None:
            raise InputError("points must say where the covariates are, such as [0, 1]")
        places = tuple(as_vector(z, "points") for z in listed(points, "points", "covariates"))
        if not places:
            raise InputError("points must hold at least one point of the covariates")
        shares = _shares(weights, len(places))
        pairs = list(zip(places, shares, strict=True))
        guesses = tuple(
            ModelGuess(weight, each, tuple(starmap(each.at, pairs))) for weight, each in models
        )
        contrasts = _contrasts(len(guesses[0].model.theta), target, coefficients)
        fill(self, guesses=guesses, contrasts=contrasts)
        fill(self, target=target, places=places, over=over or "")
        self._refuse_unidentified()

    @property
    def model(self) -> ResponseModel:
        """The model at the first guess."""
        return self.guesses[0].model

    @property
    def truths(self) -> int:  # type: ignore[override]
        return self.model.truths

    @property
    def coefficients(self) -> int:
        """How many the model has."""
        return len(self.model.theta)

    @property
    def told_directions(self) -> int:
        """How many independent combinations of coefficients the points tell something about."""
        return (self.truths - 1) * len(pivot_columns(self._seen_places))

    @property
    def _seen_places(self) -> list[Vector]:
        """The intercept and the covariates of each point."""
        return [(Fraction(1), *place) for place in self.places]

    def _refuse_unidentified(self) -> None:
        """The predictor alpha + beta.z is told at each point: a coefficient is, if it follows."""
        width = len(self.places[0]) + 1
        unseen = null_space(self._seen_places, width)
        for contrast in self.contrasts:
            coefficient = contrast.index(Fraction(1))
            if any(direction[coefficient % width] for direction in unseen):
                raise InputError(
                    "points must identify the coefficients that are wanted: at these points "
                    f"coefficient {coefficient} cannot be told from the others"
                )

    @property
    def is_determinant(self) -> bool:
        """Whether ln det I is to be large; otherwise variances are to be small."""
        return self.target == "D"

    @property
    def is_minimised(self) -> bool:  # type: ignore[override]
        return not self.is_determinant

    @property
    def dimensions(self) -> int:  # type: ignore[override]
        return self.coefficients if self.is_determinant else 0

    @property
    def label(self) -> str:  # type: ignore[override]
        what = "log-determinant of the information about" if self.is_determinant else "variance of"
        whole = {"": "", AVERAGE: "average ", MINIMAX: "worst "}[self.over]
        return f"{whole}{what} the coefficients of a model"

    def with_models(self, models: Sequence[tuple[Fraction, ResponseModel]]) -> ForModel:
        """The same points and target at other coefficients."""
        weights = [at.weight for at in self.guesses[0].points]
        chosen = None if self.is_determinant else [row.index(Fraction(1)) for row in self.contrasts]
        if len(models) == 1:
            return ForModel(models[0][1], self.places, weights, self.target, chosen)
        return ForModel(list(models), self.places, weights, self.target, chosen, AVERAGE)

    def worth(self, table: Channel) -> CertifiedNumber:
        """sum c'I^-1 c, or ln det I, over the guesses: their average, or the worst."""
        ends = [self._at_guess(guess, table) for guess in self.guesses]
        if self.over == MINIMAX and self.is_determinant:
            return -largest(-end for end in ends)
        if self.over == MINIMAX:
            return largest(ends)
        return sum_of(end * guess.weight for end, guess in zip(ends, self.guesses, strict=True))

    def _at_guess(self, guess: ModelGuess, table: Channel) -> CertifiedNumber:
        """At a point a report carries w (D'r)(D'r)' / (p.r)."""
        slopes = []
        chances = []
        for at in guess.points:
            columns = list(zip(*at.derivatives, strict=True))
            for row in table.rows:
                if any(row):
                    slopes.append([dot(row, column) for column in columns])
                    chances.append(dot(row, at.probabilities) / at.weight)
        information = TableInformation.of_scores(slopes, chances)
        if self.is_determinant:
            if not information.identifies:
                return TELLS_NOTHING
            return enclosed(lambda: information.matrix().det().log())
        if not all(information.tells(contrast) for contrast in self.contrasts):
            return INFINITE
        return enclosed(lambda: information.variances(self.contrasts))

    def statement(self) -> dict[str, Any]:
        """The certificate states points and contrasts at each guess."""
        name = "log-determinant" if self.is_determinant else "coefficients"
        return {"name": name} | ({"over": self.over} if self.over else {})

    def elsewhere(self) -> Mapping[str, Objective]:
        """At each guess of several, or with other slopes and intercepts than at one."""
        if len(self.guesses) > 1:
            named = {f"guess {n + 1}": at.model for n, at in enumerate(self.guesses)}
        else:
            named = self.model.variations()
        found = {}
        for name, model in named.items():
            try:
                found[name] = self.with_models([(Fraction(1), model)])
            except InputError:  # probabilities outside (0, 1) at some point
                continue
        return found

    def rivals(self) -> Mapping[str, Objective]:
        """All shares, and the share that a single coefficient is about, at their mean."""
        prior = self.guesses[0].marginal
        found: dict[str, Objective] = {"A-optimal at the marginal prior": AOptimal(prior)}
        if self.target == "c" and self.truths > 2:
            truth = 1 + self.contrasts[0].index(Fraction(1)) // (1 + len(self.places[0]))
            share = unit(self.truths, truth)
            found[f"c-optimal for the share of truth {truth}"] = COptimal(prior, share)
        return found

    def record(self) -> dict[str, Any]:
        """The model whose coefficients are wanted: the certificate has the probabilities only."""
        return {"model": self.model_fields()}

    def model_fields(self) -> dict[str, Any]:
        """The model with its points, as `model_of_record` reads it.

        >>> from rropt.utility.response_models import Logit
        >>> ForModel(Logit("-1", "1/2"), [0, 1], coefficients=[1]).model_fields()["link"]
        'logit'
        """
        record: dict[str, Any] = {
            "link": self.model.link,
            "points": [list(map(text, place)) for place in self.places],
            "weights": [text(at.weight) for at in self.guesses[0].points],
            "target": self.target,
        }
        if not self.is_determinant:
            record["coefficients"] = [row.index(1) for row in self.contrasts]
        if not self.over:
            return record | self.model.record()
        models = []
        for guess in self.guesses:
            weight = {"weight": text(guess.weight)} if self.over == AVERAGE else {}
            models.append(weight | guess.model.record())
        return record | {"over": self.over, "models": models}

    def phrase(self) -> str:
        """The goal in words, with the guesses that it is made for."""
        sides = enumerate(zip(*self.contrasts, strict=True))
        listed = [place for place, entries in sides if any(entries)]
        which = ", ".join(map(str, listed))
        noun = "coefficient" if len(listed) == 1 else "coefficients"
        what = "log-determinant of the information about" if self.is_determinant else "variance of"
        if not self.over:
            return f"the {what} {noun} {which} of {self.model.describe()}"
        whole = "average" if self.over == AVERAGE else "worst"
        models = "; ".join(at.model.describe() for at in self.guesses)
        return f"the {whole} {what} {noun} {which} over {len(self.guesses)} models: {models}"


def _models(given: Any, over: str | None) -> list[tuple[Fraction, ResponseModel]]:
    """Models with their weights, which add up to one."""
    if over is None:
        if not isinstance(given, ResponseModel):
            raise InputError(
                f"model must be one such as Logit(alpha, beta), got {given!r} (several need "
                'over="average" or over="minimax")'
            )
        return [(Fraction(1), given)]
    if over not in (AVERAGE, MINIMAX):
        raise InputError(f"over must be {AVERAGE} or {MINIMAX}, got {over!r}")
    listed = list(given) if isinstance(given, Sequence) else []
    pairs = [each if isinstance(each, tuple) else (None, each) for each in listed]
    if not pairs or not all(isinstance(model, ResponseModel) for _, model in pairs):
        raise InputError(f"model must be a list of models such as Logit(alpha, beta) for {over}")
    weighted = [weight is not None for weight, _ in pairs]
    if any(weighted) and (over == MINIMAX or not all(weighted)):
        raise InputError("model must be a list of pairs (weight, model) for average, or of models")
    weights = _shares([w for w, _ in pairs] if all(weighted) else None, len(pairs))
    shapes = {(len(model.alpha), len(model.beta[0])) for _, model in pairs}
    if len(shapes) > 1:
        raise InputError("model must be a list of models with the same truths and covariates")
    return [(w, model) for w, (_, model) in zip(weights, pairs, strict=True)]


def _shares(weights: Any, count: int) -> Vector:
    if weights is None:
        return (Fraction(1, count),) * count
    found = tuple(exact_vector(weights, "weights"))
    if len(found) != count or min(found) <= 0 or sum(found) != 1:
        raise InputError(f"weights must be {count} positive numbers that sum to one")
    return found


def _contrasts(size: int, target: str, coefficients: Sequence[int] | None) -> Matrix:
    """Unit vectors of the chosen coefficients."""
    if target not in TARGETS:
        raise InputError(f"target must be c, A or D, got {target!r}")
    if coefficients is None:
        if target == "c":
            raise InputError("coefficients must name the one coefficient of target c, such as [1]")
        coefficients = range(size)
    chosen = [whole(place, "coefficients", least=0) for place in coefficients]
    if not chosen or max(chosen) >= size or len(set(chosen)) < len(chosen):
        raise InputError(f"coefficients must be different numbers below {size}, got {chosen}")
    if target == "c" and len(chosen) > 1:
        raise InputError("coefficients must be one for target c; target A takes several")
    if target == "D" and sorted(chosen) != list(range(size)):
        raise InputError("coefficients must be left out for target D, which is about all of them")
    return tuple(unit(size, place) for place in chosen)


LINKS_OF_MODELS: dict[str, type[ResponseModel]] = {
    kind.link: kind for kind in (Logit, Probit, LinearProbability)
}

LISTS = ("points", "weights", "coefficients", "models")

FIELDS = {
    "link",
    "alpha",
    "beta",
    "models",
    "over",
    "points",
    "weights",
    "target",
    "coefficients",
}


def model_of_record(record: Any) -> ForModel:
    """The objective that a record states; what is none is refused.

    >>> goal = ForModel(Logit("-1", "1/2"), [0, 1], coefficients=[1])
    >>> model_of_record(goal.model_fields()) == goal
    True
    """
    if not isinstance(record, dict) or "points" not in record:
        raise InputError('model must be a JSON object with "alpha", "beta" and "points"')
    unknown = sorted(record.keys() - FIELDS)
    if unknown:
        raise InputError(f"model must have only {', '.join(sorted(FIELDS))}, got {unknown[0]!r}")
    for name in LISTS:
        if not isinstance(record.get(name, []), list):
            raise InputError(f"model must have {name} that are a list, got {record[name]!r}")
    link = str(record.get("link", "logit"))
    if link not in LINKS_OF_MODELS:
        raise InputError(f"model must have a link of {', '.join(LINKS_OF_MODELS)}, got {link!r}")
    make = LINKS_OF_MODELS[link]
    models: Any = _model(make, record)
    if "over" in record:
        models = [_weighted(make, each) for each in record.get("models", [])]
    return ForModel(
        models,
        record["points"],
        record.get("weights"),
        record.get("target", "c"),
        record.get("coefficients"),
        record.get("over"),
    )


def _model(make: type[ResponseModel], given: Any) -> ResponseModel | None:
    if not isinstance(given, dict):
        raise InputError('model must have "models" that are objects with "alpha" and "beta"')
    if "over" in given:
        return None
    if "alpha" not in given or "beta" not in given:
        raise InputError('model must have "alpha" and "beta", or with "over" a list "models"')
    return make(given["alpha"], given["beta"])


def _weighted(make: type[ResponseModel], given: Any) -> Any:
    model = _model(make, given)
    return (given["weight"], model) if "weight" in given else model
