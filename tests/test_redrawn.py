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


@pytest.mark.everything
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


@pytest.mark.everything
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
    assert "objective, privacy, mechanism" in capsys.readouterr().out
    path.write_text(json.dumps(design.to_json() | {"objective": "guess"}), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "objective" in capsys.readouterr().out


PRIOR = ["1/2", "1/3", "1/6"]
ABC = ["a", "b", "c"]
WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
PURE = rr.LocalDP("1/2")
LOGIT = rr.ForModel(rr.Logit(["-1/2"], ["1"]), points=[0, 1], coefficients=[1])

HONEST: dict[str, Callable[[], rr.Design]] = {
    "one-sided": lambda: rr.optimal(
        rr.OneSided(["yes"], "1/2"), rr.Variance("1/4"), truths=["no", "yes"]
    ),
    "high-low": lambda: rr.optimal(rr.HighLow(["a"], "ln(2)"), rr.Guess(PRIOR), truths=ABC),
    "blocks": lambda: rr.optimal(rr.Blocks([[0, 1], [2]], "oo", "1/2"), rr.Guess(PRIOR)),
    "path": lambda: rr.optimal(rr.MetricDP.path("1/2"), rr.Guess(PRIOR)),
    "places": lambda: rr.optimal(
        rr.MetricDP.points([[0, 0], [3, 4], [1, 1]], "1/5"), rr.Guess(PRIOR)
    ),
    "distances": lambda: rr.optimal(
        rr.MetricDP([[0, 1, 9], [1, 0, 1], [9, 1, 0]], "1/5"), rr.Guess(PRIOR)
    ),
    "utility-optimised": lambda: rr.optimal(
        rr.UtilityOptimized(["a"], "1/2"), rr.Guess(PRIOR), truths=ABC
    ),
    "Renyi": lambda: rr.optimal(rr.RenyiDP(2, "1/2"), rr.Gain([[1, 0], [0, 1]], ["1/3", "2/3"])),
    "no worse": lambda: rr.optimal(rr.NoWorseThan(WARNER), rr.Variance("1/4")),
    "leakage": lambda: rr.optimal(
        rr.PointwiseMaximalLeakage("ln(3/2)", PRIOR), rr.Guess(PRIOR)
    ),
    "information": lambda: rr.optimal(rr.LocalInformationPrivacy("1/2", PRIOR), rr.Guess(PRIOR)),
    "strict": lambda: rr.optimal(rr.StrictInformation("p/2", "Min(1, 3*p)"), rr.Guess(PRIOR)),
    "canonical": lambda: rr.optimal(
        rr.CanonicalStrictInformation("Min(1, p + 1/5)"), rr.Guess(PRIOR)
    ),
    "deployable": lambda: rr.optimal(PURE, rr.Trace(4), denominator=36),
    "deployable card": lambda: rr.optimal(PURE, rr.Variance("1/4"), outputs=2, denominator=36),
    "deployable criterion": lambda: rr.optimal(PURE, rr.AOptimal(PRIOR), denominator=100),
    "deployable metric": lambda: rr.optimal(
        rr.MetricDP.path("1/2"), rr.Guess(PRIOR), denominator=100
    ),
    "cut": lambda: rr.optimal(PURE, rr.Mean(low=0, high=1)),
    "worst mean": lambda: rr.optimal(PURE, rr.Mean([0, 1, 5])),
    "model": lambda: rr.optimal(PURE, LOGIT),
}  # fmt: skip


@pytest.mark.everything
@pytest.mark.parametrize("name", HONEST)
def test_an_honest_page_is_verified_whatever_was_asked(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, found = checked(page(HONEST[name]()), tmp_path, capsys)
    assert (status, found["scope"]) == (0, "page"), found["reason"]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("one-sided", {"epsilon": "1/3"}),
        ("one-sided", {"protect": ["no"]}),
        (
            "path",
            {"squares": [["0", "1", "1"], ["1", "0", "1"], ["1", "1", "0"]], "of": "places"},
        ),
        ("blocks", {"across": "1/3"}),
    ],
)
def test_a_criterion_of_other_levels_is_not_verified(
    name: str, change: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The words of the question stand in the data of the page: their levels are compared."""
    text = page(HONEST[name]())
    data = json.loads(ESCAPED.search(text).group(1))  # type: ignore[union-attr]
    status, found = checked(in_data(criterion=data["criterion"] | change)(text), tmp_path, capsys)
    assert status == 1 and "another criterion" in found["reason"]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("one-sided", {"protect": 7}),
        ("one-sided", {"level": "1/2"}),
        ("path", {"name": "places"}),
        ("path", {"of": "no distance at all"}),
        ("path", {"squares": 7, "of": "places"}),
        ("path", {"squares": [7], "of": "places"}),
        ("path", {"squares": [], "of": "places"}),
        ("path", {"squares": [["0"], ["1", "0"], ["1", "1", "0"]], "of": "places"}),
        ("path", {"squares": [["0", "-1", "1"]] * 3, "of": "places"}),
    ],
)
def test_a_criterion_that_is_none_leaves_the_certificate_alone(
    name: str, change: dict[str, object], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page(HONEST[name]())
    data = json.loads(ESCAPED.search(text).group(1))  # type: ignore[union-attr]
    status, found = checked(in_data(criterion=data["criterion"] | change)(text), tmp_path, capsys)
    assert status == 2 and "alone is verified" in found["reason"]


@pytest.mark.everything
def test_a_table_of_another_denominator_is_refuted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page(HONEST["deployable"]())
    status, found = checked(in_data(denominator="37")(text), tmp_path, capsys)
    assert status == 1 and "denominator" in found["reason"]


@pytest.mark.everything
def test_the_page_of_ones_own_utility_vouches_for_the_certificate_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spread = rr.Custom(lambda r: max(r) - min(r), 2)
    status, found = checked(page(rr.optimal(PURE, spread)), tmp_path, capsys)
    assert status == 2 and "the certificate alone is verified" in found["reason"]
    assert "word-of-the-user" in found["reason"]


def test_a_saved_criterion_keeps_its_words(tmp_path: Path) -> None:
    for name in ("one-sided", "places", "strict", "leakage"):
        design = HONEST[name]()
        design.save(tmp_path / "d.json")
        again = rr.load(tmp_path / "d.json")
        assert again.problem.privacy.describe() == design.problem.privacy.describe() != ""


@pytest.mark.everything
@pytest.mark.parametrize(
    ("date", "verdict"),
    [
        ("2026-11-21", "verified"),
        ("2026-11-31", "undecided"),
        ("20261121", "undecided"),
        ("approved by the data protection officer", "undecided"),
        (7, "undecided"),
    ],
)
def test_a_date_is_a_date(
    date: object, verdict: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = HONEST["high-low"]().to_html(date="2026-01-01")
    assert "(2026-01-01): certified optimal" in text
    changed = in_data(date=date)(text.replace("(2026-01-01)", f"({date})"))
    assert checked(changed, tmp_path, capsys)[1]["verdict"] == verdict
