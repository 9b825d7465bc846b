"""rropt randomize: the file that comes out, and what is refused."""

import csv
import io
import json

import pytest

from rropt import LocalDP, Trace, optimal
from rropt.cli import main

pytestmark = pytest.mark.quick

FLIP = {"channel": [["0", "1"], ["1", "0"]], "reports": ["A", "B"], "truths": ["no", "yes"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "D.json").write_text(json.dumps(FLIP))
    (tmp_path / "answers.csv").write_text("id,smokes\n7,yes\n8,no\n9,yes\n")
    return tmp_path


def refused(capsys, *words):
    status = main(["randomize", *words])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (3, "", 1)
    return err


@pytest.mark.parametrize("mark", [";", "\t", "|", ","])
def test_the_reports_of_a_table_are_those_of_its_separator(mark, folder, capsys):
    """FLIP answers no by B and yes by A, always; a comma is a decimal point beside a semicolon."""
    rows = [["id", "x", "smokes"], ["7", "0,5" if mark != "," else "1", "yes"], ["8", "2", "no"]]
    (folder / "marked.csv").write_text("".join(mark.join(row) + "\n" for row in rows))
    words = ["marked.csv", "--design", "D.json", "--column", "smokes"]
    assert main(["randomize", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reports"] == ["A", "B"]


def test_writes_reports_in_the_place_of_answers(folder, capsys):
    words = ["answers.csv", "--design", "D.json", "--column", "smokes", "-o", "reports.csv"]
    assert main(["randomize", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "n": 3,
        "column": "smokes",
        "missing": 0,
        "warnings": [],
        "output": "reports.csv",
    }
    with open("reports.csv", newline="") as handle:
        rows = list(csv.DictReader(handle))
    assert rows == [{"id": i, "smokes": r} for i, r in (("7", "A"), ("8", "B"), ("9", "A"))]


def test_prints_the_table_without_an_output_file(folder, capsys):
    words = ["answers.csv", "--design", "D.json", "--column", "smokes"]
    assert main(["randomize", *words]) == 0
    assert capsys.readouterr().out == "id,smokes\n7,A\n8,B\n9,A\n"
    assert main(["randomize", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reports"] == ["A", "B", "A"]


def test_reports_are_rows_whatever_the_other_columns_hold(folder, capsys):
    """U+2028, vertical tabs and quoted line ends are text, not the end of a row."""
    rows = [["yes", "a\u2028b"], ["no", "c\x0bd"], ["yes", 'two\r\n"lines"'], ["no", "e"]]
    with open("odd.csv", "w", newline="", encoding="utf-8") as handle:
        csv.writer(handle).writerows([["smokes", "note"], *rows])
    words = ["odd.csv", "--design", "D.json", "--column", "smokes"]
    assert main(["randomize", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reports"] == ["A", "B", "A", "B"]
    assert main(["randomize", *words]) == 0
    printed = list(csv.reader(io.StringIO(capsys.readouterr().out, newline="")))
    assert [note for _, note in printed[1:]] == [note for _, note in rows]


def test_labels_can_be_given_on_the_command_line(folder, capsys):
    plain = {"channel": [["1", "0"], ["0", "1"]]}
    (folder / "plain.json").write_text(json.dumps(plain))
    words = ["answers.csv", "--design", "plain.json", "--column", "smokes"]
    assert "'0', '1', got 3 of 3 that do not fit" in refused(capsys, *words)
    assert main(["randomize", *words, "--truths", "no,yes", "--reports", "blue,red"]) == 0
    assert capsys.readouterr().out == "id,smokes\n7,red\n8,blue\n9,red\n"


TELLING = optimal(LocalDP("ln(3)", 1), Trace(2)).certificate
"""With delta = 1 the truth itself is the report."""


def test_certificates_are_designs(folder, capsys):
    TELLING.save(folder / "C.json")
    words = ["answers.csv", "--design", "C.json", "--column", "smokes", "--truths", "no,yes"]
    assert main(["randomize", *words]) == 0
    assert capsys.readouterr().out == "id,smokes\n7,1\n8,0\n9,1\n"


@pytest.mark.parametrize("key", ["kind", "certificate"])
def test_a_table_that_breaks_the_promise_of_its_certificate_is_not_used(folder, capsys, key):
    promise = TELLING.data | {"privacy": {"gamma": "3", "delta": "99/100"}}
    shown = [["1", "0"], ["0", "1"]]
    document = promise if key == "kind" else {"channel": shown, "certificate": promise}
    (folder / "C.json").write_text(json.dumps(document))
    words = ["answers.csv", "--design", "C.json", "--column", "smokes", "--truths", "no,yes"]
    error = refused(capsys, *words)
    assert "refuted: " in error and "told apart" in error


def test_a_table_that_is_not_the_one_of_its_certificate_is_not_used(folder, capsys):
    design = optimal(LocalDP("ln(3)"), Trace(2)).to_json()
    (folder / "C.json").write_text(json.dumps(design | {"channel": [["1", "0"], ["0", "1"]]}))
    words = ["answers.csv", "--design", "C.json", "--column", "smokes", "--truths", "no,yes"]
    assert "the table shown is not the one in the certificate" in refused(capsys, *words)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("{", "must be a JSON file"),
        ("[1]", "got list"),
        ("{}", "got the keys none"),
        ('{"channel": null}', "kept as orbits"),
        ('{"truths": [4], "patterns": []}', "classes of no table"),
        ('{"channel": [["1/2", "1/2"], ["1/2", "1/4"]]}', "column 1 must add up to one"),
        ('{"channel": [["1", "1"]], "channel": [["1", "1"]]}', "must name 'channel' once"),
        ('{"channel": [["1", "1"]], "note": ' + "9" * 5000 + "}", "must be a JSON file"),
        ("[" * 100_000, "must be a JSON file"),
        ('{"channel": [[0.10000000000000000000001, 1], [0.9, 0]]}', "column 0 must add up to one"),
        ('{"channel": [[NaN, 1], [0.9, 0]]}', "must be finite"),
    ],
)
def test_bad_designs_are_refused(folder, capsys, document, message):
    (folder / "bad.json").write_text(document)
    words = ["answers.csv", "--design", "bad.json", "--column", "smokes"]
    assert message in refused(capsys, *words)


def test_bad_input_is_one_line(folder, capsys):
    design = ["--design", "D.json"]
    assert "column must be one of 'id', 'smokes'" in refused(
        capsys, "answers.csv", *design, "--column", "drinks"
    )
    assert "readable file" in refused(capsys, "none.csv", *design, "--column", "smokes")
    assert "--design" in refused(capsys, "answers.csv", "--column", "smokes")
    assert "must hold only the labels" in refused(capsys, "answers.csv", *design, "--column", "id")
    assert not (folder / "reports.csv").exists()
