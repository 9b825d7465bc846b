"""The octets of a table, and what they are called.

Files of spreadsheets and older programs are read as the same table.
"""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from rropt.channel import Channel
from rropt.cli import main
from rropt.data import count_groups, count_labels, count_reports, randomize_file
from rropt.data.data_file import data_file, encoding_in
from rropt.data.entry_rules import EntryRules
from rropt.data.frame_columns import file_frame
from rropt.exact import InputError
from tests.told_channel import told

WARNER = Channel.from_rows(
    [["3/4", "1/4"], ["1/4", "3/4"]], reports=["no", "yes"], truths=["no", "yes"]
)


ANSWERS = ["yes", "no", "yes", "yes", "no"]


def written(tmp_path, kind, values=ANSWERS):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": range(len(values)), "answer": values})
    path = tmp_path / f"reports.{kind}"
    if kind == "parquet":
        frame.write_parquet(path)
    else:
        frame.write_csv(path, separator="\t" if kind == "tsv" else ",")
    return path


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_name_that_is_no_text_is_refused(tmp_path, kind):
    """File systems take any octets in a name; polars and DuckDB take UTF-8."""
    good, odd = written(tmp_path, kind), tmp_path / f"\udcff.{kind}"
    with pytest.raises(InputError, match="the output must have a name in UTF-8"):
        randomize_file(WARNER, str(good), "answer", str(odd))
    good.rename(odd)
    with pytest.raises(InputError, match="FILE must have a name in UTF-8"):
        count_reports(WARNER, odd, "answer")
    spaced = tmp_path / f"\u00e9 \u3000\u65e5\u672c.{kind}"
    odd.rename(spaced)
    assert sum(count_reports(WARNER, spaced, "answer")) == 5


@pytest.mark.parametrize(
    "octets, kind",
    [
        (b"PAR1....", "parquet"),
        (b"a\tb\n1,2\t3\n", "tsv"),
        (b"a,b\tc\n", "csv"),
        (b"a\n1\t2\n", "csv"),
    ],
)
def test_a_stream_says_what_it_is_in_its_first_line(octets, kind: str, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(octets)))
    found = data_file("-")
    assert (found.kind, found.name, found.mode) == (kind, "standard input", 0o600)
    assert found.open().read() == found.open().read() == octets


def test_a_file_keeps_its_mode_and_its_header(tmp_path) -> None:
    path = tmp_path / "a.TSV"
    path.write_bytes(b'\xef\xbb\xbfid\t"a ""b"""\r\n1\t2\r\n')
    path.chmod(0o640)
    found = data_file(path)
    assert (found.kind, found.separator, found.mode) == ("tsv", "\t", 0o640)
    assert found.header() == ["id", 'a "b"']
    assert found.first_line().endswith(b"\r\n")


@pytest.mark.parametrize(
    "name, octets, words",
    [
        ("a.csv", b"", "must not be empty"),
        ("a.csv", b"\n\r\n\n", "must have the names of columns in its first line"),
        ("a.csv", b"\xef\xbb\xbf\n", "must have the names of columns in its first line"),
        ("a.doc", b"x", "must end in .csv, .tsv, .parquet, .pq, .txt, .xlsx"),
        ("a", b"x", "must end in"),
        ("a.csv", b"\x00\x01\x02", "FILE must be text, got .*a.csv, which is none in utf-16-be"),
    ],
)
def test_what_is_no_table(name: str, octets: bytes, words: str, tmp_path) -> None:
    path = tmp_path / name
    path.write_bytes(octets)
    with pytest.raises(InputError, match=words):
        data_file(path)


def test_a_folder_is_no_file(tmp_path) -> None:
    (tmp_path / "a.csv").mkdir()
    with pytest.raises(InputError, match="must be a readable file"):
        data_file(tmp_path / "a.csv")


def test_a_pipe_is_read_once_and_kept(tmp_path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"a,b\n1,2\n"))
    writer.start()
    found = data_file(pipe)
    writer.join()
    assert found.held == b"a,b\n1,2\n" and found.mode == 0o600 and found.kind == "csv"


