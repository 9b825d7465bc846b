"""Uniqueness of the optimal table: known unique and known non-unique cases."""

from __future__ import annotations

import pytest

from rropt import FDivergence, Gain, Guess, LocalDP, Trace, Variance, optimal


@pytest.mark.parametrize("k", [2, 3, 4])
def test_the_trace_optimum_is_unique(k: int) -> None:
    design = optimal(LocalDP.from_gamma(3), Trace(k), crosscheck=False)
    assert design.optima == (design.channel,)


def test_the_information_optimum_is_unique() -> None:
    pure = optimal(LocalDP.from_gamma(3), Variance("1/4"), crosscheck=False)
    assert pure.optima == (pure.channel,)
    approximate = optimal(LocalDP.from_gamma(3, "1/10"), Variance("1/4"), crosscheck=False)
    assert approximate.optima == (approximate.channel,)


@pytest.mark.parametrize(
    "privacy, objective",
    [
        (LocalDP.from_gamma(3, "1/10"), Trace(3)),  # reports may be merged or kept apart
        (LocalDP.from_gamma(3), FDivergence("total-variation", (0, 1), 3)),  # truth 2 is free
        (LocalDP.from_gamma(3), Guess("9/10,1/20,1/20")),  # no report is worth anything
        (LocalDP.from_gamma(3), Gain([[1, 1], [1, 1]], "1/2,1/2")),
        (LocalDP("1/2"), Trace(3)),  # gamma is an enclosure: left open
    ],
)
def test_not_claimed_unique(privacy, objective) -> None:
    assert optimal(privacy, objective, crosscheck=False).optima is None
