"""How every verb with data reads what is missing, and what stands for a label."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main

TRUE = {"channel": [["9/10", "1/5"], ["1/10", "4/5"]], "reports": ["no", "yes"]}
ROWS = ["1,3", "0,4", "NA,5", "1,refused", "0,NA", "1,6", "0,2"] * 20


@pytest.fixture
def files(tmp_path):
    design = tmp_path / "D.json"
    design.write_text(json.dumps(TRUE | {"truths": ["no", "yes"]}))
    data = tmp_path / "x.csv"
    data.write_text("\n".join(["y,age", *ROWS]) + "\n")
    return [str(data), "--design", str(design)]


CODES = ["--codes", "0=no,1=yes"]
DROP = ["--missing", "drop"]


def test_estimate_counts_what_is_left(files, capsys) -> None:
    words = ["estimate", *files, "--column", "y", "--json"]
    assert main([*words, *CODES]) == 3
    assert "got 20 of 140 missing" in capsys.readouterr().err
    assert main([*words, "--codes", "3=no,2=yes", *DROP]) == 3
    assert "--codes 0=no,1=yes" in capsys.readouterr().err
    for codes in ([], CODES):
        assert main([*words, *codes, *DROP]) == 0
        assert json.loads(capsys.readouterr().out)["counts"] == [60, 60]


@pytest.mark.everything
def test_groups_lose_the_rows_without_one(files, capsys) -> None:
    words = ["estimate", *files, "--column", "y", "--by", "age", *CODES, *DROP, "--json"]
    assert main(words) == 0
    groups = json.loads(capsys.readouterr().out)["groups"]
    assert sorted(groups) == ["2", "3", "4", "6", "refused"]
    assert main([*words, "--na", "NA,refused"]) == 0
    assert sorted(json.loads(capsys.readouterr().out)["groups"]) == ["2", "3", "4", "6"]


@pytest.mark.everything
def test_regress_refuses_numbers_with_words_and_takes_them_as_missing(files, capsys) -> None:
    words = ["regress", *files, "--formula", "y ~ age", *CODES, "--json"]
    assert main([*words, *DROP]) == 3
    said = capsys.readouterr().err
    assert "column 'age' must hold numbers, or words" in said and "refused" not in said
    assert main([*words, *DROP, "--na", "NA,refused"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["n"] == 80 and len(found["coefficients"]) == 2


def test_numbers_from_one_on_are_randomized_as_their_codes_say(tmp_path, capsys) -> None:
    design = tmp_path / "D.json"
    design.write_text(json.dumps({"channel": [["1", "0"], ["0", "1"]]}))
    data = tmp_path / "x.csv"
    data.write_text("y\n1\n2\n1\n")
    words = ["randomize", str(data), "--design", str(design), "--column", "y", "--codes"]
    assert main([*words, "1=0,2=1"]) == 0
    assert capsys.readouterr().out.split() == ["y", "0", "1", "0"]
    data.write_text("y\n1\n2\n0\n0\n")
    assert main([*words, "1=0,2=1"]) == 3
    assert "got 2 of 4 that do not fit" in capsys.readouterr().err


def test_randomize_reads_alike(files, capsys) -> None:
    words = ["randomize", *files, "--column", "y", *CODES]
    assert main([*words, *DROP]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 121 and {row.split(",")[0] for row in printed[1:]} == {"no", "yes"}
    assert main([*words, "--missing", "keep"]) == 0
    kept = capsys.readouterr().out.splitlines()
    assert sum(row.startswith(",") for row in kept) == 20
