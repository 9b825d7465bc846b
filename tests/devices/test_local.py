"""Local-privacy mechanisms: definitions by enumeration, tight parity, known formulas."""

from fractions import Fraction as F
from itertools import combinations, pairwise
from math import comb

import pytest

from rropt.devices.local import (
    block_design,
    four_answer,
    hadamard_response,
    k_ary,
    staircase_family,
    subset_selection,
    truncated_geometric,
)
from rropt.devices.populations import CENSUS
from rropt.exact import InputError, exp_bounds


def test_k_ary_definition():
    device = k_ary(4, gamma=3)
    for i in range(4):
        for j in range(4):
            assert device.channel.rows[i][j] == (F(1, 2) if i == j else F(1, 6))


def test_k_ary_variance_of_one_category():
    """Wang et al. 2017, true counts fixed: (q (1 - q) / (p - q)^2 + pi (1-p-q) / (p - q)) / n."""
    p, q, prior, n = F(1, 2), F(1, 6), (F(1, 2), F(1, 4), F(1, 4), F(0)), 10
    expected = tuple((q * (1 - q) / (p - q) ** 2 + pi * (1 - p - q) / (p - q)) / n for pi in prior)
    found = k_ary(4, gamma=3).variances(prior, n, CENSUS)
    assert found == expected
    assert k_ary(4, gamma=3).variance(prior, n, CENSUS) == sum(expected)


def test_k_ary_of_two_is_warner():
    assert k_ary(2, gamma=3).channel.rows == ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))


@pytest.mark.parametrize("epsilon", ["1/2", "1", "0.001", "7"])
def test_irrational_levels_are_kept_exactly(epsilon):
    low = exp_bounds(F(epsilon))[0]
    for device in (
        k_ary(3, epsilon),
        subset_selection(4, 2, epsilon),
        hadamard_response(3, epsilon),
    ):
        assert low * (1 - F(1, 2**60)) < device.parity <= low
        assert device.asked.lo == device.parity < device.asked.hi


def test_subset_selection_definition():
    k, d, gamma = 5, 2, F(3)
    device = subset_selection(k, d, gamma=gamma)
    total = gamma * comb(k - 1, d - 1) + comb(k - 1, d)
    for row, chosen in zip(device.channel.rows, combinations(range(k), d), strict=True):
        assert row == tuple((gamma if j in chosen else 1) / total for j in range(k))


def test_subset_selection_of_size_one_is_k_ary():
    assert subset_selection(4, 1, gamma=3).channel.rows == k_ary(4, gamma=3).channel.rows


def test_subset_selection_beats_k_ary_at_high_privacy():
    """Ye and Barg 2018: the best size is about k / (gamma + 1)."""
    uniform = ["1/6"] * 6
    assert subset_selection(6, 3, gamma="11/10").variance(uniform) < k_ary(
        6, gamma="11/10"
    ).variance(uniform)


def test_hadamard_response_definition():
    device = hadamard_response(3, gamma=3)
    matrix = [[(-1) ** bin(i & j).count("1") for j in range(4)] for i in range(4)]
    for truth in range(3):
        assert device.channel.columns[truth] == tuple(
            F(2 * 3, 4 * 4) if sign == 1 else F(2, 4 * 4) for sign in matrix[truth + 1]
        )


def test_hadamard_response_of_four_needs_eight_reports():
    assert hadamard_response(4, gamma=3).channel.shape == (8, 4)


def test_four_answer_is_private_and_tight():
    device = four_answer("1/10", gamma=3)
    assert device.channel.profile(3) == F(1, 10)
    assert device.channel.profile(F(3) - F(1, 10**20)) > F(1, 10)
    assert device.parity == float("inf")
    assert device.privacy == (3, F(1, 10))


def test_four_answer_dominates_the_two_answer_optima():
    """Both optima of holohan/thm-3 are garblings of the four answers: merge, or flip a coin."""
    gamma, delta = F(3), F(1, 10)
    no, maybe_no, _, yes = four_answer(delta, gamma=gamma).channel.rows
    symmetric = (gamma + delta) / (gamma + 1)
    assert tuple(a + b for a, b in zip(no, maybe_no, strict=True)) == (symmetric, 1 - symmetric)
    assert yes == (0, delta)


def test_four_answer_estimator_at_equal_prevalences_is_efficient():
    """1 / (n I) with I summed from its definition."""
    device = four_answer("1/10", gamma=3)
    rows = device.channel.rows
    information = sum((r[1] - r[0]) ** 2 / ((r[0] + r[1]) / 2) for r in rows)
    assert device.variance("1/2") == 1 / information
    assert device.variance("1/2") < F(1, 4) + F(3, 4)


