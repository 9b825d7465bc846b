"""The frame of every page: where one is, search, the page before and the next.

No page loads anything. `search.html` alone has a script, its own, with the index of all pages in
it; without scripts every page is reached from the first one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from html import escape, unescape

from examples.guide import highlighted
from rropt.report.page_style import STYLE

TITLE = "A guide to rropt"

OWN = (
    "pre{background:var(--shade);padding:.7rem 1rem;overflow-x:auto;font-size:.88rem}"
    "pre.printed{background:none;border-left:3px solid var(--line)}"
    "main{min-width:0}body{overflow-wrap:break-word}"
    ".top,.turn{display:flex;flex-wrap:wrap;gap:.5rem 1rem;justify-content:space-between;"
    "align-items:center}.top{margin-bottom:1.4rem}.turn{margin-top:3rem;padding-top:.8rem;"
    "border-top:1px solid var(--line)}"
    "input[type=search]{font:inherit;padding:.3rem .6rem;width:min(100%,15rem);"
    "border:1px solid var(--soft);border-radius:.3rem;background:var(--paper);color:var(--ink)}"
    "table.words code{white-space:nowrap}"
    "figure svg{max-width:46rem}[id^=figure_] text{fill:#000}"
)
"""The last is of what matplotlib draws, which brings its white paper to a dark screen: its words
were light on white."""

SEARCH = """
const index = INDEX;
const asked = new URLSearchParams(location.search).get("q") || "";
const words = asked.toLowerCase().split(/\\s+/).filter(Boolean);
const box = document.getElementById("asked");
box.value = asked;
const score = (page) => words.reduce((sum, word) => {
  if (sum < 0) return sum;
  const inTitle = page.title.toLowerCase().split(word).length - 1;
  const inText = page.text.toLowerCase().split(word).length - 1;
  return inTitle + inText ? sum + 20 * inTitle + Math.min(inText, 9) : -1;
}, 0);
const found = words.length
  ? index.map((page) => [score(page), page]).filter(([much]) => much > 0) : [];
found.sort((a, b) => b[0] - a[0]);
const list = document.getElementById("found");
for (const [, page] of found.slice(0, 30)) {
  const item = document.createElement("li"), link = document.createElement("a");
  link.href = page.path;
  link.textContent = page.title;
  const at = Math.max(0, page.text.toLowerCase().indexOf(words[0]) - 60);
  item.append(link, " ", "... " + page.text.slice(at, at + 160) + " ...");
  list.append(item);
}
document.getElementById("said").textContent = words.length
  ? found.length + (found.length === 1 ? " page" : " pages") + " with " + words.join(", ")
  : "Words that a page shall have, such as: margin, or LocalDP.";
"""


def framed(
    path: str, title: str, body: str, turns: tuple[str, str] = ("", ""), site: str = TITLE
) -> str:
    """A whole page of a site; `turns` are the links to the page before and the next."""
    up = "../" * path.count("/")
    style = f"{STYLE}{OWN}{highlighted.STYLE}"
    first = "" if title == site else f'<a href="{up}index.html">{site}</a>'
    turn = f"<nav class='turn'><span>{turns[0]}</span><span>{turns[1]}</span></nav>"
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main>"
        f"<nav class='top'><span>{first}</span>{_box(up)}</nav>"
        f"<header><h1>{escape(title)}</h1></header>{body}{turn if any(turns) else ''}"
        "</main></body></html>\n"
    )


def _box(up: str) -> str:
    return (
        f'<form action="{up}search.html" role="search">'
        '<input id="asked" type="search" name="q" aria-label="Search" placeholder="Search"></form>'
    )


def search_page(index: Sequence[dict[str, str]], site: str = TITLE) -> str:
    """The page that lists what has the words that are asked for, best first."""
    listed = json.dumps(index, ensure_ascii=False).replace("<", "\\u003c")
    body = "<p id='said'>Searching needs scripts; the first page lists all others.</p>"
    script = f"<script>{SEARCH.replace('INDEX', listed)}</script>"
    return framed("search.html", "Search", f"{body}<ol id='found'></ol>{script}", site=site)


def indexed(path: str, page: str) -> dict[str, str]:
    """A page as the search sees it: its title and the words of its body.

    >>> indexed("a.html", "<h1>A &lt; B</h1><style>no</style><p>so <b>be</b> it</p>")["text"]
    'so be it'
    """
    title = re.search(r"<h1>(.*?)</h1>", page)
    body = page.partition("</h1>")[2]
    text = re.sub(r"<(style|script|svg|math)\b.*?</\1>", " ", body, flags=re.DOTALL)
    words = unescape(re.sub(r"<[^>]+>", " ", text)).split()
    heading = unescape(title.group(1)) if title else path
    return {"path": path, "title": heading, "text": " ".join(words)}
