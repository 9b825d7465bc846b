"""Section 4.1 and its proofs: iterated bisymmetric matrices, entries and inverse, for every n."""

from __future__ import annotations

from functools import cache

from ..claims import Section, definition, states
from ..goals import check, crosscheck, sentence
from . import observation, schemas
from .model import (
    distance,
    distinct,
    eta,
    eye,
    field,
    inverse_of,
    pairs,
    power,
    ring,
    sigma,
    table_of,
    times,
    transpose,
    xor,
)

section = Section("vinterbo")
MORE = range(1, 6)


def flip(table):
    """The reflection in the anti-diagonal."""
    return tuple(tuple(row[::-1]) for row in transpose(table)[::-1])


def every(values, one):
    return all(v == one for v in values)


def of_symbols(length):
    return power(*field("a b"), length)


@section("def/bisymmetric")
def def_bisymmetric():
    return definition(
        "symmetric about both main diagonals",
        check(
            lambda: of_symbols(1) == transpose(of_symbols(1)) == flip(of_symbols(1)), "two by two"
        ),
    )


@section("def-4.1")
def def_4_1():
    return definition(
        "iterated Kronecker products", check(lambda: len(of_symbols(3)) == 8, "C(3) is 8 x 8")
    )


def complements():
    """varsigma(2^n - 1 - i) = 1 xor varsigma(i)."""
    return [
        sentence("string_complement"),
        crosscheck(
            places,
            lambda c: sigma(2 ** c[0] - 1 - c[1], c[0]) == xor((1,) * c[0], sigma(c[1], c[0])),
            "varsigma(2^n-1-i) = 1 xor varsigma(i), n <= 5",
        ),
    ]


def places():
    return [(k, i) for k in MORE for i in range(2**k)]


@section("prop-4.3/a")
def prop_a():
    return [
        sentence("bits_bisymmetric"),
        schemas.symbolic(
            lambda k: of_symbols(k) == transpose(of_symbols(k)) == flip(of_symbols(k)),
            "C_(a,b)(n) is bisymmetric",
            false=[lambda k: of_symbols(k) == of_symbols(k)[::-1]],
        ),
    ]


@section("prop-4.3/b")
def prop_b():
    p, _ = field("a b")
    return [
        sentence("bits_diagonal"),
        schemas.symbolic(
            lambda k: every((of_symbols(k)[i][i] for i in range(2**k)), p**k),
            "the diagonal is a^n",
            least=1,
            false=[lambda k: every((of_symbols(k)[i][i] for i in range(2**k)), p)],
        ),
    ]


@section("prop-4.3/c")
def prop_c():
    _, q = field("a b")
    return [
        sentence("bits_anti_diagonal"),
        schemas.symbolic(
            lambda k: every((of_symbols(k)[i][-1 - i] for i in range(2**k)), q**k),
            "the anti-diagonal is b^n",
            least=1,
            false=[lambda k: every((of_symbols(k)[i][-1 - i] for i in range(2**k)), q)],
        ),
    ]


def few_entries():
    def count(k):
        return len(distinct(e for row in of_symbols(k) for e in row))

    return [
        sentence("bits_few_entries"),
        crosscheck(
            lambda: [(x, y) for k in range(5) for x, y in pairs(k)],
            lambda c: 0 <= distance(*c) <= len(c[0]),
            "0 <= d <= n",
        ),
        schemas.symbolic(
            lambda k: count(k) <= k + 1, "at most n + 1 entries", false=[lambda k: count(k) <= k]
        ),
    ]


@section("prop-4.3/d")
def prop_d():
    return states(*few_entries())


@section("def/iterated")
def iterated():
    return definition("a randomizer whose matrix is C_(a,b)(n)")


@section("claim/b-is-1-minus-a")
def b_is_1_minus_a():
    """A column of C_(a,b)(n) adds up to (a+b)^n, a and b are probabilities."""
    p, q = field("a b")
    return states(
        sentence("stochastic_bits"),
        schemas.symbolic(
            lambda k: every(map(sum, transpose(of_symbols(k))), (p + q) ** k),
            "column sums are (a+b)^n",
            least=1,
            false=[lambda k: every(map(sum, transpose(of_symbols(k))), p + q)],
        ),
        scope="n >= 1; a and b are the entries of a bit randomizer, so not negative",
    )


@section("thm-4.4/entries")
def thm_entries():
    return observation.entries()


@cache
def _unit(k, right=True):
    """C_a(n) C_(a,a-1)(n) = (2a-1)^n 1, as polynomials; with 1-a for a-1 it is not."""
    p = ring("a b")[0]
    other = power(p, p - 1 if right else 1 - p, k)
    return times(table_of(p, k), other) == tuple(
        tuple((2 * p - 1) ** k * e for e in row) for row in eye(2**k)
    )


def inverses():
    return [
        sentence("bits_inverse"),
        schemas.symbolic(
            _unit, "C_a(n) C_(a,a-1)(n) = (2a-1)^n 1", least=1, false=[lambda k: _unit(k, False)]
        ),
    ]


@section("thm-4.4/inverse")
def thm_inverse():
    return inverses()


@section("cor-1")
def cor_1():
    p, _ = field("a b")

    def printed(k, sign=1):
        table = inverse_of(p, k)
        return all(
            table[eta(x)][eta(r)] == p ** (k - t) * (sign * (p - 1)) ** t / (2 * p - 1) ** k
            for x, r in pairs(k)
            for t in [distance(x, r)]
        )

    return [
        sentence("inverse_entry"),
        schemas.symbolic(printed, "entries of the inverse", false=[lambda k: printed(k, -1)]),
    ]
