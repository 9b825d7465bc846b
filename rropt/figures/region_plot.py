"""Privacy breach regions as a figure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rropt.privacy.breach_region import BreachRegion

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def region_plot(regions: Iterable[BreachRegion]) -> Figure:
    """A matplotlib figure of the regions: prior on x, posterior on y, breaches shaded."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5))
    axes = figure.subplots()
    for number, item in enumerate(regions):
        colour = f"C{number}"
        for side, edge in (("lower", 0.0), ("upper", 1.0)):
            prior, posterior = zip(*item.curves()[side], strict=True)
            label = item.name if side == "upper" else None
            axes.plot(prior, posterior, color=colour, label=label)
            axes.fill_between(prior, posterior, edge, color=colour, alpha=0.2, linewidth=0)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="prior", ylabel="posterior")
    axes.legend(loc="lower right")
    return figure
