"""A column of a CSV file is randomized, and no other octet changes; with polars or without."""

from __future__ import annotations

import csv
import io
import os
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data import randomize_text
from rropt.data.entry_rules import EntryRules
from rropt.data.number_sampler import ListedNumbers
from rropt.data.randomize_file import Randomized, on_labels, randomize_file, write_reports
from rropt.data.randomize_numbers import on_numbers
from rropt.exact import InputError

SAME = Channel.from_rows([["1", "0"], ["0", "1"]], ["no", "yes"], ["no", "yes"])
WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["no", "yes"])
TURNED = ['no, "never"', "y"]
TURN = Channel.from_rows([["0", "1"], ["1", "0"]], TURNED, ["no", "yes"])
"""A no becomes y, and a yes the other text."""

FILES = {
    "plain": "id,smokes\n1,yes\n2,no\n3,no\n",
    "quotes": 'id,"a ""b""",smokes\n1,"x,y",yes\n2,"two\nlines",no\n',
    "needless": 'id,"smokes",b\n"1",yes,""\n2,no,"x"\n',
    "numbers": "id,smokes\n007,yes\n-0.0,no\n1e5,no\nNaN,no\n",
    "ends": "id,smokes\r\n1,yes\r\n2,no\r\n",
    "mixed": "id,smokes,x\r\n1,yes,\n2,no,a\r\n",
    "mark": "\ufeffid,smokes\n1,yes\n2,no\n",
    "alone": "smokes\nyes\nno\n",
    "copies": "smokes,raw,code\nyes,yes,1\nno,no,0\nno,no,0\nyes,yes,1\n",
    "first": "smokes,id\nyes,1\nno\n",
}
"""What a report that is the answer leaves as it is."""

MISSING = {
    "missing": ("id,smokes\n1,yes\n2,\n3,no\n", "id,smokes\n1,yes\n3,no\n"),
    "lines": ("smokes\nyes\n\nno\n", "smokes\nyes\nno\n"),
    "short": ("smokes,id,x\nyes,1,2\n,2\nno\n\r\n", "smokes,id,x\nyes,1,2\nno\n"),
    "end": ("id,smokes\r\n1,yes\r\n2\r\n", "id,smokes\r\n1,yes\r\n"),
    "quoted": ('id,x,smokes\n1,"a\nb",yes\n2,"c\nd",\n', 'id,x,smokes\n1,"a\nb",yes\n'),
}
"""Rows without an answer, and the same without them."""

REFUSED = {
    "unknown": ("id,smokes\n1,yes\n2,maybe\n", "got 1 of 2 that do not fit"),
    "header": ("yes,1\n2,no\n", "the first line of in.csv must name its columns"),
    "shouted": ("ann,YES\n", "the first line of in.csv must name its columns, got an answer"),
    "numbers": ("17,JA\n18,no\n", "first line, got 'smokes': what stands there reads as data"),
    "lines": ('id,"smokes\n1,yes\n2",x\n', "reads as data, and is not shown$"),
    "column": ("id,drinks\n1,yes\n", "column must be one of 'id', 'drinks', got 'smokes'"),
    "twice": ("smokes,smokes\nyes,no\n", "the name of 2"),
    "long": ("id,smokes\n1,yes,no\n", "more fields in line 2 than the 2 of its header"),
    "stray": ('id,smokes\n1,ye"s\n', "a quote inside a field in line 2"),
    "nothing": ("id,smokes\n", "at least one value, got none"),
    "none": ("id,smokes\n1,\n", "must "),
}


