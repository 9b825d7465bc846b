"""The slider of a page: every level's certificate inside, drawn again, moved in a browser.

The curves of the classical devices along epsilon.
"""

from __future__ import annotations

import importlib.util
import json
import math
import re
from collections.abc import Callable
from fractions import Fraction
from fractions import Fraction as F
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.cli import main
from rropt.exact import InputError
from rropt.report.along_levels import AtLevel, at_levels, with_devices
from rropt.report.level_slider import HEIGHT, TOP, device_curves, device_frontier
from tests.report.test_checking_here import source

PLACE = Path(__file__).with_name("browser.py")
PRIOR = ["1/2", "1/3", "1/6"]
DATA = re.compile(r'id="design">(.*?)</script>', re.DOTALL)
Change = Callable[[list[Any]], None]


@pytest.fixture(scope="module")
def browser() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def slid() -> str:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Guess(PRIOR), truths=["a", "b", "c"])
    return design.to_html(slider=["ln(2)", "ln(9)"])


def data_of(text: str) -> dict[str, Any]:
    found = DATA.search(text)
    assert found is not None
    said: dict[str, Any] = json.loads(found.group(1))
    return said


def with_levels(text: str, change: Change) -> str:
    """Other positions in the JSON of the page, its text as it was."""
    found = DATA.search(text)
    assert found is not None
    said = json.loads(found.group(1))
    change(said["levels"])
    return text.replace(found.group(1), json.dumps(said).replace("<", "\\u003c"))


def checked(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict]:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    status = main(["check", str(path), "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_every_level_has_its_certificate_and_its_table_in_the_page() -> None:
    text = slid()
    levels = data_of(text)["levels"]
    assert [check(level["certificate"]).verdict for level in levels] == ["verified"] * 2
    panels = text.split('<div class="level-panel"')[1:]
    assert len(panels) == 3 and [" hidden><h3>" in panel for panel in panels] == [True, False, True]
    for gamma, panel in zip((2, 3, 9), panels, strict=True):
        shown = re.findall(r'<td data-exact="([^"]*)"', panel.split("<h3>All levels")[0])
        design = rr.optimal(rr.LocalDP(f"ln({gamma})"), rr.Guess(PRIOR))
        assert [Fraction(x) for x in shown] == [x for row in design.channel.rows for x in row]
        assert f"epsilon = ln({gamma})" in panel


def test_a_page_with_a_slider_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = checked(slid(), tmp_path, capsys)
    assert (status, found["scope"]) == (0, "page")


def other_goal(levels: list[Any]) -> None:
    """A certificate that is right, of another question."""
    design = rr.optimal(rr.LocalDP("ln(2)"), rr.Guess(PRIOR[::-1]), truths=["a", "b", "c"])
    levels[0] = data_of(design.to_html())


def other_value(levels: list[Any]) -> None:
    levels[0]["value"] = "1"


def other_bound(levels: list[Any]) -> None:
    levels[0]["certificate"]["bound"] = "1"


def other_efficiency(levels: list[Any]) -> None:
    levels[1]["facts"]["rivals"][0]["efficiency"] = 0.5


CHANGES: dict[str, Change] = {
    "another goal": other_goal,
    "another value": other_value,
    "another bound": other_bound,
    "another efficiency": other_efficiency,
    "a level less": lambda levels: levels.pop(),
    "a level twice": lambda levels: levels.append(levels[0]),
    "a number": lambda levels: levels.append(7),  # type: ignore[arg-type]
}


@pytest.mark.everything
@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_level_is_not_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = checked(with_levels(slid(), CHANGES[name]), tmp_path, capsys)
    assert status in (1, 2) and not found["statement"]


def test_a_changed_number_in_a_hidden_panel_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, rest = slid().split('<div class="level-panel"', 1)
    changed = first + '<div class="level-panel"' + rest.replace('data-exact="', 'data-exact="1', 1)
    assert checked(changed, tmp_path, capsys)[0] in (1, 2)


@pytest.mark.everything
def test_the_command_line_and_its_refusals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["design", "trace", "--categories", "3", "--epsilon", "1"]
    path = tmp_path / "page.html"
    assert main([*asked, "--html", str(path), "--slider", "1/2,2"]) == 0
    assert path.read_text(encoding="utf-8").count('<div class="level-panel"') == 3
    assert path.stat().st_size < 2_000_000
    capsys.readouterr()
    assert main([*asked, "--slider", "1/2"]) == 3
    assert "--slider needs --html" in capsys.readouterr().err
    assert main([*asked, "--html", str(path), "--slider", "two"]) == 3
    assert capsys.readouterr().err.startswith("rropt: --slider must be a number such as 1")


def test_the_slider_is_called_as_on_the_command_line_and_levels_still_mean_it() -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Trace(2))
    with pytest.warns(FutureWarning, match=r"^levels is now slider$"):
        assert design.to_html(levels=["1/2"]) == design.to_html(slider=["1/2"])


@pytest.mark.everything
def test_a_page_that_no_phone_opens_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    design = rr.optimal(rr.LocalDP(1), rr.Trace(3))
    monkeypatch.setattr("rropt.report.html.MOST_BYTES", len(design.to_html()) + 1000)
    with pytest.raises(InputError, match="slider must keep the page below"):
        design.to_html(slider=["1/2", 2])


# --- in a browser -------------------------------------------------------------------------------

MOVE = """
const moved = document.getElementById("level");
moved.focus();
moved.value = "2";
moved.dispatchEvent(new Event("input"));
document.getElementById("check-here").click();
const panels = [...document.querySelectorAll(".level-panel")];
document.body.dataset.shown = panels.map((panel) => getComputedStyle(panel).display).join(" ");
document.body.dataset.focus = document.activeElement.id;
"""


def in_a_browser(browser: ModuleType, text: str, folder: Path) -> str:
    """The page after the slider was moved to its end and the button pressed."""
    allowed = text.replace("script-src ", f"script-src {source(MOVE)} ", 1)
    path = folder / "moved.html"
    path.write_text(allowed.replace("</body>", f"<script>{MOVE}</script></body>"), encoding="utf-8")
    return browser.run(path, folder / "profile", "--dump-dom")


@pytest.mark.everything
def test_a_browser_moves_the_slider_and_checks_every_level(
    browser: ModuleType, tmp_path: Path
) -> None:
    shown = in_a_browser(browser, slid(), tmp_path)
    assert 'data-shown="none none block"' in shown and 'data-focus="level"' in shown
    assert 'id="level-now">epsilon = ln(9)</output>' in shown
    assert 'aria-valuetext="epsilon = ln(9)"' in shown
    x = re.findall(r'data-x="([\d.]+)"', shown)[2]
    assert f'id="level-mark" class="level" x1="{x}" x2="{x}"' in shown
    assert 'data-verdict="verified"' in shown
    statements = re.findall(r'<p class="verdict">verified: (no [^<]*)</p>', shown)
    wanted = [check(level["certificate"]).statement for level in data_of(slid())["levels"]]
    assert statements[-2:] == wanted


@pytest.mark.everything
def test_a_browser_refuses_a_page_with_one_level_changed(
    browser: ModuleType, tmp_path: Path
) -> None:
    shown = in_a_browser(browser, with_levels(slid(), other_bound), tmp_path)
    assert 'data-verdict="refuted"' in shown


GAMMAS = (2, 3, 8)


def levels() -> list[AtLevel]:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.MutualInformation(["1/8"] * 8))
    found = [with_devices(design), *at_levels(design, [f"ln({g})" for g in GAMMAS])]
    return sorted(found, key=lambda level: level.epsilon)


