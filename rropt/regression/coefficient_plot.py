"""Coefficients with their intervals, drawn."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.regression.regression import Regression


def coefficient_plot(fit: Regression, level: Any) -> Any:
    """One line a coefficient: the estimate as a point, its interval as a bar, zero as a line."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "figures must be drawn by matplotlib, which is not installed: pip install 'rropt[plot]'"
        ) from None
    figure = Figure(figsize=(6, 0.6 + 0.4 * len(fit.names)), layout="constrained")
    axes = figure.subplots()
    for place, (name, value) in enumerate(fit.coefficients.items()):
        ends = fit.interval(name, level)
        if all(map(math.isfinite, (value, *ends))):
            axes.plot(ends, [place, place], color="0.3")
            axes.plot([value], [place], "o", color="0.1")
    axes.axvline(0, color="0.6", linewidth=0.8)
    axes.set_yticks(range(len(fit.names)), fit.names)
    axes.invert_yaxis()
    axes.set_xlabel(f"coefficient, with its {100 * float(level):g}% interval")
    axes.set_title(fit.words.formula)
    return figure
