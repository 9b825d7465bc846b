"""Section 3.3, end: what sampling without replacement gains."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..claims import Section, states
from ..goals import crosscheck, sentence
from . import simmons, warner
from .draws import (
    card_channel,
    gap,
    variance_number,
)
from .examples import card_cases
from .symbols import WARNER, D, N, V, b, p, pi
from .warner import decrease

section = Section("sun")
WITH_REPLACEMENT = pi * (1 - pi) / N + V / (N * D**2)
DEFINED = (sp.Ne(D, 0), V >= 0)
EXISTS = "E(Y) != (L+1)/2, where the estimator exists"


@section("wr-christofides")
def wr_christofides():
    """N independent answers: E Var(X | x) + Var E(X | x) = V + D^2 pi_A (1 - pi_A)."""

    def agrees(case):
        counts, ones = case
        table, share = card_channel(counts), Fraction(ones, sum(counts))
        law = table.report_distribution([1 - share, share])
        first, second = (sum(k**j * w for k, w in enumerate(law, 1)) for j in (1, 2))
        return second - first**2 == variance_number(counts) + gap(counts) ** 2 * share * (1 - share)

    return states(
        sentence("christofides_variance_when_drawn"),
        crosscheck(lambda: card_cases(5), agrees, "Var(X) of one answer"),
        scope=EXISTS,
    )


@section("dec-christofides")
def dec_christofides():
    return states(
        *decrease(WITH_REPLACEMENT, V / (N * D**2), *DEFINED),
        scope="strictly smaller for 0 < pi_A < 1; " + EXISTS,
    )


def gains():
    """One difference for each mechanism."""
    return [
        *decrease(warner.with_replacement(N, pi, p), warner.line_c(N, pi, p), *WARNER),
        *decrease(simmons.WITH_REPLACEMENT, simmons.line_c(N, pi, p, b), p > 0, p <= 1),
        *decrease(WITH_REPLACEMENT, V / (N * D**2), *DEFINED),
    ]


@section("dec-all")
def dec_all():
    return states(*gains(), scope="for Simmons, p > 0; for Christofides, " + EXISTS)
