"""Section 4.2 up to Theorem 4.6 and its proofs: the trace of the covariance, and the loss."""

from __future__ import annotations

from functools import cache
from itertools import product

import sympy as sp

from ..claims import Section, definition, states
from ..goals import cases, check, holds, identity, obligations, reals
from . import bitwise, schemas, transform
from .model import (
    CHANCE,
    INVERTIBLE,
    F,
    a,
    apply,
    base,
    bisymmetric,
    c,
    diagonal,
    dot,
    field,
    inverse_of,
    letters,
    loss,
    m,
    power,
    ring,
    s,
    table_of,
    times,
    trace,
    transpose,
)
from .notation import grid
from .sampling import PRIORS, covariance, estimate, law, reported, share

section = Section("vinterbo")
SHARED = (s >= 0, s < 1)
AT_LEAST = (c >= 1,)


def squares():
    """C_a(n) C_a(n) = C_(a^2+(1-a)^2)(n)."""
    def agrees(k):
        p = field("a")[0]
        return times(table_of(p, k), table_of(p, k)) == table_of(p * p + (1 - p) ** 2, k)
    table = sp.Matrix(bisymmetric(a, 1 - a))
    kept = a**2 + (1 - a) ** 2
    return [identity(table * table, sp.Matrix(bisymmetric(kept, 1 - kept))), *bitwise.mixed(),
            cases(lambda: [1, 2, 3, 4], agrees, "C_a(n)^2, n <= 4", kind="identity",
                  false=[lambda k: times(table_of(F(1, 3), k), table_of(F(1, 3), k))
                         == table_of(F(1, 9), k)])]


@cache
def square_of_inverse(length):
    p = field("a")[0]
    return times(inverse_of(p, length), inverse_of(p, length))


def corners():
    """The diagonal of C^-1 C^-1 is constant, with value f(n, a)."""
    p = field("a")[0]
    again = a / (2 * a - 1)

    def agrees(k):
        made = square_of_inverse(k)
        return all(made[i][i] == base(p) ** k for i in range(2**k))
    return [identity(again**2 + (1 - again) ** 2, base(a), *INVERTIBLE), schemas.inverse(),
            *squares(), schemas.entries(),
            cases(lambda: [1, 2, 3, 4], agrees, "diagonal of C^-1 C^-1, n <= 4", kind="identity",
                  false=[lambda k: square_of_inverse(k)[0][0] == base(p)])]


@cache
def _traces(length):
    """(2a-1)^(2n) Tr(C^-1 diag(C pi) C^-T) and (a^2+(1-a)^2)^n sum p, as polynomials."""
    p, *prior = ring("a " + letters("p", 2**length))
    chances = apply(table_of(p, length), prior)
    back = power(p, p - 1, length)
    total = sum((dot([v * v for v in row], chances) for row in back), 0 * p)
    return total, (p * p + (1 - p) ** 2) ** length * sum(prior)


def traces():
    return cases(lambda: [0, 1, 2, 3, 4], lambda k: _traces(k)[0] == _traces(k)[1],
                 "Tr(C^-1 diag(C pi) C^-T) = f(n, a), n <= 4, symbolic a and pi",
                 kind="identity", false=[lambda k: k == 0 or _traces(k)[0] == _traces(k - 1)[1]])


def ones():
    """The columns of C add up to one: by induction, a product of two such tables is one."""
    p, q = reals("column other")
    return obligations("induction on n: the columns of C_a and of C_a(n-1) add up to one",
                       identity(p * q, 1, sp.Eq(p, 1), sp.Eq(q, 1)), schemas.sums())


def lemma():
    """m Tr(cov(pi-hat)) = c - s."""
    def enumerated(case, power_=1):
        p, prior, k = case
        found = reported(transform.table_for(p, prior), prior, k)
        spread = trace(covariance(found, lambda y: estimate(p, y)))
        share_of = sum(q * q for q in prior)
        return spread * k == base(p) ** (power_ * transform.bits_of(prior)) - share_of
    return [*transform.covariances(), *corners(), ones(), traces(),
            cases(lambda: transform.settings(2), enumerated, "m Tr(cov(pi-hat)) = c - s",
                  false=[lambda q: enumerated(q, 2)])]


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
        return (back == transpose(back) and left == trace(times(times(back, back), there))
                and trace(outer) == dot(prior, prior))
    return [*trace_products(), cases(lambda: [0, 1, 2, 3], agrees, "the traces, n <= 3, symbolic",
                                     kind="identity")]


