"""Every device of the catalogue, at the parameters of its example, by every measure."""

from __future__ import annotations

from typing import Any

from rropt.devices.catalogue import at_example, catalogue
from rropt.devices.model import Device
from rropt.devices.writing import plain
from rropt.measures import measures
from rropt.report.html import document
from rropt.report.measures_page import html_table

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
    return [
        [name, *(_cell(facts["measures"][measure]) for measure in COLUMNS)]
        for name, facts in found.items()
    ]


def _right(cells: list[str], widths: list[int]) -> list[str]:
    return [cell.rjust(width) for cell, width in zip(cells, widths, strict=True)]


def _cell(value: Any) -> str:
    """Four digits of a number, of the lower end of an enclosure."""
    from fractions import Fraction

    shown = value[0] if isinstance(value, list) else value
    return shown if shown == "oo" else f"{float(Fraction(shown)):.4g}"
