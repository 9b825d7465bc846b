"""The unbiased estimate, its covariance, and what is identified."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import factorial, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.exact import InputError
from rropt.survey import (
    Functional,
    interval,
    unbiased_exact,
)
from rropt.survey import (
    unbiased_estimate as unbiased,
)
from rropt.survey.unbiased_linear import efficient_prior

pytestmark = pytest.mark.quick

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
SKEWED = Channel.from_rows([["9/10", "1/5"], ["1/10", "4/5"]])
TALL = Channel.from_rows([["1/2", "1/8"], ["1/4", "1/4"], ["1/8", "1/2"], ["1/8", "1/8"]])
MERGED = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]], truths=["a", "b", "c"])
THREE = Channel.from_rows([["1/2", 0, "1/6"], ["1/3", "1/3", 0], ["1/6", "2/3", "5/6"]])


def all_counts(reports, n):
    return [c for c in product(range(n + 1), repeat=reports) if sum(c) == n]


def multinomial(counts, shares):
    ways = factorial(sum(counts)) // prod(factorial(c) for c in counts)
    return ways * prod(p**c for p, c in zip(shares, counts, strict=True))


@given(st.integers(0, 400), st.integers(1, 600))
def test_two_answers_is_holohans_theorem_1(zeros, ones):
    """The paper's estimate from N = number of ones, p00 = 9/10, p11 = 4/5."""
    p00, p11, n = 0.9, 0.8, zeros + ones
    expected = (p00 - 1) / (p00 + p11 - 1) + ones / ((p00 + p11 - 1) * n)
    answer = unbiased(SKEWED, [zeros, ones])
    assert answer.value[1] == pytest.approx(expected, abs=1e-12)
    spread = p00 - 0.5 - expected * (p00 + p11 - 1)
    variance = (0.25 - spread**2) / ((p00 + p11 - 1) ** 2 * n)
    assert answer.covariance[1, 1] == pytest.approx(variance, abs=1e-12)


@pytest.mark.parametrize("channel", [SKEWED, TALL, THREE], ids=["2x2", "4x2", "3x3"])
def test_unbiased_with_the_stated_covariance_by_enumeration(channel):
    """Sum over every possible outcome of 4 reports: mean pi, covariance that of the formula."""
    truth = np.array([Fraction(1, 5), Fraction(4, 5), Fraction(0)][: channel.shape[1]])
    shares = [float(p) for p in channel.report_distribution(list(truth))]
    outcomes = all_counts(channel.shape[0], 4)
    weights = np.array([multinomial(c, shares) for c in outcomes])
    values = np.array([unbiased(channel, c).value for c in outcomes])
    mean = weights @ values
    assert mean == pytest.approx(truth.astype(float), abs=1e-12)
    covariance = (values - mean).T @ np.diag(weights) @ (values - mean)
    inverse = unbiased(channel, outcomes[0]).left_inverse
    formula = (inverse @ np.diag(shares) @ inverse.T - np.outer(mean, mean)) / 4
    assert covariance == pytest.approx(formula, abs=1e-12)


def test_more_reports_than_truths_is_efficient_at_the_prior():
    """No other unbiased linear estimate has a smaller variance there: perturb along the kernel."""
    prior = ["3/10", "7/10"]
    answer = unbiased(TALL, [10, 10, 10, 10], prior)
    shares = np.array([float(p) for p in TALL.report_distribution(prior)])
    table, inverse = TALL.to_numpy(), answer.left_inverse
    assert inverse @ table == pytest.approx(np.eye(2), abs=1e-12)
    kernel = np.linalg.svd(table.T)[2][2:]
    for step in (1e-3, -1e-3):
        for k in kernel:
            other = inverse[1] + step * k
            assert other @ np.diag(shares) @ other > inverse[1] @ np.diag(shares) @ inverse[1]


def test_splitting_a_report_in_proportional_parts_changes_nothing():
    split = Channel.from_rows([["1/4", "1/12"], ["1/2", "1/6"], ["1/4", "3/4"]])
    whole = unbiased(WARNER, [300, 200])
    parts = unbiased(split, [90, 210, 200])
    assert parts.value == pytest.approx(whole.value, abs=1e-12)
    assert parts.covariance == pytest.approx(whole.covariance, abs=1e-12)
    assert parts.of(1).binary


