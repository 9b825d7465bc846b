"""Links against finite differences."""

import numpy as np
import pytest
from scipy.stats import betabinom

from rropt.exact import InputError
from rropt.survey.regression.links import (
    LINKS,
    BetaBinomialLink,
    BinomialLink,
    LogitLink,
    TraitLink,
    link_named,
    logistic,
    slopes,
)

pytestmark = pytest.mark.quick

STEP = 1e-5


@pytest.mark.parametrize(
    ("link", "truths"),
    [
        *[(link_named(name, 2), 2) for name in LINKS],
        (LogitLink(), 4),
        (BinomialLink(3), 4),
        (BetaBinomialLink(3), 4),
        (TraitLink(BinomialLink(2)), 6),
        (TraitLink(BetaBinomialLink(2)), 6),
        (TraitLink(LogitLink()), 6),
    ],
)
def test_derivatives_are_those_of_finite_differences(link, truths):
    random = np.random.default_rng(5)
    blocks = link.blocks(truths)
    eta = random.uniform(0.1, 0.9, (blocks, 6))
    likelihoods = random.uniform(0.05, 1, (truths, 6))
    found = link.chances(eta, likelihoods)
    assert found.value == pytest.approx((link.probabilities(eta) * likelihoods).sum(axis=0))
    for b in range(blocks):
        move = np.zeros_like(eta)
        move[b] = STEP
        above = link.chances(eta + move, likelihoods)
        below = link.chances(eta - move, likelihoods)
        assert found.slope[b] == pytest.approx((above.value - below.value) / 2 / STEP, abs=1e-8)
        bend = (above.slope - below.slope) / 2 / STEP
        assert found.bend[b] == pytest.approx(bend, abs=1e-8)
        shares = (link.probabilities(eta + move) - link.probabilities(eta - move)) / 2 / STEP
        assert slopes(link, eta)[:, b] == pytest.approx(shares, abs=1e-8)


@pytest.mark.parametrize("far", [-700.0, 700.0])
def test_a_rare_truth_keeps_its_digits(far):
    """e^-700 of a share is left on either side, and so are the derivatives of its logarithm."""
    truth = int(far < 0)
    found = LogitLink().chances(np.array([[far]]), np.eye(2)[:, [truth]])
    assert np.log(found.value) == pytest.approx(-700, rel=1e-12)
    assert found.slope[0] / found.value == pytest.approx(-np.sign(far), rel=1e-12)
    assert found.bend[0, 0] / found.value == pytest.approx(1, rel=1e-12)


def test_beta_binomial_counts_are_those_of_scipy():
    """p = 1 / (1 + e^-0.4) and s = e^1.5; with s large the binomial ones."""
    share, s = 1 / (1 + np.exp(-0.4)), np.exp(1.5)
    found = BetaBinomialLink(4).probabilities(np.array([[0.4], [-1.5]]))[:, 0]
    assert found == pytest.approx(betabinom.pmf(range(5), 4, s * share, s * (1 - share)))
    near = BetaBinomialLink(4).probabilities(np.array([[0.4], [-20.0]]))
    assert near == pytest.approx(BinomialLink(4).probabilities(np.array([[0.4]])), abs=1e-8)


@pytest.mark.parametrize("name", LINKS)
def test_probabilities_add_up_to_one(name):
    link = link_named(name, 2)
    assert link.probabilities(np.array([[0.3, 0.8]])).sum(axis=0) == pytest.approx([1, 1])


@pytest.mark.parametrize(
    ("link", "shares"),
    [
        *[(link_named(name, 2), [0.3, 0.7]) for name in LINKS],
        (LogitLink(), [0.2, 0.5, 0.3]),
        (BinomialLink(2), [0.16, 0.48, 0.36]),
        (TraitLink(BinomialLink(1)), [0.08, 0.12, 0.32, 0.48]),
        (TraitLink(LogitLink()), [0.08, 0.12, 0.32, 0.48]),
    ],
)
def test_constant_shares_have_their_linear_predictors(link, shares):
    found = link.probabilities(link.constant(np.array(shares))[:, None])[:, 0]
    assert found == pytest.approx(shares)


def test_two_shares_are_those_of_logits_of_either_sign():
    eta = np.linspace(-4, 4, 9)
    shares = LogitLink().probabilities(eta[None])
    assert shares == pytest.approx(np.stack([logistic(-eta), logistic(eta)]), rel=1e-15)


@pytest.mark.filterwarnings("error")
def test_logits_do_not_overflow():
    assert LogitLink().probabilities(np.array([[1e4, -1e4]])).tolist() == [[0, 1], [1, 0]]
    assert LogitLink().probabilities(np.array([[1e4], [-1e4]]))[:, 0].tolist() == [0, 1, 0]
    assert logistic(np.array([-1e4, 1e4])).tolist() == [0, 1]
    of_counts = TraitLink(BinomialLink(1)).probabilities(np.array([[-1e4], [0.0]]))
    assert of_counts[:, 0].tolist() == [0.5, 0.5, 0, 0]


@pytest.mark.parametrize(
    ("name", "truths", "message"), [("cauchit", 2, "one of"), ("probit", 3, "logit for 3")]
)
def test_other_links_are_refused(name, truths, message):
    with pytest.raises(InputError, match=message):
        link_named(name, truths)
