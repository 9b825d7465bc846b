"""Two reports along the edge of privacy, beside tables that are known."""

from __future__ import annotations

import numpy as np
import pytest

import rropt as rr
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.prices.priced_rows import RenyiBudgets
from rropt.crosscheck.prices.two_report_edge import best_pair, most_truthful
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.design.problem import Problem, resolved


def _limits(privacy):
    return exact_limits(resolved(Problem(privacy, rr.Trace(2))))


@pytest.mark.parametrize(
    ("privacy", "p"),
    [
        (rr.LocalDP("ln(3)"), 3 / 4),
        (rr.LocalDP("ln(3)", "1/10"), (3 + 0.1) / 4),  # (gamma + delta) / (gamma + 1)
        (rr.Privacy([[1, 2], [5, 1]]), 2 / 3),
    ],
)
def test_warner(privacy, p) -> None:
    assert most_truthful(_limits(privacy)) == pytest.approx(p, abs=1e-12)


def test_warner_under_a_divergence() -> None:
    """Order 2: p^2 / (1 - p) + (1 - p)^2 / p = e^(1/2), by halving."""
    low, high = 0.5, 1.0
    for _ in range(60):
        p = (low + high) / 2
        private = p**2 / (1 - p) + (1 - p) ** 2 / p <= np.exp(0.5)
        low, high = (p, high) if private else (low, p)
    assert most_truthful(RenyiBudgets((2.0,), (0.5,))) == pytest.approx(low, abs=1e-9)


def test_the_best_corner_of_a_matrix() -> None:
    """a <= 2 b and 1 - b <= 5 (1 - a): at a = 8/9, b = 4/9 the sum a + 1 - b is 13/9."""
    found = best_pair(lambda rows: rows.max(axis=1), _limits(rr.Privacy([[1, 2], [5, 1]])))
    assert found == pytest.approx(13 / 9, rel=1e-9)


def test_a_revealed_truth_is_not_walked() -> None:
    limits = _limits(rr.UtilityOptimized([0], 1))
    with pytest.raises(NotPosed, match="reveal"):
        best_pair(lambda rows: rows.max(axis=1), limits)
