"""Rows with more fields than the header: refused, because the next field would be counted."""

import csv
import io
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.counting import count_groups, count_labels, randomize_file
from rropt.counting.data_file import DataFile
from rropt.counting.fields import require_fields
from rropt.counting.quotes import require_quotes
from rropt.exact import InputError

SHIFTED = "id,answer,weight\n7,1,2\n8,0,5,3\n"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("fields") / "file.csv"


@settings(max_examples=500, deadline=None)
@given(st.text('ab"",,\n', max_size=24), st.integers(1, 30))
def test_every_text_and_block_agrees_with_the_csv_module(scratch, text, block):
    scratch.write_bytes(text.encode())
    try:
        require_quotes(DataFile(scratch, "csv", scratch.name))
    except InputError:
        assume(False)
    rows = list(csv.reader(io.StringIO(text, newline=""))) or [[]]
    header = max(1, len(rows[0]))
    try:
        require_fields(DataFile(scratch, "csv", scratch.name), block)
        accepted = True
    except InputError:
        accepted = False
    assert accepted == all(len(row) <= header for row in rows)


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_a_separator_that_nobody_quoted_is_refused_with_its_line(tmp_path, library, monkeypatch):
    """The answer of person 8 is 5,3 or the weight is: nobody knows, and 5 was counted."""
    pytest.importorskip(library)
    path, goal = tmp_path / "shifted.csv", tmp_path / "out.csv"
    path.write_text(SHIFTED)
    channel = Channel.identity(6)
    if library == "polars":
        with pytest.raises(InputError, match="more fields in line 3 than the 3 of its header"):
            randomize_file(channel, str(path), "answer", str(goal))
        assert not goal.exists()
    else:
        monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="more fields in line 3 than the 3 of its header"):
        count_labels(channel.truths, path, "answer")
    with pytest.raises(InputError, match="more fields in line 3 than the 3 of its header"):
        count_groups(channel, path, "answer", by="id")
    path.write_text(SHIFTED.replace("8,0,5,3", '"8\n,0",5,3'))
    assert count_labels(channel.truths, path, "answer") == (0, 1, 0, 0, 0, 1)


def test_the_last_row_needs_no_line_end_to_be_seen(scratch):
    scratch.write_text("a,b\n1,2\n1,2,3")
    with pytest.raises(InputError, match="line 3"):
        require_fields(DataFile(scratch, "csv", scratch.name))
    scratch.write_text("a,b\n1,2\n1")
    require_fields(DataFile(scratch, "csv", scratch.name))


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_a_name_with_quotes_is_the_one_that_is_meant(tmp_path, library, monkeypatch):
    """The csv module wrote the file, and it reads what is written."""
    pytest.importorskip(library)
    names, rows = ['5" pipe', 'said "yes"', "plain"], [["1", "a", "x"], ["0", "b", "y"]]
    path, goal = tmp_path / "named.csv", tmp_path / "out.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([names, *rows])
    identity = Channel.identity(2)
    if library == "duckdb":
        monkeypatch.setitem(sys.modules, "polars", None)
    else:
        randomize_file(identity, str(path), names[0], str(goal))
        with goal.open(newline="") as file:
            assert list(csv.reader(file)) == [names, *rows]
    assert count_labels(identity.truths, path, names[0]) == (1, 1)
    assert count_groups(identity, path, names[0], by=names[1]) == {"a": (0, 1), "b": (1, 0)}
