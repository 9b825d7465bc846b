"""The curves of the classical devices along epsilon."""

from __future__ import annotations

import math
import re
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.report.along_levels import AtLevel, at_levels, with_devices
from rropt.report.device_frontier import HEIGHT, TOP, device_curves, device_frontier

GAMMAS = (2, 3, 8)


def levels() -> list[AtLevel]:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.MutualInformation(["1/8"] * 8))
    found = [with_devices(design), *at_levels(design, [f"ln({g})" for g in GAMMAS])]
    return sorted(found, key=lambda level: level.epsilon)


def information_of_k_ary(gamma: int, k: int = 8) -> float:
    """ln k - H(report | truth), all reports being equally likely."""
    p, q = F(gamma, gamma + k - 1), F(1, gamma + k - 1)
    return math.log(k) + float(p) * math.log(p) + (k - 1) * float(q) * math.log(q)


def information_of_subsets(gamma: int, k: int = 8) -> float:
    """The optimum: subset selection, of the size with the largest information."""

    def of(size: int) -> float:
        inside = gamma * size / (gamma * size + k - size)
        alike = inside * math.log(k * gamma / (gamma * size + k - size))
        return alike + (1 - inside) * math.log(k / (gamma * size + k - size))

    return max(map(of, range(1, k)))


def test_k_ary_reaches_the_share_of_its_information() -> None:
    found = levels()
    curves = dict(device_curves(found))
    wanted = [information_of_k_ary(g) / information_of_subsets(g) for g in GAMMAS]
    assert curves["k-ary"] == pytest.approx(wanted, rel=1e-5)


def test_the_curves_are_drawn_where_they_are() -> None:
    """Height 1 at the top of the frame; the mark stands at the level that is shown."""
    found = levels()
    drawn = device_frontier(found, 1)
    points = re.search(r'class="curve"[^>]*points="([^"]*)"', drawn)
    assert points is not None
    places = [tuple(map(float, point.split(","))) for point in points.group(1).split()]
    (_, curve) = device_curves(found)[0]
    assert [1 - (y - TOP) / HEIGHT for _, y in places] == pytest.approx(curve, abs=1e-4)
    mark = re.search(r'id="level-mark" class="level" x1="([\d.]+)"', drawn)
    assert mark is not None and float(mark.group(1)) == places[1][0]
    share = (places[1][0] - places[0][0]) / (places[2][0] - places[0][0])
    assert share == pytest.approx(math.log(3 / 2) / math.log(8 / 2), abs=1e-3)
    assert "k-ary from" in re.search('aria-label="([^"]*)"', drawn).group(1)  # type: ignore[union-attr]


def test_nothing_is_drawn_where_nothing_is_compared() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(4), outputs=3)
    found = sorted([with_devices(design), *at_levels(design, [2])], key=lambda x: x.epsilon)
    assert (device_frontier(found, 0) == "") == (not found[0].facts.rivals)
