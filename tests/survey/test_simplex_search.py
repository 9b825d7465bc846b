"""Searches on the simplex: those that climb, and batches against closed forms and differences."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.channel import Channel
from rropt.survey import maximum_likelihood
from rropt.survey.likelihood import log_likelihood
from rropt.survey.simplex_search import (
    _TableClimb,
    ascend,
    interior_maximum,
    nearest_distribution,
    projected_ascent,
)
from tests.survey.test_likelihood import by_scipy


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_the_search_agrees_with_another_optimiser_and_its_gap_is_honest(seed):
    rng = np.random.default_rng(seed)
    truths, reports = int(rng.integers(2, 6)), int(rng.integers(5, 9))
    weights = rng.integers(0, 9, (reports, truths)) + (np.arange(reports) == 0)[:, None]
    channel = Channel.from_rows(
        [
            [Fraction(int(w), int(s)) for w, s in zip(row, weights.sum(0), strict=True)]
            for row in weights
        ]
    )
    shares = channel.to_numpy() @ rng.dirichlet(np.full(truths, 0.4))
    counts = rng.multinomial(10_000, shares).tolist()
    answer = maximum_likelihood(channel, counts)
    assert answer.gap <= Fraction(1, 10**6)
    assert sum(answer.distribution) == 1
    other = np.maximum(by_scipy(channel, counts), 0)
    rational = [Fraction(float(p)) for p in other]
    rational = [p / sum(rational) for p in rational]
    advantage = log_likelihood(channel, counts, rational) - answer.log_likelihood
    assert advantage <= float(answer.gap) + 1e-9


def test_a_slow_problem_converges():
    """Nearly equal columns: gradients alone would need millions of steps."""
    size = 12
    signs = [[(-1) ** (i + j) * (2 if i == j else 1) for j in range(size)] for i in range(size)]
    raw = [[Fraction(400 + s) for s in row] for row in signs]
    totals = [sum(row[j] for row in raw) for j in range(size)]
    channel = Channel.from_rows([[row[j] / totals[j] for j in range(size)] for row in raw])
    counts = np.random.default_rng(0).multinomial(10**6, [1 / size] * size).tolist()
    assert maximum_likelihood(channel, counts).gap <= Fraction(1, 10**6)


@pytest.mark.everything
@pytest.mark.parametrize("size", [8, 16, 32])
@pytest.mark.parametrize("n", [100, 10**4, 10**6])
def test_weak_tables_of_low_rank_converge(size, n):
    """Columns that differ by a hundredth and repeat each other: the proved gap is small all
    the same, and the uniform distribution is not better by more."""
    top = [
        [Fraction(1, size) + Fraction((i * 7 + j * j) % 11 - 5, 1000 * size) for j in range(size)]
        for i in range(size - 1)
    ]
    channel = Channel.from_rows([*top, [1 - sum(row[j] for row in top) for j in range(size)]])
    for seed in range(8):
        rng = np.random.default_rng(seed)
        shares = channel.to_numpy() @ rng.dirichlet(np.full(size, 0.3))
        counts = rng.multinomial(n, shares).tolist()
        answer = maximum_likelihood(channel, counts)
        assert answer.gap <= Fraction(1, 10**6)
        uniform = log_likelihood(channel, counts, [Fraction(1, size)] * size)
        assert uniform <= answer.log_likelihood + float(answer.gap) + 1e-12 * n


def test_the_gain_is_the_difference_of_values_and_the_gradient_its_slope() -> None:
    """By hand for Warner's table at (1/2, 1/2), where both reports have probability 1/2."""
    table, y = np.array([[0.75, 0.25], [0.25, 0.75]]), np.array([0.6, 0.4])
    climb = _TableClimb(table, y)
    point, moved = np.array([0.5, 0.5]), np.array([0.55, 0.45])
    value, gradient = climb.at(point)
    assert gradient == pytest.approx([2 * (0.6 * 0.75 + 0.4 * 0.25), 2 * (0.6 * 0.25 + 0.4 * 0.75)])
    assert climb.gain(point, moved) == pytest.approx(climb.at(moved)[0] - value)
    assert climb.at(np.array([1.0, 0.0]))[0] > -np.inf
    assert _TableClimb(np.eye(2), y).at(np.array([1.0, 0.0]))[0] == -np.inf


def test_the_maximum_is_reached_at_a_corner_too() -> None:
    """90 of 100 reports of at most 75: all mass on the first truth, exactly after landing."""
    table = np.array([[0.75, 0.25], [0.25, 0.75]])
    point = ascend(table, np.array([90.0, 10.0]), 1e-9)
    assert point == pytest.approx([1, 0], abs=1e-9)


