"""Numbers of pairs, or of places: each reader takes its own form and refuses what is next to it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import field_lists
from rropt.checker.verdict import Malformed

ONE, HALF = F(1), F(1, 2)

TAKEN = [
    (field_lists.triples, ([[0, 1, HALF], [1, 0, F(0)]], 2), {(0, 1): HALF, (1, 0): F(0)}),
    (field_lists.numbered, ([[1, HALF]], 2), {1: HALF}),
]


@pytest.mark.parametrize(("read", "given", "found"), TAKEN)
def test_what_is_of_the_form_is_taken(read, given, found):
    assert read(*given) == found


REFUSED = [
    (field_lists.triples, ([[0, 1, HALF], [0, 1, ONE]], 2)),
    (field_lists.triples, ([[0, 1, -HALF]], 2)),
    (field_lists.triples, ([[0, 2, HALF]], 2)),
    (field_lists.triples, ([[0, HALF]], 2)),
    (field_lists.numbered, ([[0, HALF], [0, HALF]], 2)),
    (field_lists.numbered, ([[0, -HALF]], 2)),
]


@pytest.mark.parametrize(("read", "given"), REFUSED)
def test_what_is_next_to_it_is_malformed(read, given):
    with pytest.raises(Malformed):
        read(*given)
