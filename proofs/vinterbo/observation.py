"""Observation 1 and the mixed product: entries of iterated Kronecker products."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

from ..claims import Section, states
from ..goals import crosscheck, sentence
from . import schemas
from .bitwise import ONE, P, Q
from .model import (
    distance,
    eta,
    field,
    kron,
    krons,
    letters,
    pairs,
    power,
    ring,
    times,
    xor,
)

section = Section("vinterbo")


def heads():
    """(i x', j y') with x', y' of one or two bits."""
    return [(i, x, j, y) for k in (1, 2, 3) for i, j in pairs(1) for x, y in pairs(k)]


def doubled(c):
    i, x, j, y = c
    return 2 ** distance(i + x, j + y) == 2 ** eta(xor(i, j)) * 2 ** distance(x, y)


def recursion_right():
    return [
        sentence("doubled_entries"),
        crosscheck(heads, doubled, "2^|ix' xor jy'| = 2^eta(i xor j) 2^|x' xor y'|"),
    ]


def table_right(theorem):
    """C with entries 2^|x xor y| satisfies the recursion with C(0) = (1)."""

    def agrees(k):
        made = krons([((1, 2), (2, 1))] * k)
        return all(
            made[eta(x)][eta(y)] == 1 ** (k - distance(x, y)) * 2 ** distance(x, y)
            for x, y in pairs(k)
        )

    return [
        sentence(theorem),
        crosscheck(lambda: [0, 1, 2, 3, 4, 5], agrees, "J (x) ... (x) J has entries 2^|x xor y|"),
        crosscheck(heads, doubled, "2^|ix' xor jy'| = 2^eta(i xor j) 2^|x' xor y'|"),
    ]


@section("obs-1/recursion")
def recursion():
    def printed(c):
        i, x, j, y = c
        return eta(xor(i + x, j + y)) == 2 ** eta(xor(i, j)) * eta(xor(x, y))

    return states(
        crosscheck(
            heads,
            printed,
            "eta((ix') xor (jy')) = 2^eta(i xor j) eta(x' xor y')",
            names="i x' j y'",
        ),
        corrected="with the weight in place of eta: C_(ix',jy') = 2^|(ix') xor (jy')| = "
        "2^eta(i xor j) 2^|x' xor y'|",
        right=recursion_right(),
    )


@section("obs-1/power")
def obs_power():
    def printed(c):
        x, y = c
        return eta(xor(x, y)) == 1 ** (len(x) - distance(x, y)) * 2 ** distance(x, y)

    return states(
        crosscheck(
            lambda: [p for k in (1, 2, 3) for p in pairs(k)],
            printed,
            "the matrix with entries eta(x xor y) has entries 1^(n-|x xor y|) 2^|x xor y|",
            names="x y",
        ),
        assuming="C is the matrix with C_(ix',jy') = 2^eta(i xor j) C_(x',y') and C = (1) at n = "
        "0, not that of the entries eta(x xor y)",
        under=table_right("doubled_entries"),
    )


@section("obs-1/kronecker")
def obs_kronecker():
    return states(
        *table_right("doubled_product"), scope="for C with entries 1^(n-|x xor y|) 2^|x xor y|"
    )


def entries():
    def agrees(k):
        p, q = field("a b")
        return all(
            power(p, q, k)[eta(x)][eta(y)] == p ** (k - distance(x, y)) * q ** distance(x, y)
            for x, y in pairs(k)
        )

    def wrong(k):
        p, q = field("a b")
        return all(
            power(p, q, k)[eta(x)][eta(y)] == q ** (k - distance(x, y)) * p ** distance(x, y)
            for x, y in pairs(k)
        )

    return [
        sentence("bits_of_strings"),
        schemas.symbolic(agrees, "entries a^(n-d) b^d", false=[wrong]),
    ]


@section("obs-1/entries")
def obs_entries():
    return entries()


def mixed():
    """Shapes up to three, a letter in every entry."""

    def agrees(c):
        (r1, k1, c1), (r2, k2, c2) = c
        stock = iter(ring(letters("t", 40)))

        def table(rows, columns):
            return tuple(tuple(next(stock) for _ in range(columns)) for _ in range(rows))

        left, right = table(r1, k1), table(r2, k2)
        first, second = table(k1, c1), table(k2, c2)
        return times(kron(left, right), kron(first, second)) == kron(
            times(left, first), times(right, second)
        )

    shapes = [(1, 2, 1), (2, 2, 2), (2, 1, 3), (1, 3, 2)]
    return [
        sentence("kronecker_product"),
        crosscheck(
            lambda: list(product(shapes, repeat=2)),
            agrees,
            "(A (x) B)(C (x) D) = AC (x) BD, symbolic entries",
        ),
    ]


@section("proof-4.5/mixed-product")
def mixed_product():
    return mixed()


@section("proof-4.4/kron-inverse")
def kron_inverse():
    def inverse(t):
        (p, q), (r, u) = t
        det = p * u - q * r
        return ((u / det, -q / det), (-r / det, p / det))

    def printed(c):
        return kron(*c) == kron(inverse(c[0]), inverse(c[1]))

    def right(c):
        return times(kron(*c), kron(inverse(c[0]), inverse(c[1]))) == tuple(
            tuple(F(i == j) for j in range(4)) for i in range(4)
        )

    tables = [(x, y) for x in (P, Q, ONE) for y in (P, Q, ONE)]
    return states(
        crosscheck(lambda: tables, printed, "A (x) B = A^-1 (x) B^-1", names="A B"),
        corrected="(A (x) B)^-1 = A^-1 (x) B^-1 for invertible A, B",
        right=[*mixed(), crosscheck(lambda: tables, right, "(A (x) B)(A^-1 (x) B^-1) = 1")],
    )
