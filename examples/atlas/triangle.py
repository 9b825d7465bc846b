"""All shares of three truths in one triangle: what is A-optimal and E-optimal where, by level.

By `shares/three` and `shares/three/beyond` one of two tables is A-optimal, whatever the shares are:
on an arc (gamma + 1) w_b w_c = w_a (w_b + w_c), w = 1 + (gamma - 1) q, and a is the common truth.
By `contrasts/largest/three` k-ary response is E-optimal in three leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import exp, sqrt

from examples.atlas.boundaries import STEPS, Point, skewed_boundary
from rropt.figures.papers.phase_diagrams import largest_boundary

LEVELS = (0.1, 1, 2, 3, 4)
"""Of epsilon; the arcs begin as lines at the share 2/3 and go into the corners."""

LEAF_LEVELS = (2, 3, 4)
"""Of epsilon; up to ln 4 the leaves are the point of equal shares."""

SIDE, EDGE = 560, 34
"""Of the triangle, and what stands around it."""

Shares = tuple[float, float, float]

WORDS = (
    "The three shares are the distances from the sides. Inside of the three arcs of its epsilon "
    "k-ary response has the least sum of variances, by shares/three; in the corner beyond an arc "
    "it is k-ary response with a fourth report, for the two rare truths, by shares/three/beyond, "
    "which by shares/three/factor saves at most 7.2 % of the respondents. By determinant/three "
    "k-ary response is D-optimal in the whole triangle, and by contrasts/leaving-out subset "
    "selection of size 2 is best nowhere."
)

LEAF_WORDS = (
    "Inside of the three leaves of its epsilon k-ary response has the smallest largest variance of "
    "a contrast, exactly, by contrasts/largest/three: where two truths are about equally common "
    "and the third is rarer, but has at least the share 1/(γ - 1). Up to γ = 4 these are equal "
    "shares only."
)


def arc(gamma: float, common: int = 0) -> list[Shares]:
    """From one side of the triangle to the other, around the corner of the common truth.

    >>> arc(3.0)[STEPS // 2]
    (0.75, 0.125, 0.125)
    """
    found = []
    for step in range(STEPS + 1):
        part = step / STEPS
        share = round(skewed_boundary(gamma, part), 12)
        own = [share, (1 - share) * (1 - part), (1 - share) * part]
        found.append((own[-common], own[1 - common], own[2 - common]))
    return found


def place(shares: Sequence[float]) -> Point:
    """Of shares in the drawing: the first truth is common above, the second on the left."""
    first, _, third = shares
    return EDGE + SIDE * (third + first / 2), EDGE + SIDE * sqrt(3) / 2 * (1 - first)


def leaf(gamma: float, rarest: int = 0) -> list[Shares]:
    """From equal shares around those at which k-ary response is E-optimal with this rarest truth.

    >>> [round(share, 6) for share in min(leaf(11.0))]
    [0.1, 0.45, 0.45]
    """
    return [(own[-rarest], own[1 - rarest], own[2 - rarest]) for own in largest_boundary(gamma)]


def tip(gamma: float) -> Shares:
    """Where a leaf ends: the rarest truth has 1 / (gamma - 1), the others as much as each other."""
    least = 1 / (gamma - 1)
    return least, (1 - least) / 2, (1 - least) / 2


def drawn_triangles() -> str:
    """Both triangles as SVG, each with its words."""
    arcs = [
        (f"epsilon = {level}: k-ary response | a fourth report", arc(exp(level), common))
        for level in LEVELS
        for common in range(3)
    ]
    leaves = [
        (f"epsilon = {level}: k-ary response inside", leaf(exp(level), rarest))
        for level in LEAF_LEVELS
        for rarest in range(3)
    ]
    arc_places = [(level, arc(exp(level))[STEPS // 2]) for level in LEVELS]
    leaf_places = [(level, tip(exp(level))) for level in LEAF_LEVELS]
    return _drawn(
        "A-optimality of three truths at all shares, arcs by epsilon", WORDS, arcs, arc_places
    ) + _drawn(
        "E-optimality of three truths at all shares, leaves by epsilon",
        LEAF_WORDS,
        leaves,
        leaf_places,
    )


def _drawn(
    title: str,
    words: str,
    curves: Sequence[tuple[str, Sequence[Shares]]],
    levels: Sequence[tuple[float, Shares]],
) -> str:
    """A triangle with named curves, and with levels beside some of their points."""
    corners = [place(corner) for corner in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0))]
    parts = [f'<polyline class="frame" points="{_line(corners)}"/>']
    for name, curve in curves:
        points = [place(shares) for shares in curve]
        parts.append(f'<polyline class="curve" points="{_line(points)}">')
        parts.append(f"<title>{escape(name)}</title></polyline>")
    for level, shares in levels:
        x, y = place(shares)
        parts.append(f'<text x="{x:.1f}" y="{y - 3:.1f}">{level:g}</text>')
    for number, corner in enumerate(corners[:3]):
        x, y = corner
        parts.append(f'<text x="{x:.1f}" y="{y + (-8 if number == 0 else 18):.1f}">')
        parts.append(f"truth {number + 1}</text>")
    size = f"0 0 {SIDE + 2 * EDGE} {SIDE * sqrt(3) / 2 + 2 * EDGE:.0f}"
    label = f'role="img" aria-label="{title}"'
    picture = f'<svg class="frontier" viewBox="{size}" {label}>{"".join(parts)}</svg>'
    return (
        f"<h2>{title}</h2><p>{escape(words)}</p>"
        f'<figure class="wide" tabindex="0">{picture}</figure>'
    )


def _line(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
