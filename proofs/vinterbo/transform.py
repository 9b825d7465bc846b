"""Section 3.2 and the proof of Proposition 3.1: randomizers as linear maps, bias, covariance, loss.

For one report R the vector z = C^-1 e_R has mean pi and covariance C^-1 diag(C pi) C^-T - pi pi^T;
the covariance of the mean of m independent ones is that divided by m.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from ..claims import Section, definition, states
from ..goals import cases, check, holds, identity, obligations, reals
from . import schemas
from .model import (
    F,
    apply,
    base,
    diagonal,
    field,
    inverse_of,
    letters,
    loss,
    power,
    ring,
    table_of,
    times,
    trace,
    transpose,
)
from .notation import grid, score
from .sampling import (
    PRIORS,
    covariance,
    estimate,
    histograms,
    law,
    mean,
    multinomial,
    nonzero,
    reported,
    share,
)

section = Section("vinterbo")
UNEQUAL = (F(3, 4), F(1, 5), F(1))
X, Y, m, G, alpha = reals("F_total L m G_total alpha")
WHERE = "pi is not a point mass (pi^T pi < 1)"
SIZES = "alpha L m is a whole number, and pi is not a point mass"


def settings(most=3):
    """(a, prior, m) on one bit with m <= 3 and on two bits with m <= 2."""
    return [(p, prior, k) for p in UNEQUAL for size, top in ((2, most), (4, min(2, most)))
            for prior in PRIORS[size] for k in range(1, top + 1)]


def bits_of(prior):
    return (len(prior) - 1).bit_length()


def table_for(p, prior):
    return table_of(p, bits_of(prior))


@section("def/randomizer")
def randomizer():
    return definition("a randomized map from strings to strings")


@section("def/C-M")
def c_m():
    return definition("the matrix of a randomizer", check(
        lambda: all(sum(col) == 1 for col in transpose(table_of(F(1, 3), 2))), "columns add to 1"))


def image():
    """The histogram of the reports is Mult(m, C pi)."""
    def agrees(c):
        p, prior, k = c
        there = apply(table_for(p, prior), prior)
        return nonzero(reported(table_for(p, prior), prior, k)) == nonzero(multinomial(there, k))
    return [obligations("the reports are independent with law C pi each: sums over the truths of "
                        "one respondent factor out", schemas.sums()),
            cases(settings, agrees, "the histogram of the reports is Mult(m, C pi)")]


@section("eq/Y-CX")
def y_cx():
    def whole(c):
        p, x = c
        y = apply(table_of(p, 1), x)
        return all(v.denominator == 1 for v in y)
    given = cases(lambda: [(p, x) for p in (F(1), F(3, 4)) for k in (1, 2)
                           for x in histograms(2, k)], whole, "C X is a histogram", names="a X")
    return states(given, corrected="the histogram Y of the randomized strings is Mult(m, C pi); "
                                   "C X is its mean given X",
                  right=[*image(), conditional()])


def conditional():
    """E(Y | X) = C X: every string is randomized on its own."""
    def agrees(c):
        p, truths = c
        table = table_of(p, 1)
        means = [F(0), F(0)]
        for told in product(range(2), repeat=len(truths)):
            chance = F(1)
            for r, x in zip(told, truths, strict=True):
                chance *= table[r][x]
            for r in told:
                means[r] += chance
        counts = [truths.count(0), truths.count(1)]
        return tuple(means) == apply(table, counts)
    return cases(lambda: [(p, t) for p in UNEQUAL for k in (1, 2, 3)
                          for t in product((0, 1), repeat=k)], agrees, "E(Y | X) = C X")


@section("def/pi-hat")
def pi_hat():
    return definition("the estimator C^-1 Y / m")


@section("eq/unbiased")
def unbiased():
    def agrees(c):
        p, prior, k = c
        found = reported(table_for(p, prior), prior, k)
        there = apply(table_for(p, prior), prior)
        return (mean(found, lambda y: y) == tuple(k * q for q in there)
                and mean(found, lambda y: estimate(p, y)) == prior)
    return [schemas.additive(), schemas.inverse(),
            cases(settings, agrees, "E(Y) = m C pi and E(pi-hat) = pi", names="a pi m"),
            schemas.symbolic(_back, "C^-1 C pi = pi", false=[_not_back])]


def _symbols(length):
    p, *prior = field("a " + letters("p", 2**length))
    return p, tuple(prior)


@cache
def _recovered(length):
    p, prior = _symbols(length)
    return apply(inverse_of(p, length), apply(table_of(p, length), prior))


def _back(length):
    return _recovered(length) == _symbols(length)[1]


def _not_back(length):
    p, prior = _symbols(length)
    return apply(table_of(p, length), prior) == prior


@section("claim/invariance")
def invariance():
    """The induced likelihood of a value v is the largest likelihood over g(theta) = v."""
    def invariant(c):
        scores, values = c
        best = max(range(len(scores)), key=lambda t: scores[t])
        induced = {v: max(s for s, w in zip(scores, values, strict=True) if w == v)
                   for v in values}
        return induced[values[best]] == max(induced.values())
    one, best, other = reals("L_theta L_best L_induced")
    return states(
        obligations("L*(g(best)) >= L(best) >= L(theta) for every theta, so L*(g(best)) is largest",
                    holds(other >= one, other >= best, best >= one)),
        cases(lambda: [(s, v) for s in product((0, 1, 2), repeat=3)
                       for v in product((0, 1, 2), repeat=3)], invariant,
              "three parameters, every likelihood order, every g"),
        scope="for the induced likelihood sup {L(theta): g(theta) = v}, as in the cited book")


def best_on_grid(c):
    """pi-hat is a distribution, and no distribution on a grid has a larger likelihood."""
    p, y = c
    found = estimate(p, y)
    table = table_for(p, y)
    top = score(apply(table, found), y)
    return min(found) >= 0 and all(top >= score(apply(table, q), y) for q in grid(len(y), 6))


def reports():
    return [(p, y) for p in (F(3, 4), F(1, 5)) for size, most in ((2, 4), (4, 2))
            for k in range(1, most + 1) for y in histograms(size, k)]


def inside():
    return [c for c in reports() if min(estimate(*c)) >= 0]


def likelihood_statement():
    """pi-hat maximises over the distributions exactly where it is one."""
    return states(
        *unbiased(), cases(reports, best_on_grid, "pi-hat is a distribution and maximises the "
                           "likelihood among distributions", names="a Y"),
        assuming="pi-hat has no negative entry (its expectation is pi over all samples; an "
                 "estimate that must always be a distribution is biased)",
        under=[*unbiased(), schemas.likelihood(),
               cases(inside, best_on_grid, "pi-hat maximises the likelihood", names="a Y")])


@section("claim/mle-hat")
def mle_hat():
    return likelihood_statement()


@cache
def _one_report(length):
    """(2a-1)^(2n) E(z z^T) by definition, and the printed product, as polynomials."""
    p, *prior = ring("a " + letters("p", 2**length))
    chances, back = apply(table_of(p, length), prior), power(p, p - 1, length)
    size = range(2**length)
    square = tuple(tuple(sum((chances[r] * (back[i][r] * back[j][r]) for r in size), 0 * p)
                         for j in size) for i in size)
    return square, times(back, times(diagonal(chances), transpose(back)))


def one_report():
    return cases(lambda: [0, 1, 2, 3], lambda k: _one_report(k)[0] == _one_report(k)[1],
                 "E(z z^T) = C^-1 diag(C pi) C^-T, n <= 3", kind="identity",
                 false=[lambda k: trace(_one_report(k)[0]) == sum(ring(
                     "a " + letters("p", 2**k))[1:])])


def spread(p, prior):
    """C^-1 diag(C pi) C^-T - pi pi^T."""
    k = bits_of(prior)
    back, there = inverse_of(p, k), apply(table_of(p, k), prior)
    middle = times(times(back, diagonal(there)), transpose(back))
    return tuple(tuple(v - prior[i] * prior[j] for j, v in enumerate(row))
                 for i, row in enumerate(middle))


def covariances():
    def agrees(c):
        p, prior, k = c
        found = covariance(reported(table_for(p, prior), prior, k), lambda y: estimate(p, y))
        return found == tuple(tuple(v / k for v in row) for row in spread(p, prior))
    return [schemas.additive(), one_report(),
            cases(settings, agrees, "the covariance matrix of pi-hat", names="a pi m")]


@section("eq/cov-hat")
def cov_hat():
    return covariances()


@section("def/loss")
def def_loss():
    return definition("the loss; 0/0 when pi is a point mass", cases(
        lambda: [p for size in PRIORS for p in PRIORS[size]],
        lambda p: (trace(covariance(law(p, 1), share)) == 0) == (max(p) == 1),
        "the denominator vanishes at point masses only"))


def _losses(c):
    """L(m) by enumeration for two sample sizes."""
    p, prior, k, other = c
    made = []
    for size in (k, other):
        top = covariance(reported(table_for(p, prior), prior, size), lambda y: estimate(p, y))
        made.append(trace(top) / trace(covariance(law(prior, size), share)))
    return made


def two_sizes(point_mass):
    return [(p, prior, k, j) for p in (F(3, 4), F(1, 5)) for prior in PRIORS[2]
            for k, j in ((1, 2), (2, 3)) if point_mass or max(prior) < 1]


def scaled():
    """m^-1 F / (m^-1 G) = F / G."""
    return identity((X / m) / (G / m), X / G, m > 0, G > 0)


def independence():
    def equal(c):
        first, second = _losses(c)
        return first == second
    return states(cases(lambda: two_sizes(True), equal, "L(m) = L(m')", names="a pi m m'"),
                  assuming=WHERE,
                  under=[scaled(), *covariances(),
                         cases(lambda: two_sizes(False), equal, "L(m) = L(m')")])


@section("prop-3.1/m-independence")
def m_independence():
    return independence()


def factor(prior):
    """L for a = 3/4 on one bit."""
    return loss(base(F(3, 4)), sum(q * q for q in prior))


def errors_agree(c):
    """The mean squared error of pi-hat at alpha L m reports is at most that of pi-hat* at m."""
    prior, k, more = c
    size = more * factor(prior) * k
    if size.denominator != 1:
        return False
    noisy = sum(spread(F(3, 4), prior)[i][i] for i in range(2)) / size
    return noisy <= (1 - sum(q * q for q in prior)) / k


def sample_sizes():
    chosen = [(F(1, 4), F(3, 4)), (F(1, 2), F(1, 2)), (F(1, 3), F(2, 3))]
    return [(p, k, more) for p in chosen for k in (1, 2, 8) for more in (F(1), F(3, 2), F(2))]


def chain():
    """Sum Var(pi-hat(alpha L m)) = F / (alpha L m) <= F / (L m) = G / m for L = F / G."""
    given = (m > 0, X > 0, G > 0, alpha >= 1)
    ratio = X / G
    return [identity(X / (alpha * ratio * m), (1 / alpha) * (1 / m) * (1 / ratio) * X, *given),
            holds((1 / alpha) * (1 / m) * (1 / ratio) * X <= (1 / m) * (1 / ratio) * X, *given,
                  multiply=True),
            identity((1 / m) * (1 / ratio) * X, G / m, *given)]


def enough():
    whole = [c for c in sample_sizes() if (c[2] * factor(c[0]) * c[1]).denominator == 1]
    return states(cases(sample_sizes, errors_agree, "pi-hat(alpha L m), a = 3/4, exists and its "
                        "error is at most that of pi-hat*(m)", names="pi m alpha"),
                  assuming=SIZES,
                  under=[*chain(), *covariances(),
                         cases(lambda: whole, errors_agree, "the errors")])


@section("prop-3.1/error")
def error():
    return enough()


@section("claim/loss-meaning")
def loss_meaning():
    return states(scaled(), *chain(), *covariances(),
                  scope="where L is defined: the ratio of the mean squared errors at equal sample "
                        "sizes, and the factor on the sample size that makes them equal")


@section("proof-3.1/traces")
def traces():
    def agrees(c):
        p, prior, k = c
        found = reported(table_for(p, prior), prior, k)
        whole = trace(covariance(found, lambda y: estimate(p, y)))
        alone = [covariance(found, lambda y, i=i: (estimate(p, y)[i],))[0][0]
                 for i in range(len(prior))]
        direct = [covariance(law(prior, k), lambda y, i=i: (share(y)[i],))[0][0]
                  for i in range(len(prior))]
        return whole == sum(alone) and trace(covariance(law(prior, k), share)) == sum(direct)
    return [obligations("the diagonal entry i is E(v_i v_i) - E(v_i) E(v_i) = Var(v_i)",
                        schemas.additive()),
            cases(lambda: settings(2), agrees, "the trace is the sum of the variances")]


@section("proof-3.1/scaling")
def scaling():
    return covariances()


@section("proof-3.1/ratio")
def ratio():
    return independence()


@section("proof-3.1/chain")
def proof_chain():
    return enough()


@section("proof-3.1/norm")
def norm():
    def agrees(c):
        p, prior, k = c
        found = reported(table_for(p, prior), prior, k)
        direct = law(prior, k)

        def far(value):
            return (sum((v - q) ** 2 for v, q in zip(value, prior, strict=True)),)
        return (mean(found, lambda y: far(estimate(p, y)))[0]
                == trace(covariance(found, lambda y: estimate(p, y)))
                and mean(direct, lambda h: far(share(h)))[0] == trace(covariance(direct, share)))
    return [schemas.inverse(), schemas.additive(),
            cases(lambda: settings(2), agrees, "E |pi-hat - pi|^2 = sum of the variances")]
