"""Lemma 4.5 and its proof: the trace of the covariance of the estimator."""

from __future__ import annotations

from functools import cache
from itertools import product

from ..claims import Section, states
from ..goals import crosscheck, sentence
from . import transform
from .model import (
    F,
    apply,
    base,
    diagonal,
    dot,
    letters,
    power,
    ring,
    table_of,
    times,
    trace,
    transpose,
)
from .sampling import PRIORS, covariance, estimate, reported

section = Section("vinterbo")


def squares():
    """C_a(n) C_a(n) = C_(a^2+(1-a)^2)(n)."""

    def agrees(k):
        p = ring("a b")[0]
        return times(table_of(p, k), table_of(p, k)) == table_of(p * p + (1 - p) ** 2, k)

    return [
        sentence("bits_square"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            agrees,
            "C_a(n)^2, n <= 4",
            false=[
                lambda k: times(table_of(F(1, 3), k), table_of(F(1, 3), k)) == table_of(F(1, 9), k)
            ],
        ),
    ]


@cache
def square_of_inverse(length):
    """(2a-1)^(2n) C^-1 C^-1, as polynomials."""
    p = ring("a b")[0]
    return times(power(p, p - 1, length), power(p, p - 1, length))


def corners():
    """The diagonal of C^-1 C^-1 is constant, with value f(n, a)."""
    p = ring("a b")[0]

    def agrees(k):
        made = square_of_inverse(k)
        return all(made[i][i] == (p * p + (1 - p) ** 2) ** k for i in range(2**k))

    return [
        sentence("square_of_inverse"),
        crosscheck(
            lambda: [1, 2, 3, 4],
            agrees,
            "diagonal of C^-1 C^-1, n <= 4",
            false=[lambda k: square_of_inverse(k)[0][0] == p * p + (1 - p) ** 2],
        ),
    ]


@cache
def _traces(length):
    """(2a-1)^(2n) Tr(C^-1 diag(C pi) C^-T) and (a^2+(1-a)^2)^n sum p, as polynomials."""
    p, *prior = ring("a " + letters("p", 2**length))
    chances = apply(table_of(p, length), prior)
    back = power(p, p - 1, length)
    total = sum((dot([v * v for v in row], chances) for row in back), 0 * p)
    return total, (p * p + (1 - p) ** 2) ** length * sum(prior)


def traces():
    return crosscheck(
        lambda: [0, 1, 2, 3, 4],
        lambda k: _traces(k)[0] == _traces(k)[1],
        "Tr(C^-1 diag(C pi) C^-T) = f(n, a), n <= 4, symbolic a and pi",
        false=[lambda k: k == 0 or _traces(k)[0] == _traces(k - 1)[1]],
    )


def lemma():
    """m Tr(cov(pi-hat)) = c - s."""

    def enumerated(case, power_=1):
        p, n, k = case
        table = table_of(p, n)
        return all(
            k * trace(covariance(reported(table, prior, k), lambda y: estimate(p, y)))
            == base(p) ** (power_ * n) - dot(prior, prior)
            for prior in PRIORS[2**n]
        )

    return [
        sentence("trace_of_noisy_shares"),
        traces(),
        crosscheck(
            lambda: [
                (p, n, k)
                for p in (F(3, 4), F(1, 5))
                for n in (1, 2)
                for k in (1, 2)
                if (n, k) != (2, 2)
            ],
            enumerated,
            "m Tr(cov(pi-hat)) = c - s",
            false=[lambda q: enumerated(q, 2)],
        ),
    ]


@section("lem-4.5")
def lem_4_5():
    return lemma()


@section("proof-4.5/trace")
def proof_trace():
    """Tr(A D A) = Tr(A A D), and Tr(pi pi^T) = pi^T pi."""

    def agrees(k):
        p, *prior = ring("a " + letters("p", 2**k))
        back, there = power(p, p - 1, k), diagonal(apply(table_of(p, k), prior))
        left = trace(times(times(back, there), transpose(back)))
        outer = tuple(tuple(x * y for y in prior) for x in prior)
        return (
            back == transpose(back)
            and left == trace(times(times(back, back), there))
            and trace(outer) == dot(prior, prior)
        )

    return [
        sentence("trace_of_covariance"),
        crosscheck(lambda: [0, 1, 2, 3], agrees, "the traces, n <= 3, symbolic"),
    ]


def trace_products():
    """Tr(AB) = sum of (A o B^T)_ij: the sums are the same terms; symbolic for sizes up to 3."""

    def agrees(shape):
        rows, columns = shape
        stock = iter(ring(letters("t", 2 * rows * columns)))
        left = tuple(tuple(next(stock) for _ in range(columns)) for _ in range(rows))
        right = tuple(tuple(next(stock) for _ in range(rows)) for _ in range(columns))
        entrywise = sum(
            x * y
            for i, j in zip(left, transpose(right), strict=True)
            for x, y in zip(i, j, strict=True)
        )
        return trace(times(left, right)) == entrywise == trace(times(right, left))

    return [
        sentence("trace_of_entries"),
        crosscheck(lambda: list(product((1, 2, 3), repeat=2)), agrees, "Tr(AB) = Tr(BA)"),
    ]


@section("proof-4.5/square")
def proof_square():
    return squares()


@section("proof-4.5/corner")
def proof_corner():
    return corners()


@section("proof-4.5/diagonal")
def proof_diagonal():
    return corners()


@section("proof-4.5/trace-product")
def proof_trace_product():
    return trace_products()


@section("proof-4.5/rows")
def proof_rows():
    def agrees(k):
        p, *prior = ring("a " + letters("p", 2**k))
        return sum(apply(table_of(p, k), prior)) == sum(prior)

    return [
        sentence("reports_add_up"),
        crosscheck(lambda: [0, 1, 2, 3, 4], agrees, "the sum of C pi is that of pi"),
    ]


@section("proof-4.5/final")
def proof_final():
    """The last trace has an index too many: pi-hat_x is one number, with its own variance."""

    def printed(case):
        p, prior, x = case
        return transform.spread(table_of(p, 1), prior)[x][x] == base(p) - dot(prior, prior)

    every = [(p, prior, x) for p in (F(1), F(3, 4)) for prior in PRIORS[2] for x in range(2)]
    return states(
        traces(),
        crosscheck(lambda: every, printed, "m Tr(cov(pi-hat_x(m))) = f(n, a) - s", names="a pi x"),
        corrected="Tr(cov(pi-hat(m))) = m^-1 (f(n, a) - s), the sum over x of the "
        "variances of pi-hat_x(m)",
        right=lemma(),
    )
