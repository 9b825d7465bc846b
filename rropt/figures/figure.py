"""What a figure is, and how it is saved: PNG, SVG or PDF by the extension."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.exact import InputError
from rropt.extras import not_installed
from rropt.whole_files import writable

FORMATS = (".png", ".svg", ".pdf")

Data = dict[str, Any]


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
        try:
            import matplotlib
        except ModuleNotFoundError:
            raise not_installed("plot", "-o needs matplotlib for figures") from None
        settings: Any = {"svg.hashsalt": "rropt", "svg.fonttype": "path", "font.size": 9.5}
        with matplotlib.rc_context(settings):
            drawn = self.drawing(self.data() if data is None else data)
            with writable(path, "-o"):
                drawn.savefig(path, dpi=200, metadata=_undated(path))


def _undated(path: str) -> dict[str, Any] | None:
    """The same figure twice is the same file: no date inside."""
    key = {".svg": "Date", ".pdf": "CreationDate"}.get(Path(path).suffix.lower())
    return {key: None} if key else None
