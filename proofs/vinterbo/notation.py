"""Section 3.1: strings, their indices, the multinomial distribution and its estimator."""

from __future__ import annotations

from itertools import product

import sympy as sp

from ..claims import Section, definition, states
from ..goals import check, contradicted, crosscheck, holds, reals, sentence
from .model import F, at_least, both, eta, letters, pairs, ring, sigma, strings, weight, xor
from .sampling import PRIORS, covariance, histograms, law, mean, multinomial, nonzero, share, small

section = Section("vinterbo")
LENGTHS = range(1, 5)


def triples(length=3):
    return list(product(strings(length), repeat=3))


@section("def/bits")
def bits():
    tables = {(0, 0): (0, 0), (0, 1): (0, 1), (1, 0): (0, 1), (1, 1): (1, 0)}
    return definition(
        "bits and their operations",
        crosscheck(
            lambda: list(tables),
            lambda c: (both(c[:1], c[1:])[0], xor(c[:1], c[1:])[0]) == tables[c],
            "and, exclusive or",
        ),
    )


@section("def/order")
def order():
    def partial(c):
        x, y, z = c
        antisymmetric = x == y or not (at_least(x, y) and at_least(y, x))
        return antisymmetric and (at_least(x, z) or not (at_least(x, y) and at_least(y, z)))

    return definition(
        "the order of strings", crosscheck(triples, partial, "a partial order, n = 3")
    )


def same(x, y, u):
    """x =_u y."""
    return both(x, u) == both(y, u)


@section("def/eq-u")
def eq_u():
    def size(c):
        x, u = c
        return sum(same(x, y, u) for y in strings(len(u))) == 2 ** (len(u) - weight(u))

    return definition(
        "strings that agree on u",
        crosscheck(
            lambda: [p for k in LENGTHS for p in pairs(k)], size, "[x]_u has 2^(n-|u|) members"
        ),
    )


@section("def/e-i")
def e_i():
    def one(c):
        length, chosen = c
        unit = [tuple(int(j == i) for j in range(length)) for i in range(length)]
        good = [
            x
            for x in strings(length)
            if all(at_least(x, unit[i]) == (i in chosen) for i in range(length))
        ]
        return len(good) == 1

    return definition(
        "e_K has its ones at the indices in K; B_n is printed for B^n",
        crosscheck(
            lambda: [(k, tuple(i for i in range(k) if x[i])) for k in LENGTHS for x in strings(k)],
            one,
            "exactly one string satisfies the rule",
        ),
    )


@section("def/weight")
def def_weight():
    return definition(
        "the number of ones",
        crosscheck(
            lambda: pairs(3),
            lambda c: weight(xor(*c)) == sum(i != j for i, j in zip(*c, strict=True)),
            "|x xor y| counts the differences",
        ),
    )


@section("def/eta")
def def_eta():
    return definition(
        "the index of a string; x_0 is the least significant bit",
        crosscheck(
            lambda: list(range(6)),
            lambda k: sorted(map(eta, strings(k))) == list(range(2**k)),
            "eta is a bijection onto 0, ..., 2^n - 1",
        ),
    )


@section("def/varsigma")
def varsigma():
    back = crosscheck(
        lambda: list(range(6)),
        lambda k: (
            all(eta(sigma(i, k)) == i for i in range(2**k))
            and all(sigma(eta(x), k) == x for x in strings(k))
        ),
        "both compositions, n <= 5",
    )
    number = check(lambda: F(1, 2) not in strings(2), "1/2 is not a string of two bits")
    return states(
        contradicted("n = 2: n^-1 is the number 1/2, not a map from {0, ..., 3} to B^2", number),
        corrected="varsigma = eta^-1",
        right=[sentence("string_and_number"), back],
    )


@section("def/hadamard")
def hadamard():
    return definition("the product entry by entry")


