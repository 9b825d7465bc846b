"""Readers of fields: each takes its own form and refuses what is next to it."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker import fields
from rropt.checker.fields import matrix
from rropt.checker.verdict import Malformed

ONE, HALF = F(1), F(1, 2)

TAKEN = [
    (fields.record, ({"a": 1, "c": 2}, "a", "b c"), {"a": 1, "c": 2}),
    (fields.listed, ([1, 2], 2), [1, 2]),
    (fields.rational, (HALF,), HALF),
    (fields.rationals, ([HALF, ONE], 2), [HALF, ONE]),
    (fields.ends, (HALF,), (HALF, HALF)),
    (fields.ends, ([HALF, ONE],), (HALF, ONE)),
    (fields.index, (4, 5), 4),
    (fields.count, (1,), 1),
    (fields.flag, (False,), False),
    (fields.distribution, ([HALF, F(1, 4)], [1, 2]), [HALF, F(1, 4)]),
    (fields.amounts, ([[0, 1, HALF], [1, 0, F(0)]], 2, 2), {(0, 1): HALF, (1, 0): F(0)}),
    (fields.amounts, ([[1, HALF]], 2, 1), {1: HALF}),
    (fields.places, ([2, 0], 3), [2, 0]),
    (fields.places, ([], 3), []),
]


@pytest.mark.parametrize(("read", "given", "found"), TAKEN)
def test_what_is_of_the_form_is_taken(read, given, found):
    assert read(*given) == found


REFUSED = [
    (fields.record, ({"a": 1}, "a b")),
    (fields.record, ({"a": 1, "d": 2}, "a", "b c")),
    (fields.record, ([], "")),
    (fields.listed, ((1, 2),)),
    (fields.listed, ("ab", 2)),
    (fields.listed, ([1, 2], 3)),
    (fields.ends, ([HALF],)),
    (fields.ends, ([HALF, "1"],)),
    (fields.rational, (1,)),
    (fields.rational, ("1/2",)),
    (fields.rational, (0.5,)),
    (fields.rationals, ([HALF, 1],)),
    (fields.index, (5, 5)),
    (fields.index, (True, 5)),
    (fields.index, (F(1), 5)),
    (fields.count, (0,)),
    (fields.count, (True,)),
    (fields.flag, (1,)),
    (fields.distribution, ([HALF, HALF], [1, 2])),
    (fields.distribution, ([F(3, 2), -HALF], [1, 1])),
    (fields.amounts, ([[0, 1, HALF], [0, 1, ONE]], 2, 2)),
    (fields.amounts, ([[0, 1, -HALF]], 2, 2)),
    (fields.amounts, ([[0, 2, HALF]], 2, 2)),
    (fields.amounts, ([[0, HALF]], 2, 2)),
    (fields.amounts, ([[0, HALF], [0, HALF]], 2, 1)),
    (fields.amounts, ([[0, -HALF]], 2, 1)),
    (fields.places, ([0, 0], 2)),
    (fields.places, ([2], 2)),
    (fields.symmetric, ([[ONE, HALF], [ONE, ONE]], 2)),
    (fields.symmetric, ([[ONE, HALF]], 2)),
]


@pytest.mark.parametrize(("read", "given"), REFUSED)
def test_what_is_next_to_it_is_malformed(read, given):
    with pytest.raises(Malformed):
        read(*given)


def test_rows_of_one_length_are_taken():
    assert matrix([[HALF], [ONE]], 2, 1) == matrix([[HALF], [ONE]]) == [[HALF], [ONE]]


@pytest.mark.parametrize(
    "given",
    [([],), ([[]],), ([[HALF], [HALF, HALF]],), ([[HALF]], 2), ([[HALF]], 1, 2), ([["oo"]],)],
)
def test_rows_of_other_lengths_are_malformed(given):
    with pytest.raises(Malformed):
        matrix(*given)
