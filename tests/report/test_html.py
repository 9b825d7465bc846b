"""The HTML report: what it holds, what a browser shows, that it needs nothing from elsewhere."""

from __future__ import annotations

import importlib.util
import json
import re
import struct
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from rropt import AOptimal, Design, Gain, LocalDP, MutualInformation, Trace, Variance, optimal
from rropt.certificate import Certificate, ShownVerdict
from rropt.report.html import fragment, page

PLACE = Path(__file__).with_name("browser.py")


@pytest.fixture(scope="module")
def browser() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Reader(HTMLParser):
    """Elements with an id or data-exact, links, scripts, and whether tags are balanced."""

    def __init__(self) -> None:
        super().__init__()
        self.exact: list[str] = []
        self.by_id: dict[str, str] = {}
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.math = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "td" and values.get("data-exact"):
            self.exact.append(values["data-exact"] or "")
        if values.get("id") and "data-exact" in values:
            self.by_id[values["id"] or ""] = values["data-exact"] or ""
        self.addresses += [v for k in ("src", "href") if (v := values.get(k))]
        self.math += tag == "math"
        if tag not in ("meta", "link", "br", "circle", "polygon", "rect", "mspace"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


@cache
def designs() -> dict[str, Design]:
    prior = ["1/2", "1/3", "1/6"]
    return {
        "four answers": optimal(LocalDP("1/2", "1/10"), Variance("1/4")),
        "card": optimal(LocalDP("1/2", "1/10"), Variance("1/4"), outputs=2),
        "trace": optimal(LocalDP("ln(3)"), Trace(5)),
        "orbits": optimal(LocalDP("ln(3)"), Trace(1000)),
        "three": optimal(LocalDP("ln(3)"), AOptimal(prior)),
        "information": optimal(LocalDP(1), MutualInformation(["1/2", "1/4", "1/8", "1/8"])),
        "gain": optimal(LocalDP("ln(2)"), Gain([[1, 0], [0, 1]], ["1/3", "2/3"])),
        "useless": optimal(LocalDP(0), Variance("1/4")),
    }


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


@pytest.mark.everything
@pytest.mark.parametrize("name", designs())
def test_the_page_is_self_contained_and_balanced(name: str) -> None:
    found = read(page(designs()[name]))
    assert found.open == []
    assert all(a.startswith("data:") for a in found.addresses)
    assert found.math >= 3


@pytest.mark.everything
@pytest.mark.parametrize("name", designs())
def test_the_numbers_are_the_exact_ones(name: str) -> None:
    design = designs()[name]
    found = read(page(design))
    if design.table is not None:
        assert [Fraction(x) for x in found.exact] == [x for row in design.channel.rows for x in row]
    data = design.to_json()
    for key in ("value", "bound", "gap"):
        said = " ".join(data[key]) if isinstance(data[key], list) else data[key]
        assert found.by_id[key] == said


@pytest.mark.parametrize("name", designs())
def test_the_certificate_inside_is_whole(name: str) -> None:
    inside = re.search(
        r'<script type="application/json" id="design">(.*?)</script>', page(designs()[name])
    )
    assert inside is not None
    data = json.loads(inside.group(1))
    assert data["certificate"] == designs()[name].certificate.data
    assert Certificate(data["certificate"]).check().verdict == "verified"


def test_no_text_can_leave_its_place() -> None:
    """Labels with markup are shown as text, in the table and in the embedded JSON."""
    from dataclasses import replace

    design = designs()["gain"]
    table = design.channel.relabel(truths=["</script><b>x", "a & b"])
    text = page(replace(design, table=table))
    assert "<b>x" not in text and "&lt;/script&gt;&lt;b&gt;x" in text


def test_notebooks_show_the_table_and_the_verdict() -> None:
    design = designs()["four answers"]
    shown = design._repr_html_()
    assert shown == fragment(design) and "verified: no" in shown and "<table" in shown
    assert "epsilon = ln(3), decided in exact arithmetic" in designs()["trace"]._repr_html_()
    latex = designs()["trace"]._repr_latex_()
    assert latex.startswith("$") and r"\frac{3}{7}" in latex and r"\frac{15}{7}" in latex


def test_verdicts_and_channels_display_themselves() -> None:
    design = designs()["trace"]
    verdict = design.certificate.check()
    assert verdict._repr_html_().startswith("<p><b>verified</b>: no epsilon = ln 3")
    assert verdict._repr_latex_() == r"$\textsf{verified}$"
    assert "&lt;" in ShownVerdict("refuted", "", "1 < 2 & so on")._repr_html_()
    assert "<table" in design.channel._repr_html_()
    assert "pmatrix" in design.channel._repr_latex_()


def test_a_design_is_one_line_and_prints_as_its_report() -> None:
    design = designs()["trace"]
    assert repr(design) == "Design(trace, epsilon = ln(3), value 2.142857143, gap 0)"
    assert str(design).startswith("optimal design for trace, 5 categories")


# --- in a browser -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "design.html"
    path.write_text(page(designs()["four answers"]), encoding="utf-8")
    return path


@pytest.mark.everything
def test_a_browser_reads_the_numbers_back(
    browser: ModuleType, written: Path, tmp_path: Path
) -> None:
    found = read(browser.run(written, tmp_path / "profile", "--dump-dom"))
    design = designs()["four answers"]
    assert [Fraction(x) for x in found.exact] == [x for row in design.channel.rows for x in row]
    value, bound, gap = (Fraction(found.by_id[key]) for key in ("value", "bound", "gap"))
    assert value == bound + gap == design.value and round(float(value), 4) == 1.3288


@pytest.mark.everything
@pytest.mark.parametrize(("width", "height"), [(1280, 900), (500, 900)])
def test_a_browser_takes_its_picture(
    browser: ModuleType, written: Path, tmp_path: Path, width: int, height: int
) -> None:
    target = tmp_path / "page.png"
    flags = (f"--window-size={width},{height}", f"--screenshot={target}")
    browser.run(written, tmp_path / "profile", *flags)
    assert picture_size(target) == (width, height)
    assert target.stat().st_size > 20_000


@pytest.mark.everything
def test_nothing_is_wider_than_a_phone(browser: ModuleType, tmp_path: Path) -> None:
    """A script in a copy of the page writes down how wide the page wants to be."""
    script = "<script>document.title='wide '+document.documentElement.scrollWidth</script></body>"
    path = tmp_path / "probe.html"
    text = re.sub(r"<meta http-equiv=[^>]*>", "", page(designs()["information"]))
    path.write_text(text.replace("</body>", script), encoding="utf-8")
    shown = browser.run(path, tmp_path / "profile", "--window-size=500,900", "--dump-dom")
    wide = re.search(r"<title>wide (\d+)</title>", shown)
    assert wide is not None and int(wide.group(1)) <= 500


def picture_size(path: Path) -> tuple[Any, ...]:
    """Width and height from the header of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])
