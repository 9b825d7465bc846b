"""Regression: the fit of a randomized answer, with everything that a statistician asks of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.frame_columns import as_given, library_of
from rropt.exact import InputError, Number, exact, one_of
from rropt.survey.quantiles import confidence_level, told_risk
from rropt.survey.quantities import HypothesisTest, Interval, value_in_double
from rropt.survey.regression.calibration import Calibration, design_effects
from rropt.survey.regression.drawn_surveys import MOST_DRAWS
from rropt.survey.regression.fitted import Fitted
from rropt.survey.regression.links import Array
from rropt.survey.regression.newton import TINY_IS_ZERO
from rropt.survey.regression.random_intercepts import spanning
from rropt.survey.regression.restricted import coefficient_test, profile_limits
from rropt.survey.results import Results, finite
from rropt.survey.sandwich import students, wald_quantile, wald_tail

if TYPE_CHECKING:
    import pandas

    from rropt.data.frame_columns import Frame


REMINDER = (
    "privacy: the reports keep their promise; covariates published beside them are not protected"
)

CALIBRATED = (
    "the reports tell little: intervals and p-values are calibrated by surveys that are drawn from "
    "the model"
)

FEW_ROWS = (
    "few reports for so many coefficients: profile intervals rest on chi-square, and may be too "
    "narrow; a test of one coefficient is safer"
)

SEVERAL_MAXIMA = (
    "the likelihood has another maximum that is nearly as high: few reports fit very different "
    "coefficients alike, and the highest maximum may have been missed"
)

BY_PROFILE = (
    "an infinite coefficient has no standard error: intervals and p-values are of the profile "
    "likelihood"
)

NEARLY = 1.92
"""Log-likelihoods that differ by less are told apart by no test at 95%."""


@dataclass(frozen=True)
class FitWords:
    """What a fit is called: formula, model, coefficients, number of rows, notes."""

    formula: str
    model: str
    names: tuple[str, ...]
    rows: int
    notes: tuple[str, ...] = ()
    deviations: int = 0
    """How many of the last coefficients are standard deviations: their intervals end at zero."""
    privacy: str = REMINDER


@dataclass(frozen=True, repr=False)
class Regression(Results):
    """A fitted model; coefficients of several categories are named `name[label]`.

    >>> import rropt as rr
    >>> frame = {"report": ["0", "1"] * 50, "x": [0, 0, 1, 1] * 25}
    >>> fit = rr.regress("report ~ x", frame, [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> fit.nobs, list(fit.names)
    (100, ['Intercept', 'x'])
    """

    fitted: Fitted
    errors: str
    words: FitWords
    predictor: Any = field(default=None)
    """How probabilities follow from covariates (see predictions.py); None where none do."""

    frames: str = field(default="pandas", kw_only=True)

    value_word = "coefficient"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the coefficients in their order."""
        return self.words.names

    @property
    def headline(self) -> tuple[str, ...]:
        """The formula, the model, how errors are found, and the likelihood."""
        return (
            self.words.formula,
            f"{self.words.model}; n = {self.nobs}; {self.errors} errors{students(self.freedom)}",
            f"log-likelihood {self.llf:.6g}   AIC {self.aic:.6g}   BIC {self.bic:.6g}",
        )

    @property
    def values(self) -> Array:
        """The coefficients; infinite where the likelihood has no maximum, nan where any fits."""
        signs = self.fitted.at_infinity
        values = np.where(signs != 0, np.copysign(math.inf, signs), self.fitted.theta)
        return np.where(self.fitted.unidentified, math.nan, values)

    def p_value(self, place: int) -> float:
        """Of the two-sided test that the coefficient is zero: where reports tell little that of
        `test`, elsewhere Wald's, of coefficient / standard error, nan where that is not known."""
        if self.fitted.unidentified[place]:
            return math.nan
        if self._calibration.tells_little:
            return self._zero_tests[place].p_value
        variance = self.covariance[place, place]
        if not variance > 0:
            return math.nan
        return wald_tail(float(self.fitted.theta[place]) ** 2 / variance, 1, self.freedom)

    @cached_property
    @TINY_IS_ZERO
    def _zero_tests(self) -> dict[int, HypothesisTest]:
        """The default tests of identified coefficients, which share the surveys that are drawn."""
        places: list[int] = np.flatnonzero(~self.fitted.unidentified).tolist()
        tests = self._tested([{place: 0.0} for place in places], self._test_method)
        return dict(zip(places, tests, strict=True))

    def all_limits(self, level: Number, method: str | None = None) -> list[tuple[float, float]]:
        """The interval of each coefficient, as `interval` finds it."""
        found = self._intervals(range(len(self.names)), level, method)
        return [(each.low, each.high) for each in found]

    def conf_int(self, level: Number = "0.95", method: str | None = None) -> pandas.DataFrame:
        """Columns `lower` and `upper`: the interval of each coefficient, as `interval` finds it."""
        return self._limits_frame(self.all_limits(level, method))

    @cached_property
    @TINY_IS_ZERO
    def covariance(self) -> Array:
        """The covariance of the coefficients as an array, in the order of `names`."""
        return self.fitted.covariance(self.errors)

    @cached_property
    def freedom(self) -> float:
        """Degrees of freedom of Wald intervals and tests: clusters minus strata, or infinite."""
        return self.fitted.freedom(self.errors)

    @property
    def llf(self) -> float:
        """The log-likelihood (with weights: the pseudo-log-likelihood) at the fit."""
        return self.fitted.llf

    @property
    def nobs(self) -> int:
        """Number of rows."""
        return self.words.rows

    @property
    def converged(self) -> bool:
        """Whether the score vanishes at the fit."""
        return bool(self.fitted.maximum.converged)

    @property
    def on_boundary(self) -> bool:
        """Whether some coefficients are infinite: separation, or a share of zero or one."""
        return bool(self.fitted.rays)

    @property
    def aic(self) -> float:
        """Akaike's criterion, 2 q - 2 l."""
        return 2 * len(self.names) - 2 * self.llf

    @property
    def bic(self) -> float:
        """Schwarz's criterion, q ln n - 2 l."""
        return len(self.names) * math.log(self.nobs) - 2 * self.llf

    def interval(self, name: str, level: Number = "0.95", method: str | None = None) -> Interval:
        """A confidence interval: `wald`, by profile likelihood, or that `calibrated` by draws.

        Without a method calibrated where reports tell little; elsewhere by profile, or wald where
        the errors are sandwich or groups have random intercepts.
        """
        (found,) = self._intervals([self.place(name)], level, method)
        return found

    @TINY_IS_ZERO
    def _intervals(
        self, places: Sequence[int], level: Number, method: str | None
    ) -> list[Interval]:
        """Those of some coefficients, whose drawn surveys are searched together."""
        between = float(confidence_level(level))
        chosen = method or self.interval_method
        known = self._limits.setdefault((between, chosen), {})
        new = [place for place in places if place not in known]
        if new:
            known.update(zip(new, self._ends(new, between, chosen), strict=True))
        return [self._between(place, known[place], level, chosen) for place in places]

    def _between(
        self, place: int, ends: tuple[float, float], level: Number, method: str
    ) -> Interval:
        low, high = ends
        if place >= len(self.names) - self.words.deviations:
            low = max(low, 0.0)
        return Interval(low, high, exact(level, "level"), method)

    @cached_property
    @TINY_IS_ZERO
    def interval_method(self) -> str:
        """How intervals are found where nothing else is asked for."""
        if self._calibration.wanted:
            return "calibrated"
        by_error = self.errors == "sandwich" or self.words.deviations
        return "wald" if by_error and not self._calibration.tells_little else "profile"

    @cached_property
    def _limits(self) -> dict[tuple[float, str], dict[int, tuple[float, float]]]:
        """Ends that are known: a summary and its JSON ask for the same ones."""
        return {}

    def _ends(self, places: Sequence[int], level: float, method: str) -> list[tuple[float, float]]:
        if method == "wald":
            return [self._wald(place, level) for place in places]
        if method not in ("profile", "calibrated"):
            raise InputError(f"method must be profile, calibrated or wald, got {method!r}")
        if method == "calibrated":
            return self._calibration.limits(places, level)
        wanted = wald_quantile(level, self.freedom) ** 2
        effects = design_effects(self.fitted, [(place,) for place in places]).tolist()
        pairs = zip(places, effects, strict=True)
        return [profile_limits(self._profiled, place, wanted * more) for place, more in pairs]

    @cached_property
    def _profiled(self) -> Fitted:
        """The fit whose coefficients are held elsewhere."""
        return spanning(self.fitted) if self.words.deviations else self.fitted

    @cached_property
    def _calibration(self) -> Calibration:
        """What is known of it serves all intervals."""
        return Calibration(self.fitted, self.errors)

    def _wald(self, place: int, level: float) -> tuple[float, float]:
        half = wald_quantile(level, self.freedom) * float(self.each_stderr[place])
        value = float(self.fitted.theta[place])
        return value - half, value + half

    def test(
        self,
        names: str | Sequence[str],
        value: Number | Sequence[Number] = 0,
        method: str | None = None,
    ) -> HypothesisTest:
        """Test that coefficients have given values: `lr`, `calibrated`, `wald`, or `score`.

        Without a method `calibrated` where reports tell little: by drawn surveys; elsewhere `lr`,
        or `wald` where the errors are sandwich. A covariate's name stands for its coefficients of
        all categories.
        """
        fixed = self._fixed(names, value)
        (found,) = self._tested([fixed], method or self._test_method)
        return found

    @TINY_IS_ZERO
    def _tested(self, hypotheses: list[dict[int, float]], asked: str) -> list[HypothesisTest]:
        if asked == "calibrated":
            return self._calibration.tests(hypotheses)
        fitted = self._profiled if asked == "lr" else self.fitted
        effects = np.ones(len(hypotheses))
        if asked == "lr":
            effects = design_effects(self.fitted, [tuple(fixed) for fixed in hypotheses])
        return [
            coefficient_test(fitted, fixed, asked, self.covariance, self.errors, effect)
            for fixed, effect in zip(hypotheses, effects.tolist(), strict=True)
        ]

    def _fixed(self, names: str | Sequence[str], value: Any) -> dict[int, float]:
        """The values of a hypothesis, by the places of the coefficients."""
        chosen = [names] if isinstance(names, str) else list(names)
        places = [place for name in chosen for place in self._places(name)]
        if not places or len(set(places)) < len(places):
            raise InputError(f"names must be of coefficients, each once, got {chosen}")
        values = [value_in_double(each) for each in np.atleast_1d(np.asarray(value, object))]
        if len(values) not in (1, len(places)):
            raise InputError(f"value must be one, or one for each of {len(places)} coefficients")
        return dict(zip(places, np.broadcast_to(values, len(places)).tolist(), strict=True))

    @property
    def _test_method(self) -> str:
        if self._calibration.wanted_for_tests:
            return "calibrated"
        by_error = self.errors == "sandwich" and not self._calibration.tells_little
        return "wald" if by_error else "lr"

    def place(self, name: str) -> int:
        """The place of a coefficient among the parameters."""
        return self.names.index(one_of(name, self.names, "name"))

    def _places(self, name: str) -> list[int]:
        found = [i for i, each in enumerate(self.names) if each.startswith(f"{name}[")]
        return found or [self.place(name)]

    @TINY_IS_ZERO
    def predict(self, data: Any, level: Number = "0.95") -> Frame:
        """Probabilities of the truths at covariates, each with its interval, as a data frame."""
        found = self._predictor().predict(self, data, float(confidence_level(level)))
        return as_given(found, library_of(data))

    @TINY_IS_ZERO
    def effects(self, level: Number = "0.95") -> Frame:
        """Average marginal effects of the numeric columns on each truth, as a data frame."""
        return as_given(
            self._predictor().effects(self, float(confidence_level(level))), self.frames
        )

    def _predictor(self) -> Any:
        if self.predictor is None:
            raise InputError("predictions must be of a randomized outcome: this one is a predictor")
        if self.on_boundary:
            raise InputError("predictions must be of a finite fit: this one is on the boundary")
        if self.fitted.unidentified.any():
            raise InputError("predictions must be of a fit whose coefficients are all identified")
        return self.predictor

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know: boundary, convergence, notes of the data, privacy."""
        found = []
        names = np.array(self.names)
        if self.on_boundary:
            infinite = names[np.isinf(self.values)].tolist()
            within = f" in {', '.join(infinite)}" if infinite else ""
            found.append(
                f"on the boundary: the likelihood has no maximum{within}; "
                "some fitted share tends to zero or one (separation)"
            )
            if self.words.deviations and infinite:
                found.append(BY_PROFILE)
        if self.fitted.unidentified.any():
            unknown = names[self.fitted.unidentified]
            found.append(f"not identified: other values of {', '.join(unknown)} fit as well")
        if not self.converged:
            found.append("not converged: the score does not vanish at the best point found")
        if any(self.llf - value < NEARLY for value, _ in self.fitted.lower):
            found.append(SEVERAL_MAXIMA)
        if self.interval_method == "calibrated":
            found.append(CALIBRATED)
        elif self._calibration.tells_little and not self.words.deviations:
            found.append(FEW_ROWS)
        return (*found, *self.words.notes, self.words.privacy)

    def notes_at(self, level: Number) -> tuple[str, ...]:
        """Also where an interval and the p-value beside it disagree about zero."""
        return (*self._disagreements(level), *self.notes)

    def _disagreements(self, level: Number) -> Iterator[str]:
        # Wald's intervals and p-values are of one statistic.
        if self.interval_method == "wald":
            return
        risk = float(1 - confidence_level(level))
        for place, (low, high) in enumerate(self.all_limits(level)):
            p_value = self.p_value(place)
            held = low <= 0 <= high
            if math.isnan(p_value) or held != (p_value < risk):
                continue
            why = "surveys drawn at 0 and not at its ends"
            if not held and told_risk(risk, MOST_DRAWS)[0] > risk:
                why = "drawn surveys, of which too few tell a smaller one"
            if self._test_method != "calibrated":
                by_ratio = self._zero_tests[place].p_value
                why = (
                    "the standard error alone; of the likelihood, as the interval, it is "
                    f"{by_ratio:.2g}"
                )
            said = "holds" if held else "leaves out"
            yield f"{self.names[place]}: the interval {said} 0 though p = {p_value:.2g} is of {why}"

    def to_json(self, level: Number = "0.95") -> dict[str, Any]:
        """The contract of `rropt regress --json`."""
        data = super().to_json(level)
        return {
            "formula": self.words.formula,
            "model": self.words.model,
            "n": data["n"],
            "coefficients": data["coefficient"],
            "stderr": data["stderr"],
            "errors": self.errors,
            "design_degrees_of_freedom": finite(self.freedom),
            "interval": data["interval"],
            "interval_method": self.interval_method,
            "level": data["level"],
            "p_value": data["p"],
            "covariance": data["covariance"],
            "loglik": self.llf,
            "aic": self.aic,
            "bic": self.bic,
            "converged": self.converged,
            "boundary": self.on_boundary,
            "notes": list(self.words.notes),
        }

    def __repr__(self) -> str:
        return f"Regression({self.words.formula}, n = {self.nobs}, loglik {self.llf:.6g})"
