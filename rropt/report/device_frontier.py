"""The frontier of the classical devices: the share of the optimum they reach, over epsilon."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from rropt.report.along_levels import AtLevel
from rropt.report.text import percent
from rropt.report.words import device_words

MOST_DEVICES = 5
"""Curves of the frontier; more cannot be told apart."""

DASHES = ("none", "8 3", "2 3", "8 3 2 3", "14 4")

WIDTH, HEIGHT, LEFT, TOP = 520, 260, 56, 20


def device_frontier(levels: Sequence[AtLevel], place: int) -> str:
    """A curve a device: the share of the optimum that it reaches, over epsilon."""
    curves = device_curves(levels)
    if not curves:
        return ""
    drawn = [_curve(curve, levels, n) for n, (_, curve) in enumerate(curves)]
    ends = _spread([_y(curve[-1]) for _, curve in curves])
    names = [
        f'<text class="name" x="{LEFT + WIDTH + 8}" y="{y + 4:.2f}">{escape(name)}</text>'
        for (name, _), y in zip(curves, ends, strict=True)
    ]
    x = level_place(levels[place], levels)
    mark = (
        f'<line id="level-mark" class="level" x1="{x:.2f}" x2="{x:.2f}" y1="{TOP}" '
        f'y2="{TOP + HEIGHT}"/>'
    )
    said = "; ".join(
        f"{name} from {percent(curve[0])} to {percent(curve[-1])}" for name, curve in curves
    )
    words = (
        "the share of the optimum that each device reaches, from "
        f"{levels[0].name} to {levels[-1].name}: {said}"
    )
    return (
        f'<figure><svg xmlns="http://www.w3.org/2000/svg" class="frontier" role="img" '
        f'aria-label="{escape(words)}" viewBox="0 0 {LEFT + WIDTH + 190} {TOP + HEIGHT + 50}">'
        f"{_axes(levels)}{mark}{''.join(drawn)}{''.join(names)}</svg>"
        "<figcaption>The share of the optimum that each classical device reaches at the same "
        "level, which is the share of the respondents that it does not waste. The optimum is at "
        "100 %; the dashed line is where the slider stands.</figcaption></figure>"
    )


def device_curves(levels: Sequence[AtLevel]) -> list[tuple[str, list[float]]]:
    """The efficiencies of the best devices, those that are alike everywhere under one name."""
    reached: dict[str, list[float]] = {}
    for place, level in enumerate(levels):
        for line in level.facts.rivals:
            for name in line.label.split(", "):
                curve = reached.setdefault(name, [0.0] * len(levels))
                curve[place] = line.efficiency or 0.0
    alike: dict[tuple[float, ...], list[str]] = {}
    for name, curve in reached.items():
        alike.setdefault(tuple(round(x, 6) for x in curve), []).append(name)
    best = sorted(alike, key=lambda curve: (-sum(curve), alike[curve]))[:MOST_DEVICES]
    return [(few_names(sorted(alike[curve])), list(curve)) for curve in best]


def _curve(curve: Sequence[float], levels: Sequence[AtLevel], number: int) -> str:
    points = " ".join(
        f"{level_place(level, levels):.2f},{_y(share):.2f}"
        for level, share in zip(levels, curve, strict=True)
    )
    return f'<polyline class="curve" stroke-dasharray="{DASHES[number]}" points="{points}"/>'


def _spread(heights: Sequence[float]) -> list[float]:
    """The heights of labels, at least a line apart, in the order of their curves.

    >>> _spread([10.0, 10.0, 50.0])
    [10.0, 25.0, 50.0]
    """
    placed = list(heights)
    last = -math.inf
    for place in sorted(range(len(placed)), key=lambda i: (heights[i], i)):
        last = placed[place] = max(placed[place], last + 15)
    return placed


def _axes(levels: Sequence[AtLevel]) -> str:
    """The frame, epsilon below, per cent on the left."""
    below = TOP + HEIGHT
    parts = [f'<rect class="frame" x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}"/>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(f'<text x="{LEFT - 24}" y="{_y(share) + 4:.2f}">{share:.0%}</text>')
    last = -math.inf
    for level in levels:
        x = level_place(level, levels)
        if x - last >= 30:  # labels nearer than this overlap
            parts.append(f'<text x="{x:.2f}" y="{below + 18}">{level.epsilon:.3g}</text>')
            last = x
    parts.append(f'<text x="{LEFT + WIDTH / 2}" y="{below + 40}">epsilon</text>')
    return "".join(parts)


def _y(share: float) -> float:
    return TOP + HEIGHT * (1 - share)


def level_place(level: AtLevel, levels: Sequence[AtLevel]) -> float:
    """Where a level stands on the axis of the frontier."""
    low, high = levels[0].epsilon, levels[-1].epsilon
    return LEFT + WIDTH * (level.epsilon - low) / (high - low)


def few_names(names: Sequence[str]) -> str:
    """Two names, and how many more."""
    said = ", ".join(map(device_words, names[:2]))
    return said if len(names) <= 2 else f"{said} and {len(names) - 2} more"
