"""The figure of a report: points where they belong."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import combinations

import pytest

import rropt as rr
from rropt import AOptimal, Design, Gain, LocalDP, MutualInformation, Trace, Variance, optimal
from rropt.report.html import page
from rropt.report.picture import allowed, boundary, picture, triangle


@cache
def designs() -> dict[str, Design]:
    prior = ["1/2", "1/3", "1/6"]
    return {
        "four answers": optimal(LocalDP("1/2", "1/10"), Variance("1/4")),
        "card": optimal(LocalDP("1/2", "1/10"), Variance("1/4"), outputs=2),
        "trace": optimal(LocalDP("ln(3)"), Trace(5)),
        "orbits": optimal(LocalDP("ln(3)"), Trace(1000)),
        "three": optimal(LocalDP("ln(3)"), AOptimal(prior)),
        "information": optimal(LocalDP(1), MutualInformation(["1/2", "1/4", "1/8", "1/8"])),
        "gain": optimal(LocalDP("ln(2)"), Gain([[1, 0], [0, 1]], ["1/3", "2/3"])),
        "useless": optimal(LocalDP(0), Variance("1/4")),
    }


def test_the_picture_of_a_card_has_the_region_and_the_design() -> None:
    """The filled dot is at p00 = p11 = 0.660 on axes from 0 to 1."""
    text = page(designs()["card"])
    assert text.count('class="level"') == 4 and text.count('class="dot"') == 3
    here = re.search(r'class="here" cx="([\d.]+)" cy="([\d.]+)"', text)
    assert here is not None
    p00, p11 = (float(here.group(1)) - 52) / 360, 1 - (float(here.group(2)) - 24) / 360
    assert round(p00, 3) == round(p11, 3) == 0.66


@pytest.mark.everything
def test_the_picture_of_four_answers_touches_the_region_everywhere() -> None:
    """The optimum with any number of reports reaches all that privacy allows."""
    text = page(designs()["four answers"])
    region, curve = (
        re.search(rf'class="{name}" points="([^"]*)"', text).group(1)  # type: ignore[union-attr]
        for name in ("region", "design")
    )
    assert set(curve.split()) == set(region.split())


def area(points: list[tuple[float, float]]) -> float:
    around = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in around)) / 2


def test_the_region_of_two_levels_by_its_corners() -> None:
    """y <= 3x and 1 - y >= (1 - x) / 3 meet at (1/4, 3/4)."""
    corners = allowed((3.0, 0.0), (3.0, 0.0))
    assert (0.25, 0.75) in [(round(x, 12), round(y, 12)) for x, y in corners]
    assert area(corners) == pytest.approx(0.5)
    with_delta = allowed((3.0, 0.1), (3.0, 0.1))
    assert area(with_delta) > 0.5
    assert area(allowed((math.inf, 0.0), (math.inf, 0.0))) == pytest.approx(1)


@pytest.mark.parametrize(
    ("up", "down"),
    [
        ((3.0, 0.0), (2.0, 0.0)),
        ((3.0, 0.1), (3.0, 0.1)),
        ((3.0, 0.5), (1.2, 0.0)),
        ((1.2, 0.0), (3.0, 0.5)),
        ((1.0, 0.1), (1.0, 0.3)),
        ((2.0, 0.25), (1.0, 0.25)),
    ],
)
def test_the_region_has_the_corners_of_its_inequalities(up, down) -> None:
    """Where two of all lines meet, and no inequality is broken."""
    g, delta = up
    other, slack = down
    bounds = [(-1, 0, 0), (1, 0, 1), (0, -1, 0), (0, 1, 1)]
    bounds += [(-g, 1, delta), (g, -1, g - 1 + delta)]
    bounds += [(1, -other, slack), (-1, other, other - 1 + slack)]
    corners = set()
    for (a, b, e), (c, d, f) in combinations(bounds, 2):
        size = a * d - b * c
        if abs(size) > 1e-9:
            x = (e * d - b * f) / size
            y = (a * f - e * c) / size
            if all(u * x + v * y <= most + 1e-9 for u, v, most in bounds):
                corners.add((round(x, 9) + 0.0, round(y, 9) + 0.0))
    assert {(round(x, 9) + 0.0, round(y, 9) + 0.0) for x, y in allowed(up, down)} == corners


def test_the_boundary_of_a_table_is_its_zonotope() -> None:
    """All sums over sets of reports lie inside; its area is that of its parallelograms."""
    table = rr.Channel.from_rows([["1/2", "1/4"], ["1/4", "1/4"], ["1/4", "1/2"]])
    curve = boundary(table)
    rows = [tuple(map(float, row)) for row in table.rows]
    expected = sum(abs(a * d - b * c) for (a, b), (c, d) in combinations(rows, 2))
    assert area(curve) == pytest.approx(expected)
    assert (0.0, 0.0) in curve and (1.0, 1.0) in curve


def test_three_truths_are_marked_by_their_directions_and_frequencies() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))
    drawn = triangle(design)
    marks = re.findall(r'class="mark" cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', drawn)
    assert len(marks) == 3 and {float(r) for _, _, r in marks} == {round(4 + 22 / 3**0.5, 2)}
    centre = [(float(x) - 52) / 360 for x, _, _ in marks]
    assert sum(centre) / 3 == pytest.approx(0.5, abs=1e-4)
    region = re.search(r'class="region" points="([^"]*)"', drawn)
    assert region is not None and len(region.group(1).split()) == 6


def test_more_truths_are_shades_and_orbits_are_not_drawn() -> None:
    heading, drawn, _ = picture(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(4)))
    assert heading == "The table as a picture"
    shades = [float(x) for x in re.findall(r'fill-opacity="([\d.]+)"', drawn)]
    assert sorted(set(shades)) == [0.333, 1.0] and shades.count(1.0) == 4
    assert picture(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(1000))) == ("", "", "")
