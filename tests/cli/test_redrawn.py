"""No edited page is verified: a page is drawn again from its certificate and compared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import rropt as rr
from rropt.cli import main
from rropt.report.html import page

Edit = Callable[[str], str]
ESCAPED = re.compile(r'id="design">(.*?)</script>', re.DOTALL)


@cache
def genuine() -> str:
    """With a matter of course that an edit may abuse: labels, a level with a delta."""
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), truths=["no", "yes"])
    return page(design)


def checked(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict]:
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    status = main(["check", str(path), "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_a_page_that_nobody_edited_is_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = checked(genuine(), tmp_path, capsys)
    assert (status, found["verdict"], found["scope"]) == (0, "verified", "page")


def hidden_table(text: str) -> str:
    """A table of one's own, and the real one out of sight."""
    fake = "<style>.channel{display:none}</style><table><tr><td>1</td><td>0</td></tr></table>"
    return text.replace("<main>", f"<main>{fake}", 1)


def genuine_in_a_template(text: str) -> str:
    head, body, rest = re.split(r"<main>(.*)</main>", text, maxsplit=1, flags=re.DOTALL)
    claim = "<h1>keep every answer, proved private at epsilon = 0</h1>"
    return f"{head}<main>{claim}<template>{body}</template></main>{rest}"


def replaced(old: str, new: str, times: int = -1) -> Edit:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, times)

    return edit


def in_data(**changes: object) -> Edit:
    """Other fields in the JSON of the page, the text as it was."""

    def edit(text: str) -> str:
        found = ESCAPED.search(text)
        assert found is not None
        data = json.loads(found.group(1)) | changes
        return text.replace(found.group(1), json.dumps(data).replace("<", "\\u003c"))

    return edit


def other_digest(text: str) -> str:
    return re.sub(r'(id="sha256">)[0-9a-f]{4}', r"\g<1>0000", text)


def one_label_in_the_text(text: str) -> str:
    return text.replace('<th scope="col">yes</th>', '<th scope="col">no</th>', 1)


EDITS: dict[str, Edit] = {
    "another epsilon": replaced("epsilon = 1/2", "epsilon = 1/1000"),
    "a fake table before the real one": hidden_table,
    "the real page in a template": genuine_in_a_template,
    "a comment": replaced("<main>", "<main><!-- -->"),
    "a blank at the end": lambda text: text + " ",
    "an attribute": replaced("<main>", '<main hidden="hidden">'),
    "another title": replaced("<title>Optimal", "<title>Private and optimal"),
    "another digest": other_digest,
    "a script that always agrees": replaced(
        'return { verdict: "verified", statement', 'return { verdict: "verified", x: 1, statement'
    ),
    "a policy that allows all": replaced("default-src 'none'", "default-src *"),
    "another label in the text": one_label_in_the_text,
    "another objective in the data": in_data(objective="trace"),
    "another level in the data": in_data(gamma="3"),
    "no level in the data": in_data(delta="0"),
    "another closed form in the data": in_data(closed_form="1"),
    "a claim in the facts": in_data(
        facts={"guarantee": ["private at epsilon = 0"], "restrictions": [], "rivals": [],
               "elsewhere": []}
    ),
    "no facts": in_data(facts=None),
    "another question in the data alone": in_data(question="Is it safe?"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_page_is_not_verified(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = EDITS[name](genuine())
    assert text != genuine()
    status, found = checked(text, tmp_path, capsys)
    assert status in (1, 2) and found["verdict"] in ("refuted", "undecided")
    assert not found["statement"]


def test_a_saved_design_with_another_objective_is_refuted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3), crosscheck=False)
    path = tmp_path / "d.json"
    path.write_text(json.dumps(design.to_json()), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    assert "objective, level, table" in capsys.readouterr().out
    path.write_text(json.dumps(design.to_json() | {"objective": "guess"}), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "objective" in capsys.readouterr().out
