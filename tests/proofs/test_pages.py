"""The verdict pages: what is on them, and that a page says what is stored."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rropt.proofs import pages, verdicts

from rropt.cli import main


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verdicts")
    records = [record | {"seconds": 0} for record in verdicts.stored("ziani").values()]
    assert [path.name for path in pages.write(records, str(folder))] == ["index.html", "ziani.html"]
    return folder


def test_the_index_counts_and_puts_errata_before_grades(written: Path) -> None:
    text = (written / "index.html").read_text()
    stored = verdicts.stored("ziani").values()
    refuted = [r["id"] for r in stored if r["verdict"] == "refuted"]
    assert f"<td>{len(refuted)}</td>" in text and refuted
    assert text.index("Errata") < text.index("Grades")
    heads = re.findall(
        r"<th[^>]*>(?:<[^>]*>)*([^<]*)", text.split("By paper")[1].split("Errata")[0]
    )
    assert "refuted" in heads and "undecided" not in heads  # a column without a statement
    for name in refuted:
        erratum = text.split(f"{name}</a>: ")[1].split("</li>")[0]
        assert "False as printed. Counterexample: " in erratum


def test_every_claim_has_its_place_and_its_verdict(written: Path) -> None:
    text = (written / "ziani.html").read_text()
    for name, record in verdicts.stored("ziani").items():
        anchor = name.replace("/", "-")
        section = text.split(f'<h3 id="{anchor}">')[1].split("<h3")[0]
        assert f'<b class="{record["verdict"]}">' in section
        assert f'href="#{anchor}"' in text


def test_a_refuted_claim_shows_its_counterexample_and_the_correction(written: Path) -> None:
    text = (written / "ziani.html").read_text()
    wrong = next(r for r in verdicts.stored("ziani").values() if r["verdict"] == "refuted")
    section = text.split(f'<h3 id="{wrong["id"].replace("/", "-")}">')[1].split("<h3")[0]
    for part in ("counterexample", "corrected", "rests on", "near misses refused"):
        assert f"{part}" in section


def test_statements_are_formulas_and_pages_need_nothing_else(written: Path) -> None:
    for path in written.iterdir():
        text = path.read_text()
        assert "http" not in re.sub(r'xmlns="[^"]*"|http-equiv', "", text)
    assert (written / "ziani.html").read_text().count("<math") > 20


def test_the_verb_writes_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "pages"
    words = ["prove", "ziani/thm-2*", "--recheck", "--jobs", "1", "--html", str(folder), "--json"]
    assert main(words) in (0, 1)
    capsys.readouterr()
    assert sorted(path.name for path in folder.iterdir()) == ["index.html", "ziani.html"]
    assert 'id="ziani-thm-2"' in (folder / "ziani.html").read_text()


def test_a_folder_that_cannot_be_written_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    words = ["prove", "ziani/def-rr", "--recheck", "--html", str(tmp_path / "file" / "x"), "--json"]
    assert main(words) == 3
    assert "--html must be a folder" in capsys.readouterr().err
