"""What any table is worth under an objective, by hand and by certified values."""

from __future__ import annotations

import math

import numpy as np
import pytest

import rropt as rr
from rropt import (
    AOptimal,
    Channel,
    COptimal,
    DOptimal,
    EOptimal,
    LocalDP,
    Minimax,
    Trace,
    Variance,
    optimal,
)
from rropt.report.worth import efficiency, is_minimised, value_of

PRIOR = ["1/2", "1/3", "1/6"]


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_scores_of_warners_device_by_hand() -> None:
    """A one-bit table: variance 15/16 of each coordinate; the covariance has rank one."""
    prior = ["3/4", "1/4"]
    assert value_of(Variance("1/4"), WARNER) == 15 / 16
    assert math.isclose(value_of(AOptimal(prior), WARNER), 2 * 15 / 16)
    assert math.isclose(value_of(EOptimal(prior), WARNER), 2 * 15 / 16)
    assert math.isclose(value_of(DOptimal(prior), WARNER), math.log(2 * 15 / 16))
    assert math.isclose(value_of(COptimal(prior, [0, 1]), WARNER), 15 / 16)
    assert value_of(Trace(2), WARNER) == 1.5


@pytest.mark.parametrize(
    "objective", [AOptimal(PRIOR), DOptimal(PRIOR), EOptimal(PRIOR), COptimal(PRIOR, [1, -1, 0])]
)
def test_scores_agree_with_the_certified_value(objective) -> None:
    design = optimal(LocalDP("ln(3)"), objective, crosscheck=False)
    assert math.isclose(value_of(objective, design.channel), float(design.bound), rel_tol=1e-6)


def test_useless_tables_are_infinitely_bad() -> None:
    flat = Channel.from_rows([["1/2"] * 3, ["1/2"] * 3])
    assert value_of(AOptimal(PRIOR), flat) == math.inf
    assert efficiency(AOptimal(PRIOR), math.inf, 1.0) == 0


def test_efficiencies() -> None:
    assert efficiency(Variance("1/4"), 2.0, 1.0) == 0.5
    assert efficiency(Trace(3), 1.0, 2.0) == 0.5
    assert efficiency(DOptimal(PRIOR), 2 * math.log(2), 0.0) == 0.5
    assert efficiency(Trace(3), 1.0, 0.0) is None


def test_criteria_of_covariances_by_numpy() -> None:
    """Cov = (sum r r' / (pi.r))^-1 - pi pi' of a table of four reports."""
    table = Channel.from_rows([["1/2", "1/4", "1/8"], ["1/4", "1/4", "1/8"],
                               ["1/8", "3/8", "1/4"], ["1/8", "1/8", "1/2"]])  # fmt: skip
    P, pi = table.to_numpy(), np.array([1 / 2, 1 / 3, 1 / 6])
    J = sum(np.outer(r, r) / (r @ pi) for r in P)
    cov = np.linalg.inv(J) - np.outer(pi, pi)
    c = np.array([1.0, -1, 0])
    nonzero = np.sort(np.linalg.eigvalsh(cov))[1:]
    assert value_of(AOptimal(PRIOR), table) == pytest.approx(np.trace(cov))
    assert value_of(COptimal(PRIOR, [1, -1, 0]), table) == pytest.approx(c @ cov @ c)
    assert value_of(EOptimal(PRIOR), table) == pytest.approx(nonzero[-1])
    assert value_of(DOptimal(PRIOR), table) == pytest.approx(np.log(nonzero).sum())
    both = Minimax([PRIOR, ["1/3"] * 3])
    fair = value_of(AOptimal(["1/3"] * 3), table)
    assert value_of(both, table) == pytest.approx(max(fair, np.trace(cov)))


def test_smaller_is_better_for_variances_and_losses_alone() -> None:
    assert is_minimised(Variance("1/4")) and is_minimised(rr.Loss([[0, 1], [1, 0]], "1/2,1/2"))
    assert is_minimised(AOptimal(PRIOR)) and not is_minimised(Trace(3))
    model = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], target="D")
    assert not is_minimised(model)
    assert efficiency(model, math.log(4.0), math.log(16.0)) == pytest.approx(0.5)


def test_a_model_that_is_told_nothing_is_infinite() -> None:
    flat = Channel.from_rows([["1/2"] * 2] * 2)
    model = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1])
    assert value_of(model, flat) == math.inf
    assert efficiency(model, math.inf, 1.0) == 0.0


def test_offsets_are_subtracted_before_the_worst_is_taken() -> None:
    plain = Minimax([PRIOR, ["1/3"] * 3])
    table = optimal(LocalDP("ln(3)"), plain).channel
    values = [value_of(AOptimal(prior), table) for prior in (PRIOR, ["1/3"] * 3)]
    moved = Minimax([PRIOR, ["1/3"] * 3], None, ["1/2", "1/4"])
    expected = max(values[0] - 0.5, values[1] - 0.25)
    assert value_of(moved, table) == pytest.approx(expected)