def trace_products():
    """Tr(AB) = sum of (A o B^T)_ij: the sums are the same terms; symbolic for sizes up to 3."""
    def agrees(shape):
        rows, columns = shape
        stock = iter(ring(letters("t", 2 * rows * columns)))
        left = tuple(tuple(next(stock) for _ in range(columns)) for _ in range(rows))
        right = tuple(tuple(next(stock) for _ in range(rows)) for _ in range(columns))
        entrywise = sum(x * y for i, j in zip(left, transpose(right), strict=True)
                        for x, y in zip(i, j, strict=True))
        return trace(times(left, right)) == entrywise == trace(times(right, left))
    x, y, rest = reals("A_ij B_ji rest")
    return [obligations("one more entry adds A_ij B_ji to both sides",
                        identity(rest + x * y, rest + y * x)),
            cases(lambda: list(product((1, 2, 3), repeat=2)), agrees, "Tr(AB) = Tr(BA)",
                  kind="identity")]


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
    return [ones(), cases(lambda: [0, 1, 2, 3, 4], agrees, "the sum of C pi is that of pi",
                          kind="identity")]


@section("proof-4.5/final")
def proof_final():
    """The last trace has an index too many: pi-hat_x is one number, with its own variance."""
    def printed(case):
        p, prior, x = case
        return transform.spread(p, prior)[x][x] == (
            base(p) ** transform.bits_of(prior) - dot(prior, prior))
    every = [(p, prior, x) for p in (F(1), F(3, 4)) for prior in PRIORS[2] for x in range(2)]
    return states(traces(), cases(lambda: every, printed, "m Tr(cov(pi-hat_x(m))) = f(n, a) - s",
                                  names="a pi x"),
                  corrected="Tr(cov(pi-hat(m))) = m^-1 (f(n, a) - s), the sum over x of the "
                            "variances of pi-hat_x(m)", right=lemma())


@section("thm-4.6/loss")
def thm_loss():
    return losses()


def losses():
    """L = m^-1 (c - s) / (m^-1 (1 - s))."""
    return [*lemma(), *star(), identity(((c - s) / m) / ((1 - s) / m), loss(c, s), m > 0, *SHARED)]


def star():
    def agrees(case):
        prior, k = case
        return trace(covariance(law(prior, k), share)) * k == 1 - dot(prior, prior)
    p = reals("p_x")
    return [obligations("the diagonal of diag(pi) - pi pi^T adds up to 1 - s",
                        identity(p - p * p, p * (1 - p)), schemas.additive()),
            cases(lambda: [(p, k) for size in (2, 4) for p in PRIORS[size] for k in (1, 2)],
                  agrees, "m Tr(cov(pi-hat*)) = 1 - s")]


def rising():
    """f_L(s) >= f_L(t) for s >= t, as c >= 1."""
    t = reals("t")
    return holds(loss(c, s) >= loss(c, t), *AT_LEAST, s >= t, t >= 0, s < 1, multiply=True)


def share_least():
    """sum (p - 1/K)^2 = s - 1/K."""
    p, k = reals("p_x K")
    return [obligations("the squares (p_x - 1/K)^2 add up to s - 2/K + K / K^2 = s - 1/K",
                        identity((p - 1 / k) ** 2, p**2 - 2 * p / k + 1 / k**2, k >= 1),
                        holds((p - 1 / k) ** 2 >= 0, k >= 1),
                        identity(s - 2 / k + k / k**2, s - 1 / k, k >= 1)),
            cases(lambda: [q for k in (1, 2, 4) for q in grid(k, 4)],
                  lambda q: dot(q, q) >= F(1, len(q)) and (dot(q, q) == F(1, len(q)))
                  == (set(q) == {F(1, len(q))}), "on a grid, K = 1, 2, 4")]