def test_staircase_family_definition():
    device = staircase_family("1,0;0,1;0,0", ["1/8", "1/8", "1/2"], gamma=3)
    assert device.channel.rows == ((F(3, 8), F(1, 8)), (F(1, 8), F(3, 8)), (F(1, 2), F(1, 2)))
    with pytest.raises(InputError, match="does not identify"):
        staircase_family("0,0;0,0", "1/2,1/2", gamma=3)


def test_staircase_family_contains_k_ary():
    device = staircase_family("1,0,0;0,1,0;0,0,1", "1/5,1/5,1/5", gamma=3)
    assert device.channel.rows == k_ary(3, gamma=3).channel.rows
    assert device.estimator == k_ary(3, gamma=3).estimator


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: k_ary(1, gamma=3), "categories must be a whole number of at least 2"),
        (lambda: k_ary(3), "exactly one of epsilon and gamma"),
        (lambda: k_ary(3, 1, 3), "exactly one of epsilon and gamma"),
        (lambda: k_ary(3, 0), "epsilon must be positive"),
        (lambda: k_ary(3, -1), "epsilon must be at least 0, got -1"),
        (lambda: k_ary(3, gamma="1/2"), "gamma must be at least 1, got 1/2"),
        (lambda: k_ary("2.5", gamma=3), "whole number"),
        (lambda: k_ary(10**9, gamma=3), "at most"),
        (lambda: subset_selection(4, 4, gamma=3), "size must be below the number of categories 4"),
        (lambda: subset_selection(4, 0, gamma=3), "size must be a whole number"),
        (lambda: subset_selection(100_001, 20, gamma=3), "categories must be at most 100000"),
        (lambda: four_answer("3/2", gamma=3), "delta must lie between 0 and 1"),
        (lambda: staircase_family("1,0;0,1", "1/4,1/3", gamma=3), "add up to one"),
        (lambda: staircase_family("2,0;0,1", "1/13,4/13", gamma=3), "levels must be at most 1"),
        (lambda: staircase_family("1,0;0", "1/4,1/4", gamma=3), "equally long"),
    ],
)
def test_bad_mechanisms_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.everything
def test_block_designs_have_up_to_a_hundred_thousand_categories() -> None:
    """The plane of order 313 is subset selection of that size, in 98,283 reports."""
    plane = block_design(98_283, 314, gamma=300)
    subsets = subset_selection(98_283, 314, gamma=300)
    assert plane.channel.shape == (98_283, 98_283)
    assert plane.variance(None) == subsets.variance(None)
    with pytest.raises(InputError, match=r"got 5 \(beyond 1024 categories known are 1, 99999\)"):
        block_design(100_000, 5, gamma=3)


@pytest.mark.parametrize("top", [1, 2, 5])
def test_truncated_geometric_is_clamped_noise(top):
    a, far = F(1, 3), 80
    channel = truncated_geometric(top, alpha=a).channel
    for x in range(top + 1):
        clamped = [F(0)] * (top + 1)
        for z in range(-far, far + 1):
            clamped[min(max(x + z, 0), top)] += (1 - a) / (1 + a) * a ** abs(z)
        for y in range(top + 1):
            assert 0 <= channel.rows[y][x] - clamped[y] < a ** (far - top)


def test_privacy_between_neighbours_and_between_any_two_counts():
    device = truncated_geometric(4, gamma=2)
    for row in device.channel.rows:
        assert max(max(x / y, y / x) for x, y in pairwise(row)) <= 2
    assert device.parity == 16


def test_the_estimator_of_a_count_is_unbiased():
    device = truncated_geometric(3, gamma=3)
    for x in range(4):
        column = device.channel.columns[x]
        assert sum(p * e for p, e in zip(column, device.estimator[0], strict=True)) == x


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: truncated_geometric(0, gamma=2), "top must be a whole number of at least 1"),
        (lambda: truncated_geometric(65, gamma=2), "top must be at most 64"),
        (lambda: truncated_geometric(2, alpha=0), "strictly between 0 and 1"),
        (lambda: truncated_geometric(2), "exactly one of epsilon and gamma"),
        (lambda: truncated_geometric(2, 1, alpha="1/2"), "exactly one of alpha"),
    ],
)
def test_bad_ranges_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
