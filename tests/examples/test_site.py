"""The site as readers use it: found by search, read in order, on a phone, names looked up."""

from __future__ import annotations

import html
import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rropt as rr
from examples.guide import highlighted, narrated
from examples.guide.layout import framed, indexed
from examples.guide.narrated import scripts
from examples.guide.reference import GROUPS, near, parameters, public_names, reference
from examples.guide.site import READERS, in_order
from examples.guide.what_claims_say import words
from rropt.figures import figure
from rropt.measures import Measures
from rropt.report.derivation_page import derivation_page
from rropt.report.html import page
from rropt.report.measures_page import measures_page
from tests.examples.test_guide import pages
from tests.report import browser
from tests.report.test_page_style import WORDS, channels, contrast, palette

SHOWN = (
    "index.html", "01_yes_no_question.html", "06_regression.html", "11_sweeps.html",
    "16_with_r.html", "device_measures.html", "speed.html", "search.html",
    "reference/estimate.html",
)  # fmt: skip
"""Of the site; with the three below a page of every sort."""

MEASURED = """<script>
const numbers = (colour) => (colour.match(/[\\d.]+/g) || []).map(Number);
const mixed = (top, below, share) => below.map((c, i) => share * top[i] + (1 - share) * c);
function light(colour) {
  const [r, g, b] = colour.map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, other) {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}
function ground(element) {
  if (!element) return [255, 255, 255];
  const [r, g, b, share = 1] = numbers(getComputedStyle(element).backgroundColor);
  return share === 1 ? [r, g, b] : mixed([r, g, b], ground(element.parentElement), share);
}
function faintest(page) {
  const walk = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  let least = [21, ""];
  while (walk.nextNode()) {
    const text = walk.currentNode.textContent.trim(), element = walk.currentNode.parentElement;
    const hidden = !element.getClientRects().length || element.closest("script, style, title");
    if (!text || hidden) continue;
    const style = getComputedStyle(element), drawn = element.closest("svg");
    const [r, g, b, share = 1] = numbers(drawn ? style.fill : style.color);
    const paper = drawn && drawn.querySelector("#patch_1 path");  // a plot brings its own
    const below = paper ? numbers(getComputedStyle(paper).fill)
      : ground(drawn ? drawn.parentElement : element);
    const seen = contrast(mixed([r, g, b], below, share * style.opacity), below);
    if (seen < least[0]) least = [seen, text.slice(0, 40)];
  }
  return least;
}
onload = () => {
  const frames = [...document.querySelectorAll("iframe")];
  document.title = JSON.stringify(frames.map((frame) => {
    const page = frame.contentDocument, view = frame.contentWindow;
    const dark = view.matchMedia("(prefers-color-scheme: dark)").matches;
    return [frame.title, [page.documentElement.scrollWidth, dark, ...faintest(page)]];
  }));
}</script>"""
"""How wide each page wants to be, whether it is dark, and the contrast of its faintest words."""

FAULTY = {
    "too wide": '<p style="width:2000px">no end</p>',
    "too faint": '<body style="background:#777"><p style="color:#888">hardly seen</p>',
}


def written() -> dict[str, str]:
    """Twelve pages: of the site, of twelve categories, of a derivation, of what a table reveals."""
    found = {path: pages()[path] for path in SHOWN}
    twelve = rr.optimal(rr.LocalDP(1), rr.AOptimal("uniform", categories=12))
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    found["twelve categories"] = page(twelve)
    found["derivation"] = derivation_page(rr.derive(problem, (1, "oo"), delta=0))
    found["measures"] = measures_page(Measures(twelve.channel), "twelve categories")
    return found


def measured(shown: Mapping[str, str], width: int, dark: bool, folder: Path) -> dict[str, Any]:
    """What is measured of each page in a window of a width, by one visit of a browser."""
    style = f'width="{width}" height="900" style="color-scheme:{"dark" if dark else "light"}"'
    frames = "".join(
        f'<iframe {style} title="{name}" srcdoc="{html.escape(text)}"></iframe>'
        for name, text in shown.items()
    )
    probe = folder / "probe.html"
    probe.write_text(f"<!DOCTYPE html><title>none</title>{frames}{MEASURED}", encoding="utf-8")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    budget = "--virtual-time-budget=20000"
    seen = browser.run(probe, folder / "profile", scheme, budget, "--dump-dom")
    title = re.search(r"<title>(\[.*?\])</title>", seen)
    assert title is not None
    return dict(json.loads(html.unescape(title[1])))


@pytest.mark.everything
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [390, 1280])
def test_twelve_pages_fit_the_window_and_are_legible(
    width: int, dark: bool, tmp_path: Path
) -> None:
    shown = {name: re.sub(r"<meta http-equiv=[^>]*>", "", text) for name, text in written().items()}
    found = measured(shown | FAULTY, width, dark, tmp_path)
    assert found.pop("too wide")[0] >= 2000 and found.pop("too faint")[2] < 1.5
    assert len(found) == 12 and {seen[1] for seen in found.values()} == {dark}
    assert {name: seen[0] for name, seen in found.items() if seen[0] > width} == {}
    assert {name: seen[2:] for name, seen in found.items() if seen[2] < WORDS} == {}


