"""Kind `polynomial` as a specification: x (1 - x) <= 1/4, with near misses."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.plain.plain_polynomial import plus, polynomial, read, times

CLAIM = [["1/4", [0]], ["-1", [1]], ["1", [2]]]
SQUARE = {"coefficient": "1", "factors": [], "square": [["1", [1]], ["-1/2", [0]]]}
QUARTER = {
    "variables": ["x"],
    "constraints": [],
    "equalities": [],
    "claim": {"polynomial": CLAIM, "strict": False},
    "multiplier": [],
    "terms": [SQUARE],
    "equality_terms": [],
}
POSITIVE = {
    "variables": ["x"],
    "constraints": [{"polynomial": [["1", [1]]], "strict": True}],
    "equalities": [[["1", [2]], ["-1", [0]]]],
    "claim": {"polynomial": [["1", [3]], ["1", [1]]], "strict": True},
    "multiplier": [0],
    "terms": [{"coefficient": "2", "factors": [1], "square": None}],
    "equality_terms": [[0, [["1", [1]]]]],
}
"""x^3 + x = 2 x + x (x^2 - 1) > 0 where x > 0 and x^2 = 1."""


def test_identities_by_hand():
    assert polynomial(QUARTER) and polynomial(POSITIVE)


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        (QUARTER, {"claim": {"polynomial": CLAIM, "strict": True}}),
        (QUARTER, {"claim": {"polynomial": CLAIM[:2], "strict": False}}),
        (QUARTER, {"terms": [SQUARE, SQUARE]}),
        (POSITIVE, {"constraints": [{"polynomial": [["1", [1]]], "strict": False}]}),
        (POSITIVE, {"equality_terms": []}),
        (POSITIVE, {"terms": [{"coefficient": "1", "factors": [1], "square": None}]}),
    ],
)
def test_near_misses_are_not_proved(data, parts):
    assert not polynomial(data | parts)


def test_a_multiplier_must_be_positive():
    """x * (x + 1) = x^2 + x shows x + 1 >= 0 where x > 0, and nothing where x >= 0."""
    terms = [
        {"coefficient": "1", "factors": [0], "square": [["1", [1]]]},
        {"coefficient": "1", "factors": [1], "square": None},
    ]
    claim = {"polynomial": [["1", [1]], ["1", [0]]], "strict": False}
    data = POSITIVE | {"multiplier": [1], "claim": claim, "terms": terms}
    data |= {"equalities": [], "equality_terms": []}
    assert polynomial(data)
    loose = [{"polynomial": [["1", [1]]], "strict": False}]
    assert not polynomial(data | {"constraints": loose})


def test_products_and_sums():
    x_plus_1, x_minus_1 = read([["1", [1]], ["1", [0]]]), read([["1", [1]], ["-1", [0]]])
    product = {m: c for m, c in times(x_plus_1, x_minus_1).items() if c}
    assert product == {(2,): F(1), (0,): F(-1)}
    assert plus(x_plus_1, x_minus_1) == {(1,): F(2), (0,): F(0)}
