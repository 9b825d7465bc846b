"""From reports to estimates with honest uncertainty, and what is not identified.

`estimate` gives the maximum likelihood estimate with its information and profile intervals, or
with method="linear" the unbiased linear one, whose confidence intervals `interval` gives;
`maximum_likelihood` is the best distribution on the simplex with a proved gap;
`difference`, `odds_ratio` and `stratified` combine groups. What is estimated has a `test` of its
value; `distribution_test` and `groups_test` ask about whole distributions, and `goodness_of_fit`
whether the reports can come from this design at all. Everything is deterministic.
"""

from rropt.survey.estimated import EstimatedDistribution
from rropt.survey.group_difference import (
    Combination,
    OddsRatio,
    difference,
    odds_ratio,
    stratified,
    weighted_sum,
)
from rropt.survey.identification import Identified, identified, unbiased_exact
from rropt.survey.intervals import METHODS, Functional, interval
from rropt.survey.likelihood import MaximumLikelihood, duality_gap, maximum_likelihood
from rropt.survey.likelihood_estimate import (
    ESTIMATES,
    LikelihoodContrast,
    LikelihoodEstimate,
    distribution_test,
    estimate,
    groups_test,
    likelihood_estimate,
)
from rropt.survey.pooled_designs import (
    IdentifiedRange,
    SeveralItems,
    cheating_estimate,
    combined_counts,
    identified_range,
    pooled_design,
    repeated_channel,
    with_cheaters,
    with_stated_cheaters,
)
from rropt.survey.quantiles import simultaneous_level
from rropt.survey.quantities import HypothesisTest, Interval
from rropt.survey.ratio_tests import goodness_of_fit
from rropt.survey.survey_groups import survey_estimate
from rropt.survey.unbiased_linear import Estimate, unbiased_estimate
from rropt.survey.weighted_survey import SurveyEstimate

__all__ = [
    "ESTIMATES",
    "METHODS",
    "Combination",
    "Estimate",
    "EstimatedDistribution",
    "Functional",
    "HypothesisTest",
    "Identified",
    "IdentifiedRange",
    "Interval",
    "LikelihoodContrast",
    "LikelihoodEstimate",
    "MaximumLikelihood",
    "OddsRatio",
    "SeveralItems",
    "SurveyEstimate",
    "cheating_estimate",
    "combined_counts",
    "difference",
    "distribution_test",
    "duality_gap",
    "estimate",
    "goodness_of_fit",
    "groups_test",
    "identified",
    "identified_range",
    "interval",
    "likelihood_estimate",
    "maximum_likelihood",
    "odds_ratio",
    "pooled_design",
    "repeated_channel",
    "simultaneous_level",
    "stratified",
    "survey_estimate",
    "unbiased_estimate",
    "unbiased_exact",
    "weighted_sum",
    "with_cheaters",
    "with_stated_cheaters",
]
