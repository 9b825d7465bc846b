"""What a figure is, and how it is saved: PNG, SVG or PDF by the extension."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.exact import InputError

FORMATS = (".png", ".svg", ".pdf")

Data = dict[str, Any]


@dataclass(frozen=True)
class Figure:
    """A figure: its data are computed apart from its drawing."""

    name: str
    title: str
    compute: Callable[[], Data]
    draw: Callable[[Data], Any]

    def data(self) -> Data:
        """The numbers, JSON-ready, with name and title."""
        return {"figure": self.name, "title": self.title, **self.compute()}

    def save(self, path: str, data: Data | None = None) -> None:
        """Draw into a file whose extension says the format."""
        if Path(path).suffix.lower() not in FORMATS:
            raise InputError(f"--output must end in {', '.join(FORMATS)}, got {path}")
        try:
            import matplotlib
        except ModuleNotFoundError:
            raise InputError(
                "--output needs matplotlib for figures: pip install 'rropt[plot]'"
            ) from None
        settings: Any = {"svg.hashsalt": "rropt", "svg.fonttype": "path", "font.size": 9.5}
        with matplotlib.rc_context(settings):
            drawn = self.draw(self.data() if data is None else data)
            try:
                drawn.savefig(path, dpi=200, metadata=_undated(path))
            except OSError as error:
                raise InputError(
                    f"--output must be a writable file, got {path}: {error.strerror}"
                ) from None


def _undated(path: str) -> dict[str, Any] | None:
    """The same figure twice is the same file: no date inside."""
    key = {".svg": "Date", ".pdf": "CreationDate"}.get(Path(path).suffix.lower())
    return {key: None} if key else None
