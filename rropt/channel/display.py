"""How a table is printed: aligned text, HTML and LaTeX.

Long fractions are shown as rounded decimals after a tilde, and large tables are cut after `LINES`
rows and columns, saying so; the exact entries are in the channel.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from rropt.exact import Table

LONGEST = 24
LINES = 20
WIDTH = 80


def plain(rows: Table, reports: Sequence[str], truths: Sequence[str]) -> str:
    """Aligned cells under a line that says the size.

    >>> print(plain(((Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(0))), "ab", "01"))
    Channel, 2 reports x 2 truths
           0  1
      a  1/2  1
      b  1/2  0
    """
    head = f"Channel, {len(rows)} reports x {len(truths)} truths"
    return "\n".join([head, *plain_lines(rows, reports, truths)])


def plain_lines(
    rows: Table, reports: Sequence[str], truths: Sequence[str], more: bool = False
) -> list[str]:
    """The aligned cells; `more` says that these are the first rows of a longer table."""
    return [f"  {line}" for line in aligned(_narrow(rows, reports, truths, more))]


def aligned(
    lines: Sequence[Sequence[str]], justified: Callable[[str, int], str] = str.rjust
) -> list[str]:
    """Cells in columns, two apart: to the right, or with `str.ljust` to the left.

    >>> aligned([["a", "10"], ["bc", "2"]]), aligned([["a", "10"], ["bc", "2"]], str.ljust)
    ([' a  10', 'bc   2'], ['a   10', 'bc  2'])
    """
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(map(justified, line, widths)).rstrip() for line in lines]


def _narrow(
    rows: Table, reports: Sequence[str], truths: Sequence[str], more: bool
) -> list[list[str]]:
    """The cells with twelve digits, or with six where the lines would be too long."""
    table = _cells(rows, reports, truths, more)
    width = sum(2 + max(map(len, column)) for column in zip(*table, strict=True))
    return table if width <= WIDTH else _cells(rows, reports, truths, more, digits=6)


def html(rows: Table, reports: Sequence[str], truths: Sequence[str], more: bool = False) -> str:
    """One HTML table with labels; `more` as above."""
    head, *body = _cells(rows, reports, truths, more)
    top = "".join(f"<th>{_escape(cell)}</th>" for cell in ("report \\ truth", *head[1:]))
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(map(_line, body))}</tbody></table>"


def _line(cells: Sequence[str]) -> str:
    """A line of an HTML table, its label in front."""
    label, *entries = map(_escape, cells)
    shown = "".join(f"<td>{entry}</td>" for entry in entries)
    return f"<tr><th>{label}</th>{shown}</tr>"


def html_facts(title: str, facts: Iterable[tuple[str, str]], more: str = "") -> str:
    """What notebooks show of a result: its title, a line for each fact, and a table or two.

    >>> html_facts("a & b", [("n", "3")])
    '<p><b>a &amp; b</b></p><table><tbody><tr><th>n</th><td>3</td></tr></tbody></table>'
    """
    lines = [f"<tr><th>{_escape(name)}</th><td>{_escape(said)}</td></tr>" for name, said in facts]
    table = f"<table><tbody>{''.join(lines)}</tbody></table>" if lines else ""
    return f"<p><b>{_escape(title)}</b></p>{table}{more}"


def latex(rows: Table) -> str:
    """A matrix of fractions."""
    lines = r" \\ ".join(" & ".join(map(_latex, row)) for row in rows)
    return rf"$\begin{{pmatrix}}{lines}\end{{pmatrix}}$"


def _cells(
    rows: Table, reports: Sequence[str], truths: Sequence[str], more: bool, digits: int = 12
) -> list[list[str]]:
    """The table with its labels as words, cut where it is large."""
    table = [["", *_cut(list(truths))]]
    for label, row in zip(reports[:LINES], rows[:LINES], strict=True):
        table.append([label, *_cut([_entry(entry, digits) for entry in row[: LINES + 1]])])
    if more or len(rows) > LINES:
        table.append(["..."] * len(table[0]))
    return table


def _cut(words: list[str]) -> list[str]:
    return words if len(words) <= LINES else [*words[:LINES], "..."]


def _entry(value: Fraction, digits: int) -> str:
    exact = str(value) if value.denominator < 10**LONGEST else ""
    return exact if 0 < len(exact) <= 2 * digits else f"~{float(value):.{digits}g}"


def _escape(label: str) -> str:
    return label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _latex(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"
