"""Polynomials over whole numbers: their values are those of the operations on values."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker.integer_polynomials import MAX_DEGREE, Polynomial, Ring
from rropt.checker.verdict import Malformed

X_MINUS_HALF_Y = [[F(1), [1, 0]], [F(-1, 2), [0, 1]]]


def random_terms(rng):
    return [
        [F(rng.randint(-9, 9), rng.randint(1, 6)), [rng.randrange(4), rng.randrange(4)]]
        for _ in range(rng.randrange(5))
    ]


def value(terms, point):
    """Of the terms as the file has them."""
    x, y = point
    return sum((c * x**m * y**n for c, (m, n) in terms), F(0))


def evaluated(polynomial: Polynomial, point):
    """Sixteen bits an exponent."""
    terms = [[F(c, polynomial.unit), [m & 0xFFFF, m >> 16]] for m, c in polynomial.terms.items()]
    return value(terms, point)


@pytest.mark.parametrize("seed", range(10))
def test_operations_are_those_of_the_values(seed):
    rng = Random(seed)
    left, right = random_terms(rng), random_terms(rng)
    ring = Ring(["x", "y"])
    p, q = ring.read(left), ring.read(right)
    for point in ((F(2), F(-3)), (F(1, 3), F(5, 7))):
        a, b = value(left, point), value(right, point)
        assert evaluated(ring.times(p, q), point) == a * b
        assert evaluated(ring.total([p, q, p]), point) == 2 * a + b
        assert evaluated(ring.scaled(p, F(-3, 7)), point) == a * F(-3, 7)


def test_like_terms_are_collected_and_zeros_dropped():
    ring = Ring(["x"])
    assert ring.read([[F(1, 2), [3]], [F(-1, 2), [3]]]).terms == {}
    assert ring.read([[F(1, 2), [3]], [F(1, 2), [3]]]) == Polynomial({3: 2}, 2)
    p = ring.read([[F(1), [1]]])
    assert ring.total([p, ring.scaled(p, F(-1))]).terms == {}


def test_how_a_polynomial_is_written():
    ring = Ring(["x", "y"])
    terms = [*X_MINUS_HALF_Y, [F(-1), [0, 3]], [F(1, 3), [0, 0]], [F(2), [2, 1]]]
    assert ring.written(ring.read(terms)) == "-y^3 + 2*x^2*y - 1/2*y + x + 1/3"
    assert ring.written(ring.read([])) == "0"


@pytest.mark.parametrize(
    "terms",
    [
        [[F(1), [1]]],
        [[F(1), [1, 0, 0]]],
        [[F(1), [1, True]]],
        [[F(1), [MAX_DEGREE, 1]]],
        [["1", [1, 0]]],
        [[F(1)]],
        [[F(1, 1 << (1 << 18)), [0, 0]]],
    ],
)
def test_what_is_no_polynomial_in_two_variables(terms):
    with pytest.raises(Malformed):
        Ring(["x", "y"]).read(terms)


@pytest.mark.everything
def test_work_is_counted_over_all_products():
    """A thousand terms squared is a million steps; the fifth square is too much."""
    ring = Ring(["x", "y"])
    p = ring.read([[F(1), [i, j]] for i in range(32) for j in range(32)])
    with pytest.raises(Malformed, match="too large to expand"):
        for _ in range(5):
            ring.times(p, p)
