"""The figure of a report: the privacy region with the design in it, as SVG without any library.

| design | picture |
|---|---|
| a yes/no card | the region of private cards, level curves of the variance, the design |
| two truths | the pairs P(S given 0), P(S given 1) that privacy allows, the design's boundary |
| three truths | the triangle of likelihood directions, the cone of gamma, the patterns in use |
| more | the table as shades |
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.patterns.alcoved import alcoved_patterns
from rropt.privacy.levels import Levels

SIZE = 360
MARGIN = 52
MOST_SHADES = 64
MOST_SAID = 12
"""Reports of a picture that are said in words."""


Point = tuple[float, float]


def picture(design: Answer) -> tuple[str, str, str]:
    """Heading, SVG and caption; no SVG where the table is kept as orbits."""
    if design.table is None:
        return "", "", ""
    levels = design.problem.levels
    if levels is not None and not (isinstance(levels, Levels) and not levels.singles):
        return "The table as a picture", shades(design.channel), SHADES
    if levels is None and _is_a_card(design):
        return REGION, card_region(design), CARDS
    if design.problem.truths == 2:
        return REGION, hypothesis_region(design), TESTING
    if design.problem.truths == 3 and (levels is None or levels.is_pure):
        return REGION, triangle(design), TRIANGLE if levels is None else CONE
    return "The table as a picture", shades(design.channel), SHADES


REGION = "The privacy region and the optimum in it"
TESTING = (
    "For every set S of reports, the chance to see one of them. Private tables stay inside the "
    "grey region; the line is the boundary of what this table reaches, with one corner for each "
    "report."
)
CARDS = (
    "Every yes/no card is a point; the private ones are grey. On a dashed line all cards have the "
    "same variance, 1, 1.5, 3 and 8 times the least; rings are the cards that can be "
    "best, the filled dot is this design."
)
TRIANGLE = (
    "Each report as the direction of its likelihoods, the area of its mark as its frequency. The "
    "grey hexagon holds the directions whose likelihood ratios are at most e to the epsilon."
)
CONE = (
    "Each report as the direction of its likelihoods, the area of its mark as its frequency. The "
    "grey polygon holds the directions that the levels of the pairs allow."
)
SHADES = (
    "The table: one row for each report, one column for each truth; the more probable, the "
    "further from the colour of the page."
)


def _is_a_card(design: Answer) -> bool:
    """A useful yes/no card for a proportion strictly between 0 and 1."""
    objective = design.problem.objective
    if objective.prevalence is None or design.channel.shape != (2, 2):
        return False
    return design.value != math.inf and 0 < objective.prevalence < 1 and design.problem.delta < 1


def card_region(design: Answer) -> str:
    """The region of private cards with level curves of the variance, vertices and the design."""
    from rropt.figures.papers.holohan import region_of

    problem = design.problem
    table = design.channel
    data = region_of(problem.gamma, problem.delta, problem.objective.prior)
    here = _place((float(table[0, 0]), float(table[1, 1])))
    shapes = [
        f'<polygon class="region" points="{_points(data["region"])}"/>',
        *(f'<polyline class="level" points="{_points(c)}"/>' for c in data["levels"].values()),
        *(_dot((a, b)) for a, b, _ in data["vertices"]),
        f'<circle class="here" cx="{here[0]:.2f}" cy="{here[1]:.2f}" r="5"/>',
    ]
    words = (
        f"cards by p00 and p11; the private ones have the corners {_said(data['region'])}; this "
        f"design is at {_said([(float(table[0, 0]), float(table[1, 1]))])}"
    )
    return _axes(shapes, "p00, probability of report 0 given truth 0", "p11, of 1 given 1", words)


def hypothesis_region(design: Answer) -> str:
    """The region of (P(S | 0), P(S | 1)) with the zonotope of the table."""
    region = allowed(*_both_ways(design))
    curve = boundary(design.channel)
    shapes = [
        f'<polygon class="region" points="{_points(region)}"/>',
        f'<polygon class="design" points="{_points(curve)}"/>',
        *(_dot(point) for point in curve),
    ]
    words = (
        "chances of a set S of reports under both truths; privacy allows the region with the "
        f"corners {_said(region)}; this table reaches {_said(curve)}"
    )
    return _axes(shapes, "P(report in S | truth 0)", "P(report in S | truth 1)", words)


def tradeoff_region(points: Sequence[Point]) -> str:
    """The errors of the best tests between two truths, below the diagonal of a blind one."""
    shapes = [
        f'<polyline class="level" points="{_points([(0.0, 1.0), (1.0, 0.0)])}"/>',
        f'<polyline class="curve" points="{_points(points)}"/>',
    ]
    words = f"errors of the best tests, with the corners {_said(points)}"
    one = "error where the one truth holds"
    return _axes(shapes, one, "error where the other truth holds", words)


def _said(points: Sequence[Point]) -> str:
    """Points in words, each once.

    >>> _said([(0.0, 0.5), (1.0, 1.0), (0.0, 0.5)])
    '(0, 0.5), (1, 1)'
    """
    return ", ".join(dict.fromkeys(f"({x:.3g}, {y:.3g})" for x, y in points))


def _both_ways(design: Answer) -> tuple[Point, Point]:
    """(g, delta) of truth 1 against truth 0, and of truth 0 against truth 1."""
    levels: Levels = design.problem.cone  # type: ignore[assignment]
    up = float(levels.lo[1][0]), float(levels.deltas[1][0])
    return up, (float(levels.lo[0][1]), float(levels.deltas[0][1]))


def allowed(up: Point, down: Point) -> list[Point]:
    """The corners of y <= g x + delta, of x <= g' y + delta', and of the same for 1 - x, 1 - y.

    Where there is no bound g is infinite and its delta says nothing.

    >>> [round(x, 9) for x in allowed((3.0, 0.0), (3.0, 0.0))[2]]
    [0.25, 0.75]
    >>> allowed((math.inf, 0.0), (2.0, 0.0))[2]
    (0.0, 0.5)
    """
    (g, delta) = up
    (other, slack) = down
    slope = 1 / other
    # 1 - x <= other (1 - y) + slack is y <= top + slope x, which meets y = 1 at x = 1 - slack.
    top = 1 - slope * (1 - slack)
    start = (0.0, delta)
    if math.isinf(g) or delta >= top:
        # Both lines rise, the second one less: it is the lower one from x = 0 on.
        start = corner = (0.0, top)
        last = (1 - slack if slope else 0.0, 1.0)
    elif not slope or (1 - delta) / g >= 1 - slack:
        corner = last = ((1 - delta) / g, 1.0)
    else:
        x = (top - delta) / (g - slope)
        corner = (x, g * x + delta)
        last = (1 - slack, 1.0)
    # With a set of reports its complement is allowed: the region is its own mirror image.
    above = [(0.0, 0.0), start, corner, last]
    return above + [(1 - x, 1 - y) for x, y in above]


def boundary(table: Channel) -> list[Point]:
    """The corners of {(P(S | 0), P(S | 1))}: reports added in the order of their ratios."""
    # Of sets as likely under truth 0 those of the first reports are likeliest under truth 1.
    rows = sorted(table.rows, key=lambda row: row[1] / (row[0] + row[1]), reverse=True)
    corners = [(Fraction(0), Fraction(0))]
    for row in rows:
        corners.append((corners[-1][0] + row[0], corners[-1][1] + row[1]))
    above = [(float(x), float(y)) for x, y in corners[:-1]]
    return above + [(1 - x, 1 - y) for x, y in above]


def triangle(design: Answer) -> str:
    """Barycentric plot of the patterns."""
    around = _around(design)
    corners = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    names = zip(design.channel.truths, ((0, 16), (-16, 16), (0, -10)), strict=True)
    shapes = [
        f'<polygon class="frame" points="{_points(map(_flat, corners))}"/>',
        f'<polygon class="region" points="{_points(around)}"/>',
        *(_mark(row) for row in design.channel.rows),
        *(
            _text(_flat(corner), f"truth {name}", shift)
            for corner, (name, shift) in zip(corners, names, strict=True)
        ),
    ]
    likeliest = [
        f"report {label} speaks most for {design.channel.truths[row.index(max(row))]} "
        f"and comes with weight {float(sum(row) / 3):.3g}"
        for label, row in zip(design.channel.reports, design.channel.rows, strict=True)
    ]
    words = (
        f"likelihood directions in a triangle of three truths; privacy allows a polygon with "
        f"{len(around)} corners around the middle; {'; '.join(likeliest[:MOST_SAID])}"
    )
    return _svg(shapes, words)


def _around(design: Answer) -> list[Point]:
    """The extreme directions of the cone, in their order around the middle."""
    levels: Levels = design.problem.cone  # type: ignore[assignment]
    corners = [_flat(list(map(float, pattern))) for pattern in alcoved_patterns(levels.lo)]
    x, y = (sum(at) / len(corners) for at in zip(*corners, strict=True))
    # A convex polygon in the order of the angles from a point inside.
    return sorted(corners, key=lambda corner: math.atan2(corner[1] - y, corner[0] - x))


def _mark(row: Sequence[Fraction]) -> str:
    x, y = _place(_flat([float(entry) for entry in row]))
    radius = 4 + 22 * float(sum(row) / 3) ** 0.5
    return f'<circle class="mark" cx="{x:.2f}" cy="{y:.2f}" r="{radius:.2f}"/>'


def _flat(masses: Sequence[float]) -> Point:
    """Barycentric coordinates in an equilateral triangle."""
    total = sum(masses)
    b = masses[1] / total
    c = masses[2] / total
    # 0.866 is sqrt(3) / 2, the height of the triangle.
    return b + c / 2, c * 0.866


def shades(table: Channel) -> str:
    """The table as grey squares."""
    rows = table.rows[:MOST_SHADES]
    most = max(max(row) for row in rows) or Fraction(1)
    side = (SIZE - 2) / max(len(rows), table.shape[1])
    shapes = []
    for i, row in enumerate(rows):
        for j, entry in enumerate(row):
            shapes.append(
                f'<rect class="cell" x="{MARGIN + j * side:.2f}" y="{24 + i * side:.2f}" '
                f'width="{side:.2f}" height="{side:.2f}" fill-opacity="{float(entry / most):.3f}"/>'
            )
    heads = [
        *(_at(MARGIN + (j + 0.5) * side, 16, t) for j, t in enumerate(table.truths) if side > 14),
        *(
            _at(MARGIN - 16, 28 + (i + 0.5) * side, r)
            for i, r in enumerate(table.reports[: len(rows)])
            if side > 14
        ),
    ]
    words = (
        f"the table as shades, {len(rows)} reports by {table.shape[1]} truths; the darkest entry "
        f"is {float(most):.3g}; the numbers are in the table above"
    )
    return _svg([*shapes, *heads], words, 36 + len(rows) * side)


# --- SVG ----------------------------------------------------------------------------------------


def _axes(shapes: Iterable[str], x_label: str, y_label: str, words: str) -> str:
    """Axes from 0 to 1 with ticks, and the shapes; what they show in words."""
    ticks = []
    for step in range(6):
        value = step / 5
        ticks.append(_text((value, 0), f"{value:g}", (0, 18)))
        ticks.append(_text((0, value), f"{value:g}", (-16, 4)))
    square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    middle = MARGIN + SIZE / 2
    turned = f'<text transform="translate(14 {24 + SIZE / 2}) rotate(-90)">{escape(y_label)}</text>'
    labels = [f'<text x="{middle}" y="{24 + SIZE + 38}">{escape(x_label)}</text>', turned]
    frame = f'<polygon class="frame" points="{_points(square)}"/>'
    return _svg([frame, *shapes, *ticks, *labels], words)


def _svg(shapes: Iterable[str], name: str, height: float = SIZE + 72) -> str:
    width = MARGIN + SIZE + 24
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(name)}" '
        f'viewBox="0 0 {width} {height:g}">{"".join(shapes)}</svg>'
    )


def _place(point: Point) -> Point:
    return MARGIN + SIZE * point[0], 24 + SIZE * (1 - point[1])


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in map(_place, points))


def _dot(point: Point) -> str:
    x, y = _place(point)
    return f'<circle class="dot" cx="{x:.2f}" cy="{y:.2f}" r="4"/>'


def _text(point: Point, words: str, shift: Point = (0, 0)) -> str:
    x, y = _place(point)
    return _at(x + shift[0], y + shift[1], words)


def _at(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}">{escape(words)}</text>'
