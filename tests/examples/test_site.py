"""The site as readers use it: found by search, read in order, on a phone, names looked up."""

from __future__ import annotations

import html
import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path

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

WIDE = """<script>onload = () => {
  const frames = [...document.querySelectorAll("iframe")];
  const found = frames.map((f) => [f.title, f.contentDocument.documentElement.scrollWidth]);
  document.title = JSON.stringify(found);
}</script>"""


def written() -> dict[str, str]:
    """Twelve pages: of the site, of twelve categories, of a derivation, of what a table reveals."""
    found = {path: pages()[path] for path in SHOWN}
    twelve = rr.optimal(rr.LocalDP(1), rr.AOptimal("uniform", categories=12))
    problem = rr.Problem(rr.LocalDP("ln(3)"), rr.Guess("1/2,3/10,1/5"))
    found["twelve categories"] = page(twelve)
    found["derivation"] = derivation_page(rr.derive(problem, (1, "oo"), delta=0))
    found["measures"] = measures_page(Measures(twelve.channel), "twelve categories")
    return found


def widths(shown: Mapping[str, str], width: int, folder: Path) -> dict[str, int]:
    """How wide each page wants to be in a window of a width, by one visit of a browser."""
    size = f'width="{width}" height="900"'
    frames = "".join(
        f'<iframe {size} title="{name}" srcdoc="{html.escape(text)}"></iframe>'
        for name, text in shown.items()
    )
    probe = folder / "probe.html"
    probe.write_text(f"<!DOCTYPE html><title>none</title>{frames}{WIDE}", encoding="utf-8")
    seen = browser.run(probe, folder / "profile", "--virtual-time-budget=20000", "--dump-dom")
    title = re.search(r"<title>(\[.*?\])</title>", seen)
    assert title is not None
    return dict(json.loads(html.unescape(title[1])))


@pytest.mark.everything
@pytest.mark.parametrize("width", [390, 1280])
def test_twelve_pages_are_no_wider_than_the_window(width: int, tmp_path: Path) -> None:
    shown = {name: re.sub(r"<meta http-equiv=[^>]*>", "", text) for name, text in written().items()}
    too_wide = '<p style="width:2000px">no end</p>'
    found = widths({**shown, "a page that is too wide": too_wide}, width, tmp_path)
    assert found.pop("a page that is too wide") >= 2000
    assert len(found) == 12 and {name: w for name, w in found.items() if w > width} == {}


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
