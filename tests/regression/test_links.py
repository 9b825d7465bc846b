"""Links against finite differences."""

import numpy as np
import pytest

from rropt.exact import InputError
from rropt.regression.links import LINKS, LogitLink, link_named

pytestmark = pytest.mark.quick

STEP = 1e-5


@pytest.mark.parametrize(
    ("name", "truths"), [("logit", 2), ("logit", 4), ("probit", 2), ("linear", 2)]
)
def test_derivatives_are_those_of_finite_differences(name, truths):
    random = np.random.default_rng(5)
    link = link_named(name, truths)
    eta = random.uniform(0.1, 0.9, (6, truths - 1))
    likelihoods = random.uniform(0.05, 1, (6, truths))
    found = link.chances(eta, likelihoods)
    assert found.value == pytest.approx((link.probabilities(eta) * likelihoods).sum(axis=1))
    for b in range(truths - 1):
        move = np.zeros_like(eta)
        move[:, b] = STEP
        above = link.chances(eta + move, likelihoods)
        below = link.chances(eta - move, likelihoods)
        assert found.slope[:, b] == pytest.approx((above.value - below.value) / 2 / STEP, abs=1e-8)
        bend = (above.slope - below.slope) / 2 / STEP
        assert found.bend[:, :, b] == pytest.approx(bend, abs=1e-8)
        shares = (link.probabilities(eta + move) - link.probabilities(eta - move)) / 2 / STEP
        assert link.slopes(eta)[:, :, b] == pytest.approx(shares, abs=1e-8)


@pytest.mark.parametrize("name", LINKS)
def test_probabilities_add_up_to_one(name):
    link = link_named(name, 2)
    assert link.probabilities(np.array([[0.3], [0.8]])).sum(axis=1) == pytest.approx([1, 1])


def test_the_logit_does_not_overflow():
    assert LogitLink().probabilities(np.array([[1e4, -1e4]])).tolist() == [[0, 1, 0]]


@pytest.mark.parametrize(
    ("name", "truths", "message"), [("cauchit", 2, "one of"), ("probit", 3, "logit for 3")]
)
def test_other_links_are_refused(name, truths, message):
    with pytest.raises(InputError, match=message):
        link_named(name, truths)
