"""Regression: the fit of a randomized answer, with everything that a statistician asks of it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.exact import InputError, Number
from rropt.regression.coefficient_tests import CoefficientTest, coefficient_test
from rropt.regression.drawn_surveys import can_be_drawn, drawn_quantile, wants_draws
from rropt.regression.fitted import Fitted
from rropt.regression.links import Array
from rropt.regression.profile_ends import profile_ends

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class FitWords:
    """What a fit is called: its formula, link, table of labels, number of rows, and notes."""

    formula: str
    model: str
    rows: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class Regression:
    """A fitted model; coefficients of several categories are named `name[label]`."""

    fitted: Fitted
    names: tuple[str, ...]
    errors: str
    words: FitWords
    predictor: Any = field(default=None)
    """How probabilities follow from covariates (see predictions.py); None where none do."""

    @property
    def coefficients(self) -> dict[str, float]:
        """Name to value; infinite where the likelihood has no maximum."""
        signs = self.fitted.at_infinity
        values = np.where(signs != 0, np.copysign(math.inf, signs), self.fitted.theta)
        return dict(zip(self.names, values.tolist(), strict=True))

    @property
    def stderr(self) -> dict[str, float]:
        """Name to standard error; nan where the coefficient is infinite."""
        return self.standard_errors(self.errors)

    def standard_errors(self, errors: str) -> dict[str, float]:
        """The same from the observed or expected information, or the sandwich."""
        spread = np.sqrt(np.diag(self.fitted.covariance(errors)))
        return dict(zip(self.names, spread.tolist(), strict=True))

    @cached_property
    def covariance(self) -> Array:
        """The covariance of the coefficients, in the order of `names`."""
        return self.fitted.covariance(self.errors)

    @property
    def loglik(self) -> float:
        """The log-likelihood (with weights: the pseudo-log-likelihood) at the fit."""
        return self.fitted.loglik

    @property
    def converged(self) -> bool:
        """Whether the score vanishes at the fit."""
        return self.fitted.maximum.converged

    @property
    def on_boundary(self) -> bool:
        """Whether some coefficients are infinite: separation, or a share of zero or one."""
        return bool(self.fitted.rays)

    @property
    def aic(self) -> float:
        """Akaike's criterion, 2 q - 2 l."""
        return 2 * len(self.names) - 2 * self.loglik

    @property
    def bic(self) -> float:
        """Schwarz's criterion, q ln n - 2 l."""
        return len(self.names) * math.log(self.words.rows) - 2 * self.loglik

    def interval(
        self, name: str, level: Number = "0.95", method: str | None = None
    ) -> tuple[float, float]:
        """A confidence interval: `wald`, by profile likelihood, or that `calibrated` by draws.

        Without a method wald where the errors are sandwich, calibrated for few reports.
        """
        place = self.place(name)
        chosen = method or self.interval_method
        if chosen == "wald":
            return self._wald(place, confidence(level))
        if chosen not in ("profile", "calibrated"):
            raise InputError(f"method must be profile, calibrated or wald, got {method!r}")
        if self.errors == "sandwich":
            raise InputError(f"method must be wald for sandwich errors, got {chosen}")
        asked = place, confidence(level), chosen
        if asked not in self._profiled:
            self._profiled[asked] = self._profile(*asked)
        return self._profiled[asked]

    @property
    def interval_method(self) -> str:
        """How intervals are found where nothing else is asked for."""
        if self.errors == "sandwich":
            return "wald"
        return "calibrated" if wants_draws(self.fitted) else "profile"

    @cached_property
    def _profiled(self) -> dict[tuple[int, float, str], tuple[float, float]]:
        """Ends that are known: a summary and its JSON ask for the same ones."""
        return {}

    def _profile(self, place: int, level: float, method: str) -> tuple[float, float]:
        from scipy.special import chdtri

        if method == "profile":
            return profile_ends(self.fitted, place, float(chdtri(1, 1 - level)))
        if not can_be_drawn(self.fitted):
            raise InputError(
                "method must be profile or wald here: calibrated is for a randomized outcome "
                "without weights or cheaters, and a finite fit"
            )
        return profile_ends(self.fitted, place, drawn_quantile(self.fitted, place, level))

    def _wald(self, place: int, level: float) -> tuple[float, float]:
        from scipy.special import ndtri

        half = float(ndtri(0.5 + level / 2)) * math.sqrt(self.covariance[place, place])
        value = float(self.fitted.theta[place])
        return value - half, value + half

    def test(
        self, names: str | Sequence[str], value: float | Sequence[float] = 0, method: str = "lr"
    ) -> CoefficientTest:
        """Test that coefficients have given values: likelihood ratio, `wald`, or `score`.

        A covariate's name stands for its coefficients of all categories.
        """
        chosen = [names] if isinstance(names, str) else list(names)
        places = [place for name in chosen for place in self._places(name)]
        values = np.broadcast_to(np.asarray(value, float), (len(places),))
        fixed = dict(zip(places, values.tolist(), strict=True))
        return coefficient_test(self.fitted, fixed, method, self.covariance, self.errors)

    def place(self, name: str) -> int:
        """The place of a coefficient among the parameters."""
        if name not in self.names:
            raise InputError(f"name must be one of {', '.join(self.names)}, got {name!r}")
        return self.names.index(name)

    def _places(self, name: str) -> list[int]:
        if name in self.names:
            return [self.names.index(name)]
        found = [i for i, each in enumerate(self.names) if each.startswith(f"{name}[")]
        if not found:
            self.place(name)
        return found

    def predict(self, data: Any, level: Number = "0.95") -> pandas.DataFrame:
        """Probabilities of the truths at covariates, each with its interval, as a data frame."""
        return self._predictor().predict(self, data, confidence(level))

    def effects(self, level: Number = "0.95") -> pandas.DataFrame:
        """Average marginal effects of the numeric columns on each truth, as a data frame."""
        return self._predictor().effects(self, confidence(level))

    def _predictor(self) -> Any:
        if self.predictor is None:
            raise InputError("predictions must be of a randomized outcome: this one is a predictor")
        if self.on_boundary:
            raise InputError("predictions must be of a finite fit: this one is on the boundary")
        return self.predictor

    def plot(self, level: Number = "0.95") -> Figure:
        """Coefficients with their intervals, as a matplotlib figure (extra `plot`)."""
        from rropt.regression.coefficient_plot import coefficient_plot

        return coefficient_plot(self, level)

    def summary(self, level: Number = "0.95") -> str:
        """A table as statisticians expect it."""
        from rropt.regression.summaries import summary_text

        return summary_text(self, confidence(level))

    def to_json(self, level: Number = "0.95") -> dict[str, Any]:
        """The contract of `rropt regress --json`."""
        from rropt.regression.summaries import summary_json

        return summary_json(self, confidence(level))

    def to_frame(self, level: Number = "0.95") -> pandas.DataFrame:
        """One row a coefficient, as a pandas data frame."""
        import pandas

        from rropt.regression.summaries import coefficient_rows

        return pandas.DataFrame(coefficient_rows(self, confidence(level))).set_index("name")

    def to_latex(self, level: Number = "0.95") -> str:
        """The same as a LaTeX tabular."""
        from rropt.regression.summaries import summary_latex

        return summary_latex(self, confidence(level))

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"Regression({self.words.formula}, n = {self.words.rows}, loglik {self.loglik:.6g})"

    def _repr_html_(self) -> str:
        from rropt.regression.summaries import summary_html

        return summary_html(self, confidence("0.95"))


def confidence(level: Any) -> float:
    """A level between 0 and 1, as a float."""
    from rropt.exact import exact

    found = exact(level, "level")
    if not 0 < found < 1:
        raise InputError(f"level must lie between 0 and 1, got {level}")
    return float(found)
