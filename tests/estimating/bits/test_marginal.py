"""Marginals of n-bit responses: drawn, counted, and estimated against dense Kronecker products."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data.sampler import randomize
from rropt.estimating import bits, unbiased_exact
from rropt.exact import InputError

pytestmark = pytest.mark.quick

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
SKEWED = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
ONE_SIDED = Channel.from_rows([[1, "1/3"], [0, "2/3"]])
MIXED = [WARNER, SKEWED, ONE_SIDED, WARNER, SKEWED]

COUNTS = st.lists(st.integers(0, 50), min_size=8, max_size=8).filter(any)


def dense(channels):
    """The full channel, first bit most significant: the oracle."""
    return reduce(np.kron, [channel.to_numpy() for channel in channels])


@pytest.mark.parametrize("channels", [MIXED[:n] for n in range(1, 6)], ids=len)
def test_estimate_is_the_dense_inverse(channels):
    counts = np.random.default_rng(0).integers(0, 100, 2 ** len(channels))
    expected = np.linalg.solve(dense(channels), counts / counts.sum())
    assert bits.estimate_marginal(channels, counts) == pytest.approx(expected, abs=1e-12)


def test_an_estimate_is_the_exact_one_of_the_product_and_never_clipped():
    channels = [SKEWED, ONE_SIDED, WARNER]
    counts = [5, 0, 3, 0, 0, 0, 0, 1]
    exactly = unbiased_exact(SKEWED.tensor(ONE_SIDED).tensor(WARNER), counts)
    estimate = bits.estimate_marginal(channels, counts)
    assert estimate == pytest.approx(list(map(float, exactly)), abs=1e-12)
    assert estimate.min() < 0


@given(COUNTS)
def test_relabelling_bits_permutes_cells(counts):
    channels = MIXED[:3]
    table = np.array(counts).reshape(2, 2, 2)
    swapped = bits.estimate_marginal(
        [channels[i] for i in (2, 0, 1)], table.transpose(2, 0, 1).ravel()
    )
    original = bits.estimate_marginal(channels, counts).reshape(2, 2, 2)
    assert swapped == pytest.approx(original.transpose(2, 0, 1).ravel(), abs=1e-12)


def test_the_first_channel_is_that_of_the_most_significant_bit():
    """A point mass is sent to the product of columns."""
    channels = [WARNER, SKEWED, ONE_SIDED]
    truth = (1, 0, 1)
    prior = [int(x == cell_of(truth)) for x in range(8)]
    reported = bits.report_marginal(channels, prior)
    for report in product([0, 1], repeat=3):
        expected = [c[r, x] for c, r, x in zip(channels, report, truth, strict=True)]
        assert reported[cell_of(report)] == pytest.approx(float(np.prod(expected)))
    assert bits.estimate_marginal(channels, reported) == pytest.approx(prior, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bits.affordable_bits(WARNER, 10**6, "-0.01"), "error must be at least 0"),
        (lambda: bits.estimate_marginal([WARNER], [1, 2, 3]), "1 bits must have 2 cells"),
        (lambda: bits.estimate_marginal([WARNER], [0, 0]), "at least one report"),
        (lambda: bits.estimate_marginal(WARNER, [1, 1]), r"\[channel\] \* n"),
        (lambda: bits.estimate_marginal([Channel.identity(3)], [1, 1, 1]), "2 x 2"),
        (lambda: bits.iterated_loss(SKEWED, 2, "1/4"), "marginal_loss"),
        (lambda: bits.iterated_loss(WARNER, 2, 1), "strictly between"),
        (lambda: bits.marginal_loss([WARNER], [1, 0]), "concentrated"),
        (lambda: bits.marginal_variances([WARNER], [1, 0, 0], 5), "2 cells"),
        (lambda: bits.marginal_variances([WARNER], [50, 60], 5), "add up to one, got 110"),
        (lambda: bits.marginal_loss([WARNER], [float("nan"), 1]), "add up to one, got nan"),
        (lambda: bits.marginal_variances([WARNER], [0.5, 0.6], 5), "add up to one"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_negative_counts_are_refused():
    with pytest.raises(InputError, match="at least 0, got -1"):
        bits.estimate_marginal([WARNER], [-1, 3])


def test_counts_are_finite_and_flat():
    for odd in (float("nan"), float("inf")):
        with pytest.raises(InputError, match=f"numbers of at least 0, got {odd}"):
            bits.estimate_marginal([WARNER], [odd, 3])
    for function in (bits.estimate_marginal, bits.report_marginal):
        with pytest.raises(InputError, match=r"flat list of 2 cells, got \(2, 2\)"):
            function([WARNER], [[1, 2], [3, 4]])


def test_a_prior_may_be_written_exactly():
    prior = ["1/2", Fraction(1, 8), 0.125, "0.25"]
    doubles = [0.5, 0.125, 0.125, 0.25]
    channels = [WARNER, SKEWED]
    expected = dense(channels) @ doubles
    assert bits.report_marginal(channels, prior) == pytest.approx(expected)
    spread = bits.marginal_variances(channels, prior, 10)
    assert spread == pytest.approx(bits.marginal_variances(channels, doubles, 10))


def cell_of(string):
    """The first bit is the most significant."""
    return int("".join(map(str, string)), 2)


def test_randomized_bits_come_back():
    truths = np.random.default_rng(8).integers(0, 2, (60_000, 3)).astype(bool)
    truths[:, 1] &= truths[:, 0]
    channels = [WARNER, SKEWED, ONE_SIDED]
    source = np.random.default_rng(9).bytes
    columns = zip(channels, truths.T, strict=True)
    reports = np.stack([randomize(channel, told, source) for channel, told in columns], axis=1)
    counts = np.bincount(reports @ [4, 2, 1], minlength=8)
    estimate = bits.estimate_marginal(channels, counts)
    exact_marginal = np.bincount(truths @ [4, 2, 1], minlength=8) / 60_000
    spread = np.sqrt(bits.marginal_variances(channels, exact_marginal, 60_000))
    assert (np.abs(estimate - exact_marginal) < 4 * spread).all()
    assert (np.abs(counts / 60_000 - exact_marginal) > 4 * spread).any()
