"""Certificates for coefficients of a model: what they state, read back in rationals.

Warner's table for a linear probability, by hand.

At the share p of "yes" and with rows (3/4, 1/4), (1/4, 3/4) the chance of "yes" is 1/4 + p/2 and
its derivative is 1/2 times that of p. Intercept and slope at x = 0 and x = 1, half of the people
each, are the shares at 0 and their difference: with four numbers there is more than one unbiased
estimator of the slope, whose least moment is the sum of 2 (q (1 - q)) / (1/2)^2 at both points.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.engine.model_design import ReportsAtPoints

BOTH = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], target="A")
ONE = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], coefficients=[1])
ALL = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1, 2], ["1/2", "1/4", "1/4"], target="D")
GUESSES = rr.ForModel(
    [rr.Logit("-1", "1/2"), rr.Logit("0", "1")],
    [0, 1],
    ["1/2", "1/2"],
    coefficients=[1],
    over="minimax",
)
THREE = rr.LocalDP.from_gamma(3, "1/20")


def rows_of(data) -> list[list[F]]:
    pairs = zip(data["weights"], data["patterns"], strict=True)
    return [[F(w) * F(x) for x in r] for w, r in pairs]


@pytest.mark.parametrize("objective", [BOTH, ONE, ALL, GUESSES], ids=["A", "c", "D", "minimax"])
def test_the_estimators_are_unbiased_exactly(objective) -> None:
    """sum_x w_x sum_i z_xi D_x'r_i = c for each contrast of each guess."""
    data = rr.optimal(THREE, objective).certificate.data
    rows = rows_of(data)
    for at in data["scenarios"]:
        for contrast, estimator in zip(at["contrasts"], at["estimators"], strict=True):
            for q, expected in enumerate(contrast):
                total = sum(
                    F(w) * F(z) * sum(F(d[q]) * x for d, x in zip(slopes, row, strict=True))
                    for (w, _, slopes), numbers in zip(at["points"], estimator, strict=True)
                    for z, row in zip(numbers, rows, strict=True)
                )
                assert total == F(expected)


@pytest.mark.parametrize("objective", [BOTH, ONE], ids=["A", "c"])
def test_the_value_is_the_variance_of_the_table_from_above(objective) -> None:
    design = rr.optimal(THREE, objective)
    least = objective.worth(design.channel).lo
    value = F(design.certificate.data["value"])
    assert least <= value <= least * (1 + F(1, 10**20))
    assert F(design.certificate.data["bound"]) <= least


def test_the_contrasts_of_a_determinant_are_triangular_and_nearly_orthonormal() -> None:
    """Rows of L^-1 with L L' = I^-1: each moment is nearly one."""
    data = rr.optimal(THREE, ALL).certificate.data
    (at,) = data["scenarios"]
    rows = rows_of(data)
    for i, contrast in enumerate(at["contrasts"]):
        assert not any(F(x) for x in contrast[i + 1 :]) and F(contrast[i])
    for estimator in at["estimators"]:
        moment = sum(
            F(w) * F(z) ** 2 * sum(F(p) * x for p, x in zip(chances, row, strict=True))
            for (w, chances, _), numbers in zip(at["points"], estimator, strict=True)
            for z, row in zip(numbers, rows, strict=True)
        )
        assert abs(moment - 1) < F(1, 10**9)


def test_weights_of_a_worst_guess_add_up_and_those_given_stay() -> None:
    worst = rr.optimal(THREE, GUESSES).certificate.data["scenarios"]
    assert sum(F(at["weight"]) for at in worst) == 1
    average = rr.ForModel(
        [("1/3", rr.Logit("-1", "1/2")), ("2/3", rr.Logit("0", "1"))],
        [0, 1],
        ["1/2", "1/2"],
        coefficients=[1],
        over="average",
    )
    stated = rr.optimal(THREE, average).certificate.data["scenarios"]
    assert [at["weight"] for at in stated] == ["1/3", "2/3"]


def test_a_table_that_identifies_too_little_is_refused() -> None:
    with pytest.raises(rr.InputError, match="denominator must be larger"):
        rr.optimal(rr.LocalDP.from_gamma("11/10"), ALL, denominator=3)


WARNER = ((F(3, 4), F(1, 4)), (F(1, 4), F(3, 4)))
MODEL = rr.LinearProbability("1/4", "1/4")
GUESS = rr.ForModel(MODEL, points=[0, 1], weights=["1/2", "1/2"], coefficients=[1]).guesses[0]


def seen():
    return ReportsAtPoints.of(GUESS, WARNER)


def test_masses_are_chances_and_columns_add_up_to_nothing():
    found = seen()
    assert found.masses == [F(5, 16), F(3, 16), F(1, 4), F(1, 4)]
    assert [sum(column) for column in zip(*found.columns, strict=True)] == [0, 0]


def test_an_estimator_is_exactly_unbiased_and_its_moment_nearly_least():
    found = seen()
    (z,) = found.estimators([(F(0), F(1))])
    told = [sum(x * c[q] for x, c in zip(z, found.columns, strict=True)) for q in (0, 1)]
    assert told == [0, 1]
    least = 2 * (F(3, 8) * F(5, 8) + F(1, 2) * F(1, 2)) / F(1, 4)
    assert least <= found.moment(z) <= least * (1 + F(1, 10**9))


def test_contrasts_of_a_determinant_have_zeros_after_the_diagonal():
    contrasts = seen().triangular_contrasts()
    assert contrasts[0][1] == 0 and all(contrasts[i][i] > 0 for i in (0, 1))


def test_what_tells_nothing_is_refused():
    blind = ReportsAtPoints.of(GUESS, ((F(1, 2), F(1, 2)), (F(1, 2), F(1, 2))))
    with pytest.raises(rr.InputError, match="tells something about"):
        blind.estimators([(F(0), F(1))])
    with pytest.raises(rr.InputError, match="identifies too little"):
        blind.triangular_contrasts()
