"""Regression with randomized answers: fits through the table, with honest uncertainty.

| module | what it holds |
|---|---|
| `regress` | from a formula, data and a design to a fitted model |
| `model_formula`, `model_data` | the model matrix, and the reports row by row |
| `links`, `outcome_likelihood` | the likelihood of a randomized outcome |
| `randomized_predictor`, `random_intercepts` | that of mixtures over predictors or over groups |
| `outcome_models` | an ordinary or randomized outcome in such a mixture |
| `newton` | stationary points of log-likelihoods, of one survey or of many at once |
| `starts` | where the fit of a randomized outcome begins |
| `fitted` | the highest maximum, its rays of recession, covariances |
| `restricted` | maxima with some coefficients held, tests, ends of profile intervals |
| `correlations` | of true answers with each other and with open ones, by moments |
| `predictions` | probabilities and effects |
| `drawn_surveys` | surveys that are drawn from a model, and searched together |
| `calibration` | intervals and tests by drawn surveys where reports tell little |
| `regression` | the result: one of the family of `rropt.survey.results` |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.first_use import keep_names, names_of

if TYPE_CHECKING:
    from rropt.survey.regression.correlations import Correlations, correlations
    from rropt.survey.regression.regress import regress
    from rropt.survey.regression.regression import Regression

_HOME = {
    "Correlations": "correlations",
    "correlations": "correlations",
    "regress": "regress",
    "Regression": "regression",
}

__all__ = ["Correlations", "Regression", "correlations", "regress"]

if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, {name: f"{__name__}.{home}" for name, home in _HOME.items()})
    keep_names(__name__)
