"""Section 3.2: randomizers as linear maps; the law, mean and covariance of the reports.

For one report R the vector z = C^-1 e_R has mean pi and covariance C^-1 diag(C pi) C^-T - pi pi^T;
the covariance of the mean of m independent ones is that divided by m. C is any invertible table.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from ..claims import Section, definition, states
from ..goals import check, crosscheck, sentence
from .model import (
    F,
    apply,
    diagonal,
    field,
    invert,
    letters,
    power,
    ring,
    table_of,
    times,
    trace,
    transpose,
)
from .sampling import (
    PRIORS,
    covariance,
    histograms,
    mean,
    multinomial,
    nonzero,
    reported,
    share,
)

section = Section("vinterbo")
SKEW = ((F(3, 4), F(1, 3)), (F(1, 4), F(2, 3)))
WIDE = tuple(
    tuple(map(F, row.split()))
    for row in ("1/2 1/10 1/5 0", "1/4 3/5 1/5 1/4", "1/8 1/5 1/2 1/4", "1/8 1/10 1/10 1/2")
)
ONE_BIT = (table_of(F(3, 4), 1), SKEW, table_of(F(1), 1))
TABLES = {2: ONE_BIT, 4: (table_of(F(1, 5), 2), WIDE)}
NEGATIVE = (
    "pi-hat has no negative entry (its expectation is pi over all samples; an estimate "
    "that must always be a distribution is biased)"
)


def settings(most=3):
    """(C, prior, m): one bit with m <= 3 and two bits with m <= 2."""
    return [
        (table, prior, k)
        for size, top in ((2, most), (4, min(2, most)))
        for table in TABLES[size]
        for prior in PRIORS[size]
        for k in range(1, top + 1)
    ]


def estimate(table, counts):
    """pi-hat = C^-1 Y / m of vinterbo/def/pi-hat."""
    return apply(invert(table), share(counts))


@section("def/randomizer")
def randomizer():
    return definition("a randomized map from strings to strings")


@section("def/C-M")
def c_m():
    return definition(
        "the matrix of a randomizer",
        check(
            lambda: all(sum(col) == 1 for col in transpose(table_of(F(1, 3), 2))),
            "columns add to 1",
        ),
    )


def image():
    """The histogram of the reports is Mult(m, C pi)."""

    def agrees(c):
        table, prior, k = c
        there = apply(table, prior)
        return nonzero(reported(table, prior, k)) == nonzero(multinomial(there, k))

    return [
        sentence("histogram"),
        crosscheck(settings, agrees, "the histogram of the reports is Mult(m, C pi)"),
    ]


@section("eq/Y-CX")
def y_cx():
    def whole(c):
        p, x = c
        y = apply(table_of(p, 1), x)
        return all(v.denominator == 1 for v in y)

    given = crosscheck(
        lambda: [(p, x) for p in (F(1), F(3, 4)) for k in (1, 2) for x in histograms(2, k)],
        whole,
        "C X is a histogram",
        names="a X",
    )
    return states(
        given,
        corrected="the histogram Y of the randomized strings is Mult(m, C pi); "
        "C X is its mean given X",
        right=[*image(), *conditional()],
    )


def conditional():
    """E(Y | X) = C X: every string is randomized on its own."""

    def agrees(c):
        table, truths = c
        means = [F(0), F(0)]
        for told in product(range(2), repeat=len(truths)):
            chance = F(1)
            for r, x in zip(told, truths, strict=True):
                chance *= table[r][x]
            for r in told:
                means[r] += chance
        counts = [truths.count(0), truths.count(1)]
        return tuple(means) == apply(table, counts)

    return [
        sentence("histogram"),
        crosscheck(
            lambda: [(p, t) for p in ONE_BIT for k in (1, 2, 3) for t in product((0, 1), repeat=k)],
            agrees,
            "E(Y | X) = C X",
        ),
    ]


@section("def/pi-hat")
def pi_hat():
    return definition("the estimator C^-1 Y / m")


def unbiased_goals():
    def agrees(c):
        table, prior, k = c
        found = reported(table, prior, k)
        there = apply(table, prior)
        return (
            mean(found, lambda y: y) == tuple(k * q for q in there)
            and mean(found, lambda y: estimate(table, y)) == prior
        )

    return [
        sentence("estimate_is_unbiased"),
        crosscheck(settings, agrees, "E(Y) = m C pi and E(pi-hat) = pi", names="C pi m"),
        crosscheck(
            lambda: [1],
            lambda _: _back(True),
            "C^-1 C = 1, any table of one bit, symbolic",
            false=[lambda _: _back(False)],
        ),
    ]


@section("eq/unbiased")
def unbiased():
    return unbiased_goals()


def skew():
    """Any table of one bit, in symbols."""
    u, v, p = field("u v p")
    return ((1 - u, 1 - v), (u, v)), (p, 1 - p)


def _back(right):
    table, prior = skew()
    return apply(invert(table) if right else transpose(table), apply(table, prior)) == prior


@cache
def _one_report(length):
    """(2a-1)^(2n) E(z z^T) by definition, and the printed product, as polynomials."""
    p, *prior = ring("a " + letters("p", 2**length))
    chances, back = apply(table_of(p, length), prior), power(p, p - 1, length)
    return _square(chances, back), times(back, times(diagonal(chances), transpose(back)))


def _square(chances, back):
    """E(z z^T) for z = the column r of C^-1 with probability chances[r]."""
    size = range(len(chances))
    return tuple(
        tuple(
            sum((chances[r] * (back[i][r] * back[j][r]) for r in size), 0 * chances[0])
            for j in size
        )
        for i in size
    )


def _skew_report(right):
    table, prior = skew()
    chances, back = apply(table, prior), invert(table)
    other = transpose(back) if right else back
    return _square(chances, back) == times(times(back, diagonal(chances)), other)


def one_report():
    return [
        crosscheck(
            lambda: [0, 1, 2, 3],
            lambda k: _one_report(k)[0] == _one_report(k)[1],
            "E(z z^T) = C^-1 diag(C pi) C^-T for C_a(n), n <= 3",
            false=[lambda k: trace(_one_report(k)[0]) == sum(ring("a " + letters("p", 2**k))[1:])],
        ),
        crosscheck(
            lambda: [1],
            lambda _: _skew_report(True),
            "E(z z^T) = C^-1 diag(C pi) C^-T, any table of one bit",
            false=[lambda _: _skew_report(False)],
        ),
    ]


def spread(table, prior):
    """C^-1 diag(C pi) C^-T - pi pi^T."""
    back, there = invert(table), apply(table, prior)
    middle = times(times(back, diagonal(there)), transpose(back))
    return tuple(
        tuple(v - prior[i] * prior[j] for j, v in enumerate(row)) for i, row in enumerate(middle)
    )


def covariances():
    def agrees(c):
        table, prior, k = c
        found = covariance(reported(table, prior, k), lambda y: estimate(table, y))
        return found == tuple(tuple(v / k for v in row) for row in spread(table, prior))

    return [
        sentence("covariance_of_estimates"),
        *one_report(),
        crosscheck(settings, agrees, "the covariance matrix of pi-hat", names="C pi m"),
    ]


@section("eq/cov-hat")
def cov_hat():
    return covariances()
