"""A figure of a store: one curve for each value of a column, the rest held fixed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from rropt.exact import InputError, exact
from rropt.extras import module_of
from rropt.sweep.frame import COLUMNS, COUNTS, NUMBERS, Row, read_sweep
from rropt.sweep.values import PARAMETERS
from rropt.whole_files import writable

FORMATS = (".png", ".svg", ".pdf")
NUMERIC = (*NUMBERS, *COUNTS)
FIXED = ("objective", "epsilon", *(name for name in PARAMETERS if name not in ("epsilon", "gamma")))
EXACT = {"epsilon": "exact_level"}
"""Where the exact value of a column is, if not under its name with exact_ in front."""

Curve = tuple[list[float], list[float]]


def plot_sweep(
    store: str | Path,
    x: str,
    y: str,
    hue: str | None = None,
    log: str = "",
    fixed: Mapping[str, Any] | None = None,
) -> Any:
    """The matplotlib figure of column y over column x, one curve for each value of `hue`.

    `fixed` chooses cells: {"delta": "1/10", "objective": "variance"}. Two cells at the same point
    are refused with the parameters in which they differ.
    """
    chosen = fixed or {}
    _refuse_columns(x, y, hue, log, chosen)
    rows = [row for row in read_sweep(store) if _chosen(row, chosen)]
    if not rows:
        named = ", ".join(f"{name}={value}" for name, value in chosen.items())
        raise InputError(f"--plot must have cells to draw: none has {named}")
    drawn = [row for row in rows if _has_place(row, x, y)]
    if not drawn:
        raise InputError(f"--plot must have cells to draw: none has both {x} and {y}")
    return _draw(curves(drawn, x, y, hue), x, y, hue, log)


def save_plot(figure: Any, path: Path) -> None:
    """Write the figure in the format that its file name says."""
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"--plot file must end in {', '.join(FORMATS)}, got {path}")
    with writable(path, "--plot"):
        figure.savefig(path, dpi=200)


def curves(rows: Sequence[Row], x: str, y: str, hue: str | None) -> dict[str, Curve]:
    """The points of every curve in the order of x."""
    places: dict[tuple[Any, float], list[Row]] = {}
    for row in rows:
        places.setdefault((None if hue is None else row[hue], row[x]), []).append(row)
    for together in places.values():
        if len(together) > 1:
            raise InputError(_clash(together, x, hue))
    named: dict[Any, list[Row]] = {}
    for (name, _), (row,) in sorted(places.items(), key=lambda item: item[0][1]):
        named.setdefault(name, []).append(row)
    order = sorted(named, key=_by_size)
    found = {}
    for name in order:
        found[str(name)] = ([row[x] for row in named[name]], [row[y] for row in named[name]])
    return found


def _by_size(name: Any) -> tuple[bool, float, str]:
    """Numbers in their order, then words in theirs."""
    number = name if isinstance(name, (int, float)) else 0.0
    return not isinstance(name, (int, float)), number, str(name)


def _clash(together: Sequence[Row], x: str, hue: str | None) -> str:
    """Every parameter in which cells at one point differ, with a value to choose."""
    free = [name for name in FIXED if name not in (x, hue)]
    varying = [name for name in free if len(set(map(itemgetter(name), together))) > 1]
    examples = ", ".join(f"{name}={_written(together[0], name)}" for name in varying)
    return (
        f"--plot must have one cell a point, but several differ in {', '.join(varying)}: choose "
        f"with {examples}, or make one of them the hue"
    )


def _has_place(row: Row, x: str, y: str) -> bool:
    return all(row[name] is not None and math.isfinite(row[name]) for name in (x, y))


def _chosen(row: Row, fixed: Mapping[str, Any]) -> bool:
    """A value is compared as it is written, and as a number: 0.25 is 1/4."""
    return all(
        str(wanted) in (str(_written(row, name)), str(row[name]))
        or _same_number(str(wanted), str(_written(row, name)))
        for name, wanted in fixed.items()
    )


def _written(row: Row, name: str) -> Any:
    """The exact value of a column, where it has one."""
    return row.get(EXACT.get(name, f"exact_{name}"), row[name])


def _same_number(wanted: str, written: str) -> bool:
    try:
        return exact(wanted) == exact(written)
    except InputError:
        return False


def _refuse_columns(x: str, y: str, hue: str | None, log: str, fixed: Mapping[str, Any]) -> None:
    for axis, name in (("x", x), ("y", y)):
        if name not in NUMERIC:
            raise InputError(f"--plot {axis} must be one of {', '.join(NUMERIC)}, got {name}")
    for name in (*([] if hue is None else [hue]), *fixed):
        if name not in COLUMNS:
            raise InputError(f"--plot must name columns, {', '.join(COLUMNS)}: {name}")
    if log not in ("", "x", "y", "xy"):
        raise InputError(f"--plot log must be x, y or xy, got {log}")


def _draw(named: Mapping[str, Curve], x: str, y: str, hue: str | None, log: str) -> Any:
    module_of("plot", "matplotlib", "--plot needs matplotlib")
    from rropt.figures.style import canvas, labelled, line

    figure, axes = canvas()
    for number, (name, (xs, ys)) in enumerate(named.items()):
        axes.plot(xs, ys, label=name, **line(number, marks=len(xs) < 30))
    labelled(axes, x, y)
    if hue is not None:
        axes.legend(title=hue, frameon=False)
    for axis in log:
        getattr(axes, f"set_{axis}scale")("log")
    return figure
