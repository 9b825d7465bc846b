"""Certificates of worst cases, by hand: Warner's device at gamma 3, and their near misses.

Its estimator of the share of truth 1 has the numbers -1/2 and 3/2, with second moments 3/4 and 7/4.
A fixed group has the variances 3/4 and 7/4 - 1, the worst population (1/2, 1/2) has 5/4 - 1/4, and
numbers between the truths that are rounded at random (one shift) have at most 3/4 + 1/4. At
q = (1/2, 1/2) the tangent v = (-3/4, 5/4) has v.r / q.r = -1/2 at (3, 1), 3/2 at (1, 3).
"""

from __future__ import annotations

import copy
from fractions import Fraction
from random import Random

import pytest

from rropt.checker import check
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed
from rropt.checker.worst_cases import over_interval
from tests.checker.test_scenarios import at, shows

F = Fraction
WARNER = {
    "format": "rropt-certificate/2",
    "kind": "gradient",
    "privacy": {"gamma": "3", "delta": "0"},
    "objective": {"name": "variance", "contrasts": [["0", "1"]], "over": "worst-group"},
    "scenarios": [
        {
            "prior": ["1/2", "1/2"],
            "weight": "1",
            "offset": "0",
            "estimators": [["-1/2", "3/2"]],
            "tangents": [["-3/4", "5/4"]],
        }
    ],
    "patterns": [["3", "1"], ["1", "3"]],
    "weights": ["1/4", "1/4"],
    "prices": ["-3/8", "13/8"],  # y.r = 1/2 at (3, 1), 9/2 at (1, 3)
    "value": "3/4",
    "bound": "3/4",
    "gap": "0",
    "cover": {"proof": "line"},
}
GIVEN = {
    "worst-group": ("3/4", "3/4", "0"),
    "worst-population": ("1", "1", "0"),
    "group": ("3/4", "3/4", "0"),
    "numbers": ("1", "3/4", "1/4"),
}
OF = (
    "a variance of an unbiased estimator of a mean of truths with values (0, 1) from one respondent"
)
SENTENCES = {
    "worst-group": f"mechanism on 2 truths has a maximum over all fixed groups of {OF} below 3/4, "
    "and this table reaches it",
    "worst-population": f"mechanism on 2 truths has a maximum over all priors of {OF} below 1, and "
    "this table reaches it",
    "group": f"mechanism on 2 truths has {OF} of a fixed group with shares (1/2, 1/2) below 3/4, "
    "and this table reaches it",
    "numbers": "mechanism on the numbers from 0 to 1 has a maximum over all fixed groups of a "
    "variance of an unbiased estimator of a mean from one respondent below 3/4, and this table "
    "after one of 1 shifts to (0, 1) has at most 1",
}


def mean(over: str, **changes: object) -> dict:
    value, bound, gap = GIVEN[over]
    objective = {"name": "mean", "values": ["0", "1"], "over": over}
    if over == "numbers":
        objective["shifts"] = "1"
    return {
        **copy.deepcopy(WARNER), "objective": objective, "value": value, "bound": bound, "gap": gap
    } | changes  # fmt: skip


@pytest.mark.parametrize("over", GIVEN)
def test_each_reading_is_verified_and_said(over: str) -> None:
    found = check(mean(over))
    assert found.verdict == "verified", found
    assert found.statement == f"no epsilon = ln 3 private {SENTENCES[over]}"


@pytest.mark.parametrize("over", GIVEN)
@pytest.mark.parametrize("cover", ["line", "extremes"])
def test_near_misses_of_value_and_bound_are_refuted(over: str, cover: str) -> None:
    value, bound, _ = map(F, GIVEN[over])
    step = F(1, 10**12)
    for v, b in ((value - step, bound), (value, bound + step)):
        data = mean(over, value=str(v), bound=str(b), gap=str(v - b), cover={"proof": cover})
        assert check(data).verdict == "refuted"


def test_prices_a_little_lower_do_not_cover() -> None:
    for j in range(2):
        prices = [F(-3, 8), F(13, 8)]
        prices[j] -= F(1, 10**12)
        data = mean("worst-group", prices=[str(y) for y in prices])
        assert "cover" in check(data).reason


