"""The maximum likelihood estimate: closed forms, a search, and the gap that proves them."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import duality_gap, estimate, maximum_likelihood
from rropt.survey.likelihood import log_likelihood, water_filling

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
THREE = Channel.from_rows([["1/2", 0, "1/6"], ["1/3", "1/3", 0], ["1/6", "2/3", "5/6"]])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])


def krr(size, a):
    b = (1 - Fraction(a)) / (size - 1)
    return Channel.from_rows([[a if i == j else b for j in range(size)] for i in range(size)])


def by_scipy(channel, counts):
    """SLSQP on the simplex: an independent maximiser."""
    table, y = channel.to_numpy(), np.array(counts) / sum(counts)
    start = np.full(table.shape[1], 1 / table.shape[1])
    return minimize(
        lambda p: -y @ np.log(np.maximum(table @ p, 1e-300)),
        start,
        bounds=[(0, 1)] * len(start),
        constraints={"type": "eq", "fun": lambda p: p.sum() - 1},
        options={"maxiter": 500, "ftol": 1e-12},
    ).x


@given(st.lists(st.integers(0, 30), min_size=2, max_size=6).filter(any), st.integers(0, 1))
def test_water_filling_has_gap_zero(counts, truthful):
    """KKT by exact arithmetic: on the simplex, and no gradient above n."""
    size = len(counts)
    a = Fraction(2, size + 1) if truthful else Fraction(1, 2 * size)
    channel = krr(size, a)
    point = maximum_likelihood(channel, counts)
    assert point.gap == 0
    assert sum(point.distribution) == 1 and min(point.distribution) >= 0
    assert duality_gap(channel, counts, point.distribution) <= Fraction(size, 2**60)


def test_the_gap_of_a_near_miss_is_positive():
    channel, counts = krr(3, "1/2"), (5, 3, 2)
    exact_point = maximum_likelihood(channel, counts).distribution
    moved = (exact_point[0] - Fraction(1, 1000), exact_point[1] + Fraction(1, 1000), exact_point[2])
    missing = log_likelihood(channel, counts, exact_point) - log_likelihood(channel, counts, moved)
    assert 0 < missing <= duality_gap(channel, counts, moved)
    assert duality_gap(channel, counts, moved) > Fraction(1, 2**40)


def test_water_filling_by_hand():
    """Shares 0.5, 0.3, 0.2 with b = 1/4: the last is raised, the rest share 3/4 as 5 to 3."""
    assert water_filling(Fraction(1, 2), Fraction(1, 4), (5, 3, 2)) == (
        Fraction(7, 8),
        Fraction(1, 8),
        0,
    )


def test_inside_the_simplex_it_is_the_unbiased_estimate():
    answer = maximum_likelihood(THREE, [300, 250, 450])
    assert answer.gap == 0
    assert answer.value == pytest.approx(estimate(THREE, [300, 250, 450]).value)


def test_two_answers_outside_are_at_the_boundary():
    skewed = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
    answer = maximum_likelihood(skewed, [95, 5])
    assert (answer.distribution, answer.gap) == ((1, 0), 0)
    assert maximum_likelihood(skewed, [5, 95]).distribution == (0, 1)


def test_uniqueness_is_claimed_only_when_proved():
    merged = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]])
    assert not maximum_likelihood(merged, [60, 40]).unique
    lies = maximum_likelihood(krr(3, "1/5"), [0, 0, 5])
    assert not lies.unique
    other = (Fraction(1, 4), Fraction(3, 4), 0)
    assert log_likelihood(krr(3, "1/5"), (0, 0, 5), other) == pytest.approx(lies.log_likelihood)
    assert maximum_likelihood(krr(3, "1/2"), [0, 0, 5]).unique
    assert maximum_likelihood(WARNER, [60, 40]).unique
    # p_0 + p_1 / 5 is largest at one end, though the one report seen has rank 1 for two truths.
    revealing = Channel.from_rows([["1", "1/5"], ["0", "4/5"]])
    assert maximum_likelihood(revealing, [3, 0]).unique
    blind = Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]])
    assert not maximum_likelihood(blind, [3, 0]).unique
    assert maximum_likelihood(TALL, [10, 10, 10, 10]).unique


def test_relabelling_follows():
    order = [2, 0, 1]
    permuted = Channel.from_rows([[row[j] for j in order] for row in THREE.rows])
    counts = [5, 60, 35]
    original = maximum_likelihood(THREE, counts).value[order]
    assert maximum_likelihood(permuted, counts).value == pytest.approx(original, abs=1e-5)


def test_an_impossible_report_is_refused():
    never = Channel.from_rows([[1, "1/2"], [0, "1/2"], [0, 0]], reports=["x", "y", "z"])
    with pytest.raises(InputError, match="report 'z' must be 0"):
        maximum_likelihood(never, [5, 5, 1])
    assert maximum_likelihood(never, [5, 5, 0]).gap < 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: duality_gap(WARNER, [1, 1], [1]), "point must have 2 entries"),
        (lambda: duality_gap(WARNER, [1, 1], [2, -1]), "point must have 2 entries of at least 0"),
        (lambda: duality_gap(WARNER, [1, 1, 1], [1, 0]), "counts must have 2 entries"),
        (lambda: duality_gap(WARNER, [1, 1], [0, 0]), "a positive probability"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_the_gap_reads_every_exact_number():
    """By hand: at (1/2, 1/2) the gradient is 3 (3/4) / (1/2) + (1/4) / (1/2) = 5, for 4 reports."""
    assert duality_gap(WARNER, ["3", 1.0], ["1/2", 0.5]) == 5 - 4
