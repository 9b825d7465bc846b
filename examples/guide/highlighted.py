"""Python as HTML: comments, words of the language, texts and numbers in colours of their own."""

from __future__ import annotations

import io
import keyword
import token
import tokenize
from html import escape

STYLE = (
    "pre .k{color:var(--word)}pre .s{color:var(--text)}pre .n{color:var(--count)}"
    "pre .c{color:var(--soft);font-style:italic}"
    ":root{--word:#7a2a8c;--text:#1c6b3a;--count:#8a4b00}"
    "@media screen and (prefers-color-scheme:dark){:root{--word:#d9a7e8;--text:#8fd3a6;"
    "--count:#f0c067}}"
)
"""Each at least 4.5 to 1 on the ground of code, in both schemes (`tests/examples/test_site.py`)."""

KINDS = {token.STRING: "s", token.NUMBER: "n", tokenize.COMMENT: "c"}


def highlighted(code: str) -> str:
    """The code between spans; what is no Python stays plain.

    >>> highlighted("if x: # so")
    '<span class="k">if</span> x: <span class="c"># so</span>'
    """
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    except (tokenize.TokenError, SyntaxError):
        return escape(code)
    lines, found, row, column = code.splitlines(keepends=True), [], 1, 0
    for each in tokens:
        kind = "k" if keyword.iskeyword(each.string) else KINDS.get(each.type)
        if kind is None:
            continue
        found.append(escape(_between(lines, (row, column), each.start)))
        found.append(f'<span class="{kind}">{escape(each.string)}</span>')
        row, column = each.end
    return "".join(found) + escape(_between(lines, (row, column), (len(lines) + 1, 0)))


def session(text: str) -> str:
    """An interactive session: what is typed has colours, what is printed none.

    >>> session(">>> 1 + x\\n2")
    '<b>&gt;&gt;&gt;</b> <span class="n">1</span> + x\\n2'
    """
    return "\n".join(map(_line, text.splitlines()))


def _line(line: str) -> str:
    mark, rest = line[:4], line[4:]
    if mark.strip() not in (">>>", "..."):
        return escape(line)
    return f"<b>{escape(mark.strip())}</b> {highlighted(rest)}".rstrip()


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text from one place to another: rows count from 1, columns from 0."""
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]] if start[0] <= len(lines) else ""
    first = lines[start[0] - 1][start[1] :] if start[0] <= len(lines) else ""
    last = lines[end[0] - 1][: end[1]] if end[0] <= len(lines) else ""
    return first + "".join(lines[start[0] : end[0] - 1]) + last
