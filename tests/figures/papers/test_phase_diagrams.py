"""Where the best table changes its kind: boundaries against certified points."""

from __future__ import annotations

import numpy as np
import pytest

from rropt.exact import InputError
from rropt.figures import figure
from rropt.figures.papers.phase_diagrams import largest_boundary
from tests.figures.computed import data


@pytest.mark.everything
def test_certified_optima_lie_on_the_proved_sides_of_the_boundaries() -> None:
    """m answers are offered while gamma q_m is at least gamma Q_m / (gamma + m - 1)."""
    found = data("phases")
    for gamma, ratio, many in found["guess_points"]:
        shares = [ratio**j for j in range(found["categories"])]
        gains = [gamma * sum(shares[:m]) / (gamma + m - 1) for m in range(1, len(shares) + 1)]
        assert gains[many - 1] == pytest.approx(max(gains), rel=1e-12)
    assert {many for _, _, many in found["guess_points"]} == {1, 2, 3, 4, 5}
    for gamma, q, best in found["skewed_points"]:
        assert best == (q <= (gamma + 3) / (gamma + 5))
    assert {best for _, _, best in found["skewed_points"]} == {True, False}


@pytest.mark.everything
def test_boundaries_are_where_two_designs_are_worth_the_same() -> None:
    found = data("phases")
    for m, curve in found["guess"].items():
        for gamma, t in curve[::20]:
            here, more = sum(t**j for j in range(m)), sum(t**j for j in range(m + 1))
            assert here / (gamma + m - 1) == pytest.approx(more / (gamma + m), rel=1e-9)
    for shares in found["shares"][::10]:
        a, b, c = (1 + 2 * share for share in shares)
        assert c * (a + b) == pytest.approx(4 * a * b, rel=1e-9)
        assert sum(shares) == pytest.approx(1)


def pair_of_rare(gamma: float, shares: list[float]) -> float:
    """What a report of the two rarest truths lacks for the contrast that varies most, in k-ary
    response, by the form of found/contrasts/largest and linear algebra."""
    weights = 1 + (gamma - 1) * np.sort(shares)
    apart = -np.outer(weights, weights)
    np.fill_diagonal(apart, 0)
    np.fill_diagonal(apart, -apart.sum(axis=1))
    worst = np.linalg.eigh(apart)[1][:, -1]
    rates = np.array([1, 1, 0]) - 1 / (gamma + 2)
    squares = np.outer(weights, weights) * (worst[:, None] - worst) ** 2
    return float(rates @ squares @ rates)


@pytest.mark.everything
@pytest.mark.parametrize("gamma", [6, 10, 30])
def test_around_the_leaf_a_report_of_two_truths_is_just_worth_it(gamma: int) -> None:
    curve = data("phases")["largest"][gamma]
    assert curve[0] == curve[-1] == pytest.approx([1 / 3] * 3)
    middle = curve[len(curve) // 2]
    assert middle == pytest.approx([1 / (gamma - 1)] + [(gamma - 2) / (2 * gamma - 2)] * 2)
    for a, b, c in curve[10:110:20]:
        assert sum((a, b, c)) == pytest.approx(1) and a < b < c
        assert pair_of_rare(gamma, [a, b, c]) == pytest.approx(0, abs=1e-9)
        step = (c - b) / 100
        assert pair_of_rare(gamma, [a, b - step, c + step]) < 0
        assert pair_of_rare(gamma, [a, b + step, c - step]) > 0


def test_up_to_level_four_the_leaf_is_a_point() -> None:
    assert largest_boundary(4) == [[1 / 3] * 3]
    assert len(largest_boundary(4.1)) > 100


def test_the_phases_are_of_a_level_above_one() -> None:
    with pytest.raises(InputError, match="gamma must be above 1"):
        figure("phases").data(gamma="1")
