"""Tables of a page: the channel with its exact entries, and others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape

from rropt.certificate import WITHOUT_TABLE
from rropt.channel import Channel
from rropt.channel.block_design import number_of_bases
from rropt.design.answer import Answer
from rropt.design.problem import Orbit
from rropt.exact import text
from rropt.report.formulas import fraction, is_short, math_element
from rropt.report.words import lines_without_table, window_lines

MOST_ROWS = 64
MOST_COLUMNS = 16


def design_table(design: Answer) -> str:
    """The table, the orbits that it is kept as, or the words of a cut."""
    if design.certificate.kind in WITHOUT_TABLE:
        return _lines(lines_without_table(design))
    if design.table is None:
        return arrangements(list(map(_written, design.orbits)), number_of_bases(design.blocks))
    if design.problem.objective.numbers is not None and design.problem.levels is None:
        return _lines(window_lines(design)) + channel_table(design.table)
    return channel_table(design.table)


def _written(orbit: Orbit) -> list[list[tuple[str, int]]]:
    """The runs of each class, values as text."""
    found = []
    for runs in orbit.classes:
        found.append([(text(value), number) for value, number in runs])
    return found


def _lines(lines: Sequence[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def arrangements(orbits: Sequence[Sequence[Sequence[tuple[str, int]]]], blocks: int = 0) -> str:
    """How many truths of each class have which value, of a table too large to be written out.

    Of so many base blocks the moves alone are reported.
    """
    lines = [" | ".join(map(_runs, classes)) for classes in orbits]
    listed = "".join(f"<li>{line}</li>" for line in lines)
    among = " among the truths of each share" if any(len(each) > 1 for each in orbits) else ""
    said = f"Every arrangement of these patterns{among}, equally weighted:"
    if blocks:
        moved = f"the moves of {blocks} base blocks in the certificate"
        said = f"Balanced arrangements of these patterns{among}, {moved}:"
    return f"<p>{said}</p><ul>{listed}</ul>"


def _runs(runs: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{count} times {value}" for value, count in runs)


def channel_table(channel: Channel) -> str:
    """Rows are reports, columns truths; each entry exact and as a decimal."""
    heads = header_cells(["report \\ truth", *channel.truths[:MOST_COLUMNS]])
    lines = [
        f'<tr><th scope="row">{escape(label)}</th>'
        + "".join(map(_entry, row[:MOST_COLUMNS]))
        + "</tr>"
        for label, row in zip(channel.reports[:MOST_ROWS], channel.rows[:MOST_ROWS], strict=True)
    ]
    cut = channel.shape[0] > MOST_ROWS or channel.shape[1] > MOST_COLUMNS
    note = f"<p>Cut: {channel.shape[0]} reports, {channel.shape[1]} truths.</p>" if cut else ""
    return table_of(heads, "".join(lines), ' class="channel"') + note


def table_of(head: str, lines: str, attributes: str = "") -> str:
    """The cells of the head and the rows; it scrolls on a narrow screen, by keyboard too."""
    inside = f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody>"
    return f'<div class="wide" tabindex="0"><table{attributes}>{inside}</table></div>'


def _entry(entry: Fraction) -> str:
    shown = f'<span class="decimal">{six_digits(entry)}</span>'
    if is_short(entry) and entry.denominator != 1:
        shown = f"{math_element(fraction(entry))} {shown}"
    return f'<td data-exact="{text(entry)}">{shown}</td>'


def six_digits(entry: Fraction) -> str:
    """Behind the point, a half rounded up, as the button of the page expects them.

    >>> six_digits(Fraction(1, 3)), six_digits(Fraction(1, 128)), six_digits(Fraction(1))
    ('0.333333', '0.007813', '1.000000')
    """
    # floor(10^6 x + 1/2) in whole numbers: a double may round the other way.
    digits = f"{(2_000_000 * entry.numerator + entry.denominator) // (2 * entry.denominator):07d}"
    return f"{digits[:-6]}.{digits[-6:]}"


def header(title: str, *sentences: str) -> str:
    """The heading of a page, with what is said of it below."""
    said = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)
    return f"<header><h1>{escape(title)}</h1>{said}</header>"


def section(title: str, body: str) -> str:
    """A part of a page under its heading; nothing where it has no body."""
    return f"<section><h2>{escape(title)}</h2>{body}</section>" if body else ""


def simple_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose cells are HTML already."""
    return table_of(header_cells(heads), "".join(map(table_line, rows)))


def header_cells(heads: Sequence[str]) -> str:
    """The names of the columns."""
    return "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)


def table_line(cells: Iterable[str]) -> str:
    """A row of a table whose cells are HTML already.

    >>> table_line(["a", "1"])
    '<tr><td>a</td><td>1</td></tr>'
    """
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
