"""Deployable tables by exchanges: against all tables, private by a second count, in any order."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import (
    AOptimal,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    MutualInformation,
    optimal,
)
from rropt.design.answer import ends
from rropt.design.curved.curved_design import _table
from rropt.design.deployed.exchange import table_over
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem
from rropt.exact import InputError

SKEWED = ["1/4", "1/40", "1/40", "1/20", "1/40", "5/8"]


def criterion(objective, rows) -> float:
    """The objective of a table by numpy, from the formula of the covariance."""
    table = np.array([[float(x) for x in row] for row in rows])
    prior = np.array([float(p) for p in objective.prior])
    J = table.T @ (table / (table @ prior)[:, None])
    if np.linalg.matrix_rank(J) < len(prior):
        return np.inf
    cov = np.linalg.inv(J) - np.outer(prior, prior)
    if isinstance(objective, EOptimal):
        return np.linalg.eigvalsh(cov)[-1]
    if isinstance(objective, DOptimal):
        return np.log(np.prod(np.sort(np.linalg.eigvalsh(cov))[1:]))
    if isinstance(objective, COptimal):
        contrast = np.array([float(c) for c in objective.contrast])
        return contrast @ cov @ contrast
    return cov.trace()


@cache
def all_tables(gamma: Fraction, truths: int, total: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every private table over 1/total, pure privacy, as a sorted list of rows."""
    rows = [
        row for row in product(range(1, total + 1), repeat=truths) if max(row) <= gamma * min(row)
    ]

    grid = np.array(rows)

    def complete(first: int, left: np.ndarray):
        if not left.any():
            yield ()
        rest = left - grid[first:]
        for n in np.flatnonzero((rest >= 0).all(axis=1)):
            for others in complete(first + n, rest[n]):
                yield rows[first + n], *others

    return list(complete(0, np.full(truths, total)))


@pytest.mark.everything
@pytest.mark.parametrize("gamma, truths, total", [("3", 2, 12), ("7/3", 2, 11), ("4", 3, 7)])
@pytest.mark.parametrize("kind", [AOptimal, DOptimal, EOptimal, COptimal])
def test_no_small_table_is_better(kind, gamma: str, truths: int, total: int) -> None:
    prior = ["1/5", "4/5"] if truths == 2 else ["1/6", "1/3", "1/2"]
    objective = kind(prior, [1, -1, 0][:truths]) if kind is COptimal else kind(prior)
    tables = all_tables(Fraction(gamma), truths, total)
    best = min(criterion(objective, np.array(rows) / total) for rows in tables)
    privacy = LocalDP.from_gamma(gamma)
    design = optimal(privacy, objective, denominator=total, crosscheck=False)
    assert float(ends(design.value)[0]) == pytest.approx(best, rel=1e-9)
    assert criterion(objective, design.channel.rows) == pytest.approx(best, rel=1e-9)


@pytest.mark.everything
@pytest.mark.parametrize("objective, most", [(EOptimal(SKEWED), 1.3), (AOptimal(SKEWED), 4)])
def test_a_deck_of_cards_for_six_truths(objective, most: float) -> None:
    """Rounding the optimum alone comes to a largest eigenvalue of 3,478; the optimum has 0.85."""
    design = optimal(LocalDP.from_gamma(7), objective, denominator=52, crosscheck=False)
    assert criterion(objective, design.channel.rows) < most
    assert design.certificate.check().status == 0


@pytest.mark.everything
def test_the_order_of_the_truths_does_not_matter() -> None:
    privacy = LocalDP.from_gamma("1.000000000001", "1/10")
    values = set()
    for prior in sorted(set(permutations(["0", "1/3", "0", "2/3"]))):
        design = optimal(privacy, MutualInformation(prior), denominator=52, crosscheck=False)
        values.add(design.value)
    assert len(values) == 1


@pytest.mark.everything
@settings(max_examples=40)
@given(
    st.lists(st.integers(1, 9), min_size=2, max_size=4),
    st.fractions(min_value=Fraction(11, 10), max_value=9, max_denominator=10),
    st.sampled_from([Fraction(0), Fraction(1, 50), Fraction(1, 3)]),
    st.sampled_from([5, 13, 36, 100]),
    st.sampled_from([AOptimal, DOptimal, EOptimal]),
)
def test_every_table_is_private_by_a_second_count(masses, gamma, delta, total, kind) -> None:
    objective = kind([Fraction(mass, sum(masses)) for mass in masses])
    problem = Problem(LocalDP.from_gamma(gamma, delta), objective)
    rows = _table(ratio_optimum(problem).certificate).rows
    found = [[x * total for x in row] for row in table_over(problem, rows, total).rows]
    assert all(x.denominator == 1 and x >= 0 for row in found for x in row)
    columns = list(zip(*found, strict=True))
    assert all(sum(column) == total for column in columns)
    for first, second in permutations(columns, 2):
        excess = sum(max(0, x - gamma * y) for x, y in zip(first, second, strict=True))
        assert excess <= delta * total


def test_a_contrast_keeps_what_identifies_the_others() -> None:
    """The optimum is all but singular: rounded alone, it identifies nothing else any more."""
    prior = [Fraction(1, 5)] * 5
    objective = COptimal(prior, [-2, 3, -2, 3, -1])
    privacy = LocalDP.from_gamma(3)
    design = optimal(privacy, objective, denominator="2^32", crosscheck=False)
    assert np.linalg.matrix_rank(design.channel.to_numpy(), tol=1e-9) == 5
    assert 0 <= design.gap < design.bound / 10**4


@pytest.mark.everything
def test_two_dice_for_a_contrast_of_eight_truths() -> None:
    """A table of rank 7 is better for the contrast alone, but no design."""
    prior = ["1/44", "15/88", "13/88", "3/22", "3/22", "3/22", "7/44", "1/11"]
    objective = COptimal(prior, [-1, 1, 1, 0, -1, 3, 3, 1])
    design = optimal(LocalDP("1/4"), objective, denominator=36, crosscheck=False)
    numerators = np.array(design.channel.rows) * 36
    assert np.linalg.matrix_rank(numerators.astype(float)) == 8


@pytest.mark.everything
def test_a_contrast_of_eight_truths_per_mille() -> None:
    """The search had stopped at 96.4 % of the bound."""
    prior = ["35/142", "16/71", "1/71", "13/142", "19/142", "37/142", "3/142", "1/142"]
    objective = COptimal(prior, [2, -3, 1, -2, -3, -3, -3, -2])
    privacy = LocalDP.from_gamma("371/40")
    design = optimal(privacy, objective, denominator=1000, crosscheck=False)
    assert criterion(objective, design.channel.rows) < 1.01 * float(design.bound)


def test_too_few_chances_are_refused() -> None:
    """Each report needs a chance of every truth: four over 4 are useless, three identify less."""
    with pytest.raises(InputError, match="denominator must be larger"):
        optimal(LocalDP.from_gamma(3), AOptimal(["1/4"] * 4), denominator=4)
