"""Matrices as fields: rows of one length, none empty."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.matrices import matrix
from rropt.checker.verdict import Malformed

ONE, HALF = F(1), F(1, 2)


def test_rows_of_one_length_are_taken():
    assert matrix([[HALF], [ONE]], 2, 1) == matrix([[HALF], [ONE]]) == [[HALF], [ONE]]


@pytest.mark.parametrize(
    "given",
    [([],), ([[]],), ([[HALF], [HALF, HALF]],), ([[HALF]], 2), ([[HALF]], 1, 2), ([["oo"]],)],
)
def test_what_is_next_to_it_is_malformed(given):
    with pytest.raises(Malformed):
        matrix(*given)
