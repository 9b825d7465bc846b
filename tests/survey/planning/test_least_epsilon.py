"""The least epsilon of any table, against the known optimum and k-ary randomized response."""

from fractions import Fraction
from math import exp

import pytest

from rropt.design.answer import ends
from rropt.exact import InputError
from rropt.survey.planning import Categories, Proportion, TwoGroups, plan
from rropt.survey.planning.least_epsilon import least_epsilon
from rropt.survey.planning.survey_power import k_randomized_response, truth_variances

SKEWED = ["0.9", "0.04", "0.03", "0.02", "0.01"]


@pytest.mark.parametrize(("prior", "n", "margin"), [("1/5", 8740, "0.02"), ("1/100", 500, "0.1")])
def test_a_proportion_by_the_closed_form(prior, n, margin):
    """The optimum is e / (e - 1)^2 + p (1 - p), e = exp(epsilon): met at one step, not before."""
    found = least_epsilon(Proportion(prior), n, margin=margin)
    share = float(Fraction(prior))
    allowed = (float(margin) / 1.959963984540054) ** 2 * n

    def optimum(epsilon):
        return exp(epsilon) / (exp(epsilon) - 1) ** 2 + share * (1 - share)

    assert found.epsilon - found.below == Fraction(1, 10_000)
    assert optimum(float(found.epsilon)) <= allowed < optimum(float(found.below))
    assert ends(found.refusal.bound)[0] > found.allowed
    for answer in (found.design, found.refusal):
        assert answer.certificate.check().status == 0


@pytest.mark.everything
def test_five_categories_need_less_than_k_ary_response():
    """At 0.3 the sums of variances are 139.4 and 186.5: the optimal table asks for less epsilon."""
    response = k_randomized_response(5, "0.3")
    variances = truth_variances(response, tuple(Fraction(p) for p in SKEWED))
    assert float(sum(variances)) == pytest.approx(186.45, abs=0.01)
    stderr = float(max(variances) / 10_000) ** 0.5
    found = least_epsilon(Categories(SKEWED), 10_000, stderr=stderr)
    assert found.below < found.epsilon < Fraction("0.28")
    assert max(truth_variances(found.channel, tuple(Fraction(p) for p in SKEWED))) <= found.allowed
    assert ends(found.refusal.bound)[0] / 5 > found.allowed
    for answer in (found.design, found.refusal):
        assert answer.certificate.check().status == 0


@pytest.mark.everything
@pytest.mark.parametrize("prior", [[*SKEWED[:-2], "0.03"], ["1/3", "1/3", "1/3"]])
def test_never_a_larger_epsilon_than_k_ary_response_needs(prior):
    question = Categories(prior)
    needed = plan(question, n=5000, margin="0.1", method="normal").epsilon
    assert least_epsilon(question, 5000, margin="0.1").epsilon <= needed


def test_other_questions_and_no_epsilon_are_refused():
    with pytest.raises(InputError, match="one proportion or of categories"):
        least_epsilon(TwoGroups("1/5", "1/4"), 1000, margin="0.1")
    with pytest.raises(InputError, match="within reach"):
        least_epsilon(Proportion("1/5"), 10, margin="0.001")
