"""The proof of Proposition 4.3, and the claims about the family of the iterated matrices."""

from __future__ import annotations

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, holds, identity, reals, sentence
from . import bitwise, observation, schemas
from .matrices import complements, cor_1, few_entries, places
from .model import (
    F,
    a,
    b,
    bisymmetric,
    distance,
    distinct,
    eta,
    field,
    inverse_of,
    pairs,
    sigma,
    table_of,
    weight,
    xor,
)

section = Section("vinterbo")


@section("proof-4.3/complement")
def complement():
    return complements()


@section("proof-4.3/anti-diagonal")
def anti_diagonal():
    def printed(c):
        length, i = c
        return (
            0 <= length - i < 2**length
            and distance(sigma(i, length), sigma(length - i, length)) == length
        )

    def right(c):
        length, i = c
        return distance(sigma(i, length), sigma(2**length - 1 - i, length)) == length

    return states(
        crosscheck(places, printed, "|varsigma(i) xor varsigma(n-i)| = n", names="n i"),
        corrected="|varsigma(i) xor varsigma(2^n-1-i)| = n",
        right=[*complements(), crosscheck(places, right, "n <= 5")],
    )


@section("proof-4.3/reflection")
def reflection():
    def same(c):
        length, i, j = c
        last = 2**length - 1
        return distance(sigma(i, length), sigma(j, length)) == distance(
            sigma(last - j, length), sigma(last - i, length)
        )

    return [
        sentence("reflection_keeps_distance"),
        crosscheck(
            lambda: [(k, i, j) for k in range(1, 5) for i in range(2**k) for j in range(2**k)],
            same,
            "n <= 4",
        ),
    ]


@section("proof-4.3/g")
def g():
    return [sentence("entry_depends_on_distance"), *observation.entries()[1:]]


@section("proof-4.4/invertible", computes=True)
def invertible():
    table = sp.Matrix(bisymmetric(a, b))
    return [identity(table.det(), a**2 - b**2), holds(sp.Ne(a**2 - b**2, 0), sp.Ne(a**2, b**2))]


@section("contrib/distinct")
def few_closed_forms():
    def few(k):
        p, _ = field("a b")
        return len(distinct(e for row in inverse_of(p, k) for e in row)) <= k + 1

    return states(
        sentence("both_have_few_entries"),
        *few_entries()[1:],
        *observation.entries()[1:],
        *cor_1()[1:],
        schemas.symbolic(few, "at most n + 1 entries of the inverse"),
        scope="a != 1/2 for the inverse",
    )


@section("abs/family")
def family():
    """Flipping every bit with probability 1 - a gives C_a(n); the devices are such flips."""

    def flips(c):
        p, length = c
        return all(
            table_of(p, length)[eta(r)][eta(x)] == chance(p, xor(r, x)) for r, x in pairs(length)
        )

    def chance(p, u):
        return (1 - p) ** weight(u) * p ** (len(u) - weight(u))

    p, f, q = reals("p f q")
    simmons = sp.Matrix(bisymmetric(1 - p / 2, p / 2))
    asked = (1 - p) * sp.eye(2) + p * sp.ones(2, 2) / 2
    rappor = sp.Matrix(bisymmetric(q, 1 - q)) * sp.Matrix(bisymmetric(1 - f / 2, f / 2))
    return [
        crosscheck(
            lambda: [(p, k) for p in (F(1, 4), F(2, 3)) for k in range(1, 5)],
            flips,
            "C_a(n) changes every bit with probability 1 - a",
        ),
        sentence("flips_have_the_matrix"),
        identity(asked, simmons),
        identity(rappor, sp.Matrix(bisymmetric(rappor[0, 0], 1 - rappor[0, 0]))),
    ]


@section("abs/kronecker")
def kronecker():
    table = sp.Matrix(bisymmetric(a, 1 - a))
    return states(
        holds(sp.Ne(table.det(), 0), a >= 0, a <= 1, label="det C_a is not zero"),
        sentence("randomizers_transform_shares"),
        *bitwise.powers(),
        assuming="the probability of a change is not 1/2",
        under=[
            holds(sp.Ne(table.det(), 0), a >= 0, a <= 1, sp.Ne(2 * a, 1)),
            sentence("randomizers_transform_shares"),
            *bitwise.powers(),
        ],
    )
