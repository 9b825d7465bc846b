"""Quotes in CSV files: what is refused before a reader could swallow a row."""

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.channel import Channel
from rropt.counting import count_groups, count_labels, randomize_file
from rropt.counting.data_file import DataFile
from rropt.counting.fields import require_fields
from rropt.counting.quotes import require_quotes
from rropt.exact import InputError

INCHES = 'a,x\n1,5" pipe\n0,6" pipe\n1,z\n'


def well_quoted(text):
    """Character by character, by RFC 4180: the oracle."""
    state = "start"
    for c in text:
        ends = c in ",\r\n"
        if state == "start":
            state = "quoted" if c == '"' else "start" if ends else "plain"
        elif state == "plain":
            if c == '"':
                return False
            state = "start" if ends else "plain"
        elif state == "quoted":
            state = "closed" if c == '"' else "quoted"
        elif c == '"':
            state = "quoted"
        elif ends:
            state = "start"
        else:
            return False
    return state != "quoted"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("quotes") / "file.csv"


@settings(max_examples=500, deadline=None)
@given(st.text('ab"",\n\r', max_size=20), st.integers(1, 30))
def test_every_text_and_block_agrees_with_an_automaton(scratch, text, block):
    scratch.write_bytes(text.encode())
    try:
        require_quotes(DataFile(scratch, "csv", scratch.name), block)
        accepted = True
    except InputError:
        accepted = False
    assert accepted == well_quoted(text)


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1), st.sampled_from(["\n", "\r\n"]))
def test_what_the_csv_module_writes_is_accepted(scratch, notes, end):
    with io.StringIO(newline="") as text:
        writer = csv.writer(text, lineterminator=end)
        writer.writerow(["note", "answer"])
        writer.writerows([note, "1"] for note in notes)
        scratch.write_bytes(text.getvalue().encode("utf-8", "replace"))
    for block in (1, 7, 1 << 17, 1 << 24):
        require_quotes(DataFile(scratch, "csv", scratch.name), block)
        require_fields(DataFile(scratch, "csv", scratch.name), block)
    assert count_labels(["0", "1"], scratch, "answer") == (0, len(notes))


def test_a_byte_order_mark_is_no_field(scratch):
    scratch.write_bytes(b'\xef\xbb\xbf"a","b"\n"1","2"\n')
    assert count_labels(["0", "1"], scratch, "a") == (0, 1)


def test_a_quote_inside_a_field_is_refused_with_its_line(tmp_path):
    """Read as a quoted text the second row, with its answer, would be a part of the first."""
    path, goal = tmp_path / "inches.csv", tmp_path / "out.csv"
    path.write_text(INCHES)
    identity = Channel.identity(2)
    with pytest.raises(InputError, match="a quote inside a field in line 2"):
        count_labels(["0", "1"], path, "a")
    with pytest.raises(InputError, match="a quote inside a field in line 2"):
        randomize_file(identity, str(path), "a", str(goal))
    with pytest.raises(InputError, match="a quote inside a field in line 2"):
        count_groups(identity, path, "a", by="x")
    assert not goal.exists()
    path.write_text('a,x\n1,"5"" pipe"\n0,"6"" pipe"\n1,z\n')
    assert count_labels(["0", "1"], path, "a") == (1, 2)


def test_a_quote_that_is_never_closed_is_refused(tmp_path):
    path = tmp_path / "open.csv"
    path.write_text('a,x\n1,"abc\n0,2\n')
    with pytest.raises(InputError, match="never closed"):
        count_labels(["0", "1"], path, "a")