@pytest.fixture(params=["with polars", "without"])
def library(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "without":
        monkeypatch.setitem(sys.modules, "polars", None)


def randomized(
    folder: Path, content: str, channel: Channel, missing: str = "refuse", target: str = "out.csv"
) -> tuple[str, Randomized]:
    source, goal = folder / "in.csv", folder / target
    source.write_bytes(content.encode(errors="surrogateescape"))
    done = write_reports(on_labels(channel, "smokes", missing), source, goal, overwrite=True)
    return goal.read_bytes().decode(), done


@pytest.mark.parametrize("name", FILES)
def test_a_report_that_is_the_answer_changes_no_octet(tmp_path, library, name):
    content = FILES[name]
    for missing in ("refuse", "drop", "keep"):
        written, done = randomized(tmp_path, content, SAME, missing)
        assert written == content and done.missing == 0
        assert done.copies == (("raw", "code") if name == "copies" else ())
    end = "\r\n" if "\r\n" in content else "\n"
    assert randomized(tmp_path, content.removesuffix(end), SAME)[0] == content


@pytest.mark.parametrize("name", MISSING)
def test_rows_without_an_answer_are_refused_dropped_or_kept(tmp_path, library, name):
    content, dropped = MISSING[name]
    with pytest.raises(InputError, match="must have no missing values"):
        randomized(tmp_path, content, SAME)
    written, kept = randomized(tmp_path, content, SAME, "keep")
    assert written == content and kept.missing > 0
    written, rest = randomized(tmp_path, content, SAME, "drop")
    assert written == dropped and rest.rows == kept.rows - kept.missing


@pytest.mark.parametrize("missing", ["refuse", "drop", "keep"])
@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_not_written(tmp_path, library, name, missing):
    content, message = REFUSED[name]
    with pytest.raises(InputError, match=message):
        randomized(tmp_path, content, SAME, missing)
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


def test_an_answer_is_no_name_of_its_column(tmp_path, library):
    """Of a file without a header column 1 was randomized but for its first line, an answer."""
    source = tmp_path / "in.csv"
    source.write_text("17,1\n18,0\n")
    coded = EntryRules.of(codes="0=no,1=yes")
    with pytest.raises(InputError, match="must name its columns, got an answer there"):
        write_reports(on_labels(SAME, "1", coded), source, tmp_path / "out.csv")


def test_reports_of_another_length_stand_between_the_same_octets(tmp_path, library):
    content = 'a,smokes,b\r\n007,yes,"x"\r\n,"no",\r\n"1,5",no,"""q"""\r\n'
    assert randomized(tmp_path, content, TURN)[0] == (
        'a,smokes,b\r\n007,"no, ""never""","x"\r\n,y,\r\n"1,5",y,"""q"""\r\n'
    )


@pytest.mark.parametrize("report", ["no", 'no, "never"'])
def test_quotes_around_an_answer_do_not_show_whether_it_was_kept(tmp_path, library, report):
    """Needless quotes would stay where the report is the answer, and go where it is not."""
    channel = Channel.from_rows([["1", "1/2"], ["0", "1/2"]], [report, "yes"], [report, "yes"])
    quoted = '"' + report.replace('"', '""') + '"'
    spelled = "no" if report == "no" else quoted
    content = "smokes\n" + f'{quoted}\n{spelled}\n"yes"\nyes\n' * 20
    written, _ = randomized(tmp_path, content, channel)
    assert set(written.split("\n")[1:-1]) == {spelled, "yes"}


ROWS = st.lists(
    st.tuples(st.text('a,"\n\té', max_size=3), st.sampled_from(["no", "yes", ""])), min_size=1
)


@pytest.mark.everything
@settings(max_examples=60, deadline=None)
@given(ROWS, st.booleans(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["csv", "tsv"]))
def test_the_csv_module_reads_the_reports_beside_the_other_columns(
    tmp_path_factory, rows, quoting, end, kind
):
    folder = tmp_path_factory.mktemp("rows")
    rows = [("", "yes"), *rows]
    with io.StringIO(newline="") as text:
        style = csv.QUOTE_ALL if quoting else csv.QUOTE_MINIMAL
        writer = csv.writer(text, quoting=style, lineterminator=end)
        writer.writerows([("note", "smokes"), *rows])
        content = text.getvalue()
    written, done = randomized(folder, content, TURN, "keep", f"out.{kind}")
    reports = {"no": "y", "yes": 'no, "never"', "": ""}
    expected = [["note", "smokes"], *([note, reports[answer]] for note, answer in rows)]
    separator = "\t" if kind == "tsv" else ","
    assert list(csv.reader(io.StringIO(written, newline=""), delimiter=separator)) == expected
    assert done.missing == sum(not answer for _, answer in rows)
    dropped, _ = randomized(folder, content, TURN, "drop", f"out.{kind}")
    kept = [row for row in expected if row[1]]
    assert list(csv.reader(io.StringIO(dropped, newline=""), delimiter=separator)) == kept


def test_a_file_of_several_blocks_is_one_table(tmp_path, library):
    """Blocks have 2^19 octets, and a row crosses the end of the first."""
    rows = [(str(i), "n" * (i % 97), ("yes", "no", "no")[i % 3]) for i in range(13_000)]
    content = "id,note,smokes\n" + "".join(",".join(row) + "\n" for row in rows)
    assert len(content) > 5 << 17
    written, done = randomized(tmp_path, content, TURN)
    turned = {"yes": '"no, ""never"""', "no": "y"}
    expected = [f"{i},{note},{turned[answer]}" for i, note, answer in rows]
    assert written.split("\n")[1:-1] == expected and done.rows == 13_000


def test_a_copy_in_a_later_block_is_no_copy_any_more(tmp_path, library):
    rows = [(("yes", "no")[i % 2], "01"[i % 2]) for i in range(110_000)]
    lines = [f"{answer},{code}\n" for answer, code in rows]
    assert len("".join(lines)) > 1 << 19
    assert randomized(tmp_path, "smokes,code\n" + "".join(lines), SAME)[1].copies == ("code",)
    lines[-1] = "no,0\n"
    assert randomized(tmp_path, "smokes,code\n" + "".join(lines), SAME)[1].copies == ()


def test_tabs_and_modes(tmp_path, library):
    source, target = tmp_path / "in.tsv", tmp_path / "new.csv"
    source.write_text('smokes\tx\nyes\ta,b\nno\t"c\td"\n')
    os.chmod(source, 0o600)
    assert randomize_file(SAME, source, "smokes", target) == 2
    assert target.read_text() == 'smokes,x\nyes,"a,b"\nno,"c\td"\n'
    assert target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(InputError, match="must be a new file"):
        randomize_file(SAME, source, "smokes", target)
    source.write_text('smokes\tx\nyes\t"a\rb"\n\nno\n')
    randomize_file(SAME, source, "smokes", target, missing="keep", overwrite=True)
    assert target.read_bytes() == b'smokes,x\nyes,"a\rb"\n\nno\n'
    same = tmp_path / "same.tsv"
    randomize_file(SAME, source, "smokes", same, missing="keep")
    assert same.read_bytes() == source.read_bytes()


def test_reports_are_drawn_by_the_table(tmp_path, library):
    """Of 20,000 yes three quarters stay, by five standard errors."""
    written, _ = randomized(tmp_path, "smokes\n" + "yes\n" * 20_000, WARNER)
    found = Counter(written.split()[1:])
    assert found["yes"] == pytest.approx(15_000, abs=5 * (20_000 * 3 / 16) ** 0.5)


@pytest.mark.parametrize("other", ["smokes\nyes\n", "smokes\nyes\nno\nno\n", "smokes\nyes\nnay\n"])
def test_a_file_that_changes_between_the_readings_is_refused(tmp_path, other, monkeypatch):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text("smokes\nyes\nno\n")
    read = randomize_text.read_text

    def changed(*given):
        private = read(*given)
        source.write_text(other)
        return private

    rooms = sys.modules["rropt.data.randomize_file"]
    monkeypatch.setattr(rooms, "read_text", changed)
    with pytest.raises(InputError, match="FILE must not change while it is read"):
        randomize_file(SAME, source, "smokes", target)
    assert not target.exists()


def test_parquet_needs_polars(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    source = tmp_path / "in.csv"
    source.write_text(FILES["plain"])
    with pytest.raises(InputError, match="Parquet files must be randomized by polars"):
        randomize_file(SAME, source, "smokes", tmp_path / "out.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["in.csv"]


NUMBERS = [
    ("id,dose\n7,2\n8, 1.0\n9,0\n", "id,dose\n7,2\n8,1\n9,0\n", 0, ()),
    ('id,dose\n7,"2"\n8,\n9,0\n', "id,dose\n7,2\n8,\n9,0\n", 1, ()),
    ("id,dose,raw\n7,2,2\n8,1,1\n", "id,dose,raw\n7,2,2\n8,1,1\n", 0, ("raw",)),
    ("id,dose\n7,2/2\n8,1e0\n9, \n", "id,dose\n7,1\n8,1\n9,\n", 1, ()),
]


@pytest.mark.parametrize(("content", "expected", "absent", "copies"), NUMBERS)
def test_numbers_too(tmp_path, library, content, expected, absent, copies):
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text(content)
    sampler = ListedNumbers(Channel.identity(3), (0, 1, 2))
    done = write_reports(on_numbers(sampler, "dose", missing="keep"), source, target)
    assert target.read_text() == expected
    assert (done.missing, done.copies) == (absent, copies)
    if absent:
        with pytest.raises(InputError, match="must have no missing values"):
            write_reports(on_numbers(sampler, "dose"), source, target, overwrite=True)


@pytest.mark.parametrize("odd", ["3", "x", "1_0", "--1", "1e999", "\u0662", '"1""2"'])
def test_numbers_that_do_not_fit(tmp_path, library, odd):
    source = tmp_path / "in.csv"
    source.write_text(f"dose\n1\n{odd}\n")
    sampler = ListedNumbers(Channel.identity(3), (0, 1, 2))
    with pytest.raises(InputError, match="got 1 of 2 that do not fit"):
        write_reports(on_numbers(sampler, "dose"), source, tmp_path / "out.csv")
