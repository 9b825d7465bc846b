"""The verdicts as pages: errata first, a table for each paper, every claim with what it rests on.

Each page is one self-contained file. What a claim says is its docstring and its goals as they are
decided: the formula is the statement that was proved or refuted, not a paraphrase.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from rropt.report.html import document, simple_table
from rropt.report.mathml import expression, math_element

from . import verdicts
from .claims import Record, Statement
from .goals.base import Goal
from .papers import claim_of

LONGEST_FORMULA = 240
KINDS = ("proved", "proved-under", "refuted", "undecided", "not-mathematical")
GRADES = {
    "A": "identities expanded to zero, or the sign of a constant",
    "B": "polynomial certificates, verified by the independent checker",
    "C": "exact linear programs with rational solutions or Farkas certificates",
    "D": "every case of a finite statement, in exact arithmetic",
    "E": "ball arithmetic on boxes that cover the domain",
    "F": "a schema (induction, summation) whose obligations are proved above",
    "G": "z3 and cvc5, which agree that the negation has no solution",
    "H": "one of z3 and cvc5",
}


def write(records: Sequence[Record], folder: str) -> list[Path]:
    """index.html and one page a paper; the paths written."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    by_paper: dict[str, list[Record]] = {}
    for record in records:
        by_paper.setdefault(record["id"].partition("/")[0], []).append(record)
    pages = {"index": index(by_paper)}
    pages |= {paper: paper_page(paper, own) for paper, own in by_paper.items()}
    for name, page in pages.items():
        (place / f"{name}.html").write_text(page, encoding="utf-8")
    return [place / f"{name}.html" for name in pages]


def index(by_paper: Mapping[str, Sequence[Record]]) -> str:
    """Counts by paper, then everything that is wrong as printed."""
    rows = [
        [f'<a href="{paper}.html">{paper}</a>', str(len(own))]
        + [str(sum(r["verdict"] == kind for r in own)) for kind in KINDS]
        for paper, own in by_paper.items()
    ]
    body = [
        "<header><h1>Verdicts</h1><p>Every checkable statement of the papers, decided by "
        "machine.</p></header><section><h2>By paper</h2>",
        simple_table(["paper", "statements", *KINDS], rows),
        "</section><section><h2>Errata</h2>",
        *(_errata(paper, own) for paper, own in by_paper.items()),
        f"</section><section><h2>Grades</h2>{_grades()}</section>",
    ]
    return document("Verdicts", "".join(body))


def paper_page(paper: str, records: Sequence[Record]) -> str:
    """One paper: errata, the table, each claim."""
    rows = [
        [
            f'<a href="#{_anchor(r["id"])}">{escape(r["id"])}</a>',
            _verdict(r),
            escape(r["grade"] or ""),
            escape(r["method"] or ""),
        ]
        for r in records
    ]
    body = [
        f'<nav><a href="index.html">all papers</a></nav><header><h1>{escape(paper)}</h1></header>',
        f"<section><h2>Errata</h2>{_errata(paper, records)}</section>",
        '<section class="claims"><h2>Statements</h2>',
        simple_table(["id", "verdict", "grade", "method"], rows),
        "</section><section><h2>Each statement</h2>",
        *map(_claim, records),
        "</section>",
    ]
    return document(f"Verdicts: {paper}", "".join(body))


def _errata(paper: str, records: Sequence[Record]) -> str:
    """What is false as printed, then what needs a hypothesis."""
    found = [r for kind in ("refuted", "proved-under") for r in records if r["verdict"] == kind]
    if not found:
        return f"<p>{escape(paper)}: nothing found.</p>"
    items = "".join(f"<li>{_erratum(paper, r)}</li>" for r in found)
    return f"<h3>{escape(paper)}</h3><ul>{items}</ul>"


def _erratum(paper: str, record: Record) -> str:
    link = f'<a href="{paper}.html#{_anchor(record["id"])}">{escape(record["id"])}</a>'
    if record["verdict"] == "refuted":
        return (
            f"{link} is false as printed. Counterexample: "
            f"{_witness(record)}. Proved: {escape(record['corrected'])}"
        )
    return f"{link} needs: {escape(record['assuming'])}."


