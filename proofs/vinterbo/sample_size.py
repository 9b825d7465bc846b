"""Proposition 3.1 and its proof: the loss, and sample sizes that make up for it."""

from __future__ import annotations

from ..claims import Section, definition, states
from ..goals import crosscheck, sentence
from .model import F, base, loss, table_of, trace
from .sampling import PRIORS, covariance, law, mean, reported, share
from .transform import SKEW, covariances, estimate, settings, spread

section = Section("vinterbo")
WHERE = "pi is not a point mass (pi^T pi < 1)"
SIZES = "alpha L m is a positive whole number, and pi is not a point mass"
TABLE = table_of(F(3, 4), 1)


@section("def/loss")
def def_loss():
    return definition(
        "the loss; 0/0 when pi is a point mass",
        crosscheck(
            lambda: [p for size in PRIORS for p in PRIORS[size]],
            lambda p: (trace(covariance(law(p, 1), share)) == 0) == (max(p) == 1),
            "the denominator vanishes at point masses only",
        ),
    )


def _losses(c):
    """L(m) by enumeration for two sample sizes."""
    table, prior, k, other = c
    made = []
    for size in (k, other):
        top = covariance(reported(table, prior, size), lambda y: estimate(table, y))
        made.append(trace(top) / trace(covariance(law(prior, size), share)))
    return made


def two_sizes(point_mass):
    return [
        (table, prior, k, j)
        for table in (TABLE, SKEW)
        for prior in PRIORS[2]
        for k, j in ((1, 2), (2, 3))
        if point_mass or max(prior) < 1
    ]


def independence(theorem):
    """The theorem on the loss for any size of the sample."""

    def equal(c):
        first, second = _losses(c)
        return first == second

    return states(
        crosscheck(lambda: two_sizes(True), equal, "L(m) = L(m')", names="C pi m m'"),
        assuming=WHERE,
        under=[
            sentence(theorem),
            crosscheck(lambda: two_sizes(False), equal, "L(m) = L(m')"),
        ],
    )


@section("prop-3.1/m-independence")
def m_independence():
    return independence("loss_is_one_for_all_sizes")


def factor(prior):
    """L for a = 3/4 on one bit."""
    return loss(base(F(3, 4)), sum(q * q for q in prior))


def errors_agree(c):
    """The mean squared error of pi-hat at alpha L m reports is at most that of pi-hat* at m."""
    prior, k, more = c
    size = more * factor(prior) * k
    if size.denominator != 1:
        return False
    noisy = trace(spread(TABLE, prior)) / size
    return noisy <= (1 - sum(q * q for q in prior)) / k


def sample_sizes():
    chosen = [(F(1, 4), F(3, 4)), (F(1, 2), F(1, 2)), (F(1, 3), F(2, 3))]
    return [(p, k, more) for p in chosen for k in (1, 2, 8) for more in (F(1), F(3, 2), F(2))]


def enough(theorem):
    """The theorem for alpha L m reports."""
    whole = [c for c in sample_sizes() if (c[2] * factor(c[0]) * c[1]).denominator == 1]
    return states(
        crosscheck(
            sample_sizes,
            errors_agree,
            "pi-hat(alpha L m), a = 3/4, exists and its error is at most that of pi-hat*(m)",
            names="pi m alpha",
        ),
        assuming=SIZES,
        under=[
            sentence(theorem),
            crosscheck(lambda: whole, errors_agree, "the errors"),
        ],
    )


@section("prop-3.1/error")
def error():
    return enough("larger_sample_makes_up")


@section("claim/loss-meaning")
def loss_meaning():
    return states(
        sentence("loss_as_a_ratio"),
        sentence("larger_sample_makes_up"),
        *covariances(),
        scope="where L is defined: the ratio of the mean squared errors at equal sample "
        "sizes, and the factor on the sample size that makes them equal",
    )


@section("proof-3.1/traces")
def traces():
    def agrees(c):
        table, prior, k = c
        found = reported(table, prior, k)
        whole = trace(covariance(found, lambda y: estimate(table, y)))
        alone = [
            covariance(found, lambda y, i=i: (estimate(table, y)[i],))[0][0]
            for i in range(len(prior))
        ]
        direct = [
            covariance(law(prior, k), lambda y, i=i: (share(y)[i],))[0][0]
            for i in range(len(prior))
        ]
        return whole == sum(alone) and trace(covariance(law(prior, k), share)) == sum(direct)

    return [
        sentence("traces_are_variances"),
        crosscheck(lambda: settings(2), agrees, "the trace is the sum of the variances"),
    ]


@section("proof-3.1/scaling")
def scaling():
    return [sentence("variances_are_over_m"), *covariances()[1:]]


@section("proof-3.1/ratio")
def ratio():
    return independence("loss_as_a_ratio")


@section("proof-3.1/chain")
def proof_chain():
    return enough("variances_at_larger_sizes")


def errors():
    """Unbiased: the mean squared error is the sum of the variances."""

    def agrees(c):
        table, prior, k = c
        found = reported(table, prior, k)
        direct = law(prior, k)

        def far(value):
            return (sum((v - q) ** 2 for v, q in zip(value, prior, strict=True)),)

        return mean(found, lambda y: far(estimate(table, y)))[0] == trace(
            covariance(found, lambda y: estimate(table, y))
        ) and mean(direct, lambda h: far(share(h)))[0] == trace(covariance(direct, share))

    return [
        sentence("errors_are_variances"),
        crosscheck(lambda: settings(2), agrees, "E |pi-hat - pi|^2 = sum of the variances"),
    ]


@section("proof-3.1/norm")
def norm():
    return errors()
