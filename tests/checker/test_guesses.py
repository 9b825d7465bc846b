"""Guesses of coefficients, read with their points."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.guesses import places_of, read_guess, variances
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed, Size

WARNER = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
HALF = F(1, 2)
POINT = [F(1), [HALF, HALF], [[F(-1)], [F(1)]]]
GUESS = {
    "weight": F(1),
    "points": [POINT],
    "contrasts": [[F(1)]],
    "estimators": [[[F(-1), F(1)]]],
    "tangents": [[F(1)]],
}


def read(**changes):
    return read_guess(GUESS | changes, WARNER, Size(10, 64))


def test_a_guess_is_read_as_the_file_has_it():
    """Numbers (-1, 1) have the means -1/2, 1/2; along D = (-1, 1) that is 1."""
    at = read()
    at.verify_estimators()
    assert at.moments == [1] and at.own == 1 and at.proved == 2
    assert places_of(at) == [POINT]
    assert variances("c").startswith("a sum of c'I^-1 c over c, I the information of one")


@pytest.mark.parametrize(
    "changes",
    [
        {"points": []},
        {"points": [[HALF, *POINT[1:]]]},
        {"points": [[F(-1), *POINT[1:]], [F(2), *POINT[1:]]]},
        {"points": [[F(1), [HALF, F(1, 3)], POINT[2]]]},
        {"points": [[*POINT[:2], [[F(1), F(2)], [F(1), F(2)]]]]},
        {"estimators": []},
        {"estimators": [[[F(-1)]]]},
        {"tangents": [[F(1), F(1)]]},
        {"offset": F(0)},
    ],
)
def test_another_form_is_malformed(changes):
    with pytest.raises(Malformed):
        read(**changes)
