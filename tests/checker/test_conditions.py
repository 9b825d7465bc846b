"""Privacy as a list of conditions, and reports of a single truth."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest
from scipy.optimize import linprog

from rropt.checker import check
from rropt.checker.conditions import Condition, Step
from rropt.checker.plain.plain_privacy import demands, extreme_rows
from rropt.checker.verdict import Doubts, Refuted
from tests.certificates import TWO_LEVELS, changed, two_level_trace
from tests.checker.test_condition_rays import random_conditions, scaled

ENCLOSURES = {
    "e": (["1/100", "3"], "1", "verified"),
    "one": (["1/2", "1"], "0", "verified"),
    "both below one": (["1/2", "3/4"], "0", "refuted"),
    "squares enclose": (["1/2", "3/4"], "7/10", "refuted"),
    "below e": (["1/100", "5/2"], "1", "refuted"),
    "above e": (["3", "4"], "1", "refuted"),
}
"""Levels from one to the other end, the epsilon that they are to enclose, and the verdict."""


def enclosed_level(level, epsilon):
    """No price of a condition, so that its level does not matter: only what it encloses."""
    pairs = [(0, 1), (1, 0)]
    conditions = [{"left": a, "right": b, "levels": [["1", level]], "most": "2"} for a, b in pairs]
    privacy = {"conditions": conditions, "epsilon": epsilon}
    changes = {"privacy": privacy, "patterns": [["1", "1"]], "weights": ["1"]}
    changes |= {"prices": ["1", "1"], "condition_prices": [], "cover": {"proof": "extremes"}}
    return changed(two_level_trace(), **changes, value="1", bound="2", gap="1")


@pytest.mark.parametrize("name", ENCLOSURES)
def test_a_level_of_a_condition_may_be_below_one(name):
    level, epsilon, verdict = ENCLOSURES[name]
    assert check(enclosed_level(level, epsilon)).verdict == verdict


def test_two_levels_of_a_pair_are_verified_with_prices():
    verdict = check(two_level_trace())
    assert verdict.verdict == "verified", verdict
    assert "above 22/15, and this table reaches it" in verdict.statement
    assert "(0, 1, ((1, 3)), 1/10)" in verdict.statement


@pytest.mark.parametrize(
    ("part", "value", "verdict"),
    [
        ("condition_prices", [[1, "1/3"], [3, "1/4"]], "refuted"),
        ("condition_prices", [[1, "1/3"], [1, "1/3"]], "malformed"),
        ("condition_prices", [[4, "1/3"]], "malformed"),
        ("pair_prices", [], "malformed"),
        ("universal", True, "refuted"),
        ("universal", 1, "malformed"),
        ("truths", [2], "malformed"),
        ("weights", ["9/10", "1"], "refuted"),
        ("privacy", {"conditions": []}, "malformed"),
        ("privacy", {"conditions": TWO_LEVELS, "epsilon": "1"}, "malformed"),
    ],
)
def test_near_misses(part, value, verdict):
    assert check(changed(two_level_trace(), **{part: value})).verdict == verdict


@pytest.mark.parametrize(
    "fault",
    [
        {"left": 2},
        {"left": ["-1", "2"]},
        {"left": ["0", "0"]},
        {"levels": []},
        {"levels": [["0", "3"]]},
        {"levels": [["1", "0"]]},
        {"levels": [["1", "3"], ["1", "2"]]},
        {"levels": [["1", ["3", "2"]]]},
        {"most": "-1/10"},
        {"order": 2},
        {"budget": "1"},
        {"other": "1"},
    ],
)
def test_a_condition_of_another_form_is_malformed(fault):
    conditions = [TWO_LEVELS[0] | fault, *TWO_LEVELS[1:]]
    data = changed(two_level_trace(), privacy={"conditions": conditions})
    assert check(data).verdict == "malformed"


def test_a_table_that_breaks_one_level_is_refuted():
    tight = [{**c, "most": "19/100"} if n == 1 else c for n, c in enumerate(TWO_LEVELS)]
    data = changed(two_level_trace(), privacy={"conditions": tight})
    assert check(data).verdict == "refuted"


@pytest.mark.parametrize("seed", range(8))
def test_the_charge_of_all_rays_bounds_what_a_general_solver_finds(seed):
    """The program over the rays has the value of the program over tables with excesses."""
    rng = Random(seed)
    k = rng.choice([2, 3])
    privacy = {"conditions": random_conditions(rng, k)}
    rays = [[float(x) for x in r] for r in scaled(extreme_rows(privacy, k))]
    wanted = demands(privacy, k, 1)
    prior = [1 / k] * k
    by_rays = linprog(
        [-max(q * x for q, x in zip(prior, r, strict=True)) for r in rays],
        A_eq=list(zip(*rays, strict=True)),
        b_eq=[1] * k,
        A_ub=[[told(demand, r) for r in rays] for demand in wanted],
        b_ub=[float(demand.most) for demand in wanted],
    )
    assert -by_rays.fun == pytest.approx(direct_guess(wanted, prior), abs=1e-8)


def told(demand, row):
    return float(demand.told([F(x) for x in row]))


def direct_guess(wanted, prior):
    """Variables P[x, j], and an excess for each report and level."""
    k = len(prior)
    terms = [(n, float(c), form) for n, d in enumerate(wanted) for c, form in d.terms]
    width = k * k + k * len(terms)
    cost = [0.0] * width
    for j in range(k):
        cost[j * k + j] = -prior[j]
    sums = [[float(i % k == j) for i in range(k * k)] + [0.0] * (width - k * k) for j in range(k)]
    upper, room = [], []
    for n, demand in enumerate(wanted):
        row = [0.0] * width
        for x in range(k):
            for t, (owner, c, form) in enumerate(terms):
                place = k * k + x * len(terms) + t
                row[place] = c if owner == n else 0.0
                if owner == n:
                    excess = [0.0] * width
                    excess[x * k : x * k + k] = map(float, form)
                    excess[place] = -1.0
                    upper.append(excess)
                    room.append(0.0)
        upper.append(row)
        room.append(float(demand.most))
    return -linprog(cost, A_eq=sums, b_eq=[1] * k, A_ub=upper, b_ub=room).fun


STEPS = [Step(F(1), (F(2), F(3))), Step(F(1, 2), (F(4), F(5)))]
"""[x - 2 y]+ + [x - 4 y]+ / 2 for the table, 3 and 5 for the bound."""


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ([6, 1], F(4) + F(1)),
        ([3, 1], F(1)),
        ([2, 1], F(0)),
        ([0, 0], F(0)),
        ([1, 0], F(3, 2)),
    ],
)
def test_levels_below_the_ratio_of_a_row_are_exceeded(row, told):
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS, (F(1), F(1)))
    assert condition.told([row], 1) == (told, told)


def test_forms_have_any_entries():
    """[r_0 / 2 - 2 (r_0 + r_1) / 3]+ at (12, 0) is nothing; with (12, -10) it would be 14/3."""
    condition = Condition([F(1, 2), F(0)], [F(1, 3), F(1, 3)], STEPS[:1], (F(1), F(1)))
    assert condition.told([[12, 0]], 1) == (0, 0)
    assert condition.told([[12, -10]], 1) == (F(14, 3), F(14, 3))


@pytest.mark.parametrize(("most", "is_hard"), [(F(0), True), (F(1, 9), False)])
def test_a_condition_is_hard_where_nothing_may_be_exceeded(most, is_hard):
    """[6 - 2]+ + [6 - 4]+ / 2 of a table over 10."""
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS, (most, most))
    assert condition.is_hard == is_hard
    assert condition.told([[6, 1]], 10) == (F(1, 2), F(1, 2))


def test_a_level_encloses_e_to_the_epsilon():
    condition = Condition([F(1), F(0)], [F(0), F(1)], STEPS[:1], (F(0), F(0)))
    condition.verify(None, Doubts())
    condition.verify(F(1), Doubts())
    with pytest.raises(Refuted):
        condition.verify(F(2), Doubts())
