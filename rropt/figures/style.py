"""How figures look: greys that also print, told apart by dashes and marks, axes with units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

GREYS = ("#000000", "#6e6e6e", "#000000", "#6e6e6e", "#000000", "#6e6e6e")
DASHES: tuple[Any, ...] = (
    "-",
    "-",
    (0, (6, 2)),
    (0, (6, 2)),
    (0, (1, 1.4)),
    (0, (6, 2, 1, 2)),
)
MARKS = ("o", "s", "^", "D", "v", "x")


def canvas(width: float = 5.2, height: float = 3.9, columns: int = 1) -> tuple[Any, Any]:
    """A figure of so many inches and its axes; a list of axes when there are several."""
    from rropt.figures.shown import ShownFigure

    figure = ShownFigure(figsize=(width, height), layout="constrained")
    return figure, figure.subplots(1, columns)


def line(number: int, marks: bool = False) -> dict[str, Any]:
    """The look of the curve of that number."""
    n = number % len(GREYS)
    look = {"color": GREYS[n], "linestyle": DASHES[n], "linewidth": 1.4 + 0.6 * (n % 2 == 0)}
    if marks:
        look |= {"marker": MARKS[n], "markersize": 4.5, "markerfacecolor": "white"}
    return look


def labelled(axes: Any, x: str, y: str, title: str = "") -> None:
    """Names with units on both axes, a light grid, no frame above."""
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if title:
        axes.set_title(title, fontsize="medium")
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def curves(
    axes: Any, x: Sequence[float], named: dict[str, Sequence[float]], marks: bool = False
) -> None:
    """One curve a name, and the legend."""
    for number, (name, y) in enumerate(named.items()):
        axes.plot(x, y, label=name, **line(number, marks))
    axes.legend(frameon=False)


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> Any:
    """A table as a figure."""
    figure, axes = canvas(6.0, 0.42 * (len(rows) + 2))
    axes.axis("off")
    axes.set_title(title, fontsize="medium")
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    shares = [width / sum(widths) for width in widths]
    drawn = axes.table(
        cellText=rows, colLabels=head, loc="center", cellLoc="center", colWidths=shares
    )
    drawn.auto_set_font_size(False)
    drawn.set_fontsize(9)
    drawn.scale(1, 1.35)
    for cell in drawn.get_celld().values():
        cell.set_linewidth(0.5)
    return figure
