"""Where the best table changes its kind: boundaries against certified points."""

from __future__ import annotations

import pytest

from rropt.exact import InputError
from rropt.figures import figure
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


def test_the_phases_are_of_a_level_above_one() -> None:
    with pytest.raises(InputError, match="gamma must be above 1"):
        figure("phases").data(gamma="1")
