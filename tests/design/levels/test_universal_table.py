"""The table of two truths of which every private table is made."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.levels.universal_table import is_universal, universal_table
from rropt.design.problem import Problem, resolved

PRIOR = ["1/4", "3/4"]
DEVICE = [["1/2", "1/6"], ["1/4", "1/3"], ["1/4", "1/2"]]


def table_of(privacy):
    return universal_table(resolved(Problem(privacy, rr.AOptimal(PRIOR))))


@pytest.mark.parametrize(("gamma", "delta"), [(3, "1/10"), (2, "0"), (1, "1/5"), (5, "1")])
def test_one_number_has_the_four_reports_of_the_literature(gamma, delta):
    """delta, (1 - delta) g / (1 + g), (1 - delta) / (1 + g), 0 and turned round."""
    d = F(delta)
    high, low = (1 - d) * gamma / F(1 + gamma), (1 - d) / F(1 + gamma)
    rows = [(d, F(0)), (high, low), (low, high), (F(0), d)]
    found = table_of(rr.LocalDP.from_gamma(gamma, delta=delta))
    expected = [row for row in rows if any(row)] if gamma > 1 else None
    if expected is not None:
        assert list(found) == expected
    else:
        assert list(found) == [(d, F(0)), (1 - d, 1 - d), (F(0), d)]


def test_a_device_as_the_profile_is_its_own_best_table():
    rows = [tuple(F(x) for x in row) for row in DEVICE]
    found = table_of(rr.NoWorseThan(DEVICE))
    assert sorted(found) == sorted(rows)
    problem = resolved(Problem(rr.NoWorseThan(DEVICE), rr.AOptimal(PRIOR)))
    halves = [(x / 2, y / 2) for x, y in rows]
    assert is_universal(problem, halves + halves)
    assert not is_universal(problem, rows[:-1])


def test_none_where_no_table_is_known():
    assert table_of(rr.UtilityOptimized([0], epsilon=1)) is None
    three = rr.AOptimal(["1/3"] * 3)
    assert universal_table(Problem(rr.LocalDP.from_gamma(3), three)) is None


GOALS = [
    rr.Variance("1/4"),
    rr.AOptimal(PRIOR),
    rr.DOptimal(PRIOR),
    rr.EOptimal(PRIOR),
    rr.MutualInformation(PRIOR),
    rr.ForModel(
        rr.Logit(alpha=["-1"], beta=["1/2"]),
        points=["0", "1", "2"],
        weights=["1/2", "1/4", "1/4"],
        target="A",
        coefficients=[0, 1],
    ),
]
LEVELS = [
    rr.LocalDP(epsilon="1/2", delta="1/10"),
    rr.LocalDP(epsilon=0, delta="1/10"),
    rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]),
    rr.NoWorseThan(DEVICE),
]


@pytest.mark.everything
@pytest.mark.parametrize("privacy", LEVELS, ids=["number", "delta alone", "matrix", "device"])
@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.label)
def test_every_strict_goal_gives_the_one_table_and_says_so(privacy, goal):
    design = rr.optimal(privacy, goal)
    data = design.certificate.data
    assert data["universal"] is True
    assert check(data).verdict == "verified"
    assert check(data).statement.endswith("is C P for this table P and a channel C")
    assert "best for every objective at once" in str(design)
    assert sorted(design.table.rows) == sorted(table_of(privacy))
