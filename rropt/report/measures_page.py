"""What a table reveals, as one page: every measure, what each report says, both curves.

Or every device of the catalogue, at the parameters of its example.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from rropt.channel import Channel
from rropt.devices.catalogue import at_example, catalogue
from rropt.devices.model import Device
from rropt.devices.writing import plain
from rropt.exact import text
from rropt.exact.entries import picked
from rropt.measures import Measures, measures
from rropt.measures.named_measures import every_measure
from rropt.report.html import document
from rropt.report.html_tables import section, table_line

Point = tuple[float, float]

SIZE = 300
MARGIN = 46
"""Of a picture, and what its words take."""

ONE_ERROR = "error where the one truth holds (across)"
OTHER_ERROR = "error where the other truth holds (up)"

MOST_CORNERS = 40
"""Of a table of corners; the JSON has all."""


def measures_page(found: Measures, name: str, about: str = "") -> str:
    """One self-contained page; `about` says whose reports these are.

    >>> from rropt.channel import Channel
    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> "total variation" in measures_page(Measures(warner), "warner")
    True
    """
    title = f"What {name} reveals"
    curve = found.tradeoff
    corners = [(float(alpha), float(beta)) for alpha, beta in curve.corners]
    # Beyond its last corner the function is 0, up to alpha = 1.
    tests = _picture([*corners, (1.0, 0.0)], ONE_ERROR, OTHER_ERROR)
    body = [
        _header(title, about, found.words),
        section("The table", _wide(found.channel._repr_html_())),
        section(
            "Measures",
            html_table(["measure", "value", "formula", "source"], _explained(found), "words"),
        ),
        section("What each report says", html_table(["report", "then"], found.posteriors, "words")),
        section("The best tests (f-DP)", tests + _corners(["alpha", "beta"], curve.corners)),
        section("The whole profile", _corners(["e^epsilon", "least delta"], curve.profile())),
    ]
    return document(title, "".join(body))


def level_page(channels: Iterable[Channel], said: str, name: str) -> str:
    """What is found at one epsilon, with the tables that it is about."""
    title = f"What {name} reveals"
    tables = "".join(section("The table", _wide(channel._repr_html_())) for channel in channels)
    return document(title, _header(title, *said.splitlines()) + tables)


def formulas_page() -> str:
    """Every measure with its formula and its source.

    >>> "sum |p - q| / 2" in formulas_page()
    True
    """
    title = "What a table reveals: every measure"
    rows = [(measure.name, measure.formula, measure.source) for measure in every_measure()]
    listed = html_table(["measure", "formula", "source"], rows, "words")
    return document(title, _header(title) + section("Measures", listed))


def _header(title: str, *sentences: str) -> str:
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
    return f"<header><h1>{escape(title)}</h1>{said}</header>"


def _explained(found: Measures) -> list[tuple[str, str, str, str]]:
    """Each measure with its value, its formula and where it is from."""
    said = {measure.name: measure for measure in every_measure()}
    lines = [(said[name], number) for name, number in found.lines]
    return [(measure.name, number, measure.formula, measure.source) for measure, number in lines]


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]], holds: str = "numbers") -> str:
    """A table of text; nothing where it has no rows. Words stand at the left, numbers right."""
    listed = list(rows)
    if not listed:
        return ""
    first = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(table_line(map(escape, row)) for row in listed)
    return _wide(f'<table class="{holds}"><tr>{first}</tr>{body}</table>')


def _wide(table: str) -> str:
    """A table that scrolls on a narrow screen."""
    return f'<div class="wide" tabindex="0">{table}</div>'


def _corners(heads: Sequence[str], points: Sequence[tuple[Any, Any]]) -> str:
    shown = html_table(heads, [[text(x), text(y)] for x, y in points[:MOST_CORNERS]])
    left = len(points) - MOST_CORNERS
    return shown + (f"<p>and {left} corners more, in the JSON</p>" if left > 0 else "")


def _picture(points: Sequence[Point], x_label: str, y_label: str) -> str:
    """A line through points of the unit square, above the diagonal of a blind test."""
    line = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(_place, points))
    blind = " ".join(f"{x:.2f},{y:.2f}" for x, y in map(_place, [(0.0, 1.0), (1.0, 0.0)]))
    side = SIZE + 2 * MARGIN
    words = ", ".join(f"({x:.3g}, {y:.3g})" for x, y in points)
    return (
        f'<figure><svg viewBox="0 0 {side} {side}" role="img" '
        f'aria-label="corners {escape(words)}">'
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{SIZE}" height="{SIZE}" fill="none" '
        'stroke="currentColor"/>'
        f'<polyline points="{blind}" fill="none" stroke="currentColor" stroke-dasharray="4"/>'
        f'<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2"/>'
        f"{_words(x_label, side - MARGIN + 24)}{_words(y_label, MARGIN - 12)}</svg></figure>"
    )


def _words(label: str, height: int) -> str:
    """A label in the middle of the picture: the style of a page centres text on its place."""
    return f'<text x="{MARGIN + SIZE // 2}" y="{height}">{escape(label)}</text>'


def _place(point: Point) -> Point:
    return MARGIN + SIZE * point[0], MARGIN + SIZE * (1 - point[1])


COLUMNS = {
    "epsilon": "epsilon",
    "total variation": "total var.",
    "Kullback-Leibler (nats)": "KL",
    "chi-square": "chi2",
    "Renyi of order 2 (nats)": "Renyi 2",
    "zCDP rho": "zCDP",
    "maximal leakage (nats)": "max. leak.",
}
"""The measures of the printed table, with their heads; the JSON has all."""

NOTE = "Each at the parameters of its example (rropt device --list); oo: no finite level."


def catalogue_measures() -> dict[str, Any]:
    """Each device that is a table: its parameters and its measures."""
    found = {}
    for name in catalogue():
        device = at_example(name)
        if isinstance(device, Device):
            parameters = {key: plain(value) for key, value in device.parameters}
            whole = measures(device.channel).to_json()
            kept = {key: whole[key] for key in ("measures", "profile", "tradeoff")}
            found[name] = {"parameters": parameters, **kept}
    return found


def written_measures(found: dict[str, Any]) -> str:
    """One line a device."""
    head = ["device", *COLUMNS.values()]
    rows = _rows(found)
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [
        "  ".join([row[0].ljust(widths[0]), *_right(row[1:], widths[1:])]) for row in [head, *rows]
    ]
    return "\n".join([*lines, "", NOTE])


def catalogue_page(found: dict[str, Any]) -> str:
    """The same table as a page."""
    title = "What every device reveals"
    rows = _rows(found)
    header = f"<header><h1>{title}</h1><p>{NOTE}</p></header>"
    listed = html_table(["device", *COLUMNS], rows)
    return document(title, f"{header}<section><h2>Devices</h2>{listed}</section>")


def _rows(found: dict[str, Any]) -> list[list[str]]:
    """Each device with its measures."""
    rows = []
    for name, facts in found.items():
        rows.append([name, *map(_cell, picked(facts["measures"], COLUMNS))])
    return rows


def _right(cells: list[str], widths: list[int]) -> list[str]:
    return [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]


def _cell(value: Any) -> str:
    """Four digits of a number, of the lower end of an enclosure."""
    from fractions import Fraction

    shown = value[0] if isinstance(value, list) else value
    return shown if shown == "oo" else f"{float(Fraction(shown)):.4g}"
