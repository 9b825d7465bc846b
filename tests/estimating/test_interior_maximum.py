"""Batches of maxima against the exact closed forms, and the prices against differences."""

import numpy as np
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.estimating import maximum_likelihood
from rropt.estimating.interior_maximum import interior_maximum
from rropt.estimating.reference_drops import two_truth_maxima

KRR = Channel.from_rows([["1/2" if i == j else "1/6" for j in range(4)] for i in range(4)])
TALL = Channel.from_rows([["1/2", 0], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/4"]])


@pytest.mark.parametrize("channel", [KRR, TALL], ids=["krr", "tall"])
def test_each_of_a_batch_is_the_proved_maximum(channel):
    rng = np.random.default_rng(3)
    counts = rng.multinomial(30, np.full(4, 1 / 4), 60)
    width = channel.shape[1]
    found = interior_maximum(
        channel.to_numpy(), counts / 30, np.ones((1, width)), np.full((60, width), 1 / width)
    ).points
    for point, numbers in zip(found, counts, strict=True):
        best = maximum_likelihood(channel, numbers, gap="1e-12")
        assert point == pytest.approx(best.value, abs=1e-6)


def test_two_truths_by_their_score_are_the_same():
    counts = np.random.default_rng(4).multinomial(20, [0.4, 0.3, 0.2, 0.1], 200)
    rows = TALL.to_numpy()
    one = interior_maximum(rows, counts / 20, np.ones((1, 2)), np.full((200, 2), 0.5)).points
    assert two_truth_maxima(rows, counts / 20) == pytest.approx(one, abs=1e-7)


def test_the_price_is_the_slope_of_the_maximum():
    rows, shares = KRR.to_numpy(), np.array([[0.4, 0.3, 0.2, 0.1]])
    equations = np.array([[1.0, 1, 1, 1], [0, 0, 1, 2]])

    def at(value):
        start = np.array([[0.25, 0.75 - value / 1.5, value / 3, value / 3]])
        found = interior_maximum(rows, shares, equations, start)
        return shares[0] @ np.log(rows @ found.points[0]), found.prices[0, 1]

    step = 1e-5
    difference = (at(0.5 + step)[0] - at(0.5 - step)[0]) / (2 * step)
    assert at(0.5)[1] == pytest.approx(difference, rel=1e-5)


def test_a_flat_likelihood_beside_one_that_takes_long() -> None:
    """Two truths of 3-ary response: its third report tells them nothing."""
    rows = np.array([[0.2, 0.2], [0.6, 0.2], [0.2, 0.6]])
    shares = np.array([[1, 0, 0], [1 / 9, 6 / 9, 2 / 9], [0, 1 / 2, 1 / 2], [0, 1, 0]])
    found = interior_maximum(rows, shares, np.ones((1, 2)), np.full((4, 2), 1 / 2))
    assert found.points.sum(axis=1) == pytest.approx([1] * 4)
    assert found.points[1:, 0] == pytest.approx([1, 1 / 2, 1], abs=1e-6)


@pytest.mark.everything
def test_the_interval_of_few_reports_of_three_ary_response() -> None:
    """Calibrated by drawn surveys, in some of which everybody gives one report."""
    rows = [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]
    found = rr.estimate(rows, [5, 6, 7])
    for truth in range(3):
        ends = found.of(truth).interval()
        assert 0 <= ends.low < found.value[truth] < ends.high <= 1
