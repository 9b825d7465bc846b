"""Fields replaced among octets that stay."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from rropt.counting.csv_rows import Fields
from rropt.counting.splice import Texts, splice

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
