"""Certificates for coefficients of a model: what they state, read back in rationals."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr

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