@section("thm-4.6/lower-bound")
def thm_lower_bound():
    return [rising(), *share_least(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.6/trace-star")
def trace_star():
    return star()


@section("proof-4.6/f-L")
def proof_f_l():
    return losses()


@section("proof-4.6/s-range")
def s_range():
    p = reals("p_x")
    points = cases(lambda: [1, 2, 4, 8], lambda k: k * F(1, k) ** 2 == F(1, k)
                   and dot((F(1),) + (F(0),) * (k - 1), (F(1),) + (F(0),) * (k - 1)) == 1,
                   "2^n / (2^n)^2 = 2^-n, and 1")
    return [*share_least(), points,
            obligations("p_x^2 <= p_x adds up to s <= 1, with equality for p_x in {0, 1} only",
                        holds(p**2 <= p, p >= 0, p <= 1), holds(p**2 < p, p > 0, p < 1)),
            cases(lambda: [q for k in (2, 4) for q in grid(k, 4)],
                  lambda q: dot(q, q) <= 1 and (dot(q, q) == 1) == (max(q) == 1), "on a grid")]


def derivatives():
    """With w = (1-s)^-m, so w' = m w / (1-s): the derivative of (f - 1) w."""
    w, k = reals("w k")
    more = loss(c, s) - 1
    return [obligations(
        "induction on m >= 1: (f - 1) / (1 - s)^m has the derivative (m+1) (f - 1) / (1 - s)^(m+1)",
        identity(sp.diff(loss(c, s), s), more / (1 - s), *SHARED),
        identity(more / (1 - s) * w + more * k * w / (1 - s), (k + 1) * more * w / (1 - s),
                 *SHARED)),
        cases(lambda: [1, 2, 3, 4, 5], _derivative, "m = 1, ..., 5, symbolic c and s",
              kind="identity", false=[lambda k: _derivative(k, 1)])]


def _derivative(k, shift=0):
    printed = sp.factorial(k) / (1 - s) ** (k + shift) * (loss(c, s) - 1)
    return sp.cancel(sp.diff(loss(c, s), s, k) - printed) == 0


@section("proof-4.6/derivative")
def proof_derivative():
    return states(*derivatives(), scope="m >= 1")


@section("proof-4.6/minimum")
def proof_minimum():
    return [rising(), *share_least(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.7/derivative")
def sketch_derivative():
    return states(*derivatives(), scope="m >= 1")


def signs():
    return holds((loss(c, s) - 1) * m >= 0, *AT_LEAST, *SHARED, m > 0)


@section("proof-4.7/nonnegative")
def nonnegative():
    return [*derivatives(), signs(), schemas.at_least_one(), schemas.grows()]


@section("proof-4.7/convex")
def convex():
    """The second derivative of f^(m) is f^(m+2) >= 0."""
    return [*derivatives(), signs(), schemas.at_least_one(), schemas.grows()]


@section("claim/compare-c")
def compare_c():
    other = reals("c_2")
    return states(holds((c - s) / m < (other - s) / m, c < other, m > 0),
                  holds(loss(c, s) < loss(other, s), c < other, *SHARED, multiply=True),
                  *lemma(), scope="at equal pi, n and m")


@section("concl/exponential")
def exponential():
    """c <= L, and L(n) <= 3 c, where c is the n-th power of a number above one; C has 4^n cells."""
    share_ = sp.Rational(2, 3)
    bigger = holds(base(a) > 1, *CHANCE, *INVERTIBLE)
    power_, q, k = reals("power q k")
    rest = [holds(loss(c, s) >= c, *AT_LEAST, *SHARED, multiply=True),
            holds(loss(c, s) <= 3 * c, *AT_LEAST, s >= 0, s <= share_, multiply=True),
            holds(2 / (k + 1) <= share_, k >= 2),
            obligations("induction on n: c is multiplied by q > 1", holds(
                q * power_ > power_, q > 1, power_ > 0)),
            check(lambda: all(len(table_of(F(1, 3), j)) ** 2 == 4**j for j in range(6)),
                  "4^n entries")]
    return states(bigger, *rest, assuming="0 < a < 1 (for a = 0 and a = 1 the loss is 1 for every "
                                          "n)", under=[bigger.given(a > 0, a < 1), *rest])


@section("def/approx-loss")
def approx_loss():
    return definition("the loss at the mean of pi^T pi", holds(
        loss(c, s) >= 1, *AT_LEAST, *SHARED))
