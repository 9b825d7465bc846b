"""CSV files octet by octet beside an automaton, labels found there, fields replaced, refusals."""

from __future__ import annotations

import csv
import io
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.data import count_groups, count_labels, csv_octets, randomize_file
from rropt.data.csv_octets import UNKNOWN, Fields, Spellings, Texts, all_spelled, splice, text_of
from rropt.data.data_file import DataFile
from rropt.exact import InputError
from tests.spelled_fields import fields_of

INCHES = 'a,x\n1,5" pipe\n0,6" pipe\n1,z\n'
SHIFTED = "id,answer,weight\n7,1,2\n8,0,5,3\n"


def rows_by_rfc_4180(text: str) -> list[list[str]] | None:
    """Character by character: the fields as they stand, nothing where a quote is out of place."""
    rows, row, field, state = [], [], "", "start"
    for c in text if text.endswith("\n") or not text else text + "\n":
        if state == "plain" and c == '"':
            return None
        if state == "closed" and c not in '",\r\n':
            return None
        if c in ",\n" and state != "quoted":
            row, field, state = [*row, field], "", "start"
            if c == "\n":
                rows, row = [*rows, [*row[:-1], row[-1].removesuffix("\r")]], []
            continue
        field += c
        if c == '"':
            state = "closed" if state == "quoted" else "quoted"
        elif c == "\r" and state != "quoted":
            state = "start"
        elif state == "start":
            state = "plain"
    return None if state == "quoted" else rows


def rows_of(path: Path, block: int) -> list[list[str]] | None:
    found = []
    try:
        for rows in csv_octets.csv_rows(DataFile(path, "csv", path.name), block):
            width = 1 + max(rows.ends[1:] - rows.ends[:-1] - 1)
            columns = [rows.column(i).spellings() for i in range(width)]
            short = rows.ends[1:] - rows.ends[:-1]
            for i, count in enumerate(short.tolist()):
                assert all(column[i] == b"" for column in columns[count:])
                found.append([column[i].decode() for column in columns[:count]])
    except InputError:
        return None
    return found


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rows") / "file.csv"


@pytest.mark.everything
@settings(max_examples=400, deadline=None)
@given(st.text('ab"",,\n\n\r', max_size=24), st.integers(1, 30))
def test_every_text_and_block_agrees_with_an_automaton(
    scratch: Path, text: str, block: int
) -> None:
    scratch.write_bytes(text.encode())
    expected = rows_by_rfc_4180(text)
    if expected and max(map(len, expected)) > len(expected[0]):
        expected = None
    assert rows_of(scratch, block) == expected


@pytest.mark.everything
@given(st.lists(st.text(min_size=1, max_size=8), min_size=1), st.sampled_from(["\n", "\r\n"]))
def test_what_the_csv_module_writes_is_accepted(scratch: Path, notes: list[str], end: str) -> None:
    with io.StringIO(newline="") as text:
        writer = csv.writer(text, lineterminator=end)
        writer.writerow(["note", "answer"])
        writer.writerows([note, "1"] for note in notes)
        scratch.write_bytes(text.getvalue().encode("utf-8", "replace"))
    for block in (1, 7, 1 << 17):
        assert len(rows_of(scratch, block) or []) == 1 + len(notes)
    assert count_labels(["0", "1"], scratch, "answer") == (0, len(notes))


def test_whole_rows_are_the_octets_of_the_file(scratch: Path) -> None:
    scratch.write_bytes(b'\xef\xbb\xbfid,note\r\n1,"two\r\nlines"\r\n2')
    data = DataFile(scratch, "csv", scratch.name)
    written = [row for rows in csv_octets.csv_rows(data) for row in rows.whole().spellings()]
    assert written == [b"id,note\r\n", b'1,"two\r\nlines"\r\n', b"2\r\n"]


def test_a_byte_order_mark_is_no_field(scratch: Path) -> None:
    scratch.write_bytes(b'\xef\xbb\xbf"a","b"\n"1","2"\n')
    assert count_labels(["0", "1"], scratch, "a") == (0, 1)