def information_of_k_ary(gamma: int, k: int = 8) -> float:
    """ln k - H(report | truth), all reports being equally likely."""
    p, q = F(gamma, gamma + k - 1), F(1, gamma + k - 1)
    return math.log(k) + float(p) * math.log(p) + (k - 1) * float(q) * math.log(q)


def information_of_subsets(gamma: int, k: int = 8) -> float:
    """The optimum: subset selection, of the size with the largest information."""

    def of(size: int) -> float:
        inside = gamma * size / (gamma * size + k - size)
        alike = inside * math.log(k * gamma / (gamma * size + k - size))
        return alike + (1 - inside) * math.log(k / (gamma * size + k - size))

    return max(map(of, range(1, k)))


def test_k_ary_reaches_the_share_of_its_information() -> None:
    found = levels()
    curves = dict(device_curves(found))
    wanted = [information_of_k_ary(g) / information_of_subsets(g) for g in GAMMAS]
    assert curves["k-ary"] == pytest.approx(wanted, rel=1e-5)


def test_the_curves_are_drawn_where_they_are() -> None:
    """Height 1 at the top of the frame; the mark stands at the level that is shown."""
    found = levels()
    drawn = device_frontier(found, 1)
    points = re.search(r'class="curve"[^>]*points="([^"]*)"', drawn)
    assert points is not None
    places = [tuple(map(float, point.split(","))) for point in points.group(1).split()]
    (_, curve) = device_curves(found)[0]
    assert [1 - (y - TOP) / HEIGHT for _, y in places] == pytest.approx(curve, abs=1e-4)
    mark = re.search(r'id="level-mark" class="level" x1="([\d.]+)"', drawn)
    assert mark is not None and float(mark.group(1)) == places[1][0]
    share = (places[1][0] - places[0][0]) / (places[2][0] - places[0][0])
    assert share == pytest.approx(math.log(3 / 2) / math.log(8 / 2), abs=1e-3)
    assert "k-ary from" in re.search('aria-label="([^"]*)"', drawn).group(1)  # type: ignore[union-attr]


def test_nothing_is_drawn_where_nothing_is_compared() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(4), outputs=3)
    found = sorted([with_devices(design), *at_levels(design, [2])], key=lambda x: x.epsilon)
    assert (device_frontier(found, 0) == "") == (not found[0].facts.rivals)