LABELS = ["nein", "m\u00f6glich", "ja"]
TEXT = "Nr;Antwort;Gr\u00f6\u00dfe\n1;ja;1,5\n2;m\u00f6glich;2\n3;ja;0,25\n4;nein;NA\n"
EXPECTED = (1, 1, 2)
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
SAME = told(LABELS)


@pytest.mark.everything
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings_separators_and_line_ends(tmp_path: Path, encoding, separator, end) -> None:
    path = tmp_path / "antworten.csv"
    text = TEXT.replace(",", ".").replace(";", separator).replace("\n", end)
    path.write_bytes(text.encode(encoding))
    assert count_labels(LABELS, path, "Antwort") == EXPECTED
    assert list(count_groups(SAME, path, "Antwort", "Gr\u00f6\u00dfe", "drop")) == [
        "0.25",
        "1.5",
        "2",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_carriage_returns_alone_end_lines(tmp_path: Path, encoding, monkeypatch) -> None:
    """In a file, in a stream, and for a regression."""
    path = tmp_path / "antworten.csv"
    path.write_bytes(TEXT.replace("\n", "\r").encode(encoding))
    assert count_labels(LABELS, path, "Antwort") == EXPECTED
    octets = io.BytesIO(path.read_bytes())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=octets))
    assert data_file("-").open().read().removeprefix(b"\xef\xbb\xbf") == TEXT.encode()
    records = file_frame(data_file(path), EntryRules(), ["Antwort"])
    assert records["Antwort"].tolist() == ["ja", "m\u00f6glich", "ja", "nein"]


