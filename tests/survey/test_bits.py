"""Marginals of n-bit responses: drawn, counted, and estimated against dense Kronecker products."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data.sampler import randomize
from rropt.exact import InputError
from rropt.survey import bits, unbiased_exact
from rropt.survey.bits import BLOCK, RADIX, apply_in_place, bit_channels, inverse

pytestmark = pytest.mark.quick

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
SKEWED = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
ONE_SIDED = Channel.from_rows([[1, "1/3"], [0, "2/3"]])
MIXED = [WARNER, SKEWED, ONE_SIDED, WARNER, SKEWED]

COUNTS = st.lists(st.integers(0, 50), min_size=8, max_size=8).filter(any)


def test_the_default_order_is_that_of_the_tensor_product():
    prior = [Fraction(i + 1, 36) for i in range(8)]
    channel = WARNER.tensor(SKEWED).tensor(ONE_SIDED)
    expected = list(map(float, channel.report_distribution(prior)))
    found = bits.report_marginal([WARNER, SKEWED, ONE_SIDED], prior)
    assert found == pytest.approx(expected, rel=1e-12)


def test_a_bit_without_information_is_refused():
    coin = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(InputError, match="invertible"):
        bits.estimate_marginal([coin], [1, 1])


def test_channels_are_two_by_two_and_not_too_many() -> None:
    other = Channel.identity(2)
    assert bit_channels([WARNER, other]) == [WARNER, other]
    for channels in ([], [WARNER] * 31):
        with pytest.raises(InputError, match="1 to 30 bits"):
            bit_channels(channels)
    with pytest.raises(InputError, match=r"channels\[1\] must be 2 x 2, got \(3, 3\)"):
        bit_channels([WARNER, Channel.identity(3)])


def test_the_inverse_of_a_bit_by_hand() -> None:
    """[[9/10, 1/5], [1/10, 4/5]] has determinant 7/10."""
    skewed = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
    assert inverse(skewed) == (
        (Fraction(8, 7), Fraction(-2, 7)),
        (Fraction(-1, 7), Fraction(9, 7)),
    )


@pytest.mark.parametrize("k", [RADIX, RADIX + 1, 11, 17, 18])
def test_blocks_of_every_shape_agree_with_one_butterfly_at_a_time(k):
    """Round trip through the forward transform, and each bit alone against the reshaped axis."""
    rng = np.random.default_rng(k)
    tables = [((0.7, 0.2), (0.3, 0.8))] * k
    vector = rng.random(2**k)
    expected = vector.copy()
    for i in range(k):
        pairs = expected.reshape(2**i, 2, -1)
        low, high = pairs[:, 0].copy(), pairs[:, 1].copy()
        pairs[:, 0], pairs[:, 1] = 0.7 * low + 0.2 * high, 0.3 * low + 0.8 * high
    result = apply_in_place(tables, vector)
    assert result is vector
    assert np.abs(result - expected).max() < 1e-10
    assert 2 * BLOCK < 2**18


def test_bits_of_their_own_tables_are_a_kronecker_product() -> None:
    rng = np.random.default_rng(5)
    tables = [rng.random((2, 2)) for _ in range(5)]
    vector = rng.random(32)
    expected = reduce(np.kron, tables) @ vector
    rational = [tuple(tuple(Fraction(float(x)) for x in row) for row in t) for t in tables]
    assert apply_in_place(rational, vector) == pytest.approx(expected, rel=1e-12)


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
