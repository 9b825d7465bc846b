"""A table of probabilities as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rropt.channel import Channel
from rropt.extras import empty_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


MOST_WRITTEN = 12
"""Tables of up to so many rows and columns have their probabilities written in."""


def table_plot(channel: Channel) -> Figure:
    """One row a report, one column a truth, darker where more probable."""
    reports, truths = channel.shape
    figure: Figure = empty_figure(2 + 0.6 * truths, 1.5 + 0.5 * reports)
    axes = figure.subplots()
    table = channel.to_numpy()
    axes.imshow(table, cmap="Greys", vmin=0, vmax=1, aspect="auto")
    # A label as "$10-$20" is no formula.
    axes.set_xticks(range(truths), channel.truths, parse_math=False)
    axes.set_yticks(range(reports), channel.reports, parse_math=False)
    axes.set_xlabel("truth")
    axes.set_ylabel("report")
    if max(reports, truths) <= MOST_WRITTEN:
        for (i, j), share in np.ndenumerate(table):
            shade = "white" if share > 0.5 else "black"
            axes.text(j, i, f"{share:.3f}", ha="center", va="center", color=shade)
    return figure
