"""Worst cases over tables with a denominator."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr

F = Fraction
MATRIX = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
OBJECTIVES = {
    "shares": rr.AOptimal("worst", truths=3),
    "shares of a group": rr.AOptimal("worst", truths=3, respondents="group"),
    "contrast": rr.COptimal("worst", [1, -1, 0]),
    "mean": rr.Mean([0, 1, 3]),
    "mean of a group": rr.Mean([0, 1, 3], prior=["1/2", "1/4", "1/4"]),
}


LEVELS = {"pure": rr.LocalDP(1), "delta": rr.LocalDP(1, "1/20"), "matrix": MATRIX}
CASES = [
    ("shares", "pure"),
    ("shares of a group", "matrix"),
    ("contrast", "matrix"),
    ("mean", "pure"),
    ("mean of a group", "delta"),
]


@pytest.mark.everything
@pytest.mark.parametrize(("name", "at"), CASES)
def test_the_table_is_over_n_private_and_worth_what_is_said(name: str, at: str) -> None:
    total, level = 1000, LEVELS[at]
    exact = rr.optimal(level, OBJECTIVES[name])
    coarse = rr.optimal(level, OBJECTIVES[name], denominator=total)
    assert all((p * total).denominator == 1 for row in coarse.channel.rows for p in row)
    assert coarse.problem.privacy.satisfied_by(coarse.channel)
    assert coarse.check().verdict == "verified"
    assert coarse.bound == exact.bound
    assert exact.bound <= coarse.value < F(11, 10) * exact.value
    own = float(OBJECTIVES[name].worth(coarse.channel))
    assert own * (1 - 1e-6) <= float(coarse.value) <= 1.01 * own


def test_finer_tables_come_near_the_optimum() -> None:
    goal = rr.Variance("worst", "group")
    losses = [rr.optimal(rr.LocalDP(1), goal, denominator=n).gap for n in (10, 100, 10_000)]
    assert losses == sorted(losses, reverse=True) and losses[-1] < F(1, 1000)


def test_an_interval_of_numbers_has_no_denominator() -> None:
    with pytest.raises(
        rr.InputError, match="denominator must be left out for the variance of a mean"
    ):
        rr.optimal(rr.LocalDP(1), rr.Mean(low=0, high=1), denominator=100)
