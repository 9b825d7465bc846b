"""The figure of shuffled reports: its limits, and both standard errors by hand."""

from __future__ import annotations

from math import exp, isclose, sqrt

import pytest
from pytest import CaptureFixture
from scipy.optimize import brentq
from scipy.stats import norm

from rropt.cli import main
from tests.figures.computed import data


def gaussian_epsilon(mu: float, delta: float) -> float:
    """Of two normal laws mu apart (Balle and Wang, ICML 2018)."""

    def excess(epsilon: float) -> float:
        above = norm.cdf(mu / 2 - epsilon / mu)
        return above - exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu) - delta

    return float(brentq(excess, 0, 5))


@pytest.mark.everything
def test_epsilon_tends_to_that_of_two_normal_laws() -> None:
    """One answer moves the count by 2 p - 1, and its variance is n p (1 - p)."""
    rows = data("shuffled")["rows"]
    assert [row["people"] for row in rows] == [100, 1_000, 10_000, 100_000]
    for row in rows:
        assert row["epsilon_low"] <= row["epsilon_high"] <= min(1, 1.01 * row["epsilon_low"])
    truth = exp(1) / (1 + exp(1))
    mu = (2 * truth - 1) / sqrt(truth * (1 - truth) * rows[-1]["people"])
    assert isclose(rows[-1]["epsilon_low"], gaussian_epsilon(mu, 1e-6), rel_tol=0.02)


@pytest.mark.everything
def test_standard_errors_by_hand() -> None:
    """Warner at e / (e + 1): the yes share is 1/2 whatever is drawn, over (2p - 1)^2."""
    row = data("shuffled")["rows"][1]
    truth = exp(1) / (1 + exp(1))
    assert isclose(row["stderr"], sqrt(1 / 4 / 1000) / (2 * truth - 1), rel_tol=1e-9)
    kept = exp(-row["epsilon_high"])
    noise = sum(2 * z * z * kept**z for z in range(1, 2000)) * (1 - kept) / (1 + kept)
    assert isclose(row["stderr_of_geometric"], sqrt(1 / 4000 + noise / 10**6), rel_tol=1e-6)
    assert row["stderr_of_geometric"] < row["stderr"]
    laplace = 2 / row["epsilon_high"] ** 2
    assert isclose(row["stderr_of_laplace"], sqrt(1 / 4000 + laplace / 10**6), rel_tol=1e-9)
    lost = (row["stderr_of_geometric"] / row["stderr"]) ** 2
    assert isclose(row["efficiency"], lost, rel_tol=1e-9)


@pytest.mark.everything
def test_the_table_that_is_printed(capsys: CaptureFixture[str]) -> None:
    assert main(["figure", "shuffled"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].split()[-1] == "efficiency" and lines[-1].split()[0] == "100000"