@section("def/multinomial")
def def_multinomial():
    """k = 3, pi = (1/4, 1/2, 1/4): the printed outcomes are {0, 2}."""
    pi = (F(1, 4), F(1, 2), F(1, 4))
    missing = check(lambda: sum(pi[i] for i in (0, 2)) == F(1, 2), "1 is not an outcome")
    whole = crosscheck(
        lambda: list(small()),
        lambda c: sum(law(*c).values()) == 1 and all(sum(h) == c[1] for h in law(*c)),
        "a law on histograms of m outcomes",
    )
    return states(
        contradicted(
            "k = 3, pi = (1/4, 1/2, 1/4): the outcomes {0, 2} have probability "
            "1/2 together, and X_1 counts no outcome",
            missing,
        ),
        corrected="the outcomes are {0, 1, ..., k-1}",
        right=[sentence("histogram"), whole],
    )


@section("eq/histogram-sum")
def histogram_sum():
    total, size = reals("total m")
    return [
        sentence("histogram"),
        holds(sp.Eq(total + 1, size + 1), sp.Eq(total, size)),
        crosscheck(
            lambda: list(small()),
            lambda c: all(sum(h) == c[1] for h in law(*c)),
            "the counts add up to m",
        ),
    ]


@section("eq/multinomial-moments")
def multinomial_moments():
    def moments(c):
        p, k = c
        spread = covariance(law(p, k), lambda h: h)
        return mean(law(p, k), lambda h: h) == tuple(k * q for q in p) and all(
            spread[i][i] == k * q * (1 - q) for i, q in enumerate(p)
        )

    return [
        sentence("histogram_moments"),
        crosscheck(lambda: list(small()), moments, "m p_i and m p_i (1 - p_i)"),
    ]


@section("claim/multinomial-special")
def multinomial_special():
    def categorical(p):
        return nonzero(law(p, 1)) == {
            tuple(int(i == o) for i in range(len(p))): q for o, q in enumerate(p) if q
        }

    def bernoulli(p):
        heads = {h[1]: w for h, w in law(p, 1).items()}
        return heads == {0: 1 - p[1], 1: p[1]}

    priors = [p for p, k in small(1)] + [ring(letters("p", k)) for k in range(1, 6)]
    p1 = ring("q")[0]
    return states(
        sentence("one_experiment"),
        crosscheck(lambda: priors, categorical, "X is the indicator of one outcome"),
        crosscheck(lambda: [(1 - p1, p1), *PRIORS[2]], bernoulli, "X_1 is 0 or 1"),
        crosscheck(
            lambda: list(small()), lambda c: law(*c) == multinomial(*c), "the multinomial formula"
        ),
        scope="the outcome i is identified with the histogram of one outcome i",
    )


@section("def/string-histogram")
def string_histogram():
    return definition("the histogram of observed strings")


def grid(size, steps=6):
    """Distributions with this denominator."""
    return [tuple(F(k, steps) for k in h) for h in histograms(size, steps)]


def score(p, counts):
    """The likelihood without its constant factor."""
    value = F(1)
    for q, k in zip(p, counts, strict=True):
        value *= q**k
    return value


def samples():
    return [h for size in (2, 3) for k in (1, 2, 3) for h in histograms(size, k)]


@section("claim/mle-star")
def mle_star():
    return [
        sentence("shares_are_likeliest"),
        crosscheck(
            samples,
            lambda h: all(score(share(h), h) >= score(p, h) for p in grid(len(h))),
            "X / m has the largest likelihood on a grid",
            false=[lambda h: all(score(share(h), h) > score(p, h) for p in grid(len(h)))],
        ),
    ]


@section("eq/cov-star")
def cov_star():
    def agrees(c):
        prior, k = c
        found = covariance(law(prior, k), share)
        return all(
            found[i][j] * k == (p * (i == j) - p * q)
            for i, p in enumerate(prior)
            for j, q in enumerate(prior)
        )

    return [
        sentence("covariance_of_shares"),
        crosscheck(lambda: list(small()), agrees, "the covariance matrix of X / m"),
    ]
