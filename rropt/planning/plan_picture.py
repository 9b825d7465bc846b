"""The picture of a plan: how margin and power change with the number of reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rropt.extras import not_installed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Curve = tuple[float, Callable[[int], float]]
"""What is planned, and the same for any number of reports, in the limit of many."""

TIMES = 4
"""Numbers of reports from a quarter of the planned one to four times as many."""

POINTS = 48
"""Of a curve: steps of 6 % in the number of reports, which no eye sees as corners."""


def plan_picture(n: int, curves: Mapping[str, Curve]) -> Figure:
    """A panel for each quantity: its curve, and as a point what n reports reach."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise not_installed("plot", "figures must be drawn by matplotlib") from None
    figure = Figure(figsize=(4.5 * len(curves), 3.2), layout="constrained")
    panels = figure.subplots(1, len(curves), squeeze=False)[0]
    numbers = around(n)
    for axes, (name, (planned, at)) in zip(panels, curves.items(), strict=True):
        axes.plot(numbers, [at(m) for m in numbers], color="0.3", label="in the limit of many")
        axes.plot([n], [planned], "o", color="0.1", label=f"planned: {n} reports")
        axes.set_xscale("log")
        axes.set_xlabel("reports")
        axes.set_ylabel(name)
        axes.legend()
    return figure


def around(n: int) -> list[int]:
    """Numbers from a quarter of n to four times n, in equal ratios.

    >>> around(100)[0], 100 in around(100), around(100)[-1], around(1)
    (25, True, 400, [1, 2, 3, 4])
    """
    exponents = (2 * place / POINTS - 1 for place in range(POINTS + 1))
    return sorted({max(1, round(n * TIMES**power)) for power in exponents})
