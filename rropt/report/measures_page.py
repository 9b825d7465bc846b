"""What a table reveals, as one page: every measure, what each report says, both curves.

Or every device of the catalogue, at the parameters of its example.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
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
from rropt.report.html_tables import header, header_cells, section, table_line, table_of
from rropt.report.picture import tradeoff_region

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
    tests = f"<figure>{tradeoff_region([*corners, (1.0, 0.0)])}</figure>"
    body = [
        header(title, about, found.words),
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
    return document(title, header(title, *said.splitlines()) + tables)


def formulas_page() -> str:
    """Every measure with its formula and its source.

    >>> "sum |p - q| / 2" in formulas_page()
    True
    """
    title = "What a table reveals: every measure"
    rows = [(measure.name, measure.formula, measure.source) for measure in every_measure()]
    listed = html_table(["measure", "formula", "source"], rows, "words")
    return document(title, header(title) + section("Measures", listed))


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
    body = "".join(table_line(map(escape, row)) for row in listed)
    return table_of(header_cells(heads), body, f' class="{holds}"')


def _wide(table: str) -> str:
    """A table that scrolls on a narrow screen."""
    return f'<div class="wide" tabindex="0">{table}</div>'


def _corners(heads: Sequence[str], points: Sequence[tuple[Any, Any]]) -> str:
    shown = html_table(heads, [[text(x), text(y)] for x, y in points[:MOST_CORNERS]])
    left = len(points) - MOST_CORNERS
    return shown + (f"<p>and {left} corners more, in the JSON</p>" if left > 0 else "")


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
    listed = html_table(["device", *COLUMNS], _rows(found))
    return document(title, header(title, NOTE) + section("Devices", listed))


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
    shown = value[0] if isinstance(value, list) else value
    return shown if shown == "oo" else f"{float(Fraction(shown)):.4g}"