def test_a_report_that_is_never_given_changes_nothing():
    padded = Channel.from_rows([["3/4", "1/4"], [0, 0], ["1/4", "3/4"]])
    answer, expected = unbiased(padded, [60, 0, 40]), unbiased(WARNER, [60, 40])
    assert answer.value == pytest.approx(expected.value, abs=1e-14)
    assert answer.stderr == pytest.approx(expected.stderr, abs=1e-14)


def test_relabelling_truths_follows():
    order = [2, 0, 1]
    counts = [20, 30, 50]
    permuted = Channel.from_rows([[row[j] for j in order] for row in THREE.rows])
    expected = unbiased(THREE, counts).value[order]
    assert unbiased(permuted, counts).value == pytest.approx(expected, abs=1e-12)


def test_never_clipped_and_exact():
    assert unbiased_exact(WARNER, (10, 0)) == (Fraction(3, 2), Fraction(-1, 2))
    assert unbiased(WARNER, [10, 0]).value == pytest.approx([1.5, -0.5])
    assert unbiased(WARNER, [10, 0]).stderr.tolist() == [0, 0]


def test_contrast_is_its_linear_combination():
    answer = unbiased(THREE, [20, 30, 50])
    contrast = np.array([1, -2, 0.5])
    functional = answer.contrast([1, -2, "0.5"])
    assert functional.value == pytest.approx(contrast @ answer.value)
    assert functional.stderr**2 == pytest.approx(contrast @ answer.covariance @ contrast)
    assert answer.of(1).value == pytest.approx(answer.value[1])


def test_a_krr_proportion_is_binomial_and_a_general_one_is_not():
    krr = Channel.from_rows([["1/2" if i == j else "1/6" for j in range(4)] for i in range(4)])
    assert unbiased(krr, [1, 2, 3, 4]).of(2).binary
    assert not unbiased(THREE, [1, 2, 3]).of(0).binary
    assert Functional((0.0, 1.0), (3, 1)).value == 0.25


def barely(power):
    """A channel of two truths whose columns differ by 10^-power."""
    a = Fraction(1, 2) + Fraction(1, 10**power)
    return Channel.from_rows([[a, 1 - a], [1 - a, a]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: unbiased(barely(400), [1, 2]).value, "beyond every double"),
        (lambda: unbiased(barely(400), [1, 2]).of(1), "beyond every double"),
        (lambda: unbiased(barely(200), [1, 2]).covariance, "beyond every double"),
        (lambda: interval(unbiased(barely(200), [1, 2]).of(1)), "beyond every double"),
        (lambda: unbiased(WARNER, [10**301, 3]), "more than 1e300"),
        (lambda: unbiased(WARNER, [1, 2, 3]), "2 entries, one for each report"),
        (lambda: unbiased(WARNER, [0, 0]), "at least one report"),
        (lambda: unbiased(WARNER, [1, -1]), r"counts\[1\] must be a whole number"),
        (lambda: unbiased(WARNER, [1, 0.5]), r"counts\[1\]"),
        (lambda: unbiased(TALL, [1, 1, 1, 1], [1, 0]), "positive"),
        (lambda: unbiased(TALL, [1, 1, 1, 1], ["1/2", "1/4", "1/4"]), "2 entries"),
        (lambda: unbiased(WARNER, [1, 1]).contrast([1]), "2 entries"),
        (lambda: unbiased(WARNER, [1, 1]).of(2), "below 2"),
        (
            lambda: unbiased(WARNER, [1, 1]).of("no"),
            "truth must be a label or a number below 2, got 'no'",
        ),
        (lambda: unbiased(WARNER, [1, 1]).of(-1), "truth must be a whole number"),
        (lambda: unbiased_exact(TALL, (1, 1, 1, 1)), "square"),
        (lambda: unbiased_exact(WARNER, (1, 1, 1)), "2 entries, one for each report"),
        (lambda: unbiased_exact(WARNER, (0, 0)), "at least one report"),
        (lambda: unbiased_exact(WARNER, (0.5, 1.5)), r"counts\[0\] must be a whole number"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_where_a_linear_estimate_is_efficient() -> None:
    channel = Channel.from_rows([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]])
    assert efficient_prior(channel) == (Fraction(1, 2), Fraction(1, 2))
    assert efficient_prior(channel, "1/3,2/3") == (Fraction(1, 3), Fraction(2, 3))
    with pytest.raises(InputError):
        efficient_prior(channel, "0,1")
