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


def test_a_folder_for_pages_is_tried_before_the_work(tmp_path, capsys) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert main(["prove", "holohan/lem-1", "--recheck", "--html", str(blocked / "pages")]) == 3
    assert "--html must be a folder to write to" in capsys.readouterr().err
