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


def test_the_bit_order_of_every_transform():
    """A point mass is sent to the product of columns, indexed in the order that was asked for."""
    channels = [WARNER, SKEWED, ONE_SIDED]
    truth = (1, 0, 1)
    for order, cell in (("first", eta(truth[::-1])), ("last", eta(truth))):
        prior = [int(x == cell) for x in range(8)]
        reported = bits.report_marginal(channels, prior, order)
        for report in product([0, 1], repeat=3):
            place = eta(report) if order == "last" else eta(report[::-1])
            expected = [c[r, x] for c, r, x in zip(channels, report, truth, strict=True)]
            assert reported[place] == pytest.approx(float(np.prod(expected)))
        assert bits.estimate_marginal(channels, reported, order) == pytest.approx(prior, abs=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: bits.histogram([[0, 2]]), r"got another number in column 1, first at row 0"),
        (lambda: bits.histogram([[0, -1]]), "must be 0 or 1"),
        (lambda: bits.histogram([[0.5]]), "integers or bool"),
        (lambda: bits.histogram(np.zeros((0, 3), int)), "non-empty"),
        (lambda: bits.histogram([[0, 1]], [0, 0]), "different"),
        (lambda: bits.histogram([[0, 1]], [2]), "below 2"),
        (lambda: bits.histogram([[0, 1]], [0.7]), "columns must be a whole number"),
        (lambda: bits.histogram([[0, 1]], ["a"]), "columns must be a whole number"),
        (lambda: bits.histogram([[0], [1, 1]]), "rows of one length"),
        (lambda: bits.affordable_bits(WARNER, 10**6, "-0.01"), "error must be at least 0"),
        (lambda: bits.histogram([[0, 1]], most_significant="left"), "'first' or 'last'"),
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


def eta(string):
    """`vinterbo/def/eta`: the first bit is the least significant."""
    return sum(x * 2**i for i, x in enumerate(string))


def test_the_bit_order_of_every_histogram():
    """One answer 100: cell 4 when the first column is most significant, cell 1 = eta otherwise."""
    for string in product([0, 1], repeat=3):
        answer = np.array([string])
        last = bits.histogram(answer, most_significant="last")
        first = bits.histogram(answer)
        assert np.flatnonzero(last).tolist() == [eta(string)]
        assert np.flatnonzero(first).tolist() == [eta(string[::-1])]


@pytest.mark.parametrize("kind", [bool, np.uint8, np.int8, np.int32, np.uint64])
@pytest.mark.parametrize("layout", ["C", "F"])
def test_histogram_of_any_type_and_layout(kind, layout):
    answers = np.random.default_rng(3).integers(0, 2, (70_000, 5))
    columns = [3, 0, 4]
    weights = answers[:, columns] @ [4, 2, 1]
    given_answers = np.array(answers, dtype=kind, order=layout)
    counts = bits.histogram(given_answers, columns)
    assert counts.tolist() == np.bincount(weights, minlength=8).tolist()


def test_histogram_with_more_cells_than_answers_in_a_chunk():
    answers = np.random.default_rng(3).integers(0, 2, (1000, 18), dtype=np.uint8)
    cells = answers.astype(int) @ (2 ** np.arange(17, -1, -1))
    expected = np.zeros(2**18, int)
    np.add.at(expected, cells, 1)
    assert (bits.histogram(answers) == expected).all()


def test_histogram_of_a_memory_map_makes_no_copy(tmp_path):
    stored = np.memmap(tmp_path / "bits", np.uint8, "w+", shape=(1000, 3))
    stored[::2, 1] = 1
    assert bits.histogram(stored).tolist() == [500, 0, 500, 0, 0, 0, 0, 0]


def test_masked_answers_are_refused():
    with pytest.raises(InputError, match="must not be masked, got 1"):
        bits.histogram(np.ma.array([[0, 1], [1, 1]], mask=[[False, False], [True, False]]))


def test_randomized_bits_come_back():
    truths = np.random.default_rng(8).integers(0, 2, (60_000, 3)).astype(bool)
    truths[:, 1] &= truths[:, 0]
    channels = [WARNER, SKEWED, ONE_SIDED]
    source = np.random.default_rng(9).bytes
    columns = zip(channels, truths.T, strict=True)
    reports = np.stack([randomize(channel, told, source) for channel, told in columns], axis=1)
    estimate = bits.estimate_marginal(channels, bits.histogram(reports))
    exact_marginal = bits.histogram(truths) / 60_000
    spread = np.sqrt(bits.marginal_variances(channels, exact_marginal, 60_000))
    assert (np.abs(estimate - exact_marginal) < 4 * spread).all()
    assert (np.abs(bits.histogram(reports) / 60_000 - exact_marginal) > 4 * spread).any()
