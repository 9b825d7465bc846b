"""The power of a test about a whole population, from its strata."""

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.estimating import likelihood_estimate, ratio_test, weighted_sum
from rropt.exact import InputError
from rropt.planning import Proportion, Strata, plan

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.everything
def test_the_power_is_what_the_test_of_the_weighted_sum_rejects():
    """Each of 60 drawn surveys is given to the test that `estimate` runs."""
    question = Strata(["1/4", "1/2"], ["1/2", "1/2"], None, "1/4")
    answer = plan(question, channel=WARNER, n=400)
    rng = np.random.default_rng(3)
    hits = rng.binomial(200, [0.375, 0.5], (60, 2))
    rejected = []
    for first, second in hits.tolist():
        strata = [likelihood_estimate(WARNER, [200 - x, x]) for x in (first, second)]
        whole = weighted_sum(strata, ["1/2", "1/2"], [0, 1])
        rejected.append(ratio_test(whole, "1/4").p_value <= 0.05)
    assert np.mean(rejected) == pytest.approx(answer.power, abs=0.15)
    assert answer.power == pytest.approx(0.732, abs=0.005)


@pytest.mark.everything
def test_strata_alike_are_one_population():
    alike = Strata(["1/4", "1/4"], ["1/2", "1/2"], None, "1/8")
    one = plan(Proportion("1/4", "1/8"), channel=WARNER, n=300)
    assert plan(alike, channel=WARNER, n=300).power == pytest.approx(one.power, abs=0.02)
    whole, limit = (
        plan(q, channel=WARNER, n=300, method="normal") for q in (alike, one_question())
    )
    assert whole.power == pytest.approx(limit.power, abs=1e-6)


def one_question():
    return Proportion("1/4", "1/8")


@pytest.mark.parametrize(
    ("null", "said"),
    [("1/4", "null must differ"), ("2", "null must"), (None, "null must be given")],
)
def test_hypotheses_that_are_none(null, said):
    with pytest.raises(InputError, match=said):
        plan(Strata(["1/4", "1/4"], ["1/2", "1/2"], None, null), channel=WARNER, power="0.8")


def test_a_stratum_of_nobody_needs_a_share_of_the_reports():
    with pytest.raises(InputError, match=r"weights\[1\] must be positive"):
        plan(Strata(["1/4", "1/2"], ["1", "0"]), channel=WARNER, n=100)
    shared = plan(Strata(["1/4", "1/2"], ["1", "0"], ["1/2", "1/2"]), channel=WARNER, n=100)
    assert shared.stderr**2 * 100 == pytest.approx(2 * 4 * 0.375 * 0.625)
