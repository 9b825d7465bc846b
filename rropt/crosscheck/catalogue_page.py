"""The catalogue as lines of a table, and as a page: numbers, differences, times, reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from itertools import chain
from math import isfinite

from rropt.crosscheck.all_routes import ROUTES
from rropt.crosscheck.crosschecking import CERTIFICATE, RouteTable, Row
from rropt.crosscheck.question_catalogue import Compared

NAMES = (CERTIFICATE, *ROUTES)
WIDTHS = (74, 24, 2, 4, 16, *(14 for _ in ROUTES))
"""With the first one the priors of four truths are whole: without them rows look alike."""

HEAD = ("objective", "privacy", "k", "out", *NAMES)

COMPARED = ((CERTIFICATE, "symbolic"), (CERTIFICATE, "numeric"), ("symbolic", "numeric"))
"""The routes whose differences stand in columns of their own."""

STYLE = """
body{font:15px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1d21;background:#fff}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;border-bottom:1px solid #d5d9df;text-align:left;vertical-align:top}
th{position:sticky;top:0;background:#f1f3f6}.silent{color:#5a6069;font-size:.86rem}
.disagree{color:#a3231f;font-weight:600}
"""


def head() -> str:
    """The names of the columns: after the certified value the differences from it."""
    return _aligned(HEAD)


def line(one: Compared) -> str:
    """One line: the question, the certified value, and by how much each route differs."""
    rows = {row.route: row for row in one.rows}
    cells = [*_question(one), _number(rows.get(CERTIFICATE))]
    cells += [_difference(rows.get(name)) for name in ROUTES]
    return _aligned(cells) + (f"  DISAGREE: {one.disagreement}" if one.disagreement else "")


def totals(found: Sequence[Compared]) -> str:
    """How many cells and routes there are, and how many disagree."""
    spoke = Counter(row.route for row in chain.from_iterable(one.rows for one in found))
    wrong = sum(bool(one.disagreement) for one in found)
    routes = ", ".join(f"{name} {spoke[name]}" for name in NAMES)
    return f"{len(found)} cells, {wrong} disagree; answered by: {routes}"


def catalogue_page(
    found: Sequence[Compared], demands: Mapping[str, RouteTable] | None = None
) -> str:
    """The cells, and the demands B(h) of criteria, as a page without anything from elsewhere."""
    pairs = tuple(f"{one} - {other}" for one, other in COMPARED)
    top = ("objective", "privacy", "k", "reports", *NAMES, *pairs, "farthest two")
    heads = "".join(f"<th>{escape(name)}</th>" for name in top)
    body = "".join(_page_row(one) for one in found)
    title = "Every objective by every route"
    bounds = _demand_table(demands or {})
    said = f"<p>{escape(totals(found))}.</p>"
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>{said}"
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>{bounds}"
        "</body></html>\n"
    )


def _demand_table(demands: Mapping[str, RouteTable]) -> str:
    """The parity bound of every criterion by every route."""
    if not demands:
        return ""
    names = ("criterion", "h(p)", CERTIFICATE, "symbolic", "numeric")
    heads = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(_demand_row(name, routes) for name, routes in demands.items())
    return f"<h2>Parity bounds B(h)</h2><table><thead><tr>{heads}</tr></thead>{body}</table>"


def _demand_row(name: str, routes: RouteTable) -> str:
    rows = {row.route: row for row in routes.rows}
    cells = [escape(name), escape(str(routes.asked))]
    for route in (CERTIFICATE, "symbolic", "numeric"):
        cells.append(_page_cell(rows.get(route), routes.silent.get(route, "")))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _page_row(one: Compared) -> str:
    rows = {row.route: row for row in one.rows}
    cells = [escape(cell) for cell in _question(one)]
    level = escape(one.cell.privacy.describe())
    if level != cells[1]:
        cells[1] += f'<br><span class="silent">{level}</span>'
    cells += [_page_cell(rows.get(name), one.silent.get(name, "")) for name in NAMES]
    cells += [
        f"{one.differences[pair]:.1e}" if pair in one.differences else "" for pair in COMPARED
    ]
    cells.append(_farthest(one))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _page_cell(row: Row | None, reason: str) -> str:
    if row is None:
        return f'<span class="silent">{escape(reason)}</span>'
    exact = "" if row.exact is None or row.route == CERTIFICATE else escape(row.exact)
    said = f'<br><span class="silent">{exact[:120]}</span>' if exact else ""
    accuracy = f"{escape(row.accuracy)}, {row.seconds:.3f} s"
    return f'{row.number:.10g}<br><span class="silent">{accuracy}</span>{said}'


def _farthest(one: Compared) -> str:
    """The two routes that are farthest apart; a bound from one side is none of them."""
    if one.disagreement:
        return f'<span class="disagree">{escape(one.disagreement[:300])}</span>'
    if not one.differences:
        return ""
    (first, second), apart = max(one.differences.items(), key=lambda item: item[1])
    return f"{apart:.1e}<br><span class='silent'>{escape(first)}, {escape(second)}</span>"


def _question(one: Compared) -> list[str]:
    asked = one.cell.asked
    outputs = "any" if asked.outputs is None else str(asked.outputs)
    return [asked.objective.phrase(), one.cell.kind, str(one.cell.truths), outputs]


def _number(row: Row | None) -> str:
    return "-" if row is None else f"{row.number:.10g}"


def _difference(row: Row | None) -> str:
    if row is None:
        return "-"
    return f"{row.difference:+.1e}" if isfinite(row.difference) else "one-sided"


def _aligned(cells: Sequence[str]) -> str:
    padded = (cell[:width].ljust(width) for cell, width in zip(cells, WIDTHS, strict=True))
    return " ".join(padded).rstrip()
