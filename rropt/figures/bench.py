"""bench: how the time grows with the size, from the benchmark run kept in the repository."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line

RESULTS = Path(__file__).parents[2] / "tests" / "bench" / "results.json"


def growths() -> Data:
    """Sizes, seconds and fitted exponents of every sweep over sizes, and where it was measured."""
    try:
        run = json.loads(RESULTS.read_text(encoding="utf-8"))
    except OSError:
        raise InputError(
            "NAME bench needs the repository: python -m tests.bench --json tests/bench/results.json"
        ) from None
    return {"growth": run["growth"], "results": run["results"], "machine": run["machine"]}


def draw_growths(data: Data) -> Any:
    figure, axes = canvas(6.4, 4.6)
    for number, found in enumerate(data["growth"]):
        name = f"{found['what']}, {found['unit']} (exponent {found['exponent']:.2f})"
        axes.plot(found["sizes"], found["seconds"], label=name, **line(number, marks=True))
    axes.set_xscale("log")
    axes.set_yscale("log")
    labelled(axes, "size (units in the legend)", "processor time (s)")
    axes.legend(frameon=False, fontsize="x-small")
    return figure


FIGURES = (Figure("bench", "time by size, from the kept benchmark run", growths, draw_growths),)
