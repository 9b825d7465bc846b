"""From reports to estimates: unbiased, with honest uncertainty, and what is not identified.

`estimate` gives the unbiased linear estimate with its covariance; `interval` its confidence
intervals; `maximum_likelihood` the best distribution on the simplex with a proved gap;
`difference` and `stratified` combine groups; the tests decide hypotheses, and `goodness_of_fit`
asks whether the reports can come from this design at all. Everything is deterministic.
"""

from rropt.estimating.fit import GoodnessOfFit, ReportRange, goodness_of_fit
from rropt.estimating.group_difference import Combination, difference, stratified
from rropt.estimating.hypotheses import (
    HypothesisTest,
    contrast_test,
    difference_test,
    distribution_test,
)
from rropt.estimating.identify import Identified, identified
from rropt.estimating.intervals import METHODS, Interval, interval, simultaneous
from rropt.estimating.likelihood import MaximumLikelihood, duality_gap, maximum_likelihood
from rropt.estimating.resample import bootstrap
from rropt.estimating.unbiased_linear import Estimate, Functional, estimate, unbiased_exact

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
