"""rropt prove: statuses of single statements and of files of claims; places for pages."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main


@pytest.mark.everything
@pytest.mark.parametrize("claim, status", [("holohan/eq-24/sign", 1), ("holohan/lem-1", 0)])
def test_a_single_statement_has_its_own_status(claim: str, status: int, capsys) -> None:
    assert main(["prove", claim, "--recheck", "--json"]) == status
    data = json.loads(capsys.readouterr().out)
    assert [record["id"] for record in data["claims"]] == [claim] and data["differences"] == []


def test_a_single_statement_is_shown_in_words(capsys) -> None:
    assert main(["prove", "holohan/eq-24/sign", "--recheck"]) == 1
    text = capsys.readouterr().out
    assert text.count("\nholohan/eq-24/sign (") == 1


@pytest.mark.parametrize(
    "words, said",
    [
        (["nothing/at-all"], "no statement matches 'nothing/at-all'"),
        (["no.py"], "the file of claims must exist, got no.py"),
        (["holohan/lem-1", "--jobs", "0"], "--jobs must be a whole number of at least 1"),
        (["mine.py", "--html", "pages"], "--html must be left out with a file of claims"),
        (["mine.py", "--recheck"], "--recheck must be left out with a file of claims"),
        (["--new", "mine.py", "--export", "coq"], "--export must be left out with --new"),
    ],
)
def test_refusals(words, said: str, capsys) -> None:
    assert main(["prove", *words]) == 3
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "code, said", [("x = 1\n", "must name a statement"), ("1 / 0\n", "got ZeroDivisionError")]
)
def test_a_file_without_claims_or_with_a_mistake(code: str, said: str, tmp_path, capsys) -> None:
    path = tmp_path / "claims.py"
    path.write_text(code)
    assert main(["prove", str(path)]) == 3
    assert said in capsys.readouterr().err


def test_what_is_stored_is_listed_without_deciding(capsys) -> None:
    assert main(["prove", "holohan/eq-24*", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.split()[:2] == ["refuted", "holohan/eq-24/sign"] for line in lines)


@pytest.mark.everything
def test_a_new_file_of_claims_is_decided_as_it_says(tmp_path, capsys) -> None:
    path = str(tmp_path / "mine.py")
    assert main(["prove", "--new", path]) == 0
    assert main(["prove", "--new", path]) == 3  # it is there now
    assert main(["prove", path, "--list"]) == 0
    assert "mine/square\n" in capsys.readouterr().out
    assert main(["prove", path, "--why"]) == 1
    text = capsys.readouterr().out
    assert "mine/square: proved-under" in text and "mine/powers: proved" in text
    assert "false: at x = 1/2" in text


@pytest.mark.everything
def test_a_file_is_exported_whole_and_alone(tmp_path, capsys) -> None:
    path = str(tmp_path / "mine.py")
    main(["prove", "--new", path])
    capsys.readouterr()
    assert main(["prove", path, "--export", "smt2"]) == 1
    text = capsys.readouterr().out
    assert text.startswith("; unsat: ") and text.count("(check-sat)") == text.count("(reset)") >= 4
    assert main(["prove", path, "--export", "word"]) == 3


def test_a_folder_for_pages_is_tried_before_the_work(tmp_path, capsys) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["prove", "holohan/lem-1", "--recheck", "--html", str(blocked / "pages")]) == 3
    assert "--html must be a folder to write to" in capsys.readouterr().err