def test_a_quote_inside_a_field_is_refused_with_its_line(tmp_path: Path) -> None:
    """Read as a quoted text the second row, with its answer, would be a part of the first."""
    path, goal = tmp_path / "inches.csv", tmp_path / "out.csv"
    path.write_text(INCHES)
    identity = Channel.identity(2)
    for asked in (
        lambda: count_labels(["0", "1"], path, "a"),
        lambda: randomize_file(identity, str(path), "a", str(goal)),
        lambda: count_groups(identity, path, "a", by="x"),
    ):
        with pytest.raises(InputError, match="a quote inside a field in line 2"):
            asked()
    assert not goal.exists()
    path.write_text('a,x\n1,"5"" pipe"\n0,"6"" pipe"\n1,z\n')
    assert count_labels(["0", "1"], path, "a") == (1, 2)


def test_the_line_of_a_fault_counts_those_inside_of_quotes(scratch: Path) -> None:
    scratch.write_text('a,b\n"1\n2",3\n4,5\n6,7"\n')
    for block in (1, 9, 1 << 18):
        with pytest.raises(InputError, match="a quote inside a field in line 5"):
            list(csv_octets.csv_rows(DataFile(scratch, "csv", "x"), block))


@pytest.mark.parametrize("ending", ["0,2\n", ""])
def test_a_quote_that_is_never_closed_is_refused(tmp_path: Path, ending: str) -> None:
    path = tmp_path / "open.csv"
    path.write_text('a,x\n1,"abc\n' + ending)
    with pytest.raises(InputError, match="never closed"):
        count_labels(["0", "1"], path, "a")


def test_a_row_without_an_end_does_not_fill_the_memory(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_octets, "LONGEST", 1000)
    scratch.write_text('a,x\n1,"' + "abc\n" * 1000 + '"\n')
    with pytest.raises(InputError, match="a row of more than 1,000 octets"):
        list(csv_octets.csv_rows(DataFile(scratch, "csv", "x"), 100))
    scratch.write_text('a,x\n1,"' + "abc\n" * 100 + '"\n')
    assert sum(map(len, csv_octets.csv_rows(DataFile(scratch, "csv", "x"), 100))) == 2


