"""The verdicts as pages: errata by rank first, a table for each paper, every claim with what it
rests on.

Each page is one self-contained file. A claim stands in our words with its formulas typeset, then
with its goals as they are decided: the formula is the statement that was proved or refuted. A
search field and the menus above a table hide the rows that do not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from rropt.report.formulas import expression, math_element
from rropt.report.html import document
from rropt.report.html_tables import simple_table

from . import verdicts
from .bibliography import PAPERS, place, words
from .claims import Record, Statement
from .errata import RANKS, by_text, ranked
from .general.catalogue import LEMMAS
from .general.lemma import accepted
from .goals.base import GRADE_MEANINGS, Goal
from .kernel.accepted import file_of_theorem
from .papers import claim_of
from .typeset import paragraph
from .typeset_prose import coded, prose
from .verdicts import UNPROVED

LONGEST_FORMULA = 240
KINDS = ("proved", "proved-under", "refuted", "vacuous", "undecided", "not-mathematical")
EVIDENCE = ("kernel", "machine", *UNPROVED)
SEARCH = """
<script>
const wanted = (id) => document.getElementById(id).value.toLowerCase();
function choose() {
  for (const row of document.querySelectorAll(".claims tbody tr")) {
    const text = row.textContent.toLowerCase();
    const marks = [...row.querySelectorAll("b")].map((b) => b.className);
    row.hidden = !(text.includes(wanted("search")) &&
      ["verdict", "evidence"].every((m) => !wanted(m) || marks.includes(wanted(m))));
  }
}
for (const id of ["search", "verdict", "evidence"])
  document.getElementById(id).addEventListener("input", choose);
