"""A slider over epsilon: the same question at other levels, each answer with its own certificate.

The page shows one level at a time; below stand all of them as a table and as the frontier of the
classical devices, the share of the optimum that each reaches. Every level's certificate is in the
page: the button verifies all, and `rropt check` draws all again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

from rropt.checker import canonical_text, sha256
from rropt.design.answer import Answer
from rropt.report.along_levels import AtLevel
from rropt.report.compared_devices import far
from rropt.report.formulas import math_element
from rropt.report.formulas import number as number_element
from rropt.report.html_tables import design_table, simple_table
from rropt.report.picture import picture
from rropt.report.text import gap_text, percent
from rropt.report.text import number as decimal
from rropt.report.words import device_words, proved_for

MOST_BYTES = 2_000_000
"""A page that a phone opens."""

MOST_PICTURED = 3
"""Truths up to which a table has a picture beside it."""


def slider_section(here: AtLevel, others: Sequence[AtLevel]) -> str:
    """The slider, the design at its place, and all levels at a glance; nothing without others."""
    if not others:
        return ""
    levels = sorted([here, *others], key=lambda level: level.epsilon)
    place = levels.index(here)
    panels = "".join(_panel(level, levels, level is here) for level in levels)
    return (
        '<p class="slider"><label for="level">Move epsilon: </label>'
        f'<input type="range" id="level" min="0" max="{len(levels) - 1}" step="1" value="{place}" '
        f'aria-valuetext="{escape(here.name)}"> '
        f'<output for="level" id="level-now">{escape(here.name)}</output></p>'
        f"{panels}{_overview(levels)}{device_frontier(levels, place)}"
    )


def _panel(level: AtLevel, levels: Sequence[AtLevel], shown: bool) -> str:
    """One position: value, bound, the best device, the table, and the name of its certificate."""
    design = level.design
    bound = math_element(number_element(design.bound, rounding=design.rounding))
    digest = sha256(canonical_text(design.certificate.data))
    rows = [
        ("value", math_element(number_element(design.value))),
        ("bound", f"{bound} for {proved_for(design)}"),
        ("best device", escape(_best_device(level))),
        ("SHA-256 of the certificate", f"<code>{digest}</code>"),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{said}</dd>" for name, said in rows)
    hidden = "" if shown else " hidden"
    return (
        f'<div class="level-panel" data-name="{escape(level.name)}" '
        f'data-x="{level_place(level, levels):.2f}"{hidden}><h3>{escape(level.name)}</h3>'
        f"<dl>{listed}</dl>{design_table(design)}{_region(design)}</div>"
    )


def _region(design: Answer) -> str:
    """What privacy allows and the design in it, where there is such a picture."""
    if design.problem.truths > MOST_PICTURED:
        return ""
    _, drawn, _ = picture(design)
    return f"<figure>{drawn}</figure>" if drawn else ""


def _best_device(level: AtLevel) -> str:
    """Which classical device is nearest to the optimum, and how near."""
    if not level.facts.rivals:
        return "none compared"
    best = level.facts.rivals[0]
    return f"{few_names(best.label.split(', '))}, {percent(best.efficiency)} efficient"


def _overview(levels: Sequence[AtLevel]) -> str:
    """A row a level."""
    heads = ["level", "value", "gap", "best device"]
    rows = [
        [
            escape(level.name),
            decimal(far(level.design.value)),
            gap_text(level.design.gap),
            escape(_best_device(level)),
        ]
        for level in levels
    ]
    return f"<h3>All levels</h3>{simple_table(heads, rows)}"


MOST_DEVICES = 5
"""Curves of the frontier; more cannot be told apart."""

DASHES = ("none", "8 3", "2 3", "8 3 2 3", "14 4")

WIDTH = 520
HEIGHT = 260
LEFT = 56
TOP = 20


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
                # A device that is not there at some level keeps nothing of the optimum there.
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
    low = levels[0].epsilon
    high = levels[-1].epsilon
    return LEFT + WIDTH * (level.epsilon - low) / (high - low)


def few_names(names: Sequence[str]) -> str:
    """Two names, and how many more."""
    said = ", ".join(map(device_words, names[:2]))
    return said if len(names) <= 2 else f"{said} and {len(names) - 2} more"
