"""From reports to estimates: unbiased, with honest uncertainty, and what is not identified.

`estimate` gives the unbiased linear estimate with its covariance; `interval` its confidence
intervals; `maximum_likelihood` the best distribution on the simplex with a proved gap;
`difference` and `stratified` combine groups; the tests decide hypotheses, and `goodness_of_fit`
asks whether the reports can come from this design at all. Everything is deterministic.
"""

from rropt.estimate.fit import GoodnessOfFit, ReportRange, goodness_of_fit
from rropt.estimate.groups import Combination, difference, stratified
from rropt.estimate.hypotheses import (
    HypothesisTest,
    contrast_test,
    difference_test,
    distribution_test,
)
from rropt.estimate.identify import Identified, identified
from rropt.estimate.intervals import METHODS, Interval, interval, simultaneous
from rropt.estimate.likelihood import MaximumLikelihood, duality_gap, maximum_likelihood
from rropt.estimate.linear import Estimate, Functional, estimate, unbiased_exact
from rropt.estimate.resample import bootstrap

__all__ = [
    "METHODS",
    "Combination",
    "Estimate",
    "Functional",
    "GoodnessOfFit",
    "HypothesisTest",
    "Identified",
    "Interval",
    "MaximumLikelihood",
    "ReportRange",
    "bootstrap",
    "contrast_test",
    "difference",
    "difference_test",
    "distribution_test",
    "duality_gap",
    "estimate",
    "goodness_of_fit",
    "identified",
    "interval",
    "maximum_likelihood",
    "simultaneous",
    "stratified",
    "unbiased_exact",
]