</script>
"""


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
    """The papers in full, counts, then everything that is wrong as printed by rank."""
    every = [r for own in by_paper.values() for r in own]
    kinds = [kind for kind in KINDS if any(r["verdict"] == kind for r in every)]
    rows = [
        [f'<a href="{paper}.html">{paper}</a>', str(len(own)), *_counted(own, kinds)]
        for paper, own in by_paper.items()
    ]
    heads = ["paper", "statements", *kinds, "cited only", "argued only"]
    body = [
        "<header><h1>Verdicts</h1><p>Every checkable statement of the papers, decided by "
        "machine.</p></header><section><h2>The papers</h2><ul>",
        *(f"<li>{_cited(paper)}</li>" for paper in by_paper),
        "</ul></section><section><h2>By paper</h2>",
        simple_table(heads, rows),
        "<p>What is only cited or argued is not counted as proved or refuted.</p>",
        "</section><section><h2>Errata</h2>",
        _errata(every),
        f"</section><section><h2>Grades</h2>{_grades()}</section>",
    ]
    return document("Verdicts", "".join(body))


def _counted(own: Sequence[Record], kinds: Sequence[str]) -> list[str]:
    sure = [r for r in own if r["evidence"] not in UNPROVED]
    counts = [sum(r["verdict"] == kind for r in sure) for kind in kinds]
    apart = [sum(r["evidence"] == rests for r in own) for rests in UNPROVED]
    return [str(n) for n in (*counts, *apart)]


def _cited(paper: str) -> str:
    return paragraph(PAPERS[paper].cited()) if paper in PAPERS else escape(paper)


def paper_page(paper: str, records: Sequence[Record]) -> str:
    """One paper: errata, the table with its search field, each claim."""
    rows = [
        [
            f'<a href="#{_anchor(r["id"])}">{escape(r["id"])}</a>',
            _verdict(r),
            _evidence(r),
            escape(r["grade"] or ""),
            paragraph(place(r["id"])),
        ]
        for r in records
    ]
    heads = ["id", "verdict", "evidence", "grade", "where"]
    body = [
        f'<nav><a href="index.html">all papers</a></nav><header><h1>{escape(paper)}</h1>'
        f"<p>{_cited(paper)}</p></header>",
        f"<section><h2>Errata</h2>{_errata(records)}</section>",
        f'<section class="claims"><h2>Statements</h2>{_menus()}',
        simple_table(heads, rows),
        f"</section><section><h2>Grades</h2>{_grades()}</section>",
        "<section><h2>Each statement</h2>",
        *map(_claim, records),
        f"</section>{SEARCH}",
    ]
    return document(f"Verdicts: {paper}", "".join(body))


def _menus() -> str:
    """The search field and a menu for each mark."""
    field = '<label>search <input id="search" type="search"></label>'
    return f"<p>{field} {_menu('verdict', KINDS)} {_menu('evidence', EVIDENCE)}</p>"


def _menu(name: str, values: Sequence[str]) -> str:
    options = "".join(f"<option>{value}</option>" for value in values)
    return f'<label>{name} <select id="{name}"><option></option>{options}</select></label>'


def _errata(records: Sequence[Record]) -> str:
    """By rank; what needs the same hypothesis stands together."""
    parts = [
        f"<h3>{RANKS[name]}</h3><ul>{''.join(map(_erratum, by_text(found)))}</ul>"
        for name, found in ranked(records).items()
        if found
    ]
    return "".join(parts) or "<p>Nothing found.</p>"


def _erratum(group: Sequence[Record]) -> str:
    first = group[0]
    said = [f"<p>{_link(r)}: {paragraph(words(r['id']))}</p>" for r in group]
    if first["verdict"] == "refuted":
        told = f"False as printed. Counterexample: {_witness(first)}."
        fixed = f" Corrected: {prose(_corrected(first))}." if first["corrected"] else ""
    else:
        told = f"Needs: {prose(first['assuming'])}."
        fixed = f" Without it: {_witness(first)}." if first["witness"] else ""
    return f"<li>{''.join(said)}<p>{told}{fixed}</p></li>"


def _link(record: Record) -> str:
    paper = record["id"].partition("/")[0]
    return f'<a href="{paper}.html#{_anchor(record["id"])}">{escape(record["id"])}</a>'


def _claim(record: Record) -> str:
    """Statement, verdict, method, counterexample, what it rests on."""
    rows = [
        ("where", paragraph(place(record["id"]))),
        ("words", paragraph(words(record["id"]))),
        ("says", _says(record["id"])),
        ("verdict", _verdict(record)),
        ("evidence", _evidence(record)),
        ("grade", escape(_graded(record["grade"]))),
        ("method", escape(record["method"] or "")),
        ("scope", escape(record["scope"] or "")),
        ("assuming", prose(record["assuming"] or "")),
        ("counterexample", _witness(record)),
        ("corrected", prose(_corrected(record))),
        ("lemmas", "".join(map(_lemma, record["lemmas"]))),
        ("theorems of Coq", _theorems(record)),
        ("rests on", escape(_rests(record))),
    ]
    listed = "".join(f"<dt>{name}</dt><dd>{body}</dd>" for name, body in rows if body)
    return f'<h3 id="{_anchor(record["id"])}">{escape(record["id"])}</h3><dl>{listed}</dl>'


def _corrected(record: Record) -> str:
    if not record["corrected"]:
        return ""
    told = {"machine": "proved", "open": "not proved"}
    told |= {rests: f"{rests}, not proved" for rests in UNPROVED}
    return f"{record['corrected']} ({told[record['correction']]})"


def _lemma(name: str) -> str:
    """A cited lemma with its statement, and where the kernel proves it."""
    entry = accepted().get(name)
    where = f"{entry['coq']} in kernel/{entry['file']}" if entry else "no proof in the kernel yet"
    said = LEMMAS[name].statement
    return f"<div><b>{escape(name)}</b>: {escape(said)} (<code>{escape(where)}</code>)</div>"


def _theorems(record: Record) -> str:
    """The theorems of the kernel that its goals are, and their file."""
    by_file: dict[str, list[str]] = {}
    for name in record["theorems"]:
        by_file.setdefault(file_of_theorem(name), []).append(name)
    return "".join(
        f"<div><code>{escape(', '.join(names))}</code> in <code>{file}</code></div>"
        for file, names in by_file.items()
    )


def _witness(record: Record) -> str:
    """The counterexample; what VERDICTS.md sets between backticks is a statement of its own."""
    shown = verdicts.shown(record["witness"]) if record["witness"] else ""
    return coded(shown.replace("\\|", "|"))


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
    if hasattr(goal, "goals"):
        named = getattr(goal, "name", "") and f"by the lemma {getattr(goal, 'name', '')}"
        head = getattr(goal, "schema", "") or named or ""
        parts = "".join(f"<li>{_goal(part)}</li>" for part in getattr(goal, "goals", ()))
        return f"{escape(head)}<ul>{parts}</ul>"
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
    return f"{grade}: {GRADE_MEANINGS[grade]}" if grade else ""


def _grades() -> str:
    rows = [[grade, escape(meaning)] for grade, meaning in GRADE_MEANINGS.items()]
    return f'<div class="claims">{simple_table(["grade", "rests on"], rows)}</div>'


def _verdict(record: Record) -> str:
    return f'<b class="{record["verdict"]}">{verdicts.named(record)}</b>'


def _evidence(record: Record) -> str:
    return f'<b class="{record["evidence"]}">{record["evidence"]}</b>' if record["evidence"] else ""


def _anchor(name: str) -> str:
    return name.replace("/", "-")
