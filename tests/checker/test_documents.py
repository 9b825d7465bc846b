"""The certificate inside a document: its own text, or none, and never one of two."""

from __future__ import annotations

import pytest

from rropt.checker.documents import certificate_in
from rropt.checker.parse import MAX_DOCUMENT_BYTES
from rropt.checker.verdict import Malformed


def test_the_text_is_taken_as_it_stands():
    """Spaces, the order of keys and a float stay, so the checker judges what the file says."""
    inside = b'{ "z" : 1.50,\n "a": ["2/4"] }'
    source = b' {"value": "1", "certificate" : ' + inside + b', "more": [1, {"x": null}]} \n'
    assert certificate_in(source) == inside


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"{}",
        b"[]",
        b"7",
        b"{",
        b'{"certificate": {"a": 1},}',
        b'{"certificate": {"a": 1} "b": 2}',
        b'{"certificate": {"a": 1}} {}',
        b'{"certificate": {"a": 1}',
        b'{"certificate" {"a": 1}}',
        b'{"certificate": "text"}',
        b'{"certificate": [1]}',
        b'{"certificate": null}',
        b'{"other": {"certificate": {"a": 1}}}',
        b'{"format": "rropt-certificate/2", "certificate": {"a": 1}}',
        b'\xff{"certificate": {"a": 1}}',
        b'{"certificate": ' + b"[" * 100_000,
    ],
)
def test_what_is_no_document_has_none(source):
    assert certificate_in(source) is None


@pytest.mark.parametrize(
    "source",
    [
        b'{"certificate": {"a": 1}, "certificate": {"a": 2}}',
        b'{"value": 1, "value": 2, "certificate": {}}',
        b'{"certificate": {"a": 1, "a": 2}}',
    ],
)
def test_a_key_twice_has_no_reading(source):
    with pytest.raises(Malformed):
        certificate_in(source)


def test_a_document_is_at_most_so_long():
    inside = b'{"certificate": {}'
    longest = inside + b" " * (MAX_DOCUMENT_BYTES - len(inside) - 1) + b"}"
    assert certificate_in(longest) == b"{}"
    with pytest.raises(Malformed):
        certificate_in(longest + b" ")
