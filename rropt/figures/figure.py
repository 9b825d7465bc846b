"""What a figure is, and how it is saved: PNG, SVG or PDF by the extension."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.channel.display import aligned
from rropt.exact import InputError
from rropt.extras import module_of
from rropt.whole_files import writable

FORMATS = (".png", ".svg", ".pdf")

Data = dict[str, Any]

SUMMARISED = "-o FILE.png, .svg or .pdf draws it; --json prints the data"


@dataclass(frozen=True)
class Figure:
    """A figure: its data are computed apart from its drawing."""

    name: str
    title: str
    compute: Callable[..., Data]
    draw: Callable[[Data], Any]

    @property
    def parameters(self) -> tuple[str, ...]:
        """What may be asked otherwise, such as the prevalence."""
        return tuple(inspect.signature(self.compute).parameters)

    def data(self, **given: Any) -> Data:
        """The numbers, JSON-ready, with name and title."""
        for name in given:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "no parameters"
                raise InputError(f"{name} is not for the figure {self.name}, which takes {known}")
        return {"figure": self.name, "title": self.title, **self.compute(**given)}

    def summary(self, **given: Any) -> str:
        """Title and numbers, as `rropt figure` prints them."""
        return in_words(self.data(**given))

    def drawing(self, data: Data) -> Any:
        """The drawing, with a title."""
        drawn = self.draw(data)
        if drawn.axes and not any(axes.get_title() for axes in drawn.axes):
            drawn.axes[0].set_title(self.title, fontsize="medium")
        return drawn

    def save(self, path: str, data: Data | None = None) -> None:
        """Draw into a file whose extension says the format."""
        if Path(path).suffix.lower() not in FORMATS:
            raise InputError(f"-o must end in {', '.join(FORMATS)}, got {path}")
        matplotlib = module_of("plot", "matplotlib", "-o needs matplotlib for figures")
        # The ids in an SVG are salted hashes: with a fixed salt the same figure is the same file.
        settings: Any = {"svg.hashsalt": "rropt", "svg.fonttype": "path", "font.size": 9.5}
        with matplotlib.rc_context(settings):
            drawn = self.drawing(self.data() if data is None else data)
            with writable(path, "-o"):
                drawn.savefig(path, dpi=200, metadata=_undated(path))


def in_words(data: Data) -> str:
    """The numbers of a figure as a table, or the names of its series with their sizes.

    >>> print(in_words({"figure": "f", "title": "T", "rows": [{"n": 1, "x": 0.5}]}))
    f: T
    <BLANKLINE>
    n    x
    1  0.5
    """
    if isinstance(data.get("rows"), list):
        return _listed(data)
    return _table(data) if "rows" in data else _summary(data)


def _listed(data: Data) -> str:
    """Rows of numbers, each under its name."""
    head = [name.replace("_", " ") for name in data["rows"][0]]
    rows = [list(map("{:.6g}".format, row.values())) for row in data["rows"]]
    return "\n".join([f"{data['figure']}: {data['title']}", "", *aligned([head, *rows])])


def _table(data: Data) -> str:
    """The recomputed numbers, and what the paper prints otherwise."""
    head = [data["corner"], *data["columns"]]
    rows = [[name, *values] for name, values in data["rows"].items()]
    lines = [f"{data['figure']}: {data['title']}", "", *aligned([head, *rows])]
    wrong = [
        f"{cell['row']}, {cell['column']}: the paper prints {cell['printed']}"
        for cell in data["printed_otherwise"]
    ]
    return "\n".join([*lines, "", *(wrong or ["every cell is as printed in the paper"])])


def _summary(data: Data) -> str:
    """The names of the series with their sizes."""
    lines = [f"{data['figure']}: {data['title']}", ""]
    for name, value in data.items():
        if name not in ("figure", "title"):
            lines.append(f"  {name:<12} {_size(value)}")
    return "\n".join([*lines, "", SUMMARISED])


def _size(value: Any) -> str:
    if isinstance(value, list) and len(value) > 6:
        ends = f" from {value[0]:.4g} to {value[-1]:.4g}" if isinstance(value[0], float) else ""
        return f"{len(value)} values{ends}"
    if isinstance(value, dict):
        names = ", ".join(map(str, value))
        return names if len(names) <= 60 else f"{len(value)} series"
    shown = str(value)
    return shown if len(shown) <= 60 else f"{len(value)} entries"


def _undated(path: str) -> dict[str, Any] | None:
    """The same figure twice is the same file: no date inside."""
    key = {".svg": "Date", ".pdf": "CreationDate"}.get(Path(path).suffix.lower())
    return {key: None} if key else None
