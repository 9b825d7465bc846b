"""The site: an index, the narrated pages, which device to use, a reference page for every name."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

import rropt as rr
from examples.guide.docstrings import as_html
from examples.guide.measured_speed import measured_speed
from examples.guide.narrated import Cell, Narration, run_script, scripts
from examples.guide.typeset import with_formulas
from examples.guide.what_devices_reveal import what_devices_reveal
from examples.guide.which_device import which_device
from examples.guide.words import what_words_mean
from rropt.report.page_style import STYLE

PRE = (
    "pre{background:var(--shade);padding:.7rem 1rem;overflow-x:auto;font-size:.88rem}"
    "pre.printed{background:none;border-left:3px solid var(--line)}"
)
WHICH = "Which device should I use?"
REVEALED = "What do devices reveal?"
SPEED = "How fast is it?"
WORDS = "What are things called?"


def write_site(folder: Path) -> Path:
    """Run every script and write every page; the path of the first page."""
    for name, page in pages().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    return folder / "index.html"


def pages() -> dict[str, str]:
    """Every page of the site by its path."""
    narrations = [run_script(path) for path in scripts()]
    found = {f"{told.name}.html": _narrated(told) for told in narrations}
    found["which_device.html"] = _page(WHICH, "", which_device())
    found["device_measures.html"] = _page(REVEALED, "", what_devices_reveal())
    found["speed.html"] = _page(SPEED, "", measured_speed())
    found["words.html"] = _page(WORDS, "", what_words_mean())
    for name in public_names():
        found[f"reference/{name}.html"] = _page(name, "../", reference(name, getattr(rr, name)))
    found["index.html"] = _page("A guide to rropt", "", _index(narrations))
    return found


def public_names() -> list[str]:
    """What `rropt` offers, but for its version."""
    return sorted(name for name in rr.__all__ if not name.startswith("_"))


def reference(name: str, thing: Any) -> str:
    """A public name: how it is called, its docstring, the methods that have one."""
    said = inspect.getdoc(thing) or ""
    body = f"<pre>{escape(f'rropt.{name}{_signature(thing)}')}</pre>{as_html(said)}"
    return body + "".join(_methods(thing)) if inspect.isclass(thing) else body


def _signature(thing: Any) -> str:
    try:
        return str(inspect.signature(thing)).replace("'", "")
    except ValueError:
        return ""


def _methods(kind: type) -> Iterable[str]:
    """The methods and properties of rropt's own, inherited ones too."""
    for name, member in inspect.getmembers(kind):
        said = inspect.getdoc(member)
        documented = callable(member) or isinstance(member, property)
        if name.startswith("_") or not documented or not said or inspect.isclass(member):
            continue
        called = "" if isinstance(member, property) else _signature(member)
        yield f"<h3><code>{escape(name)}</code></h3><pre>{escape(f'{name}{called}')}</pre>"
        yield as_html(said)


def _narrated(told: Narration) -> str:
    question = f"<p class='verdict'>{with_formulas(told.question)}</p>"
    return _page(told.title, "", question + "".join(map(_cell, told.cells)))


def _cell(cell: Cell) -> str:
    code = f"<pre>{escape(cell.code)}</pre>" if cell.code else ""
    printed = f"<pre class='printed'>{escape(cell.printed)}</pre>" if cell.printed else ""
    drawn = f"<figure>{cell.drawn}</figure>" if cell.drawn else ""
    prose = "".join(f"<p>{with_formulas(part)}</p>" for part in cell.prose.split("\n\n") if part)
    return f"<h2>{with_formulas(cell.heading)}</h2>{prose}{code}{printed}{drawn}"


def _index(narrations: Iterable[Narration]) -> str:
    links = "".join(
        f'<li><a href="{told.name}.html">{escape(told.title)}</a>: '
        f"{with_formulas(told.question)}</li>"
        for told in narrations
    )
    names = ", ".join(f'<a href="reference/{name}.html">{name}</a>' for name in public_names())
    which = (
        f'<p><a href="which_device.html">{WHICH}</a> A table answers.</p>'
        f'<p><a href="device_measures.html">{REVEALED}</a> Every device by every measure.</p>'
        f'<p><a href="words.html">{WORDS}</a> One word for one thing.</p>'
        f'<p><a href="speed.html">{SPEED}</a> Beside what people would run otherwise.</p>'
    )
    return f"{which}<ol>{links}</ol><h2>Reference</h2><p>{names}</p>"


def _page(title: str, up: str, body: str) -> str:
    back = "" if title == "A guide to rropt" else f'<a href="{up}index.html">A guide to rropt</a>'
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{PRE}</style></head><body><main>"
        f"<nav>{back}</nav><header><h1>{escape(title)}</h1></header>{body}</main></body></html>\n"
    )
