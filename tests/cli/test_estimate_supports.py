"""From a design of many categories to the shares, on the command line alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rropt.cli import main


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("blocks") / "study.json"
    words = ["a-optimal", "--gamma", "40", "--prior", "uniform", "--categories", "300"]
    assert main(["design", *words, "--save", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def answers(study: Path) -> Path:
    path = study.with_name("answers.csv")
    rows = [f"{n},{7 if n % 2 else n % 300}" for n in range(1200)]
    path.write_text("\n".join(["id,answer", *rows]) + "\n")
    return path


@pytest.mark.everything
def test_a_column_is_randomized_and_estimated(study, answers, capsys) -> None:
    reports = study.with_name("reports.csv")
    words = ["--design", str(study), "--column", "answer"]
    assert main(["randomize", str(answers), *words, "-o", str(reports)]) == 0
    capsys.readouterr()
    assert main(["estimate", str(reports), *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 1200 and len(found["estimate"]) == len(found["truths"]) == 300
    assert found["estimate"].index(max(found["estimate"])) == 7
    assert sum(found["estimate"]) == pytest.approx(1)
    low, high = found["intervals"][7]
    assert low < found["estimate"][7] < high
    assert main(["estimate", str(reports), *words, "--simultaneous"]) == 0
    said = capsys.readouterr().out
    assert (
        said.startswith("the 10 largest of 300 shares") and "all at once, clopper_pearson" in said
    )
    assert main(["estimate", str(reports), *words, "--top", "2"]) == 0
    shorter = capsys.readouterr().out.splitlines()
    assert shorter[0].startswith("the 2 largest of 300 shares") and len(shorter) == 5
    assert shorter[3].startswith("shares: unbiased linear estimates")
    assert shorter[1].split()[0] == "7"
    more = ["--simultaneous", "--method", "clopper_pearson", "--json"]
    assert main(["estimate", str(reports), *words, *more]) == 0
    wider = json.loads(capsys.readouterr().out)
    assert wider["interval_method"] == "clopper_pearson" and wider["intervals"][7][0] < low


def test_all_shares_of_a_written_table_are_shown(tmp_path, capsys) -> None:
    study = tmp_path / "small.json"
    assert main(["design", "trace", "--gamma", "3", "--categories", "3", "--save", str(study)]) == 0
    words = ["estimate", "--counts", "4,5,6", "--design", str(study), "--top", "2"]
    assert main(words) == 3
    assert "--top must be left out for a design whose table is written" in capsys.readouterr().err


@pytest.mark.everything
def test_every_verb_reads_the_file(study, capsys) -> None:
    assert main(["plan", "--design", str(study), "--margin", "0.02", "--json"]) == 0
    planned = json.loads(capsys.readouterr().out)["plan"]
    assert planned["margin"] <= 0.02 and planned["channel"]["categories"] == 300
    assert main(["plan", "--design", str(study), "--margin", "0.02", "--simultaneous"]) == 0
    capsys.readouterr()
    assert main(["measures", str(study)]) == 0
    assert "maximal leakage" in capsys.readouterr().out
    page = study.with_name("page.html")
    assert main(["measures", str(study), "--rounds", "3", "--html", str(page)]) == 0
    assert main(["measures", str(study), "--at-epsilon", "2", "--rounds", "5"]) == 0
    assert "5 reports are" in capsys.readouterr().out
    assert main(["check", str(study)]) == 0
    assert main(["compare", str(study), str(study)]) == 3
    assert "must be small to be written out" in capsys.readouterr().err


def test_what_is_no_answer_or_no_report_is_refused_in_one_line(study, answers, capsys) -> None:
    wrong = study.with_name("wrong.csv")
    wrong.write_text("answer\n3\n300\n")
    words = ["--design", str(study), "--column", "answer"]
    assert main(["randomize", str(wrong), *words]) == 3
    assert "numbers of truths from 0 to 299, got 1 of 2" in capsys.readouterr().err
    wrong.write_text("answer\nnone of these\n")
    assert main(["estimate", str(wrong), *words]) == 3
    said = capsys.readouterr().err
    assert "1 of 1 that do not fit" in said and "none of these" not in said
    for more in (["--by", "id"], ["--counts", "1,2"]):
        assert main(["estimate", str(answers), *words, *more]) == 3
        assert "must be left out" in capsys.readouterr().err
    assert main(["estimate", str(answers), *words, "--method", "wald"]) == 3
    assert "--method must be one of likelihood, linear, clopper" in capsys.readouterr().err
    assert main(["estimate", str(answers), *words, "--truths", "a,b"]) == 3
    assert "truths must be 300 different labels" in capsys.readouterr().err
    assert main(["estimate", str(answers), *words, "--reports", "a,b"]) == 3
    capsys.readouterr()


def test_missing_reports_are_refused_or_left_out(study, capsys) -> None:
    some = study.with_name("some.csv")
    words = ["--design", str(study), "--column", "answer"]
    some.write_text("id,answer\n1,5\n2,\n")
    reports = study.with_name("some_reports.csv")
    assert main(["randomize", str(some), *words, "--missing", "keep", "-o", str(reports)]) == 0
    capsys.readouterr()
    assert main(["estimate", str(reports), *words]) == 3
    assert "got 1 missing" in capsys.readouterr().err
    assert main(["estimate", str(reports), *words, "--missing", "drop", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == 1


@pytest.mark.everything
def test_a_report_names_what_is_in_the_certificate(capsys) -> None:
    words = ["design", "a-optimal", "--gamma", "11", "--prior", "uniform", "--categories", "133"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "the moves of 39 base blocks in the certificate" in said
    assert "1/133 for each of" in said and "every arrangement" not in said
