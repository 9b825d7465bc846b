"""A figure or table of the papers, recomputed, or one of the field's own.

The extension of -o says the format: .png, .svg or .pdf. --json prints the data. Without either
a summary of the data is printed.

examples:
  rropt figure --list
  rropt figure holohan-1 -o holohan-1.svg
  rropt figure sun-table-2
  rropt figure variance --prior 1/10 -o variance.svg
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from rropt.cli.common import VerbResult
from rropt.cli.options import Option
from rropt.exact import InputError

OWN_OUTPUT = True


PARAMETERS = ("prior", "epsilon", "gamma", "delta", "truths", "points")
OPTIONS = ("name", "list")


def own_options() -> list[Option]:
    """What some figures take; each says what it does not."""
    return [Option(name, name.upper(), "of figures that take it") for name in PARAMETERS]


def run(args: argparse.Namespace) -> VerbResult:
    """The data, drawn when -o is given."""
    from rropt.figures import figure

    if args.list:
        return _list()
    if args.name is None:
        raise InputError("NAME must be given; rropt figure --list names the figures")
    found = figure(args.name)
    given = {name: getattr(args, name) for name in PARAMETERS if getattr(args, name) is not None}
    data = found.data(**given)
    if args.output is not None:
        found.save(args.output, data)
        return VerbResult(data, f"{found.name}: {found.title}, drawn in {args.output}")
    if isinstance(data.get("rows"), list):
        return VerbResult(data, _listed(data))
    return VerbResult(data, _table(data) if "rows" in data else _summary(data))


def _list() -> VerbResult:
    from rropt.figures import figures

    known = {name: found.title for name, found in figures().items()}
    text = "\n".join(f"{name:<17} {title}" for name, title in known.items())
    return VerbResult({"figures": known}, text)


def _listed(data: dict[str, Any]) -> str:
    """Rows of numbers, each under its name."""
    head = [name.replace("_", " ") for name in data["rows"][0]]
    rows = [[f"{value:.6g}" for value in row.values()] for row in data["rows"]]
    return "\n".join([f"{data['figure']}: {data['title']}", "", *_aligned([head, *rows])])


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A line for each row, columns to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in rows]


def _table(data: dict[str, Any]) -> str:
    """The recomputed numbers, and what the paper prints otherwise."""
    head = [data["corner"], *data["columns"]]
    rows = [[name, *values] for name, values in data["rows"].items()]
    lines = [f"{data['figure']}: {data['title']}", "", *_aligned([head, *rows])]
    wrong = [
        f"{cell['row']}, {cell['column']}: the paper prints {cell['printed']}"
        for cell in data["printed_otherwise"]
    ]
    return "\n".join([*lines, "", *(wrong or ["every cell is as printed in the paper"])])


def _summary(data: dict[str, Any]) -> str:
    """The names of the series with their sizes; -o draws them, --json prints them."""
    lines = [f"{data['figure']}: {data['title']}", ""]
    for name, value in data.items():
        if name not in ("figure", "title"):
            lines.append(f"  {name:<12} {_size(value)}")
    return "\n".join([*lines, "", "-o FILE.png, .svg or .pdf draws it; --json prints the data"])


def _size(value: Any) -> str:
    if isinstance(value, list) and len(value) > 6:
        ends = f" from {value[0]:.4g} to {value[-1]:.4g}" if isinstance(value[0], float) else ""
        return f"{len(value)} values{ends}"
    if isinstance(value, dict):
        names = ", ".join(map(str, value))
        return names if len(names) <= 60 else f"{len(value)} series"
    shown = str(value)
    return shown if len(shown) <= 60 else f"{len(value)} entries"
