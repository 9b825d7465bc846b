"""Privacy as a list of conditions, and reports of a single truth."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import combinations
from random import Random

import pytest
from scipy.optimize import linprog

from rropt.checker import check
from rropt.checker.condition_rays import condition_rays
from rropt.checker.conditions import read_conditions
from rropt.checker.limits import Size
from rropt.checker.plain.plain_privacy import demands, extreme_rows
from tests.certificates import changed, write

ROOM = Size(100, 64)
TWO_LEVELS = [
    {"left": 0, "right": 1, "levels": [["1", "3"]], "most": "1/10"},
    {"left": 0, "right": 1, "levels": [["1", "2"]], "most": "1/5"},
    {"left": 1, "right": 0, "levels": [["1", "3"]], "most": "1/10"},
    {"left": 1, "right": 0, "levels": [["1", "2"]], "most": "1/5"},
]
TRACE = {
    "format": "rropt-certificate/2",
    "kind": "prices",
    "privacy": {"conditions": TWO_LEVELS},
    "truths": 2,
    "utility": {"name": "trace"},
    "patterns": [["1", "0"], ["3", "1"], ["1", "3"], ["0", "1"]],
    "weights": ["1/10", "9/40", "9/40", "1/10"],
    "prices": ["2/3", "2/3"],
    "condition_prices": [[1, "1/3"], [3, "1/3"]],
    "value": "22/15",
    "bound": "22/15",
    "gap": "0",
    "cover": {"proof": "extremes"},
}
"""TV = 1 - 2 min: (2, 1/5) binds, (3, 1/10) does not."""


def two_level_trace():
    """P(0|0) - 2 P(0|1) = 1/5 both ways: P(0|0) = 11/15."""
    return changed(TRACE, patterns=[["11/15", "4/15"], ["4/15", "11/15"]], weights=["1", "1"])


def test_two_levels_of_a_pair_are_verified_with_prices():
    verdict = check(two_level_trace())
    assert verdict.verdict == "verified", verdict
    assert "above 22/15, and this table reaches it" in verdict.statement
    assert "(0, 1, ((1, 3)), 1/10)" in verdict.statement


def test_multipliers_of_levels_cover_the_actions():
    cover = {"proof": "actions", "multipliers": [[[1, "1/3"]], [[3, "1/3"]]]}
    assert check(changed(two_level_trace(), cover=cover)).verdict == "verified"
    for wrong in ([[[1, "1/3"]], [[3, "1/4"]]], [[[1, "2/5"]], [[3, "1/3"]]], [[], []]):
        near = {"proof": "actions", "multipliers": wrong}
        assert check(changed(two_level_trace(), cover=near)).verdict == "refuted"


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


def random_conditions(rng, k):
    found = []
    for _ in range(rng.randrange(1, 5)):
        right = [F(rng.randrange(1, 5)) for _ in range(k)]
        forms = [rng.randrange(k), [x / sum(right) for x in right]]
        levels = [[F(1), F(rng.randrange(3, 9), 2)]]
        if rng.random() < 0.5:
            levels.append([F(1, 2), levels[0][1] + 1])
        most = F(0) if rng.random() < 0.6 and len(levels) == 1 else F(1, rng.randrange(3, 9))
        left, right = forms if rng.random() < 0.7 else forms[::-1]
        found.append({"left": left, "right": right, "levels": levels, "most": most})
    return write(found)


def scaled(rows):
    return {tuple(F(x) / sum(map(F, row)) for x in row) for row in rows}


def as_read(conditions):
    """With fractions for the strings."""
    if isinstance(conditions, str):
        return F(conditions)
    if isinstance(conditions, dict):
        return {key: as_read(value) for key, value in conditions.items()}
    return list(map(as_read, conditions)) if isinstance(conditions, list) else conditions


@pytest.mark.parametrize("seed", range(30))
def test_rays_are_those_of_all_choices_of_planes(seed):
    rng = Random(seed)
    k = rng.choice([2, 3, 3, 4])
    privacy = {"conditions": random_conditions(rng, k)}
    grown = condition_rays(read_conditions(as_read(privacy), k), k, ROOM)
    assert scaled(grown) == scaled(extreme_rows(privacy, k))


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


RENYI = {
    "left": 0,
    "right": 1,
    "order": 2,
    "budget": "1",
    "levels": [["2", "1/2"], ["2", "3/2"]],
    "most": ["27182/10000", "27183/10000"],
}


def renyi(**parts):
    """Tangents 2 s t - s^2 of t^2 at s = 1, 2: slopes 2 and 4, meeting at 1/2 and 3/2."""
    conditions = [RENYI | parts, RENYI | parts | {"left": 1, "right": 0}]
    prices = {"condition_prices": [[0, "1/20"], [1, "1/20"]], "prices": ["9/10", "9/10"]}
    most = F(parts.get("most", RENYI["most"])[1])
    bound = F(9, 5) + most / 10
    return write(
        {
            **TRACE,
            **prices,
            "privacy": {"conditions": conditions},
            "patterns": [["3/4", "1/4"], ["1/4", "3/4"]],
            "weights": ["1", "1"],
            "value": "3/2",
            "bound": bound,
            "gap": bound - F(3, 2),
        }
    )


def test_a_renyi_budget_is_checked_with_its_powers():
    """(3/4)^2 / (1/4) + (1/4)^2 / (3/4) = 7/3 <= e, and ln(7/3) > 4/5."""
    fits = check(renyi(most=["13591/5000", "27183/10000"]))
    assert fits.verdict == "verified", fits
    assert "Renyi divergence" in fits.statement and "(0, 1, 2, 1)" in fits.statement
    less = check(renyi(budget="4/5", most=["89/40", "1113/500"]))
    assert less.verdict == "refuted" and "condition 0" in less.reason


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ({"most": ["2719/1000", "2719/1000"]}, "refuted"),
        ({"most": ["27/10", "27/10"]}, "refuted"),
        ({"levels": [["2", "49/100"]]}, "refuted"),
        ({"levels": [["2", "1/2"], ["2", "149/100"]]}, "refuted"),
        ({"order": 1}, "malformed"),
        ({"order": 65}, "malformed"),
        ({"levels": [["2", ["1/2", "3/4"]]]}, "malformed"),
    ],
)
def test_renyi_near_misses(parts, verdict):
    """An enclosure on the wrong side, a level above the power, an order out of range."""
    assert check(renyi(**({"most": ["13591/5000", "27183/10000"]} | parts))).verdict == verdict


def singles(**parts):
    """Truth 1 is harmless and may say so: (3, 3) / 4 with the rest of truth 1 alone.

    The report of both has (3, 1) c, c = 1/3: P = [[1, 1/3], [0, 2/3]], trace 5/3.
    """
    data = {
        **TRACE,
        "privacy": {"gamma": "3", "delta": "0", "singles": [1]},
        "patterns": [["3", "1"], ["0", "1"]],
        "weights": ["1/3", "2/3"],
        "prices": ["2/3", "1"],
        "value": "5/3",
        "bound": "5/3",
        "cover": {"proof": "extremes"},
    }
    del data["condition_prices"]
    return changed(data, **parts)


def test_a_report_of_one_harmless_truth_is_bound_by_no_level():
    for cover in (
        {"proof": "extremes"},
        {"proof": "actions", "multipliers": [[[0, 1, "1/3"]], []]},
    ):
        verdict = check(singles(cover=cover))
        assert verdict.verdict == "verified", verdict
        assert "(epsilon = ln 3, or of one truth in (1))" in verdict.statement


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ({"privacy": {"gamma": "3", "delta": "0", "singles": [0]}}, "refuted"),
        ({"privacy": {"gamma": "3", "delta": "0"}}, "refuted"),
        ({"privacy": {"gamma": "3", "delta": "1/10", "singles": [1]}}, "malformed"),
        ({"privacy": {"gamma": "3", "delta": "0", "singles": [1, 1]}}, "malformed"),
        ({"privacy": {"gamma": "3", "delta": "0", "singles": []}}, "malformed"),
        ({"privacy": {"gamma": "3", "delta": "0", "singles": [2]}}, "malformed"),
        ({"prices": ["3/4", "11/12"]}, "refuted"),
        ({"universal": True}, "malformed"),
    ],
)
def test_near_misses_of_singles(parts, verdict):
    assert check(singles(**parts)).verdict == verdict
    cover = {"proof": "actions", "multipliers": [[[0, 1, "1/3"]], []]}
    assert check(singles(**parts, cover=cover)).verdict == verdict


CARD = {
    "format": "rropt-certificate/2",
    "kind": "vertices",
    "privacy": {"conditions": TWO_LEVELS},
    "device": "warner",
    "prior": "1/4",
    "table": [["11/15", "4/15"], ["4/15", "11/15"]],
    "vertices": [["11/15", "11/15"]],
}


def test_a_card_under_two_levels_is_at_the_farther_line():
    """u = 4/7: (u + 1/4)(u + 3/4)."""
    value = (F(4, 7) + F(1, 4)) * (F(4, 7) + F(3, 4))
    data = changed(CARD, values=[value], value=value, bound=value, gap=F(0))
    assert check(data).verdict == "verified", check(data)
    one = changed(data, privacy={"conditions": [TWO_LEVELS[0], TWO_LEVELS[2]]})
    assert check(one).verdict == "refuted"


def test_too_many_planes_are_malformed_in_time():
    k = 9
    prior = [F(1, k)] * k
    conditions = [
        {"left": a, "right": prior, "levels": [[F(1), F(2 + b)]], "most": F(b, 10)}
        for a in range(k)
        for b in range(4)
    ]
    data = {
        **TRACE,
        "privacy": {"conditions": conditions},
        "truths": k,
        "patterns": [[F(1)] * k],
        "weights": [F(1)],
        "prices": [F(1)] * k,
        "condition_prices": [],
        "value": F(1),
        "bound": F(k),
        "gap": F(k - 1),
    }
    assert "too many" in check(write(data)).reason


def test_all_pairs_of_planes_of_three_truths_are_cut():
    """Six levels and three zeros in general position: at most 36 directions."""
    conditions = read_conditions({"conditions": as_read(random_conditions(Random(5), 3))}, 3)
    planes = 3 + len(conditions.steps)
    assert len(condition_rays(conditions, 3, ROOM)) <= len(list(combinations(range(planes), 2)))
