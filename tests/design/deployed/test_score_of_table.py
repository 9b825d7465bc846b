"""What a table is worth to the search, by formulas and by differences."""

from __future__ import annotations

import numpy as np
import pytest

from rropt import (
    AOptimal,
    Average,
    COptimal,
    DOptimal,
    EOptimal,
    Guess,
    Minimax,
    Variance,
)
from rropt.design.deployed.score_of_table import Relabelled, merit_of

SKEWED = ["1/4", "1/40", "1/40", "1/20", "1/40", "5/8"]


@pytest.mark.parametrize(
    "objective",
    [
        AOptimal(SKEWED),
        DOptimal(SKEWED),
        EOptimal(SKEWED),
        COptimal(SKEWED, [1, 2, 0, -1, 0, 3]),
        Average([("1/3", SKEWED), ("2/3", SKEWED[::-1])]),
        Minimax([SKEWED, SKEWED[::-1]]),
    ],
    ids=lambda objective: objective.label,
)
def test_the_linearised_merit_is_its_derivative(objective) -> None:
    """Proportional to the derivative along a change of the rows that is linear in the weights."""
    merit = merit_of(objective)
    rows = np.random.default_rng(1).integers(1, 30, (9, 6)).astype(float)
    small = 1e-6 * np.eye(9)[:, :, None]
    change = merit.values(rows * (1 - small)) - merit.values(rows * (1 + small))
    slopes = merit.slope(rows)(rows)
    assert change / change[0] == pytest.approx(slopes / slopes[0], rel=1e-3)


def test_a_linear_merit_is_minus_the_utility_and_knows_the_order_of_truths() -> None:
    table = np.array([[[3.0, 1.0], [1.0, 3.0]]]) / 4
    guess = Guess("2/3,1/3")
    assert merit_of(guess).values(table) == pytest.approx([-0.75])
    skewed = np.array([[[0.8, 0.6], [0.2, 0.4]]])
    straight, turned = (
        Relabelled(merit_of(Variance("1/4")), order).values(skewed)[0] for order in ([0, 1], [1, 0])
    )
    one, other = 0.75 * 0.8 + 0.25 * 0.6, 0.25 * 0.8 + 0.75 * 0.6
    assert straight == pytest.approx(-(0.04 / one + 0.04 / (1 - one)))
    assert turned == pytest.approx(-(0.04 / other + 0.04 / (1 - other)))


@pytest.mark.parametrize("name", ["trace", "log-determinant", "largest"])
def test_a_covariance_merit_is_the_criterion_of_told_truths(name: str) -> None:
    """Truths told: Cov = diag(pi) - pi pi'."""
    p = np.array([0.5, 0.3, 0.2])
    cov = np.diag(p) - np.outer(p, p)
    prior = ["1/2", "3/10", "1/5"]
    objective, expected = {
        "trace": (AOptimal(prior), np.trace(cov)),
        "log-determinant": (DOptimal(prior), np.log(p).sum()),
        "largest": (EOptimal(prior), np.linalg.eigvalsh(cov)[-1]),
    }[name]
    merit = merit_of(objective).sharp()
    assert merit.values(np.eye(3)[None]) == pytest.approx([expected], rel=1e-6)


def test_a_table_that_identifies_nothing_is_very_bad() -> None:
    useless = np.full((1, 2, 3), 0.5)
    prior = ["1/2", "3/10", "1/5"]
    assert merit_of(AOptimal(prior)).values(useless)[0] > 1e6
    assert merit_of(COptimal(prior, [1, -1, 0])).values(useless)[0] > 1e6
