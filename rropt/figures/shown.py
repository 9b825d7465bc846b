"""A figure that a notebook shows: without pyplot, matplotlib gives it only a line of text.

Imported when something is drawn, because matplotlib is.
"""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure


class ShownFigure(Figure):
    """A matplotlib figure with its picture as a PNG."""

    def _repr_png_(self) -> bytes:
        picture = BytesIO()
        self.savefig(picture, format="png", dpi=100)
        return picture.getvalue()
