"""Reports of a design for a reader: plain text in 80 columns."""

from __future__ import annotations

import math

from rropt.channel import Channel
from rropt.design import Design
from rropt.design.design import Value, ends
from rropt.exact import text

DIGITS = 10


def design_text(design: Design, saved: str | None = None) -> str:
    """What `rropt design` prints."""
    problem = design.problem
    outputs = "any number of reports" if problem.outputs is None else f"{problem.outputs} reports"
    lines = [
        f"optimal design for {problem.objective.label}, {problem.privacy.describe()}, {outputs}",
        "",
        *_table(design),
        "",
        f"value  {show(design.value)}",
        f"bound  {show(design.bound)}   (proved for every private table)",
        f"gap    {show(design.gap)}",
    ]
    if design.closed_form is not None:
        lines.append(f"closed form  {design.closed_form}")
    lines += [f"note   {note}" for note in design.notes]
    lines += ["", _certificate(saved)]
    return "\n".join(lines)


def _certificate(saved: str | None) -> str:
    if saved is None:
        return "certified; --save FILE keeps the certificate, rropt check FILE verifies it"
    return f"certificate saved; verify it with: rropt check {saved}"


def _table(design: Design) -> list[str]:
    if design.table is None:
        runs = [
            "  " + ", ".join(f"{count} x {text(value)}" for value, count in orbit.runs)
            for orbit in design.orbits
        ]
        return ["every arrangement of the pattern, equally weighted:", *runs]
    return channel_lines(design.table)


def channel_lines(channel: Channel) -> list[str]:
    """The table with labels, as fractions where they are short, and as decimals."""
    cells = [["report \\ truth", *channel.truths]]
    for label, row in zip(channel.reports, channel.rows, strict=True):
        cells.append([label, *(_cell(entry) for entry in row)])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    ]


def _cell(entry: object) -> str:
    fraction = str(entry)
    decimal = f"{float(fraction_value(entry)):.6f}"
    return f"{fraction} = {decimal}" if len(fraction) <= 9 and "/" in fraction else decimal


def fraction_value(entry: object) -> float:
    """A float for showing only."""
    return float(entry)  # type: ignore[arg-type]


def show(value: Value) -> str:
    """An exact value with its decimal, or an enclosure by its decimals."""
    if value == math.inf:
        return "infinite"
    lo, hi = ends(value)
    if lo != hi:
        return f"{float(lo):.{DIGITS}g} .. {float(hi):.{DIGITS}g}"
    short = text(lo)
    decimal = f"{float(lo):.{DIGITS}g}"
    if "/" not in short or len(short) > 30:
        return short if "/" not in short and len(short) <= 30 else decimal
    return f"{short} = {decimal}"
