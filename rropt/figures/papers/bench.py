"""bench: how the time grows with the size, from the benchmark run kept in the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line

RESULTS = Path(__file__).parents[3] / "tests" / "bench" / "results.json"

SIZES = ("patterns", "truths")
FINENESS = ("actions", "1/delta", "bits of gamma", "digits of the prior", "designs")
"""The units in which designs are measured."""

ANSWERS = ("people", "truths planned for", "entries of a table")
"""Those of what is asked about a design."""

VERBS = (
    "entries of a mechanism",
    "stretches of h",
    "degree of an inequality",
    "truths of a formula",
    "truths of a figure",
    "categories of a device",
)
"""Those of verbs that answer other questions; all others count data."""


def growths() -> Data:
    """Sizes, seconds and fitted exponents of every sweep over sizes, and where it was measured."""
    try:
        run = json.loads(RESULTS.read_text(encoding="utf-8"))
    except OSError:
        raise InputError(
            "NAME bench needs the repository: python -m tests.bench --json tests/bench/results.json"
        ) from None
    return {"growth": run["growth"], "results": run["results"], "machine": run["machine"]}


def panels(growths: list[dict[str, Any]]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Designs by size, by how fine the question is and by their number; answers, verbs, data."""
    units = SIZES + FINENESS + ANSWERS + VERBS
    return [
        ("designs", [found for found in growths if found["unit"] in SIZES]),
        (
            "finer questions, sweeps",
            [found for found in growths if found["unit"] in FINENESS],
        ),
        ("fits, plans, measures", [found for found in growths if found["unit"] in ANSWERS]),
        ("other verbs", [found for found in growths if found["unit"] in VERBS]),
        ("data", [found for found in growths if found["unit"] not in units]),
    ]


def draw_growths(data: Data) -> Any:
    """Processor time by size, a panel for each sort of size."""
    figure, places = canvas(20.5, 5.4, columns=5)
    for axes, (title, found) in zip(places, panels(data["growth"]), strict=True):
        for number, growth in enumerate(found):
            name = f"{growth['what']}, {growth['unit']}: exponent {growth['exponent']:.2f}"
            axes.plot(growth["sizes"], growth["seconds"], label=name, **line(number, marks=True))
        axes.set_xscale("log")
        axes.set_yscale("log")
        labelled(axes, "size (units in the legend)", "processor time (s)", title)
        if found:
            axes.legend(
                frameon=False, fontsize="x-small", loc="upper center", bbox_to_anchor=(0.45, -0.16)
            )
    return figure


FIGURES = (Figure("bench", "time by size, from the kept benchmark run", growths, draw_growths),)