def test_a_biased_estimator_is_refuted() -> None:
    data = mean("worst-population")
    data["scenarios"][0]["estimators"] = [["-1/2", "1501/1000"]]
    assert "biased" in check(data).reason


def test_a_prior_that_is_not_the_worst_proves_less() -> None:
    """The tangent of the population's variance at (3/4, 1/4) is above its maximum."""
    data = mean("worst-population")
    data["scenarios"][0]["prior"] = ["3/4", "1/4"]
    assert check(data).verdict == "refuted"


@pytest.mark.parametrize(
    "changes",
    [
        {"objective": {"name": "mean", "over": "worst-group"}},
        {"objective": {"name": "mean", "values": ["0"], "over": "worst-group"}},
        {"objective": {"name": "mean", "values": ["0", "1"], "over": "everybody"}},
        {"objective": {"name": "mean", "values": ["0", "1"], "over": "numbers"}},
        {"objective": {"name": "mean", "values": ["0", "1"], "over": "group", "shifts": "1"}},
        {"objective": {"name": "c-optimal", "contrasts": [["0", "1"]], "over": "numbers"}},
    ],
)
def test_other_objectives_are_malformed(changes: dict) -> None:
    assert check(mean("worst-group", **changes)).verdict == "malformed"


@pytest.mark.parametrize("over", GIVEN)
def test_one_scenario_without_an_offset(over: str) -> None:
    data = mean(over)
    data["scenarios"][0]["offset"] = "1/8"
    assert check(data).verdict == "malformed"
    data = mean(over)
    half = {**data["scenarios"][0], "weight": "1/2"}
    data["scenarios"] = [half, half]
    assert check(data).verdict == "malformed"


@pytest.mark.parametrize("name", ["c-optimal", "variance"])
@pytest.mark.parametrize("over", ["worst-group", "worst-population", "group"])
def test_contrasts_and_shares_have_the_same_worst_cases(name: str, over: str) -> None:
    data = mean(over, objective={"name": name, "contrasts": [["0", "1"]], "over": over})
    assert check(data).verdict == "verified"


def test_the_value_is_above_every_population() -> None:
    """The largest q.m - (c.q)^2 on a fine grid is the least value that is accepted."""
    moments, worst = (F(3, 4), F(7, 4)), F(0)
    for n in range(1001):
        p = F(n, 1000)
        worst = max(worst, (1 - p) * moments[0] + p * moments[1] - p * p)
    assert worst == 1 == F(mean("worst-population")["value"])


@pytest.mark.parametrize("seed", range(20))
def test_the_worst_prevalence_is_that_of_a_fine_grid(seed):
    """p -> sum_i x_i^2 ((1 - p) P(i|0) + p P(i|1)) - p^2 is concave with a rational top."""
    rng = Random(seed)
    rows = [[F(3, 5), F(1, 5)], [F(1, 5), F(3, 10)], [F(1, 5), F(1, 2)]]
    x = [F(rng.randint(-12, 12), 4) for _ in rows]
    low, high = sorted(F(rng.randrange(11), 10) for _ in range(2))
    scenario = at([1 - low, low], [], [], table=table_of(rows), estimators=[[x]])
    goal = over_interval({"interval": [low, high]}, "", [scenario])

    def variance(p):
        return sum(
            (y * y * ((1 - p) * r[0] + p * r[1]) for y, r in zip(x, rows, strict=True)), -p * p
        )

    grid = [low + (high - low) * n / 200 for n in range(201)]
    most = max(map(variance, grid))
    assert shows(goal, most + F(1, 100))
    assert not shows(goal, most - F(1, 10**12))


@pytest.mark.parametrize(
    ("low", "high", "prior"),
    [(F(1, 2), F(1, 4), F(1, 3)), (F(0), F(2), F(1)), (F(0), F(1, 4), F(1, 2))],
)
def test_an_interval_is_inside_the_shares_and_holds_its_priors(low, high, prior):
    with pytest.raises(Malformed):
        over_interval({"interval": [low, high]}, "", [at([1 - prior, prior], [], [])])
