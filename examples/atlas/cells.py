"""A cell: one certified design, read from the store of the sweep, as a page shows and cites it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any

from examples.atlas.names import mechanism_name, sizes
from examples.atlas.questions import Question
from examples.atlas.statements import statements_of
from rropt import __version__
from rropt.bibliography import REFERENCES
from rropt.certificate import WITHOUT_TABLE, Certificate
from rropt.channel import Channel
from rropt.channel.block_design import BlockDesign
from rropt.checker import canonical_text, sha256
from rropt.closed import formula
from rropt.design.answer import Answer, simplify
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.privacy import LocalDP
from rropt.report.formulas import expression, math_element, number
from rropt.report.html_tables import design_table
from rropt.report.text import show
from rropt.sweep.recheck import question_differs

MOST_ENTRIES = 100
"""Of a table that a cell shows; a larger one is in its certificate."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """What the pages say of a cell; nothing of it is beside its checked certificate."""

    key: str
    """Of its BibTeX entry."""

    anchor: str
    level: str
    """The epsilon as it was asked."""

    section: str
    """Its part of the page of its question."""

    text: str
    """What the search sees."""

    bibtex: str
    mechanism: str
    epsilon: float
    sizes: tuple[int, ...]
    """How many truths a report stands for, the sizes that occur."""

    reports: int
    """Those that occur; 0 for a mechanism that is not written out."""


@dataclass(frozen=True)
class Line:
    """A question with its cells, from the smallest epsilon to the largest."""

    question: Question
    cells: tuple[Cell, ...]


def anchor_of(level: str) -> str:
    """Where on its page the cell of a level stands.

    >>> anchor_of("ln(3)"), anchor_of("3/2")
    ('epsilon-ln-3', 'epsilon-3-2')
    """
    words = "".join(sign if sign.isalnum() else " " for sign in level)
    return "-".join(["epsilon", *words.split()])


def answer_of(question: Question, level: str, row: Row, certificate: Certificate) -> Answer:
    """The design of a row, its certificate verified and about this question; else refused."""
    verdict = certificate.check()
    if verdict.status:
        raise InputError(f"cell {row['cell']} must hold a proof, got one that is {verdict}")
    asked = {**question.options, "objective": question.objective, "epsilon": level}
    asked |= {"outputs": "any", "denominator": "none"}
    channel = None if row["channel"] is None else json.loads(row["channel"])
    other = question_differs(asked, certificate.data, channel)
    if other is not None:
        raise InputError(f"cell {row['cell']} must answer its question, got another {other}")
    blocks = certificate.data.get("blocks")
    return Answer(
        problem=Problem(LocalDP(level), question.goal()),
        value=_number(row["exact_value"]),
        bound=_number(row["exact_bound"]),
        certificate=certificate,
        table=None if channel is None else Channel.from_rows(channel),
        blocks=None if blocks is None else BlockDesign.stated(blocks),
    )


def _number(said: str) -> CertifiedNumber:
    """A number as the store writes it: exact, an enclosure, or infinite."""
    if said == "oo":
        return CertifiedNumber.of(float("inf"))
    if not said.startswith("["):
        return CertifiedNumber.of(Fraction(said))
    low, high = json.loads(said)
    return simplify((Fraction(low), Fraction(high)))


def cell_of(question: Question, level: str, row: Row, certificate: Certificate) -> Cell:
    """The cell of a question at a level."""
    answer = answer_of(question, level, row, certificate)
    name, anchor = mechanism_name(answer), anchor_of(level)
    key = f"rropt-atlas-{question.name}-{anchor}"
    digest = sha256(canonical_text(certificate.data))
    bibtex = _bibtex(key, question, level, name, answer, digest)
    statements = statements_of(question, level)
    section = _section(anchor, level, answer, name, statements, bibtex, digest)
    words = [f"epsilon = {level}", name, show(answer.value), *statements, key]
    return Cell(
        key=key,
        anchor=anchor,
        level=level,
        section=section,
        text=". ".join(words),
        bibtex=bibtex,
        mechanism=name,
        epsilon=row["epsilon"],
        sizes=sizes(answer),
        reports=0 if answer.table is None else sum(any(row) for row in answer.table.rows),
    )


def _section(
    anchor: str,
    level: str,
    answer: Answer,
    name: str,
    statements: tuple[str, ...],
    bibtex: str,
    digest: str,
) -> str:
    lines = {
        "mechanism": f'<b class="mechanism">{escape(name)}</b>',
        "value": math_element(number(answer.value)),
        "proved bound": math_element(number(answer.bound)),
        "formula": _formula(answer),
        "statement for all": _links(statements),
        "SHA-256": f'<code class="sha256">{digest}</code>',
    }
    facts = "".join(f"<dt>{head}</dt><dd>{said}</dd>" for head, said in lines.items() if said)
    return (
        f'<section class="cell" id="{anchor}"><h2>ε = {escape(level)}</h2><dl>{facts}</dl>'
        f"{_table(answer)}"
        '<p><button type="button">Check this proof here</button> <output></output></p>'
        f"<details><summary>Cite</summary><pre>{escape(bibtex)}</pre></details>"
        f"{_embedded(answer.certificate)}</section>"
    )


def _formula(answer: Answer) -> str:
    """The closed form that is the certified value; empty where none is known."""
    form = formula(answer)
    return "" if form is None else math_element(expression(form.expression), block=True)


def _links(statements: tuple[str, ...]) -> str:
    places = ((name, name.replace("/", "-")) for name in statements)
    return ", ".join(f'<a href="statements.html#{at}">{escape(name)}</a>' for name, at in places)


def _table(answer: Answer) -> str:
    if answer.table is None and answer.certificate.kind not in WITHOUT_TABLE:
        return ""
    if answer.table is not None and len(answer.table.rows) * answer.table.shape[1] > MOST_ENTRIES:
        return ""
    table = f'<div class="wide" tabindex="0">{design_table(answer)}</div>'
    return f"<details><summary>The table</summary>{table}</details>"


def _embedded(certificate: Certificate) -> str:
    """The canonical text of the certificate, which nothing in it can end."""
    text = canonical_text(certificate.data)
    if "<" in text:
        raise InputError("certificate must be text without <, which would end its place in a page")
    return f'<script type="application/json">{text}</script>'


def _bibtex(
    key: str, question: Question, level: str, name: str, answer: Answer, digest: str
) -> str:
    source = REFERENCES["rropt"]
    return "\n".join(
        [
            f"@misc{{{key},",
            f"  author = {{{{{source.authors}}}}},",
            f"  title = {{{question.title}, at epsilon = {level}: {name}}},",
            "  howpublished = {Atlas of certified optimal mechanisms, "
            f"rropt {__version__}, {question.name}.html#{anchor_of(level)}}},",
            f"  year = {{{source.year}}},",
            f"  note = {{Value {show(answer.value)}; certificate SHA-256 {digest}}}",
            "}",
        ]
    )
