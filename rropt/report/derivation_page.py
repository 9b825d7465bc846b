"""A piecewise optimum as a page: its formulas set, its regions, its proof, what is undecided."""

from __future__ import annotations

from html import escape
from typing import Any

from rropt.report.formulas import math_element
from rropt.report.html import document
from rropt.report.html_tables import simple_table


def derivation_page(answer: Any) -> str:
    """One page without anything from elsewhere; formulas in MathML."""
    title = f"{answer.reported}: the optimum in formulas"
    body = [f"<h1>{escape(title)}</h1>", f"<p>For {escape(str(answer.box))}.</p>"]
    for number, piece in enumerate(answer.pieces, start=1):
        body.append(f"<section><h2>Piece {number}</h2>{_piece(piece)}</section>")
    body.append(f"<section><h2>Proof</h2>{_proof(answer)}</section>")
    body.append(f"<section><h2>In full</h2><pre>{escape(str(answer))}</pre></section>")
    return document(title, "".join(body))


def _piece(piece: Any) -> str:
    conditions = [_set(relation) for relation in piece.region.relations]
    where = " and ".join(conditions) or "everywhere in the box"
    value = _set(piece.value, block=True)
    return f'<div class="wide">{value}</div><p class="wide">where {where}</p>'


def _proof(answer: Any) -> str:
    """Whether the pieces cover the box, and the parts where that is not known."""
    said = "proved" if answer.proved else "not proved"
    lines = [f"<p>That the pieces cover the box is {said}: {escape(answer.cover.method)}.</p>"]
    if answer.undecided:
        parts = [[escape(str(part))] for part in answer.undecided]
        lines.append(simple_table(["Undecided"], parts))
    return "".join(lines)


def _set(formula: Any, block: bool = False) -> str:
    from sympy import mathml

    return math_element(mathml(formula, printer="presentation"), block)
