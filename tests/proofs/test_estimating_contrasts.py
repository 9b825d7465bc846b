"""Where three truths have k-ary response as the best table for the contrast that varies most."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import rropt as rr


def covariance(level, shares):
    """Of k-ary response, from its table: estimates invert it."""
    table = (1 + (level - 1) * np.eye(3)) / (level + 2)
    estimates = np.linalg.inv(table)
    return estimates @ np.diag(table @ shares) @ estimates.T - np.outer(shares, shares)


def formula(level, shares):
    first, second, third = (1 + (level - 1) * share for share in sorted(shares))
    u, v, t = first * second, first * third, second * third
    root = np.sqrt(u**2 + v**2 + t**2 - u * v - u * t - v * t)
    return (u + v + t + root) / (level - 1) ** 2


@pytest.mark.parametrize("level", [1.25, 3, 20])
@pytest.mark.parametrize("shares", [(0.2, 0.3, 0.5), (0.7, 0.1, 0.2), (0.1, 0.45, 0.45)])
def test_the_largest_variance_is_the_largest_eigenvalue(level, shares):
    largest = np.linalg.eigvalsh(covariance(level, np.array(shares)))[-1]
    assert formula(level, shares) == pytest.approx(largest)


def certified(level, shares):
    design = rr.optimal(rr.LocalDP.from_gamma(level), rr.EOptimal(shares))
    return formula(level, [float(Fraction(share)) for share in shares]), design


@pytest.mark.parametrize(
    ("level", "shares"),
    [
        (2, ["1/3", "1/3", "1/3"]),
        (11, ["1/10", "9/20", "9/20"]),
        (30, ["1/4", "7/20", "2/5"]),
    ],
    ids=["equal shares", "two alike, at the boundary", "three shares"],
)
def test_no_table_has_less_where_the_condition_holds(level, shares):
    value, design = certified(level, shares)
    assert value == pytest.approx(float(design.bound), rel=1e-7)


@pytest.mark.parametrize(
    ("level", "shares"),
    [
        (Fraction(7, 2), ["3/10", "7/20", "7/20"]),
        (11, ["2/25", "23/50", "23/50"]),
        (20, ["3/10", "3/10", "2/5"]),
        (20, ["1/4", "3/10", "9/20"]),
    ],
    ids=["below level 4", "two alike, too rare a third", "two rare ones alike", "three shares"],
)
def test_elsewhere_a_table_has_less(level, shares):
    value, design = certified(level, shares)
    assert float(design.value) < value * (1 - 1e-4)


def pair_by_pair(level, shares):
    """What reports that leave one truth out add to the covariance, as a form in contrasts."""
    k = len(shares)
    scale = (level + 1) / (level - 1)
    return scale * ((k - 1) * np.eye(k) - k * np.diag(shares))


def covariance_of(table, shares):
    estimates = np.linalg.inv(table)
    return estimates @ np.diag(table @ shares) @ estimates.T - np.outer(shares, shares)


@pytest.mark.parametrize("level", [1.25, 3, 20])
@pytest.mark.parametrize("shares", [(0.2, 0.3, 0.5), (0.97, 0.01, 0.02), (0.1, 0.2, 0.3, 0.4)])
def test_reports_that_leave_one_truth_out_vary_more_in_every_contrast(level, shares):
    shares = np.array(shares)
    k = len(shares)
    response = (1 + (level - 1) * np.eye(k)) / (level + k - 1)
    left_out = (level - (level - 1) * np.eye(k)) / (1 + level * (k - 1))
    more = covariance_of(left_out, shares) - covariance_of(response, shares)
    contrasts = np.linalg.svd(np.ones((1, k)))[2][1:]
    assert contrasts @ more @ contrasts.T == pytest.approx(
        contrasts @ pair_by_pair(level, shares) @ contrasts.T
    )
    assert np.linalg.eigvalsh(contrasts @ more @ contrasts.T).min() > 0


def test_a_certain_truth_is_told_as_well_by_either_table():
    """All that varies between others is none of its contrasts: the strict part needs shares < 1."""
    own = np.array([1.0, 0.0, 0.0])
    first = np.array([2, -1, -1]) / np.sqrt(6)
    assert first @ pair_by_pair(3, own) @ first == pytest.approx(0)
