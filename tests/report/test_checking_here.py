"""The button of a page, pressed in a headless browser, and the policy that lets it run."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from base64 import b64encode
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from rropt import LocalDP, Trace, Variance, optimal
from rropt.checker import check
from rropt.report.checking_here import script
from rropt.report.html import page

PLACE = Path(__file__).with_name("browser.py")
PRESS = "<script>document.getElementById('check-here').click()</script></body>"


@pytest.fixture(scope="module")
def browser() -> ModuleType:
    spec = importlib.util.spec_from_file_location("browser", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def written(name: str) -> str:
    asked = {"card": Variance("1/4"), "trace": Trace(3)}
    return page(optimal(LocalDP("1/2", "1/10"), asked[name]))


def test_no_name_of_the_script_is_declared_twice():
    """Of two functions of one name in a script the last one is both, without a word."""
    declared = re.findall(
        r"^(?:async )?(?:function\*?|const|let|class) +(\w+)", script(), re.MULTILINE
    )
    assert len(declared) > 500
    assert sorted({name for name in declared if declared.count(name) > 1}) == []


def source(text: str) -> str:
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def pressed(text: str) -> str:
    """The page with a script that presses its button, allowed by its hash like the others."""
    inside = PRESS.split("<script>")[1].split("</script>")[0]
    allowed = text.replace("script-src ", f"script-src {source(inside)} ", 1)
    return allowed.replace("</body>", PRESS)


def answer(browser: ModuleType, text: str, folder: Path) -> tuple[str, str]:
    """The verdict and the words that the browser shows."""
    path = folder / "pressed.html"
    path.write_text(pressed(text), encoding="utf-8")
    shown = browser.run(path, folder / "profile", "--dump-dom")
    found = re.search(r'data-verdict="(\w+)"><p class="verdict">(.*?)</p>(.*?)</div>', shown)
    assert found is not None, "the button did nothing"
    return found.group(1), found.group(2)


@pytest.mark.everything
@pytest.mark.parametrize("name", ["card", "trace"])
def test_the_policy_allows_this_script_and_style_alone(name: str) -> None:
    text = written(name)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None and policy.group(1).startswith("default-src 'none'; ")
    assert source(script()) in policy.group(1)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style is not None and source(style.group(1)) in policy.group(1)
    assert text.count("<script>") == 1 and script() in text
    assert "unsafe" not in policy.group(1) and "http" not in policy.group(1)


def test_the_page_names_its_certificate_by_the_hash_of_its_canonical_text() -> None:
    text = written("trace")
    data = re.search(r'id="design">(.*?)</script>', text)
    assert data is not None
    certificate = json.loads(data.group(1))["certificate"]
    canonical = json.dumps(certificate, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    assert f'<code id="sha256">{digest}</code>' in text


@pytest.mark.everything
@pytest.mark.parametrize("name", ["card", "trace"])
def test_a_browser_verifies_the_page_and_says_the_sentence(
    browser: ModuleType, name: str, tmp_path: Path
) -> None:
    data = re.search(r'id="design">(.*?)</script>', written(name))
    assert data is not None
    wanted = check(json.loads(data.group(1))["certificate"]).statement
    assert answer(browser, written(name), tmp_path) == ("verified", f"verified: {wanted}")


@pytest.mark.everything
def test_a_browser_refuses_a_page_with_one_digit_changed(
    browser: ModuleType, tmp_path: Path
) -> None:
    text = written("trace")
    field = '"bound": "'
    place = text.index(field, text.index('"certificate": {')) + len(field)
    digit = "2" if text[place] == "1" else "1"
    changed = text[:place] + digit + text[place + 1 :]
    assert changed != text
    verdict, _ = answer(browser, changed, tmp_path)
    assert verdict in ("refuted", "malformed")


@pytest.mark.everything
def test_a_script_of_another_hash_does_not_run(browser: ModuleType, tmp_path: Path) -> None:
    """The near miss of the policy: a script put into the page, without its hash, does nothing."""
    path = tmp_path / "page.html"
    path.write_text(written("trace").replace("</body>", PRESS), encoding="utf-8")
    assert "data-verdict" not in browser.run(path, tmp_path / "profile", "--dump-dom")


def drawn_table(shown: str) -> list[list[str]]:
    """The entries of the table that the button draws."""
    found = re.search(r'<table id="drawn-here"[^>]*>(.*?)</table>', shown, re.DOTALL)
    assert found is not None
    rows = found.group(1).split("</tr>")[1:-1]
    return [re.findall(r'<td data-exact="([^"]*)">', row) for row in rows]


@pytest.mark.everything
@pytest.mark.parametrize("name", ["card", "trace"])
def test_a_browser_draws_the_table_from_the_certificate(
    browser: ModuleType, name: str, tmp_path: Path
) -> None:
    path = tmp_path / "pressed.html"
    path.write_text(pressed(written(name)), encoding="utf-8")
    shown = browser.run(path, tmp_path / "profile", "--dump-dom")
    asked = {"card": Variance("1/4"), "trace": Trace(3)}
    design = optimal(LocalDP("1/2", "1/10"), asked[name])
    assert drawn_table(shown) == [[str(x) for x in row] for row in design.channel.rows]
    assert 'data-page="same"' in shown
    assert f"{float(design.channel[0, 0]):.6f}</td>" in shown.split("drawn-here")[1]


@pytest.mark.everything
def test_a_browser_sees_another_table_beside_a_good_certificate(
    browser: ModuleType, tmp_path: Path
) -> None:
    """The near miss: one entry of the page changed, its certificate as it was."""
    first, rest = written("trace").split('<td data-exact="', 1)
    entry, rest = rest.split('"', 1)
    path = tmp_path / "pressed.html"
    path.write_text(pressed(f'{first}<td data-exact="1/2"{rest}'), encoding="utf-8")
    shown = browser.run(path, tmp_path / "profile", "--dump-dom")
    assert 'data-verdict="verified"' in shown and 'data-page="another"' in shown
    assert drawn_table(shown)[0][0] == entry


def edits() -> dict[str, tuple[str, str]]:
    """What is changed in the first row, and into what; `data-exact` stays."""
    return {
        "decimal": (r'(<span class="decimal">)[0-9.]+', r"\g<1>0.500000"),
        "fraction": (r"(<mfrac><mn>)[0-9]+", r"\g<1>1"),
        "words beside": (r'(<span class="decimal">)', r"about \g<1>"),
        "another span": (r"(</span></td>)", r"</span><span>9</span></td>"),
        "a cell less": (r"<td data-exact.*?</td>", ""),
        "a row less": (r'<tr><th scope="row">.*?</tr>', ""),
    }


@cache
def short() -> str:
    """A page whose entries are short fractions."""
    return page(optimal(LocalDP("ln(3)"), Trace(3)))


@pytest.mark.everything
@pytest.mark.parametrize("edit", edits())
def test_a_browser_sees_an_edited_cell_that_kept_its_exact_entry(
    browser: ModuleType, edit: str, tmp_path: Path
) -> None:
    wanted, instead = edits()[edit]
    head, table = short().split('class="channel">', 1)
    before, body = table.split("<tbody>", 1)
    changed = re.sub(wanted, instead, body, count=1, flags=re.DOTALL)
    assert changed != body
    path = tmp_path / "pressed.html"
    path.write_text(pressed(f'{head}class="channel">{before}<tbody>{changed}'), encoding="utf-8")
    shown = browser.run(path, tmp_path / "profile", "--dump-dom")
    assert 'data-verdict="verified"' in shown and 'data-page="another"' in shown


@pytest.mark.everything
def test_a_browser_finds_short_fractions_as_they_are(browser: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "pressed.html"
    path.write_text(pressed(short()), encoding="utf-8")
    shown = browser.run(path, tmp_path / "profile", "--dump-dom")
    assert "<mfrac><mn>3</mn><mn>5</mn></mfrac>" in shown and 'data-page="same"' in shown


def test_no_two_pages_define_one_name():
    """They are read as one program: the later definition would be that of both."""
    names = re.findall(r"^(?:function|const|class) (\w+)", script(), re.MULTILINE)
    assert len(names) == len(set(names)), {name for name in names if names.count(name) > 1}