@pytest.mark.parametrize("reader", ["polars", "octets"])
def test_a_separator_that_nobody_quoted_is_refused_with_its_line(
    tmp_path: Path, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer of person 8 is 5,3 or the weight is: nobody knows, and 5 was counted."""
    path, goal = tmp_path / "shifted.csv", tmp_path / "out.csv"
    path.write_text(SHIFTED)
    channel = Channel.identity(6)
    if reader == "octets":
        monkeypatch.setitem(sys.modules, "polars", None)
    for asked in (
        lambda: randomize_file(channel, str(path), "answer", str(goal)),
        lambda: count_labels(channel.truths, path, "answer"),
        lambda: count_groups(channel, path, "answer", by="id"),
    ):
        with pytest.raises(InputError, match="more fields in line 3 than the 3 of its header"):
            asked()
    assert not goal.exists()
    path.write_text(SHIFTED.replace("8,0,5,3", '"8\n,0",5,3'))
    assert count_labels(channel.truths, path, "answer") == (0, 1, 0, 0, 0, 1)


def test_the_last_row_needs_no_line_end_to_be_seen(scratch: Path) -> None:
    data = DataFile(scratch, "csv", scratch.name)
    scratch.write_text("a,b\n1,2\n1,2,3")
    with pytest.raises(InputError, match="line 3"):
        list(csv_octets.csv_rows(data))
    scratch.write_text("a,b\n1,2\n1")
    assert sum(map(len, csv_octets.csv_rows(data))) == 3


@pytest.mark.parametrize("reader", ["polars", "octets"])
def test_a_name_with_quotes_is_the_one_that_is_meant(
    tmp_path: Path, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The csv module wrote the file, and it reads what is written."""
    names, rows = ['5" pipe', 'said "yes"', "plain"], [["1", "a", "x"], ["0", "b", "y"]]
    path, goal = tmp_path / "named.csv", tmp_path / "out.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([names, *rows])
    identity = Channel.identity(2)
    if reader == "octets":
        monkeypatch.setitem(sys.modules, "polars", None)
    randomize_file(identity, str(path), names[0], str(goal))
    with goal.open(newline="") as file:
        assert list(csv.reader(file)) == [names, *rows]
    assert count_labels(identity.truths, path, names[0]) == (1, 1)
    assert count_groups(identity, path, names[0], by=names[1]) == {"a": (0, 1), "b": (1, 0)}


TEXT = st.text('ab",é\n', max_size=5)


@pytest.mark.everything
@given(st.lists(TEXT, unique=True, min_size=1), st.lists(TEXT), st.booleans())
def test_every_text_has_the_code_that_a_dictionary_gives_it(labels, texts, quoting) -> None:
    given_ = [*labels, *texts]
    with io.StringIO(newline="") as written:
        style = csv.QUOTE_ALL if quoting else csv.QUOTE_MINIMAL
        writer = csv.writer(written, quoting=style, lineterminator="")
        spellings = []
        for text in given_:
            written.truncate(0)
            written.seek(0)
            writer.writerow([text, ""])
            end = ',""' if quoting else ","
            spellings.append(written.getvalue().removesuffix(end).encode())
    code_of = {label: j for j, label in enumerate(labels)}
    found = Spellings.of(code_of).of_fields(fields_of(spellings))
    assert found.tolist() == [code_of.get(text, UNKNOWN) for text in given_]


@pytest.mark.parametrize("near", [b"ye", b"yess", b"Yes", b'"yes', b"yes\r", b"n", b"", b'""'])
def test_what_is_nearly_a_label_is_none(near: bytes) -> None:
    spellings = Spellings.of({"no": 0, "yes": 1})
    assert spellings.of_fields(fields_of([b"yes", near, b'"no"'])).tolist() == [1, UNKNOWN, 0]


def test_without_labels_or_fields_nothing_is_found() -> None:
    assert Spellings.of({}).of_fields(fields_of([b"a", b""])).tolist() == [UNKNOWN, UNKNOWN]
    assert Spellings.of({"a": 0}).of_fields(fields_of([])).tolist() == []


@given(st.lists(TEXT.filter(bool)))
def test_the_csv_module_reads_what_is_spelled(texts) -> None:
    line = b",".join(all_spelled(texts)).decode()
    rows = list(csv.reader(io.StringIO(line, newline=""), strict=True))
    assert rows == ([texts] if texts else [])
    assert [text_of(spelling) for spelling in all_spelled(texts)] == texts


OCTETS = st.binary(max_size=4)


@given(st.lists(st.tuples(OCTETS, OCTETS, st.integers(0, 2))), OCTETS, st.tuples(*[OCTETS] * 3))
def test_it_is_what_a_loop_over_pieces_writes(pieces, rest, texts) -> None:
    """Pieces: what stays, the field after it, and which text takes its place."""
    given_, expected, starts = b"", b"", []
    for kept, field, pick in pieces:
        starts.append(len(given_ + kept))
        given_ += kept + field
        expected += kept + texts[pick]
    lengths = np.array([len(field) for _, field, _ in pieces], np.intp)
    fields = Fields(np.frombuffer(given_ + rest, np.uint8), np.array(starts, np.intp), lengths)
    picks = np.array([pick for _, _, pick in pieces], np.intp)
    assert splice(fields, Texts.of(texts), picks).tobytes() == expected + rest


def test_the_octets_that_were_given_stay() -> None:
    octets = np.frombuffer(b"a,b", np.uint8).copy()
    fields = Fields(octets, np.array([0]), np.array([1]))
    assert splice(fields, Texts.of([b"x"]), np.array([0])).tobytes() == b"x,b"
    assert octets.tobytes() == b"a,b"


def test_texts_may_end_in_zeros_and_be_empty() -> None:
    texts = Texts.of([b"\0\0", b""])
    fields = Fields(np.frombuffer(b"[][]", np.uint8), np.array([1, 3]), np.array([0, 0]))
    assert splice(fields, texts, np.array([0, 1])).tobytes() == b"[\0\0][]"
    assert len(texts) == 2
