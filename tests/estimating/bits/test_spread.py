"""How uncertain a marginal is: against dense matrices and printed numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.estimating import bits, unbiased_exact
from tests.estimating.bits.test_marginal import MIXED, SKEWED, WARNER, dense


def test_variances_are_the_formula_on_dense_matrices():
    channels = MIXED[:3]
    prior = np.random.default_rng(1).dirichlet(np.ones(8))
    inverse = np.linalg.inv(dense(channels))
    expected = inverse @ np.diag(dense(channels) @ prior) @ inverse.T - np.outer(prior, prior)
    assert bits.marginal_variances(channels, prior, 50) == pytest.approx(np.diag(expected) / 50)


@given(st.fractions(Fraction(6, 10), 1, max_denominator=50), st.integers(1, 4))
@settings(max_examples=25)
def test_trace_of_a_symmetric_table_is_lemma_4_5(a, k):
    channel = Channel.from_rows([[a, 1 - a], [1 - a, a]])
    c = (a**2 + (1 - a) ** 2) / (2 * a - 1) ** 2
    prior = np.random.default_rng(k).dirichlet(np.ones(2**k))
    closed = float(c**k) - prior @ prior
    assert bits.marginal_variances([channel] * k, prior, 1).sum() == pytest.approx(closed)
    assert bits.iterated_loss(channel, k, "1/3") == (c**k - Fraction(1, 3)) / Fraction(2, 3)


def test_loss_printed_in_figure_1a():
    """p = 1/2 gives the table at a = 3/4; two bits; the caption prints L = 9.75."""
    assert bits.iterated_loss(WARNER, 2) == Fraction("9.75")
    assert bits.iterated_loss(WARNER, 2, "0.365") != Fraction("9.75")


def test_loss_and_effective_sample_size():
    prior = np.array([0.05, 0.15, 0.3, 0.5])
    loss = bits.marginal_loss([WARNER] * 2, prior)
    assert loss == pytest.approx(float(bits.iterated_loss(WARNER, 2, "0.365")))
    assert bits.effective_sample_size([WARNER] * 2, prior, 1000) == pytest.approx(1000 / loss)
    assert bits.marginal_loss([Channel.identity(2)] * 2, prior) == pytest.approx(1)


def test_affordable_bits_is_the_last_that_keeps_the_error():
    """Uniform pi attains the bound for a symmetric table, so one more bit breaks it."""
    k = bits.affordable_bits(WARNER, 1_000_000, "0.01")
    for count, kept in ((k, True), (k + 1, False)):
        uniform = np.full(2**count, 0.5**count)
        trace = bits.marginal_variances([WARNER] * count, uniform, 1_000_000).sum()
        assert bool(trace <= 0.01**2) is kept
    assert bits.affordable_bits(WARNER, 10, "0.01") == 0
    skewed = bits.affordable_bits(SKEWED, 100_000, "0.02")
    worst = max(bits.noise_factors(SKEWED))
    assert worst**skewed - Fraction(1, 2**skewed) <= 40 < worst ** (skewed + 1)


def test_noise_factor_by_summation():
    inverse = np.linalg.inv(SKEWED.to_numpy())
    for truth, factor in enumerate(bits.noise_factors(SKEWED)):
        expected = SKEWED.to_numpy()[:, truth] @ (inverse**2).sum(axis=0)
        assert float(factor) == pytest.approx(expected)


def test_an_estimate_with_negative_cells_is_a_prior():
    """t^2 - pi . pi, t the noise factor: lemma 4.5 holds for any vector that adds up to one."""
    estimate = bits.estimate_marginal([WARNER] * 2, [1, 0, 0, 9])
    exact = unbiased_exact(WARNER.bits(2), [1, 0, 0, 9])
    trace = float(Fraction(5, 2) ** 2 - sum(x * x for x in exact))
    assert min(exact) < 0
    assert bits.marginal_variances([WARNER] * 2, estimate, 1).sum() == pytest.approx(trace)