@pytest.mark.everything
def test_a_reader_searches(tmp_path: Path) -> None:
    path = tmp_path / "search.html"
    path.write_text(pages()["search.html"], encoding="utf-8")
    words = "</title><script>history.replaceState(0, '', '?q=spreadsheet decimal')</script>"
    path.write_text(path.read_text().replace("</title>", words), encoding="utf-8")
    seen = browser.run(path, tmp_path / "profile", "--dump-dom")
    links = re.findall(r'<li><a href="([^"]*)">', seen)
    assert links and links[0] == "14_from_a_spreadsheet.html"


@pytest.mark.everything
def test_every_page_is_in_the_index_of_the_search() -> None:
    listed = re.search(r"const index = (\[.*?\]);\n", pages()["search.html"])
    assert listed is not None
    index = {entry["path"]: entry for entry in json.loads(listed[1])}
    assert set(index) == set(pages()) - {"search.html"}
    assert all(len(entry["text"]) > 80 and entry["title"] for entry in index.values())


def test_the_index_has_words_and_no_marks() -> None:
    found = indexed("a.html", "<h1>T</h1><pre><span class='k'>if</span> a &lt; b</pre><svg>x</svg>")
    assert found == {"path": "a.html", "title": "T", "text": "if a < b"}


@pytest.mark.everything
def test_next_leads_through_every_chapter_and_previous_back() -> None:
    order = [f"{name}.html" for name in in_order([path.stem for path in scripts()])]
    turns = [re.findall(r'href="([^"]*)"', pages()[path].split("'turn'>")[1]) for path in order]
    assert turns[0] == order[1:2] and turns[-1] == order[-2:-1]
    for place in range(1, len(order) - 1):
        assert turns[place] == [order[place - 1], order[place + 1]]


def test_every_chapter_has_one_reader() -> None:
    numbers = [number for numbers in READERS.values() for number in numbers]
    assert sorted(numbers) == [path.stem[:2] for path in scripts()]


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.stem)
def test_colours_change_no_sign_of_the_code(script: Path) -> None:
    code = script.read_text(encoding="utf-8")
    shown = highlighted.highlighted(code)
    assert html.unescape(re.sub(r"</?span[^>]*>", "", shown)) == code
    assert '<span class="k">import</span>' in shown


@pytest.mark.parametrize("dark", [False, True])
def test_the_colours_of_code_are_read(dark: bool) -> None:
    """4.5 to 1 on the ground of code."""
    schemes = re.findall(r":root\{([^}]*)\}", highlighted.STYLE)
    colours = dict(re.findall(r"(--\w+):(#\w+)", schemes[dark]))
    assert set(colours) == {"--word", "--text", "--count"}
    for colour in colours.values():
        assert contrast(channels(colour), channels(palette(dark)["--shade"])) >= WORDS


@pytest.mark.parametrize("name", public_names())
def test_a_name_has_parameters_returns_an_example_and_what_is_near(name: str) -> None:
    thing = getattr(rr, name)
    said = reference(name, thing)
    assert "&gt;&gt;&gt;" in said and "<h2>See also</h2>" in said and near(name)
    assert inspect.isclass(thing) or "<h2>Returns</h2>" in said
    unknown = [each.name for each in parameters(thing) if not each.meaning]
    assert unknown == []
    assert all(f"<code>{each.name}</code>" in said for each in parameters(thing))


def test_every_name_stands_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == public_names()


def test_every_word_of_a_claim_has_an_example() -> None:
    assert len(words()) >= 15
    for name, word in words().items():
        assert ">>>" in (inspect.getdoc(word) or ""), name


TOLD = """<script>onload = () => {
  const word = document.querySelector("svg text");
  document.title = getComputedStyle(word).fill + " on " + getComputedStyle(document.body).color;
}</script>"""


@pytest.mark.everything
@pytest.mark.parametrize(("scheme", "page_ink"), [(0, "231, 233, 236"), (1, "27, 29, 33")])
def test_words_of_a_drawn_figure_are_dark_on_its_white_paper(tmp_path, scheme, page_ink) -> None:
    """On a dark screen (0) as on a light one: what matplotlib draws brings its own paper."""
    found = figure("variance")
    drawn = narrated.as_svg(found.drawing(found.data(prior="1/10")))
    assert 'style="fill: #ffffff"' in drawn
    shown = tmp_path / "a.html"
    shown.write_text(framed("a.html", "A", f"<figure>{drawn}</figure>{TOLD}"), encoding="utf-8")
    flags = (f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom")
    seen = browser.run(shown, tmp_path / "profile", *flags)
    assert f"<title>rgb(0, 0, 0) on rgb({page_ink})</title>" in seen
