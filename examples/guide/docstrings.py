"""A docstring as HTML: paragraphs with their formulas set, tables, examples as they run."""

from __future__ import annotations

from examples.guide.highlighted import session
from examples.guide.typeset import with_formulas


def as_html(text: str) -> str:
    """The blocks of a docstring, told apart by empty lines.

    >>> as_html("A table.")
    '<p>A table.</p>'
    """
    blocks = [block.strip("\n") for block in text.split("\n\n")]
    return "".join(_block(block) for block in blocks if block.strip())


def _block(block: str) -> str:
    if block.lstrip().startswith(">>>"):
        return f"<pre>{session(block)}</pre>"
    if block.startswith("|"):
        return _table(block.splitlines())
    return f"<p>{with_formulas(' '.join(block.split()))}</p>"


def _table(lines: list[str]) -> str:
    rows = []
    for line in [lines[0], *lines[2:]]:
        cells = line.strip("|").split("|")
        rows.append("".join(f"<td>{with_formulas(cell.strip())}</td>" for cell in cells))
    return f"<table>{''.join(f'<tr>{cells}</tr>' for cells in rows)}</table>"
