"""A narrated script: its question, its cells of prose and code, what they print and draw.

The docstring is a title and a question. `# %% Heading` begins a cell; the comment lines below it
are its prose, the rest is its code. A cell that assigns `picture` shows it.
"""

from __future__ import annotations

import ast
import contextlib
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.certified import Design
from rropt.report.picture import picture as picture_of

FOLDER = Path(__file__).parent
MARK = "# %% "


@dataclass(frozen=True)
class Cell:
    """A heading, prose, code, and once it has run what it printed and drew (HTML)."""

    heading: str
    prose: str
    code: str
    printed: str = ""
    drawn: str = ""


@dataclass(frozen=True)
class Narration:
    """A script as a page."""

    name: str
    title: str
    question: str
    cells: tuple[Cell, ...]


def scripts() -> list[Path]:
    """The scripts of the guide in their order."""
    return sorted(FOLDER.glob("[01][0-9]_*.py"))


def read_script(path: Path) -> Narration:
    """The page as it is written, before anything runs."""
    source = path.read_text(encoding="utf-8")
    title, _, question = (ast.get_docstring(ast.parse(source)) or "").partition("\n\n")
    cells = tuple(_cell(part) for part in source.split("\n" + MARK)[1:])
    return Narration(path.stem, title.rstrip("."), " ".join(question.split()), cells)


def run_script(path: Path) -> Narration:
    """The page with what its cells printed and drew, all in one namespace."""
    written = read_script(path)
    names: dict[str, Any] = {"__name__": "__main__"}
    cells = tuple(_ran(cell, names, path.name) for cell in written.cells)
    return Narration(written.name, written.title, written.question, cells)


def _cell(text: str) -> Cell:
    heading, *lines = text.splitlines()
    prose = 0
    while prose < len(lines) and lines[prose].startswith("#"):
        prose += 1
    said = "\n".join(line[1:].strip() for line in lines[:prose])
    return Cell(heading, said, "\n".join(lines[prose:]).strip("\n"))


def _ran(cell: Cell, names: dict[str, Any], filename: str) -> Cell:
    names.pop("picture", None)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(cell.code, filename, "exec"), names)
    return Cell(cell.heading, cell.prose, cell.code, out.getvalue(), _drawn(names))


def _drawn(names: Mapping[str, Any]) -> str:
    """The picture of a design, a matplotlib figure as SVG, or what a notebook would show."""
    shown = names.get("picture")
    if shown is None:
        return ""
    if isinstance(shown, Design):
        _, svg, caption = picture_of(shown)
        return f"{svg}<figcaption>{caption}</figcaption>"
    if hasattr(shown, "savefig"):
        return as_svg(shown)
    return str(shown._repr_html_())


def as_svg(figure: Any) -> str:
    """A matplotlib figure, the same at every run, without the prologue of its file."""
    import matplotlib

    drawing = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "rropt", "svg.fonttype": "none"}):
        figure.savefig(drawing, format="svg", metadata={"Date": None}, bbox_inches="tight")
    return drawing.getvalue().partition("<svg")[1] + drawing.getvalue().partition("<svg")[2]
