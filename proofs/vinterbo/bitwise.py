"""Section 4 and Observation 1: bit by bit randomizers and Kronecker products.

In the order of eta the first bit is the least significant, so the Kronecker factors come in the
reverse order; the printed order belongs to strings in lexicographic order.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

from ..claims import Section, definition, states
from ..goals import cases, identity, integers, obligations, reals
from . import schemas
from .model import (
    bisymmetric,
    distance,
    eta,
    field,
    kron,
    krons,
    letters,
    pairs,
    power,
    randomizer,
    ring,
    strings,
    times,
    xor,
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
    return definition("every bit passes its own randomizer",
                      cases(families, columns, "columns add up to one"))


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
    return tuple(tuple(F(1, 2) if distance(r, x) in (0, 2) else F(0) for x in strings(2))
                 for r in strings(2))


@section("claim/bitwise-family")
def bitwise_family():
    def independent(ms):
        table = randomizer(ms)
        return all(table[eta(r)][eta(x)] == _product(ms, r, x) for r, x in pairs(len(ms)))

    def back(ms):
        return randomizer(parts(randomizer(ms), len(ms))) == randomizer(ms)
    return states(
        cases(families, independent, "the output bits are independent given the input"),
        cases(families, back, "M' is read off the matrix", false=[
            lambda ms: randomizer(parts(flipped_together(), 2)) == flipped_together()]),
        scope="as probability matrices; n <= 3, and for every n by definition: a law that is the "
              "product of laws of r_i given x_i is R of these laws")


def _product(ms, r, x):
    value = F(1)
    for table, out, given in zip(ms, r, x, strict=True):
        value *= table[out][given]
    return value


def symbols(length):
    """Two by two tables of letters."""
    entries = iter(ring(letters("t", 4 * length)))
    return [((next(entries), next(entries)), (next(entries), next(entries)))
            for _ in range(length)]


def reverse_order():
    top, low, size = integers("x_last low n")
    left, right, other = reals("factor_0 factor_last rest")
    return [
        obligations(
            "induction on n: eta(x) = 2^(n-1) x_(n-1) + eta(x_0 ... x_(n-2)), and the entry of "
            "A (x) B at (2^(n-1) i + u, 2^(n-1) j + v) is A_ij B_uv",
            identity(2**size * top + low, 2 ** (size - 1) * (2 * top) + low, size >= 1),
            identity(right * (left * other), (right * left) * other)),
        cases(lambda: [1, 2, 3, 4], lambda k: randomizer(symbols(k)) == krons(symbols(k)[::-1]),
              "the factors in reverse order, n <= 4, symbolic entries", kind="identity",
              false=[lambda k: randomizer(symbols(k)) == krons(symbols(k))])]


@section("thm-4.1")
def thm_4_1():
    def printed(ms):
        return randomizer(ms) == krons(ms)
    return states(
        cases(lambda: [(P, P), (P, Q), (Q, P)], printed,
              "C_R(M), indexed by eta, is C_(M_0) (x) C_(M_1)", names="C_M0 C_M1"),
        assuming="strings are placed in lexicographic order (x_0 most significant), not by eta as "
                 "the paper defines it, or all C_(M_i) are equal",
        under=[*lexicographic(), *identical()],
        corrected="indexed by eta, C_R(M) = C_(M_(n-1)) (x) ... (x) C_(M_1) (x) C_(M_0)",
        right=reverse_order())


def lexicographic():
    """The index of x is eta of the reversed x, so the factors come in the printed order."""
    return [*reverse_order()[:1], cases(lambda: [1, 2, 3, 4],
                  lambda k: randomizer(symbols(k), big_endian) == krons(symbols(k)),
                  "lexicographic index, n <= 4, symbolic entries", kind="identity")]


def identical():
    """Equal factors: the order does not matter."""
    def agrees(k):
        p, q, r, t = ring("p q r t")
        ms = [((p, q), (r, t))] * k
        return randomizer(ms) == krons(ms)
    return [cases(lambda: [0, 1, 2, 3, 4], agrees, "equal factors, n <= 4, symbolic entries",
                  kind="identity"), *reverse_order()]


@section("prop-4.2")
def prop_4_2():
    return powers()


def powers():
    def agrees(k):
        p, q = field("a b")
        return randomizer([bisymmetric(p, q)] * k) == power(p, q, k)
    return [*reverse_order(), schemas.symbolic(agrees, "C_R(M) = C_(a,b)(n)", false=[
        lambda k: k == 0 or randomizer([bisymmetric(*field("a b"))] * k) == power(
            field("a b")[1], field("a b")[0], k)])]


@section("proof-4.2")
def proof_4_2():
    return powers()


def heads():
    """(i x', j y') with x', y' of one or two bits."""
    return [(i, x, j, y) for k in (1, 2, 3) for i, j in pairs(1) for x, y in pairs(k)]


def doubled(c):
    i, x, j, y = c
    return 2 ** distance(i + x, j + y) == 2 ** eta(xor(i, j)) * 2 ** distance(x, y)


def recursion_right():
    k, i = integers("k i")
    return [obligations("the distance of i x' and j y' is (i xor j) + the distance of x' and y'",
                        identity(2 ** (k + i), 2**i * 2**k, k >= 0, i >= 0)),
            cases(heads, doubled, "2^|ix' xor jy'| = 2^eta(i xor j) 2^|x' xor y'|")]


def table_right():
    """C with entries 2^|x xor y| satisfies the recursion with C(0) = (1)."""
    def agrees(k):
        made = krons([((1, 2), (2, 1))] * k)
        return all(made[eta(x)][eta(y)] == 1 ** (k - distance(x, y)) * 2 ** distance(x, y)
                   for x, y in pairs(k))
    return [cases(lambda: [0, 1, 2, 3, 4, 5], agrees, "J (x) ... (x) J has entries 2^|x xor y|"),
            *recursion_right()]


@section("obs-1/recursion")
def recursion():
    def printed(c):
        i, x, j, y = c
        return eta(xor(i + x, j + y)) == 2 ** eta(xor(i, j)) * eta(xor(x, y))
    return states(
        cases(heads, printed, "eta((ix') xor (jy')) = 2^eta(i xor j) eta(x' xor y')",
              names="i x' j y'"),
        corrected="with the weight in place of eta: C_(ix',jy') = 2^|(ix') xor (jy')| = "
                  "2^eta(i xor j) 2^|x' xor y'|",
        right=recursion_right())


@section("obs-1/power")
def obs_power():
    def printed(c):
        x, y = c
        return eta(xor(x, y)) == 1 ** (len(x) - distance(x, y)) * 2 ** distance(x, y)
    return states(
        cases(lambda: [p for k in (1, 2, 3) for p in pairs(k)], printed,
              "the matrix with entries eta(x xor y) has entries 1^(n-|x xor y|) 2^|x xor y|",
              names="x y"),
        corrected="the matrix C_(ix',jy') = 2^eta(i xor j) C_(x',y') with C = (1) at n = 0 has "
                  "these entries", right=table_right())


@section("obs-1/kronecker")
def obs_kronecker():
    return states(*table_right(), scope="for C with entries 1^(n-|x xor y|) 2^|x xor y|")


def entries():
    def agrees(k):
        p, q = field("a b")
        return all(power(p, q, k)[eta(x)][eta(y)] == p ** (k - distance(x, y)) * q ** distance(x, y)
                   for x, y in pairs(k))
    def wrong(k):
        p, q = field("a b")
        return all(power(p, q, k)[eta(x)][eta(y)] == q ** (k - distance(x, y)) * p ** distance(x, y)
                   for x, y in pairs(k))
    return [schemas.entries(), schemas.symbolic(agrees, "entries a^(n-d) b^d", false=[wrong])]


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
            times(left, first), times(right, second))
    shapes = [(1, 2, 1), (2, 2, 2), (2, 1, 3), (1, 3, 2)]
    return [schemas.sums(), cases(lambda: list(product(shapes, repeat=2)), agrees,
                                  "(A (x) B)(C (x) D) = AC (x) BD, symbolic entries",
                                  kind="identity")]


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
            tuple(F(i == j) for j in range(4)) for i in range(4))
    tables = [(x, y) for x in (P, Q, ONE) for y in (P, Q, ONE)]
    return states(cases(lambda: tables, printed, "A (x) B = A^-1 (x) B^-1", names="A B"),
                  corrected="(A (x) B)^-1 = A^-1 (x) B^-1 for invertible A, B",
                  right=[*mixed(), cases(lambda: tables, right, "(A (x) B)(A^-1 (x) B^-1) = 1")])