KRR = Channel.from_rows([["1/2" if i == j else "1/6" for j in range(4)] for i in range(4)])
WIDE = Channel.from_rows([["1/2", 0], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/4"]])


@pytest.mark.parametrize("channel", [KRR, WIDE], ids=["krr", "wide"])
def test_each_of_a_batch_is_the_proved_maximum(channel):
    rng = np.random.default_rng(3)
    counts = rng.multinomial(30, np.full(4, 1 / 4), 60)
    width = channel.shape[1]
    found = interior_maximum(
        channel.to_numpy(), counts / 30, np.ones((1, width)), np.full((60, width), 1 / width)
    ).points
    for point, numbers in zip(found, counts, strict=True):
        best = ascend(channel.to_numpy(), numbers.astype(float), 1e-12)
        assert point == pytest.approx(best, abs=1e-6)


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


def test_problems_that_share_a_right_side_are_one() -> None:
    """Three groups with one mean: as one problem of all their truths with two more equations."""
    rows = KRR.to_numpy()
    shares = np.array([[0.4, 0.3, 0.2, 0.1], [0.2, 0.3, 0.3, 0.2], [0.25, 0.25, 0.25, 0.25]]) / 3
    mean = np.arange(4.0)
    own = np.stack([np.ones(4), mean])
    found = interior_maximum(rows, shares, own, np.full((3, 4), 1 / 4), alike=3).points
    differ = np.kron([[1, -1, 0], [0, 1, -1]], mean)
    system = np.concatenate([np.kron(np.eye(3), np.ones(4)), differ])
    all_rows = np.kron(np.eye(3), rows)
    (whole,) = interior_maximum(
        all_rows, shares.reshape(1, -1), system, np.full((1, 12), 1 / 4)
    ).points
    assert found.ravel() == pytest.approx(whole, abs=1e-7)


@pytest.mark.everything
def test_the_interval_of_few_reports_of_three_ary_response() -> None:
    """Calibrated by drawn surveys, in some of which everybody gives one report."""
    rows = [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]
    found = rr.estimate(rows, [5, 6, 7])
    for truth in range(3):
        ends = found.of(truth).interval()
        assert 0 <= ends.low < found.value[truth] < ends.high <= 1


def likelihood(table: np.ndarray, counts: np.ndarray):
    parts = counts / counts.sum()

    def climbed(point: np.ndarray) -> tuple[float, np.ndarray]:
        chances = table @ point
        return float(parts @ np.log(chances)), (parts / chances) @ table

    return climbed


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("gamma", [1.2, 3, 1000])
def test_it_finds_what_em_and_newton_find(seed: int, gamma: float) -> None:
    rng = np.random.default_rng(seed)
    table = np.where(rng.random((40, 12)) < 0.4, gamma, 1.0)
    counts = rng.multinomial(500, np.full(40, 1 / 40)).astype(float)
    climbed = likelihood(table, counts)
    start = np.full(12, 1 / 12)
    found, gap = projected_ascent(climbed, start, 1e-9)
    other = ascend(table, counts, 1e-9)
    assert gap <= 1e-9 and found.min() >= 0 and found.sum() == pytest.approx(1)
    assert climbed(found)[0] == pytest.approx(climbed(other)[0], abs=1e-8)


def test_the_gap_bounds_what_is_missed_wherever_it_stops() -> None:
    table, counts = np.array([[9.0, 1.0], [1.0, 9.0]]), np.array([7.0, 3.0])
    climbed = likelihood(table, counts)
    best = climbed(np.array([3 / 4, 1 / 4]))[0]
    for wanted in (1.0, 0.1, 1e-3):
        found, gap = projected_ascent(climbed, np.array([0.05, 0.95]), wanted)
        assert 0 <= best - climbed(found)[0] <= gap <= wanted
    assert projected_ascent(climbed, np.array([0.05, 0.95]), 1e-9)[0][0] == pytest.approx(3 / 4)


def test_a_maximum_at_a_corner_is_reached_exactly() -> None:
    climbed = likelihood(np.array([[9.0, 1.0], [1.0, 9.0]]), np.array([10.0, 0.0]))
    found, gap = projected_ascent(climbed, np.array([0.5, 0.5]), 1e-9)
    assert found.tolist() == [1, 0] and gap <= 1e-9


def test_numbers_beside_which_one_is_lost_have_a_nearest_distribution() -> None:
    found = nearest_distribution(np.array([1e20, 1e20, -1e20]))
    assert found.tolist() == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("seed", range(5))
def test_no_distribution_is_nearer(seed: int) -> None:
    """The nearest one leaves x - y at right angles or worse to every way from y to a corner."""
    rng = np.random.default_rng(seed)
    given = rng.normal(size=20)
    nearest = nearest_distribution(given)
    assert nearest.min() >= 0 and nearest.sum() == pytest.approx(1)
    assert ((given - nearest) @ (np.eye(20) - nearest).T).max() < 1e-12