def _claim(record: Record) -> str:
    """Statement, verdict, method, counterexample, what it rests on."""
    rows = [
        ("says", _says(record["id"])),
        ("verdict", _verdict(record)),
        ("grade", escape(_graded(record["grade"]))),
        ("method", escape(record["method"] or "")),
        ("scope", escape(record["scope"] or "")),
        ("assuming", escape(record["assuming"] or "")),
        ("counterexample", _witness(record)),
        ("corrected", escape(record["corrected"] or "")),
        ("rests on", escape(_rests(record))),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{body}</dd>" for name, body in rows if body)
    return f'<h3 id="{_anchor(record["id"])}">{escape(record["id"])}</h3><dl>{listed}</dl>'


def _witness(record: Record) -> str:
    """The counterexample; what VERDICTS.md sets between backticks is set as code."""
    if not record["witness"]:
        return ""
    words = escape(verdicts.shown(record["witness"]).replace("\\|", "|"))
    return re.sub("`([^`]*)`", r"<code>\1</code>", words)


def _says(name: str) -> str:
    """The docstring, and each goal as a formula."""
    claim = claim_of(name)
    if claim is None:
        return ""
    words = " ".join((claim.function.__doc__ or "").split())
    statement: Statement = claim.statement()
    note = [f"<div>{escape(text)}</div>" for text in (words, statement.note) if text]
    return "".join([*note, *(f"<div>{_goal(goal)}</div>" for goal in statement.goals)])


def _goal(goal: Goal) -> str:
    """A goal for a reader: its label, or its formula with its hypotheses."""
    formula: Any = getattr(goal, "conclusion", None)
    if formula is not None:
        under = ", ".join(map(str, getattr(goal, "hypotheses", ())))
        where = f" where <code>{escape(under)}</code>" if under else ""
        return _formula(formula) + where
    if hasattr(goal, "printed"):
        return f"{_formula(getattr(goal, 'expression', ''))} is printed as {goal.printed}"
    if hasattr(goal, "schema"):
        parts = "".join(f"<li>{_goal(part)}</li>" for part in getattr(goal, "goals", ()))
        return f"{escape(goal.schema)}<ul>{parts}</ul>"
    facts = "".join(f"<li>{_goal(fact)}</li>" for fact in getattr(goal, "facts", ()))
    return escape(goal.label) + (f"<ul>{facts}</ul>" if facts else "")


def _formula(formula: Any) -> str:
    words = str(formula)
    if len(words) > LONGEST_FORMULA:
        return f"<code>{escape(words)}</code>"
    try:
        return math_element(expression(formula))
    except (AttributeError, TypeError, ValueError):
        return f"<code>{escape(words)}</code>"


def _rests(record: Record) -> str:
    """How much evidence there is, and how many false variants the same method refused."""
    parts = [entry for part in record["steps"].values() for entry in part]
    pieces = [piece for entry in parts for piece in entry.get("proof", ())]
    stored = sum("kind" in piece for piece in pieces)
    cases = sum(piece.get("cases", 0) for piece in pieces)
    said = [
        f"{len(parts)} goals" if len(parts) != 1 else "1 goal",
        f"{stored} stored certificates" if stored else "",
        f"{cases} cases" if cases else "",
        f"{record['near']} near misses refused" if record["near"] else "",
    ]
    return ", ".join(part for part in said if part) if parts else ""


def _graded(grade: str | None) -> str:
    return f"{grade}: {GRADES[grade]}" if grade else ""


def _grades() -> str:
    rows = [[grade, escape(meaning)] for grade, meaning in GRADES.items()]
    return f'<div class="claims">{simple_table(["grade", "rests on"], rows)}</div>'


def _verdict(record: Record) -> str:
    return f'<b class="{record["verdict"]}">{record["verdict"]}</b>'


def _anchor(name: str) -> str:
    return name.replace("/", "-")
