"""Section 3.2: invariance of maximum likelihood, and the estimator off the simplex."""

from __future__ import annotations

from itertools import product

from ..claims import Section, states
from ..goals import crosscheck, sentence
from .model import (
    apply,
)
from .notation import grid, score
from .sampling import (
    histograms,
)
from .transform import NEGATIVE, TABLES, estimate, unbiased_goals

section = Section("vinterbo")


@section("claim/invariance")
def invariance():
    """The induced likelihood of a value v is the largest likelihood over g(theta) = v."""

    def invariant(c):
        scores, values = c
        best = max(range(len(scores)), key=lambda t: scores[t])
        induced = {v: max(s for s, w in zip(scores, values, strict=True) if w == v) for v in values}
        return induced[values[best]] == max(induced.values())

    return states(
        sentence("maximum_likelihood_is_invariant"),
        crosscheck(
            lambda: [
                (s, v) for s in product((0, 1, 2), repeat=3) for v in product((0, 1, 2), repeat=3)
            ],
            invariant,
            "three parameters, every likelihood order, every g",
        ),
        scope="for the induced likelihood sup {L(theta): g(theta) = v}, as in the cited book",
    )


def best_on_grid(c):
    """pi-hat is a distribution, and no distribution on a grid has a larger likelihood."""
    table, y = c
    found = estimate(table, y)
    top = score(apply(table, found), y)
    return min(found) >= 0 and all(top >= score(apply(table, q), y) for q in grid(len(y), 6))


def reports():
    return [
        (table, y)
        for size, most in ((2, 4), (4, 2))
        for table in TABLES[size]
        for k in range(1, most + 1)
        for y in histograms(size, k)
    ]


def inside():
    return [c for c in reports() if min(estimate(*c)) >= 0]


def likelihood_statement():
    """pi-hat maximises over the distributions exactly where it is one."""
    return states(
        *unbiased_goals(),
        crosscheck(
            reports,
            best_on_grid,
            "pi-hat is a distribution and maximises the likelihood among distributions",
            names="C Y",
        ),
        assuming=NEGATIVE,
        under=[
            *unbiased_goals(),
            sentence("estimate_is_likeliest"),
            crosscheck(inside, best_on_grid, "pi-hat maximises the likelihood", names="C Y"),
        ],
    )


@section("claim/mle-hat")
def mle_hat():
    return likelihood_statement()
