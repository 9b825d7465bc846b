"""A slider over epsilon: the same question at other levels, each answer with its own certificate.

The page shows one level at a time; below stand all of them as a table and as the frontier of the
classical devices, the share of the optimum that each reaches. Every level's certificate is in the
page: the button verifies all, and `rropt check` draws all again.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from rropt.checker import canonical_text, sha256
from rropt.design.answer import Answer
from rropt.report.along_levels import AtLevel
from rropt.report.device_frontier import device_frontier, few_names, level_place
from rropt.report.fact_lines import far
from rropt.report.html_tables import design_table, simple_table
from rropt.report.mathml import math_element
from rropt.report.mathml import number as number_element
from rropt.report.picture import picture
from rropt.report.text import number as decimal
from rropt.report.text import percent
from rropt.report.words import proved_for

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
    digest = sha256(canonical_text(design.certificate.data))
    rows = [
        ("value", math_element(number_element(design.value))),
        ("bound", f"{math_element(number_element(design.bound))} for {proved_for(design)}"),
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
            f"{float(level.design.gap):.1e}" if level.design.gap else "0",
            escape(_best_device(level)),
        ]
        for level in levels
    ]
    return f"<h3>All levels</h3>{simple_table(heads, rows)}"
