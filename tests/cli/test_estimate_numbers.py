"""A column of numbers through the command line: design, randomize, estimate."""

from __future__ import annotations

import csv
import json
import operator
from fractions import Fraction

import pytest

import rropt as rr
from rropt.cli import main
from rropt.design.answer_facts import numbers_of

GRID = ["--categories", "3"]


@pytest.fixture(params=[[], GRID], ids=["cut", "grid"])
def design(request, tmp_path, capsys):
    path = tmp_path / "D.json"
    words = ["design", "mean", "--epsilon", "1", "--low", "0", "--high", "10", *request.param]
    assert main([*words, "--save", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def answers(tmp_path):
    path = tmp_path / "answers.csv"
    rows = "".join(f"{i},{i % 10}.5\n" for i in range(400))
    path.write_text(f"person,hours\n{rows}")
    return path


def test_numbers_in_reports_out_and_their_mean(design, answers, tmp_path, capsys):
    reports = tmp_path / "reports.csv"
    words = ["--design", str(design), "--column", "hours"]
    assert main(["randomize", str(answers), *words, "-o", str(reports)]) == 0
    rows = list(csv.DictReader(reports.open()))
    assert [row["person"] for row in rows] == [str(i) for i in range(400)]
    capsys.readouterr()
    assert main(["estimate", str(reports), *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    low, high = found["interval"]
    assert found["n"] == 400 and low < found["mean"] < high
    assert abs(found["mean"] - 5) < 6 * found["stderr"] < 6 * 0.6


def test_missing_numbers_are_refused_kept_or_left_out(design, tmp_path, capsys):
    answers = tmp_path / "answers.csv"
    answers.write_text("hours,copy\n1,1\n,\n7.5,7.5\n")
    words = ["randomize", str(answers), "--design", str(design), "--column", "hours", "--json"]
    assert main(words) == 3
    assert "got 1 of 3 missing" in capsys.readouterr().err
    for missing, rows in (("keep", 3), ("drop", 2)):
        assert main([*words, "--missing", missing]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["n"], found["missing"], len(found["reports"])) == (rows, 1, rows)
        assert "'copy' says what the answers said" in found["warnings"][0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["estimate", "FILE", "--column", "hours", "--by", "person"], "--by must be left out"),
        (["estimate", "FILE", "--column", "hours", "--method", "wald"], "--method must be"),
        (["estimate", "--column", "hours"], "--column needs FILE: "),
        (["randomize", "FILE", "--column", "person"], "got 3"),
        (["randomize", "FILE", "--column", "hours", "--truths", "a,b"], "--truths must be"),
    ],
)
def test_refusals_are_one_line_and_show_no_number(words, said, design, answers, capsys):
    given = [str(answers) if word == "FILE" else word for word in words]
    assert main([*given, "--design", str(design)]) == 3
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and "399" not in error


def test_counts_of_the_reports_of_a_table_are_numbers_one_a_report(tmp_path, capsys):
    """By hand: the mean of the numbers of the reports, each as often as it was given."""
    file = str(tmp_path / "three.json")
    design = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1, 2]))
    design.save(file)
    counts = range(10, 10 * len(numbers_of(design)) + 1, 10)
    mean = sum(map(operator.mul, numbers_of(design), counts)) / sum(counts)
    words = ["estimate", "--design", file, "--json", "--counts"]
    assert main([*words, ",".join(map(str, counts))]) == 0
    assert Fraction(json.loads(capsys.readouterr().out)["estimate"]) == mean
    for wrong in ("30,20", ",".join("x" * len(counts)), ",".join(["-1", *map(str, counts[1:])])):
        assert main([*words, wrong]) == 3
        said = capsys.readouterr().err
        assert said.startswith("rropt: ") and "counts" in said and len(said.splitlines()) == 1
