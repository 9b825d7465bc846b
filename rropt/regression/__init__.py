"""Regression with randomized answers: fits through the table, with honest uncertainty.

| module | what it holds |
|---|---|
| `regress` | from a formula, data and a design to a fitted model |
| `links`, `outcome_likelihood` | the likelihood of a randomized outcome |
| `predictor_likelihood`, `randomized_predictor` | that of an outcome with a randomized predictor |
| `newton`, `fitted` | the maximum, its rays of recession, covariances |
| `coefficient_tests`, `profile_ends`, `predictions` | tests, intervals, probabilities and effects |
| `regression`, `summaries`, `coefficient_plot` | the result and how it is shown |
"""

from rropt.regression.coefficient_tests import CoefficientTest
from rropt.regression.regress import regress
from rropt.regression.regression import Regression

__all__ = ["CoefficientTest", "Regression", "regress"]
