"""Designs with a linear utility: what they say, and what they refuse."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import (
    FDivergence,
    LocalDP,
    MutualInformation,
    Trace,
    Variance,
    optimal,
)
from rropt.design.answer import ends
from rropt.exact import InputError


def approximately(design) -> float:
    return float(ends(design.value)[0])


def test_unrestricted_variance_beats_two_answers() -> None:
    design = optimal(LocalDP("1/2", "1/10"), Variance("1/4"))
    assert approximately(design) == pytest.approx(1.3287843244, abs=1e-9)
    assert design.gap < Fraction(1, 10**15)


def test_irrational_gamma_is_private_below_and_bounded_above() -> None:
    privacy = LocalDP("1/2")
    design = optimal(privacy, Trace(3))
    assert design.channel.profile(privacy.gamma.lo) == 0
    assert 0 < design.gap < Fraction(1, 10**15)


@pytest.mark.parametrize(
    "privacy, objective, outputs, words",
    [
        (LocalDP(1), Variance(0), None, "prior must lie strictly between 0 and 1"),
        (LocalDP(1), Trace(4), 1, "outputs must be a whole number of at least 2"),
        (LocalDP(1, "1/9"), FDivergence("chi-square"), None, "delta must be 0 for chi-square"),
        (LocalDP(1, "1/9"), MutualInformation(["1/28", *["1/7"] * 6, "3/28"]), None, "at most 6"),
        (LocalDP(1), MutualInformation(["1/25"] * 24 + ["1/25"]), None, None),
    ],
)
def test_bad_input_in_one_line(privacy, objective, outputs, words) -> None:
    if words is None:
        assert optimal(privacy, objective, outputs).gap < Fraction(1, 10**15)
        return
    with pytest.raises(InputError, match=words):
        optimal(privacy, objective, outputs)


def test_a_variance_is_one_over_the_information_that_was_certified() -> None:
    design = optimal(LocalDP.from_gamma(3), Variance("1/4"))
    assert Fraction(design.certificate.data["bound"]) == 1 / Fraction(design.bound)


def test_no_useful_table_over_two() -> None:
    with pytest.raises(InputError, match="denominator must be larger: no useful private table"):
        optimal(LocalDP.from_gamma("3/2"), Variance("1/4"), denominator=2)


def test_a_table_of_orbits_cannot_be_rounded() -> None:
    with pytest.raises(InputError, match="small enough to be written out"):
        optimal(LocalDP.from_gamma(3), Trace(1000), denominator=10**6)


def test_too_few_outputs_for_a_trace_are_refused_before_the_work() -> None:
    with pytest.raises(InputError, match="at least 10\\^9"):
        optimal(LocalDP.from_gamma(3), Trace(10**9), outputs=3)
    assert optimal(LocalDP.from_gamma(3), Trace(4), outputs=4).value == 2
