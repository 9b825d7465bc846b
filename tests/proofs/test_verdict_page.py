"""VERDICTS.md: what stands on it, from records written by hand."""

from __future__ import annotations

import re
from pathlib import Path

from rropt.proofs import verdict_page, verdicts

RECORD = {
    "grade": None,
    "method": None,
    "scope": None,
    "assuming": None,
    "witness": None,
    "corrected": None,
    "correction": None,
    "lemmas": [],
    "theorems": [],
    "near": 0,
    "evidence": None,
}
NAMES = ("holohan/thm-1", "holohan/thm-2", "holohan/thm-3")


def page(*changes):
    own = zip(NAMES, changes, strict=False)
    return verdict_page.page({name: {**RECORD, "id": name, **c} for name, c in own})


def counts(text):
    row = re.search(r"^\| holohan \| (.*) \|$", text, re.M)
    return row[1].split(" | ")


def test_what_is_only_cited_or_argued_is_counted_apart():
    proved = {"verdict": "proved", "evidence": "machine", "grade": "B", "near": 3}
    argued = {"verdict": "proved", "evidence": "argued", "grade": "F"}
    cited = {"verdict": "proved", "evidence": "cited", "grade": "C"}
    assert counts(page(proved, argued, cited)) == ["3", "1", "1", "1", "3"]
    assert "[argued, not proved]" in page(argued)
    assert "[cited, not proved]" in page(cited)


def test_a_refuted_statement_stands_under_errata_with_its_counterexample():
    wrong = {
        "verdict": "refuted",
        "evidence": "kernel",
        "grade": "K",
        "witness": {"at": {"x": "1/2"}, "fails": "x >= 1"},
        "corrected": "x >= 0",
        "correction": "open",
    }
    text = page({"verdict": "proved", "evidence": "machine", "grade": "A"}, wrong)
    errata = text.split("## Errata")[1].split(verdicts.TABLE)[0]
    assert "`holohan/thm-2`" in errata and "`holohan/thm-1`" not in errata
    assert "at x = 1/2, `x >= 1` fails" in errata
    assert "Corrected (not proved): x >= 0" in errata


def test_hypotheses_of_one_text_stand_together():
    needs = {
        "verdict": "proved-under",
        "evidence": "machine",
        "grade": "B",
        "assuming": "delta <= 1",
        "witness": {"at": {"d": "2"}, "fails": "d <= 1"},
    }
    text = page(needs, needs, {**needs, "assuming": "n >= 1"})
    lines = [line for line in text.splitlines() if " needs: " in line]
    assert len(lines) == 2
    assert "`holohan/thm-1`, `holohan/thm-2`" in "".join(lines)


def test_theorems_and_lemmas_are_links_to_files_that_are_there():
    stored = verdicts.stored("ziani")
    text = verdict_page.page(stored)
    links = set(re.findall(r"\]\((kernel/[^)]*)\)", text))
    assert any("theories/" in link for link in links) and "theorems of ziani.v" in text
    assert all((Path(verdict_page.__file__).parent / link).is_file() for link in links)


def test_every_grade_that_occurs_is_explained():
    text = verdict_page.page(verdicts.stored("ziani"))
    explained = set(re.findall(r"^\| ([A-Z]) \| \d+ \|", text, re.M))
    assert explained == {r["grade"] for r in verdicts.stored("ziani").values()} - {None}


def test_a_counterexample_outside_the_kernel_beside_theorems_is_counted_apart():
    method = "exact counterexample; theorem of the kernel"
    beside = {"verdict": "refuted", "evidence": "machine", "grade": "A", "method": method}
    whole = {**beside, "evidence": "kernel", "grade": "K"}
    alone = {**beside, "method": "exact counterexample"}
    assert "Of 1 statements of grade A" in page(
        *({**r, "witness": "-"} for r in (beside, whole, alone))
    )
