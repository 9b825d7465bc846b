"""The site: a page a question, its cells by epsilon; boundaries, statements, search, BibTeX."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from html import escape
from importlib.resources import files
from pathlib import Path

from examples.atlas.cells import Line, Row, cell_of
from examples.atlas.diagrams import drawn_boundaries
from examples.atlas.questions import TITLES, Question, questions, sweep_spec
from examples.atlas.statements import statement_words, statements_of
from examples.guide.layout import framed, search_page
from rropt.certificate import Certificate
from rropt.exact import InputError
from rropt.report.checking_here import second_checker
from rropt.sweep import certificates, read_sweep, run_sweep

TITLE = "An atlas of optimal mechanisms"
BOUNDARIES = "Where the best mechanism changes"
SCRIPTS = '<script src="checker.js"></script><script src="atlas.js"></script>'
"""One checker for all cells."""


def make_atlas(
    folder: Path,
    store: Path,
    categories: Sequence[int],
    levels: Sequence[str],
    jobs: int | None = None,
) -> Path:
    """Sweep what the store does not hold yet, and write every page; the path of the first."""
    asked = questions(categories)
    store.parent.mkdir(parents=True, exist_ok=True)
    swept = run_sweep(store, sweep_spec(asked, levels), jobs=jobs)
    if swept.done < swept.cells:
        raise InputError(f"{swept.cells - swept.done} cells have no design: {swept.reasons[:3]}")
    for path, page in pages(_lines(store, asked, levels, jobs), levels).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(page, encoding="utf-8")
    return folder / "index.html"


def _lines(
    store: Path, asked: Sequence[Question], levels: Sequence[str], jobs: int | None
) -> list[Line]:
    """Every question with its cells; each certificate is verified on the way."""
    rows = list(zip(read_sweep(store), (proof for _, proof in certificates(store)), strict=True))
    tasks = [rows[start : start + len(levels)] for start in range(0, len(rows), len(levels))]
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(_line, asked, tasks, [tuple(levels)] * len(asked)))


def _line(
    question: Question, found: Sequence[tuple[Row, Certificate]], levels: Sequence[str]
) -> Line:
    cells = (cell_of(question, at, *each) for at, each in zip(levels, found, strict=True))
    return Line(question, tuple(cells))


def pages(lines: Sequence[Line], levels: Sequence[str]) -> dict[str, str]:
    """Every file of the site by its path."""
    told = {f"{line.question.name}.html": line for line in lines}
    found = {"index.html": framed("index.html", TITLE, _index(lines, levels), site=TITLE)}
    for path, line in told.items():
        found[path] = framed(path, line.question.title, _cells(line), site=TITLE)
    drawn = drawn_boundaries(lines)
    found["boundaries.html"] = framed("boundaries.html", BOUNDARIES, drawn, site=TITLE)
    words = "".join(map(statement_words, _spoken(lines, levels)))
    found["statements.html"] = framed("statements.html", "What is proved", words, site=TITLE)
    found["search.html"] = search_page(list(_entries(told)), site=TITLE)
    bibtex = "\n\n".join(cell.bibtex for line in lines for cell in line.cells)
    script = files("examples.atlas").joinpath("atlas.js").read_text(encoding="utf-8")
    return found | {"atlas.bib": bibtex, "checker.js": second_checker(), "atlas.js": script}


def _entries(told: Mapping[str, Line]) -> Iterable[dict[str, str]]:
    """What the search looks through: every cell."""
    for path, line in told.items():
        for cell in line.cells:
            title = f"{line.question.title}: {cell.mechanism}"
            yield {"path": f"{path}#{cell.anchor}", "title": title, "text": cell.text}


def _spoken(lines: Sequence[Line], levels: Sequence[str]) -> list[str]:
    """The statements that some cell names."""
    named = (name for each in lines for at in levels for name in statements_of(each.question, at))
    return sorted(set(named))


def _index(lines: Sequence[Line], levels: Sequence[str]) -> str:
    count = sum(len(line.cells) for line in lines)
    parts = [
        f"<p>{count:,} certified optimal mechanisms: every objective, "
        f"{len({line.question.categories for line in lines})} numbers of truths, {len(levels)} "
        f"levels from ε = {escape(levels[0])} to {escape(levels[-1])}. Each has its table, its "
        "value, its proof, which your browser checks, and an entry to cite.</p>"
        '<p><a href="boundaries.html">Where the best mechanism changes</a> · '
        '<a href="statements.html">What is proved for all</a> · '
        '<a href="atlas.bib">BibTeX of all cells</a></p>'
    ]
    for objective, title in TITLES.items():
        own = [line.question for line in lines if line.question.objective == objective]
        at = dict.fromkeys(question.at for question in own)
        items = (_item(words, [each for each in own if each.at == words]) for words in at)
        parts.append(f"<h2>{escape(title)}</h2><ul>{''.join(items)}</ul>" if own else "")
    return "".join(parts)


def _item(at: str, asked: Sequence[Question]) -> str:
    links = (f'<a href="{each.name}.html">{each.categories}</a>' for each in asked)
    return f"<li>{escape(at)}: {', '.join(links)} truths</li>"


def _cells(line: Line) -> str:
    heads = (
        f'<li><a href="#{cell.anchor}">ε = {escape(cell.level)}</a>: {escape(cell.mechanism)}</li>'
        for cell in line.cells
    )
    cells = "".join(cell.section for cell in line.cells)
    return f"<ul>{''.join(heads)}</ul>{cells}{SCRIPTS}"
