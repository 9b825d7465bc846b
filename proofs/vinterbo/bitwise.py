"""Section 4 and Observation 1: bit by bit randomizers and Kronecker products.

In the order of eta the first bit is the least significant, so the Kronecker factors come in the
reverse order; the printed order belongs to strings in lexicographic order.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

from ..claims import Section, definition, states
from ..goals import crosscheck, sentence
from . import schemas
from .model import (
    bisymmetric,
    distance,
    eta,
    field,
    krons,
    letters,
    pairs,
    power,
    randomizer,
    ring,
    strings,
)

section = Section("vinterbo")
P, Q = ((F(3, 4), F(1, 3)), (F(1, 4), F(2, 3))), ((F(1, 2), F(1, 5)), (F(1, 2), F(4, 5)))
ONE = ((F(9, 10), F(1, 10)), (F(1, 10), F(9, 10)))


def families():
    """Sequences of bit randomizers, equal and different."""
    return [ms for k in (1, 2, 3) for ms in product((P, Q, ONE), repeat=k)]


def big_endian(x):
    """The place of a string in lexicographic order."""
    return eta(x[::-1])


@section("def/R")
def def_r():
    def columns(ms):
        return all(sum(col) == 1 for col in zip(*randomizer(ms), strict=True))

    return definition(
        "every bit passes its own randomizer",
        crosscheck(families, columns, "columns add up to one"),
    )


def parts(table, length):
    """The law of every output bit given its own input bit, the other inputs at zero."""
    found = []
    for i in range(length):
        column = [[F(0), F(0)], [F(0), F(0)]]
        for given in (0, 1):
            x = tuple(given if j == i else 0 for j in range(length))
            for r in strings(length):
                column[r[i]][given] += table[eta(r)][eta(x)]
        found.append(tuple(map(tuple, column)))
    return found


def flipped_together():
    """Two bits that are flipped by one common coin: not bit by bit."""
    return tuple(
        tuple(F(1, 2) if distance(r, x) in (0, 2) else F(0) for x in strings(2)) for r in strings(2)
    )


@section("claim/bitwise-family")
def bitwise_family():
    def independent(ms):
        table = randomizer(ms)
        return all(table[eta(r)][eta(x)] == _product(ms, r, x) for r, x in pairs(len(ms)))

    def back(ms):
        return randomizer(parts(randomizer(ms), len(ms))) == randomizer(ms)

    return states(
        sentence("independent_bits_are_bit_randomizers"),
        crosscheck(families, independent, "the output bits are independent given the input"),
        crosscheck(
            lambda: [stochastic(k) for k in (1, 2, 3, 4)],
            back,
            "M' is read off the matrix, n <= 4, symbolic tables",
        ),
        crosscheck(
            families,
            back,
            "M' is read off the matrix",
            false=[lambda ms: randomizer(parts(flipped_together(), 2)) == flipped_together()],
        ),
        scope="as probability matrices",
    )


def stochastic(length):
    """Bit randomizers P(1 | 0) = u, P(1 | 1) = v in letters."""
    stock = iter(ring(letters("t", 2 * length)))
    drawn = [(next(stock), next(stock)) for _ in range(length)]
    return [((1 - u, 1 - v), (u, v)) for u, v in drawn]


def _product(ms, r, x):
    value = F(1)
    for table, out, given in zip(ms, r, x, strict=True):
        value *= table[out][given]
    return value


def symbols(length):
    """Two by two tables of letters."""
    entries = iter(ring(letters("t", 4 * length)))
    return [((next(entries), next(entries)), (next(entries), next(entries))) for _ in range(length)]


def reverse_order():
    return [
        sentence("randomizer_in_reverse_order"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            lambda k: randomizer(symbols(k)) == krons(symbols(k)[::-1]),
            "the factors in reverse order, n <= 4, symbolic entries",
            false=[lambda k: randomizer(symbols(k)) == krons(symbols(k))],
        ),
    ]


@section("thm-4.1")
def thm_4_1():
    def printed(ms):
        return randomizer(ms) == krons(ms)

    return states(
        crosscheck(
            lambda: [(P, P), (P, Q), (Q, P)],
            printed,
            "C_R(M), indexed by eta, is C_(M_0) (x) C_(M_1)",
            names="C_M0 C_M1",
        ),
        assuming="strings are placed in lexicographic order (x_0 most significant), not by eta as "
        "the paper defines it, or C_(M_i) = C_(M_(n-1-i)) for all i, such as all equal",
        under=[*lexicographic(), *mirrored()],
        corrected="indexed by eta, C_R(M) = C_(M_(n-1)) (x) ... (x) C_(M_1) (x) C_(M_0)",
        right=reverse_order(),
    )


def lexicographic():
    """The index of x is eta of the reversed x, so the factors come in the printed order."""
    return [
        sentence("randomizer_in_lexicographic_order"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            lambda k: randomizer(symbols(k), big_endian) == krons(symbols(k)),
            "lexicographic index, n <= 4, symbolic entries",
        ),
    ]


def mirrored():
    """A sequence that reads the same from both ends: both orders are one."""

    def agrees(k):
        half = symbols((k + 1) // 2)
        ms = [*half, *half[: k // 2][::-1]]
        return randomizer(ms) == krons(ms)

    return [
        sentence("mirrored_randomizer"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            agrees,
            "factors that read the same from both ends, n <= 4, symbolic entries",
        ),
    ]


@section("prop-4.2")
def prop_4_2():
    return powers()


def powers():
    def agrees(k):
        p, q = field("a b")
        return randomizer([bisymmetric(p, q)] * k) == power(p, q, k)

    return [
        sentence("equal_randomizers"),
        schemas.symbolic(
            agrees,
            "C_R(M) = C_(a,b)(n)",
            false=[
                lambda k: (
                    k == 0
                    or randomizer([bisymmetric(*field("a b"))] * k)
                    == power(field("a b")[1], field("a b")[0], k)
                )
            ],
        ),
    ]


@section("proof-4.2")
def proof_4_2():
    return powers()
