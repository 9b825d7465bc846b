"""What is no table is refused, with the entry, the rule and the value."""

from __future__ import annotations

import pytest

from rropt import Channel, InputError, randomize
from rropt.channel.validate import indices, labels, parse_json

pytestmark = pytest.mark.quick

REFUSED_TABLES = [
    ([], "channel must not be empty"),
    ([[]], "channel row 0 must not be empty"),
    ([[1, 0], [0]], "channel must be rectangular: row 0 has 2 entries, row 1 has 1"),
    ([["3/2"], ["-1/2"]], "channel entry (1, 0) must not be negative, got -1/2"),
    ([[float("nan")]], "channel row 0[0] must be finite, got nan"),
    ([[float("inf")]], "channel row 0[0] must be finite, got inf"),
    ([[True]], "channel row 0[0] must be a number, got True"),
    ([[1, 1], [1, 1]], "channel column 0 must add up to one, got 2 (off by 1)"),
    ("1", "channel must be a list of rows, got '1'"),
    (3, "channel must be a list of rows, got 3"),
    ({"a": [1]}, "channel must be a list of rows"),
]


@pytest.mark.parametrize(("rows", "message"), REFUSED_TABLES)
def test_a_refused_table_names_entry_rule_and_value(rows: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Channel.from_rows(rows)
    assert str(caught.value).startswith(message)


REFUSED_FILES = [
    "{",
    "[]",
    "{}",
    '{"channel": 1}',
    '{"channel": [[1]], "reports": 5}',
    '{"channel": [[1]], "reports": "a"}',
    '{"channel": [[1]], "truths": ["a", "b"]}',
    '{"channel": [[NaN]]}',
    '{"channel": [["a"]]}',
    "[" * 100_000,
    3,
]


@pytest.mark.parametrize("document", REFUSED_FILES)
def test_a_refused_file(document: object) -> None:
    with pytest.raises(InputError):
        Channel.from_json(document)


def test_labels_must_be_different() -> None:
    with pytest.raises(InputError, match=r"reports must be 2 different labels, got \['a', 'a'\]"):
        Channel.from_rows([[1, 0], [0, 1]], reports=["a", "a"])


def test_a_table_that_is_written_by_truths_is_refused_by_its_own_places() -> None:
    with pytest.raises(InputError, match=r"channel row 1 must add up to one, got 5/6"):
        Channel.from_truth_rows([["1/2", "1/2"], ["1/2", "1/3"]])
    with pytest.raises(InputError, match=r"channel entry \(0, 1\) must not be negative, got -1/2"):
        Channel.from_truth_rows([["3/2", "-1/2"]])


def test_labels_are_numbers_where_none_are_given() -> None:
    assert labels(None, 3, "truths") == ("0", "1", "2")
    assert labels((1, "b"), 2, "truths") == ("1", "b")
    for given in ("ab", b"ab", 5, ["a"], ["a", "b", "c"], [1, "1"]):
        with pytest.raises(InputError, match="truths must be 2 different labels"):
            labels(given, 2, "truths")


def test_positions_are_whole_numbers_within_the_table() -> None:
    assert indices((2, 0), 3, "order") == (2, 0)
    for given in ([], [3], [-1], [0, 0], [True], [0.0], None):
        with pytest.raises(InputError, match="order must be different whole numbers from 0 to 2"):
            indices(given, 3, "order")


def test_a_channel_is_read_from_text_bytes_and_mappings() -> None:
    document = {"channel": [["1"]]}
    assert parse_json('{"channel": [["1"]]}') == parse_json(b'{"channel": [["1"]]}') == document
    assert parse_json(document) is document


def test_labels_are_text_that_a_file_can_keep() -> None:
    """An argument that is no UTF-8 arrives with a lone surrogate."""
    with pytest.raises(InputError, match="truths must be text that UTF-8 can write"):
        Channel.from_rows([[1, 0], [0, 1]], truths=["nein", "gr\udcff"])
    assert Channel.from_rows([[1, 0], [0, 1]], truths=["nein", "größer"]).truths[1] == "größer"


def test_a_table_is_made_by_its_rows() -> None:
    with pytest.raises(InputError, match=r"must be made by Channel.from_rows\(rows\)"):
        Channel([["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize("blank", ["", " ", "\t"])
def test_no_label_is_blank(blank: str) -> None:
    """An empty field of a file means that nothing was answered."""
    with pytest.raises(InputError, match="none of them blank"):
        Channel.from_rows([[1, 0], [0, 1]], truths=["no", blank])
    with pytest.raises(InputError, match="none of them blank"):
        labels([blank, "yes"], 2, "reports")
    assert labels(["-", "."], 2, "reports") == ("-", ".")


def test_a_number_of_thousands_of_digits_is_a_label_like_others() -> None:
    """Python refuses to write it in decimals: it has another text, in tables as in data."""
    channel = Channel.identity(2).relabel(truths=[10**5000, 1])
    assert randomize(channel, [1, 10**5000]) == ["1", "0"]
    assert randomize(Channel.identity(2), [10**5000], codes={10**5000: "1"}) == ["1"]
