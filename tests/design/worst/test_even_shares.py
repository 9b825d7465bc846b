"""All shares at worst: the optimum at equal shares, beside the engine that knows no symmetry."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem

THREE = rr.LocalDP.from_gamma(3)


@pytest.mark.parametrize("truths", [3, 4, 7, 12])
def test_the_worst_population_costs_what_equal_shares_cost(truths: int) -> None:
    even = rr.optimal(THREE, rr.AOptimal("uniform", categories=truths))
    worst = rr.optimal(THREE, rr.AOptimal("worst", truths))
    group = rr.optimal(THREE, rr.AOptimal("worst", truths, "group"))
    assert worst.value.hi == even.value.hi
    assert group.value.hi == even.value.hi - 1 + F(1, truths)
    for design in (worst, group):
        assert design.gap < design.bound / 10**12
        assert design.certificate.check().verdict == "verified"
        assert THREE.satisfied_by(design.channel)


@pytest.mark.parametrize("respondents", ["population", "group"])
@pytest.mark.parametrize("gamma", ["11/10", "3", "40"])
def test_the_engine_finds_the_same(gamma: str, respondents: str) -> None:
    privacy, objective = rr.LocalDP.from_gamma(F(gamma)), rr.AOptimal("worst", 4, respondents)
    design, other = rr.optimal(privacy, objective), ratio_optimum(Problem(privacy, objective))
    assert float(design.value) == pytest.approx(float(other.value[1]), rel=1e-8)
    assert other.bound <= design.value.hi and design.bound.lo <= other.value[1]


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/1000", "1", "4", "25"])
def test_twenty_truths(epsilon: str) -> None:
    """It took minutes; at epsilon 1/1000 it was refused."""
    design = rr.optimal(rr.LocalDP(epsilon), rr.AOptimal("worst", 20))
    assert design.gap <= design.bound / 10**12
    assert set(design.certificate.data["scenarios"][0]["prior"]) == {"1/20"}


def test_the_checker_looks_at_the_worst_population() -> None:
    """A value or bound that is a little better, one truth that is told less, another prior."""
    data = rr.optimal(THREE, rr.AOptimal("worst", 4)).certificate.data
    value, bound, small = F(data["value"]), F(data["bound"]), F(1, 10**6)
    for v, b in ((value - small, bound), (value, bound + small)):
        assert check(data | {"value": str(v), "bound": str(b), "gap": str(v - b)}).verdict == (
            "refuted"
        )
    (place,) = data["scenarios"]
    skewed = place | {"prior": ["2/5", "1/5", "1/5", "1/5"]}
    assert check(data | {"scenarios": [skewed]}).verdict == "refuted"
    first, *others = place["estimators"]
    blurred = [[str(F(x) + small) for x in first], *others]
    assert check(data | {"scenarios": [place | {"estimators": blurred}]}).verdict == "refuted"


@pytest.mark.parametrize("truths", [20, 57])
def test_a_determinant_of_many_truths_is_refused_at_once(truths: int) -> None:
    words = f"at most 19 for log-determinant .* got {truths}; equal shares are the worst"
    with pytest.raises(rr.InputError, match=words):
        rr.optimal(THREE, rr.DOptimal("worst", truths))


def test_equal_shares_are_the_worst_of_a_determinant() -> None:
    even = rr.optimal(THREE, rr.DOptimal("uniform", categories=5))
    worst = rr.optimal(THREE, rr.DOptimal("worst", 5))
    assert float(worst.value) == pytest.approx(float(even.value), rel=1e-9)


@pytest.mark.parametrize("respondents", ["population", "group"])
def test_many_truths_are_asked_for_by_their_equal_shares(respondents: str) -> None:
    with pytest.raises(rr.InputError, match="got 57; equal shares are the worst"):
        rr.optimal(THREE, rr.AOptimal("worst", 57, respondents))