def test_a_carriage_return_beside_line_feeds_is_no_line_end(tmp_path: Path) -> None:
    """It belongs to a quoted answer, which must not become two rows."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'a\n"x\ry"\nx\n')
    assert count_labels(["x\ry", "x"], path, "a") == (1, 1)


def test_a_line_feed_in_quotes_ends_no_line_of_a_file_of_carriage_returns(tmp_path: Path) -> None:
    """So Excel for the Mac writes a cell of two lines."""
    path = tmp_path / "a.csv"
    path.write_bytes(b'a,note\rx,"one\n\rtwo"\ry,\rx,"a ""b""\n"\r')
    found = csv.reader(io.StringIO(data_file(path).open().read().decode(), newline=""))
    assert list(found) == [["a", "note"], ["x", "one\n\rtwo"], ["y", ""], ["x", 'a "b"\n']]
    assert count_labels(["x", "y"], path, "a") == (2, 1)
    path.write_bytes(b'"a\nb",id\rx,1\ry,2\rx,3\r')  # in the header, too
    assert count_labels(["x", "y"], path, "a\nb") == (2, 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_is_randomized_is_the_same_table_in_utf_8(tmp_path: Path, encoding) -> None:
    source = tmp_path / "in.csv"
    goal = tmp_path / "out.csv"
    source.write_bytes(TEXT.encode(encoding))
    kept = encoding.startswith("utf-8")
    if kept:
        randomize_file(SAME, source, "Antwort", goal)
    else:
        with pytest.warns(UserWarning, match="and is written in UTF-8"):
            randomize_file(SAME, source, "Antwort", goal)
    assert goal.read_bytes() == (TEXT.encode(encoding) if kept else TEXT.encode())


def test_a_second_encoding_is_not_taken_for_the_first() -> None:
    umlaut = "m\u00f6glich".encode()
    assert encoding_in([umlaut[:2], umlaut[2:]]) is None
    assert encoding_in([umlaut[:2]]) == "cp1252"
    assert encoding_in([b"abc", b"\x81"]) == "latin-1"
    assert encoding_in([b"a", b"b" * 10]) is None and encoding_in([]) is None


def test_the_header_decides_and_quotes_do_not(tmp_path: Path) -> None:
    for header, separator in {
        "a;b;c,d": ";",
        '"a;b",c': ",",
        '"a;b;c",d': ",",
        "a": ",",
        "a,b;c": ",",
        "a|b": "|",
    }.items():
        path = tmp_path / "x.csv"
        path.write_text(header + "\n")
        assert data_file(path).separator == separator, header
    tabs = tmp_path / "x.tsv"
    tabs.write_text("a,b;c\n")
    assert data_file(tabs).separator == ","


@pytest.mark.everything
def test_a_decimal_comma_is_one_where_none_separates(tmp_path: Path, capsys) -> None:
    """0.5, 1.5 and 2.25: reports of numbers, in a German file."""
    path = tmp_path / "in.csv"
    path.write_text("id;dose\n1;0,5\n2;1,5\n3;2,25\n4;NA\n")
    design = tmp_path / "D.json"
    words = ["design", "mean", "--epsilon", "9", "--low", "0", "--high", "3", "--save", str(design)]
    assert main(words) == 0
    goal = tmp_path / "out.csv"
    say = ["randomize", str(path), "--design", str(design), "--column", "dose"]
    assert main([*say, "--missing", "drop", "-o", str(goal)]) == 0
    capsys.readouterr()
    numbers = [line.split(";")[1].strip('"') for line in goal.read_text().splitlines()[1:]]
    assert len(numbers) == 3 and "." not in "".join(numbers) and "," in "".join(numbers)
    assert main(["estimate", str(goal), "--design", str(design), "--column", "dose", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    mean = sum(float(number.replace(",", ".")) for number in numbers) / 3
    assert found["mean"] == pytest.approx(mean) and found["n"] == 3
    english = tmp_path / "english.csv"
    english.write_text('id,dose\n1,"0,5"\n')
    assert main(["randomize", str(english), "--design", str(design), "--column", "dose"]) == 3
    assert "do not fit" in capsys.readouterr().err


def test_a_workbook_is_its_first_sheet(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    sheet = book.active
    rows = [["id", "smokes", "when", None], [1, "yes", datetime(2026, 3, 1), None]]
    rows += [[2.0, "no", 1.5, None], [], [3, None, True, None]]
    for row in rows:
        sheet.append(row)
    book.create_sheet("codes").append(["smokes", "never"])
    path = tmp_path / "book.xlsx"
    book.save(path)
    held = data_file(path).held
    assert held == b"id,smokes,when\n1,yes,2026-03-01\n2,no,1.5\n3,,TRUE\n"
    assert count_labels(["no", "yes"], path, "smokes", "drop") == (1, 1)
    flip = Channel.from_rows([[0, 1], [1, 0]], ["no", "yes"], ["no", "yes"])
    goal = tmp_path / "out.csv"
    assert randomize_file(flip, path, "smokes", goal, missing="keep") == 3
    assert goal.read_text().splitlines()[1:] == ["1,no,2026-03-01", "2,yes,1.5", "3,,TRUE"]
    with pytest.raises(InputError, match=r"the output must end in \.csv"):
        randomize_file(flip, path, "smokes", tmp_path / "out.xlsx", missing="keep")


def test_a_workbook_that_is_none_or_empty_is_refused(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"PK\x03\x04 no book")
    with pytest.raises(InputError, match=r"must be a workbook of Excel, got book\.xlsx"):
        data_file(path)
    openpyxl.Workbook().save(path)
    with pytest.raises(InputError, match="must not be empty"):
        data_file(path)


def test_without_openpyxl_the_extra_is_named(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"PK\x03\x04")
    with pytest.raises(InputError, match=r"pip install '.*\[excel\]'"):
        data_file(path)


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_a_label_with_a_separator_in_it_is_written_in_quotes(tmp_path: Path, separator) -> None:
    labels = ["a;b", "a,b", "a|b", "a\tb"]
    source, goal = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = [f'{i}{separator}"{label}"{separator}x' for i, label in enumerate(labels)]
    source.write_text("\n".join([f"id{separator}answer{separator}end", *rows]) + "\n")
    turn = [[int((i + 1) % 4 == j) for j in range(4)] for i in range(4)]
    randomize_file(Channel.from_rows(turn, labels, labels), source, "answer", goal)
    assert count_labels(labels, goal, "answer") == (1, 1, 1, 1)
    assert count_labels(["x"], goal, "end") == (4,)
