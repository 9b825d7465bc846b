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

PRIOR = ["1/2", "1/3", "1/6"]


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


def test_scores_of_warners_device_by_hand() -> None:
    """A one-bit table: variance 15/16 of each coordinate; the covariance has rank one."""
    prior = ["3/4", "1/4"]
    assert float(Variance("1/4").worth(WARNER)) == 15 / 16
    assert math.isclose(float(AOptimal(prior).worth(WARNER)), 2 * 15 / 16)
    assert math.isclose(float(EOptimal(prior).worth(WARNER)), 2 * 15 / 16)
    assert math.isclose(float(DOptimal(prior).worth(WARNER)), math.log(2 * 15 / 16))
    assert math.isclose(float(COptimal(prior, [0, 1]).worth(WARNER)), 15 / 16)
    assert float(Trace(2).worth(WARNER)) == 1.5


@pytest.mark.parametrize(
    "objective", [AOptimal(PRIOR), DOptimal(PRIOR), EOptimal(PRIOR), COptimal(PRIOR, [1, -1, 0])]
)
def test_scores_agree_with_the_certified_value(objective) -> None:
    design = optimal(LocalDP("ln(3)"), objective, crosscheck=False)
    assert math.isclose(float(objective.worth(design.channel)), float(design.bound), rel_tol=1e-6)


def test_useless_tables_are_infinitely_bad() -> None:
    flat = Channel.from_rows([["1/2"] * 3, ["1/2"] * 3])
    assert float(AOptimal(PRIOR).worth(flat)) == math.inf
    assert AOptimal(PRIOR).efficiency(math.inf, 1.0) == 0


def test_efficiencies() -> None:
    assert Variance("1/4").efficiency(2.0, 1.0) == 0.5
    assert Trace(3).efficiency(1.0, 2.0) == 0.5
    assert DOptimal(PRIOR).efficiency(2 * math.log(2), 0.0) == 0.5
    assert Trace(3).efficiency(1.0, 0.0) is None


def test_criteria_of_covariances_by_numpy() -> None:
    """Cov = (sum r r' / (pi.r))^-1 - pi pi' of a table of four reports."""
    table = Channel.from_rows([["1/2", "1/4", "1/8"], ["1/4", "1/4", "1/8"],
                               ["1/8", "3/8", "1/4"], ["1/8", "1/8", "1/2"]])  # fmt: skip
    P, pi = table.to_numpy(), np.array([1 / 2, 1 / 3, 1 / 6])
    J = sum(np.outer(r, r) / (r @ pi) for r in P)
    cov = np.linalg.inv(J) - np.outer(pi, pi)
    c = np.array([1.0, -1, 0])
    nonzero = np.sort(np.linalg.eigvalsh(cov))[1:]
    assert float(AOptimal(PRIOR).worth(table)) == pytest.approx(np.trace(cov))
    assert float(COptimal(PRIOR, [1, -1, 0]).worth(table)) == pytest.approx(c @ cov @ c)
    assert float(EOptimal(PRIOR).worth(table)) == pytest.approx(nonzero[-1])
    assert float(DOptimal(PRIOR).worth(table)) == pytest.approx(np.log(nonzero).sum())
    both = Minimax([PRIOR, ["1/3"] * 3])
    fair = float(AOptimal(["1/3"] * 3).worth(table))
    assert float(both.worth(table)) == pytest.approx(max(fair, np.trace(cov)))


def test_smaller_is_better_for_variances_and_losses_alone() -> None:
    assert Variance("1/4").is_minimised and rr.Loss([[0, 1], [1, 0]], "1/2,1/2").is_minimised
    assert AOptimal(PRIOR).is_minimised and not Trace(3).is_minimised
    model = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], target="D")
    assert not model.is_minimised
    assert model.efficiency(math.log(4.0), math.log(16.0)) == pytest.approx(0.5)


def test_a_model_that_is_told_nothing_is_infinite() -> None:
    flat = Channel.from_rows([["1/2"] * 2] * 2)
    model = rr.ForModel(rr.Logit("-1", "1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1])
    assert float(model.worth(flat)) == math.inf
    assert model.efficiency(math.inf, 1.0) == 0.0


def test_offsets_are_subtracted_before_the_worst_is_taken() -> None:
    plain = Minimax([PRIOR, ["1/3"] * 3])
    table = optimal(LocalDP("ln(3)"), plain).channel
    values = [float(AOptimal(prior).worth(table)) for prior in (PRIOR, ["1/3"] * 3)]
    moved = Minimax([PRIOR, ["1/3"] * 3], None, ["1/2", "1/4"])
    expected = max(values[0] - 0.5, values[1] - 0.25)
    assert float(moved.worth(table)) == pytest.approx(expected)
