"""The site: an index by reader, the narrated pages, tables that answer, a page for every name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

import rropt as rr
from examples.guide.highlighted import highlighted
from examples.guide.layout import TITLE, framed, indexed, search_page
from examples.guide.measured_speed import measured_speed
from examples.guide.narrated import Cell, Narration, run_script, scripts
from examples.guide.reference import GROUPS, public_names, reference
from examples.guide.typeset import with_formulas
from examples.guide.what_claims_say import what_claims_say
from examples.guide.what_devices_reveal import what_devices_reveal
from examples.guide.which_device import which_device
from examples.guide.words import what_words_mean

READERS = {
    "For those who plan a survey": ("01", "02", "03", "06", "14", "16"),
    "For those who collect data": ("04", "05", "11", "12", "15", "17"),
    "For those who ask why": ("07", "08", "10", "13"),
    "For those who add to it": ("09",),
}
"""The chapters by whom they are for, in the order in which they are read."""

TABLES = {
    "which_device.html": ("Which device should I use?", "A table answers.", which_device),
    "device_measures.html": (
        "What do devices reveal?",
        "Every device by every measure.",
        what_devices_reveal,
    ),
    "words.html": ("What are things called?", "One word for one thing.", what_words_mean),
    "claims.html": (
        "What can a claim say?",
        "Every word of it, with an example.",
        what_claims_say,
    ),
    "speed.html": (
        "How fast is it?",
        "Beside what people would run otherwise.",
        measured_speed,
    ),
}
"""Pages that are computed: the title, what it offers, and how it is made."""


def write_site(folder: Path) -> Path:
    """Run every script and write every page; the path of the first page."""
    for name, page in pages().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    return folder / "index.html"


def pages() -> dict[str, str]:
    """Every page of the site by its path."""
    told = {path.stem: run_script(path) for path in scripts()}
    order = [told[name] for name in in_order(list(told))]
    found = {"index.html": framed("index.html", TITLE, _index(order))}
    for place, each in enumerate(order):
        around = _turn(order, place - 1, "← "), _turn(order, place + 1, "", " →")
        path = f"{each.name}.html"
        found[path] = framed(path, each.title, _narrated(each), around)
    for path, (title, _, written) in TABLES.items():
        found[path] = framed(path, title, written())
    for name in public_names():
        path = f"reference/{name}.html"
        found[path] = framed(path, name, reference(name, getattr(rr, name)))
    found["search.html"] = search_page([indexed(path, page) for path, page in found.items()])
    return found


def in_order(names: Iterable[str]) -> list[str]:
    """The chapters reader by reader; each has one."""
    by_number = {name[:2]: name for name in names}
    return [by_number.pop(number) for numbers in READERS.values() for number in numbers]


def _turn(order: Sequence[Narration], place: int, before: str, after: str = "") -> str:
    if not 0 <= place < len(order):
        return ""
    told = order[place]
    return f'{before}<a href="{told.name}.html">{escape(told.title)}</a>{after}'


def _narrated(told: Narration) -> str:
    question = f"<p class='verdict'>{with_formulas(told.question)}</p>"
    return question + "".join(map(_cell, told.cells))


def _cell(cell: Cell) -> str:
    code = f"<pre>{highlighted(cell.code)}</pre>" if cell.code else ""
    printed = f"<pre class='printed'>{escape(cell.printed)}</pre>" if cell.printed else ""
    drawn = f"<figure class='wide' tabindex='0'>{cell.drawn}</figure>" if cell.drawn else ""
    prose = "".join(f"<p>{with_formulas(part)}</p>" for part in cell.prose.split("\n\n") if part)
    return f"<h2>{with_formulas(cell.heading)}</h2>{prose}{code}{printed}{drawn}"


def _index(order: Iterable[Narration]) -> str:
    by_number = {told.name[:2]: told for told in order}
    parts = [
        f'<p><a href="{path}">{title}</a> {offer}</p>' for path, (title, offer, _) in TABLES.items()
    ]
    for reader, numbers in READERS.items():
        items = "".join(_item(by_number[number]) for number in numbers)
        parts.append(f"<h2>{reader}</h2><ul>{items}</ul>")
    parts.append("<h2>Every name</h2>")
    for group, names in GROUPS.items():
        links = ", ".join(f'<a href="reference/{name}.html">{name}</a>' for name in names)
        parts.append(f"<p><b>{group}</b>: {links}</p>")
    return "".join(parts)


def _item(told: Narration) -> str:
    link = f'<a href="{told.name}.html">{escape(told.title)}</a>'
    return f"<li>{link}: {with_formulas(told.question)}</li>"
