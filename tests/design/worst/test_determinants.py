"""The least log-determinant at the worst population: a saddle point, found and not assumed."""

from __future__ import annotations

import copy
import math
from fractions import Fraction

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem

F = Fraction
PATH = rr.Privacy([["1", "3", "9"], ["3", "1", "3"], ["9", "3", "1"]])
LEVELS = {
    "one number": rr.LocalDP(1),
    "a delta": rr.LocalDP(1, "1/10"),
    "a path": PATH,
    "any matrix": rr.Privacy([["1", "2", "6"], ["3", "1", "3"], ["5", "3", "1"]]),
}


def worst(level: rr.LocalDP, truths: int = 3, **options: object) -> rr.Design:
    return rr.optimal(level, rr.DOptimal("worst", truths=truths), **options)


def prior_of(design: rr.Design) -> list[F]:
    """The worst one: as the certificate has it, or uniform by symmetry."""
    data = design.certificate.data
    if "scenarios" not in data:
        return [F(1, 3)] * 3
    return [F(q) for q in data["scenarios"][0]["prior"]]


@pytest.mark.everything
@pytest.mark.parametrize("name", LEVELS)
def test_the_saddle_point_is_above_the_optimum_at_every_prior_and_reached_at_one(name: str) -> None:
    design = worst(LEVELS[name])
    high = design.value.hi
    assert high - design.bound < F(1, 10**9) and design.check().verdict == "verified"
    numbers = np.random.default_rng(7)
    for _ in range(6):
        prior = [F(int(x), 60) for x in numbers.multinomial(57, [1 / 3] * 3) + 1]
        at = rr.optimal(LEVELS[name], rr.DOptimal(prior))
        assert at.bound <= high
    there = rr.optimal(LEVELS[name], rr.DOptimal(prior_of(design)))
    assert float(there.bound) == pytest.approx(float(design.bound), abs=1e-8)


@pytest.mark.parametrize("truths", [2, 3, 5])
def test_the_uniform_prior_is_least_favourable_for_one_number(truths: int) -> None:
    """By the engine, which knows no symmetry."""
    problem = Problem(rr.LocalDP(1), rr.DOptimal("worst", truths))
    (place,) = ratio_optimum(problem).certificate.data["scenarios"]
    prior = [float(F(q)) for q in place["prior"]]
    assert prior == pytest.approx([1 / truths] * truths, abs=1e-9)


def test_two_truths_are_a_proportion() -> None:
    """det on the tangent (1, -1)/sqrt 2 is twice the variance of a share."""
    share = rr.optimal(rr.LocalDP(1), rr.Variance("worst"))
    value = worst(rr.LocalDP(1), 2).value
    assert float(value.lo) == pytest.approx(math.log(2 * float(share.bound)), abs=1e-9)


def test_no_population_is_worse_for_the_table() -> None:
    design = worst(LEVELS["any matrix"])
    table = design.channel.to_numpy()
    for q in np.random.default_rng(3).dirichlet([1, 1, 1], 200):
        seen = table @ q
        information = table.T @ (table / seen[:, None])
        assert math.log(3) - np.linalg.slogdet(information)[1] <= float(design.value.hi) + 1e-9


def test_a_denominator_costs_a_little() -> None:
    exact, coarse = worst(PATH), worst(PATH, denominator=1000)
    assert all((1000 * p).denominator == 1 for row in coarse.channel.rows for p in row)
    assert exact.value.lo < coarse.value.lo < exact.value.hi + F(1, 5)
    assert coarse.check().verdict == "verified"


def test_near_misses_are_refused() -> None:
    data = worst(PATH).certificate.data
    less = F(data["value"]) * (1 - F(1, 10**9))
    assert check(data | {"value": str(less), "gap": str(less - F(data["bound"]))}).status == 1
    more = F(data["bound"]) * (1 + F(1, 10**9))
    assert check(data | {"bound": str(more), "gap": str(F(data["value"]) - more)}).status == 1
    other = copy.deepcopy(data)
    other["objective"]["over"] = "worst-group"
    assert check(other).verdict == "malformed"


def test_the_value_at_one_prior_is_not_that_of_all() -> None:
    """The D-optimal design at another prior is worse at the worst one."""
    data = copy.deepcopy(rr.optimal(PATH, rr.DOptimal(["1/2", "1/4", "1/4"])).certificate.data)
    data["objective"]["over"] = "worst-population"
    assert "larger value" in check(data).reason
