"""Admissibility under a matrix of levels or conditions, against programs in doubles over all rays.

The oracle finds the rays of a cone on three truths as the meetings of two of its planes.
"""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

import rropt as rr
from rropt.exact import InputError
from rropt.order import admissible, compare, value_of

pytestmark = pytest.mark.quick

CORNER = [["1", "17/5", "23/10"], ["19/5", "1", "13/5"], ["4", "37/10", "1"]]
HALF = ["1/2", "1/2"]
LEVELS = {
    "one-sided": rr.OneSided([1], "ln(2)"),
    "two levels": rr.Privacy([[1, 3], ["3/2", 1]]),
    "deltas": rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]),
    "told alone": rr.UtilityOptimized([1], "ln(3)"),
    "several levels": rr.Privacy([[1, [(3, 0), (2, "1/10")]], [[(3, 0), (2, "1/10")], 1]]),
    "metric": rr.MetricDP([[0, "1/2"], ["1/2", 0]], 1),
    "leakage": rr.PointwiseMaximalLeakage("ln(3/2)", HALF),
    "no worse": rr.NoWorseThan([["3/4", "1/4"], ["1/4", "3/4"]]),
    "three truths": rr.Privacy(CORNER),
    "three truths, delta": rr.Privacy(CORNER, "1/20"),
}


def cone_rays(matrix):
    """Every meeting of two planes r_a = g_ab r_b that is in the cone, in doubles."""
    planes = []
    for a in range(3):
        for b in range(3):
            if a != b:
                plane = np.zeros(3)
                plane[a], plane[b] = 1, -float(matrix[a][b])
                planes.append(plane)
    rays = []
    for first, second in combinations(planes, 2):
        ray = np.cross(first, second)
        size = np.abs(ray).max()
        if size > 1e-9:
            ray = ray / size * np.sign(ray.sum())
            if ray.min() > 0 and max(plane @ ray for plane in planes) < 1e-9:
                rays.append(ray)
    return np.array(rays)


def most_spread(table, rays):
    """The largest sum of u over all ways to make the table of rays."""
    worth = (rays**2).sum(axis=1) / rays.sum(axis=1)
    total = 0.0
    for row in np.array([[float(x) for x in row] for row in table.rows]):
        total -= linprog(-worth, A_eq=rays.T, b_eq=row).fun
    return total


def spread(table):
    return sum(float(sum(x * x for x in row) / sum(row)) for row in table.rows if sum(row))


def garbled(channel, generator, m):
    rows = []
    for _ in range(m):
        rows.append([F(generator.randint(0, 3)) for _ in range(channel.shape[0])])
    rows[0] = [x + 1 for x in rows[0]]
    totals = [sum(column) for column in zip(*rows, strict=True)]
    return (
        rr.Channel.from_rows([[x / t for x, t in zip(row, totals, strict=True)] for row in rows])
        @ channel
    )


def verify(answer):
    """The dominating table is better, private, and admissible; all from the definitions."""
    P, A, level = answer.dominating, answer.channel, answer.privacy
    assert level.satisfied_by(P) and (answer.garbling @ P).rows == A.rows
    assert compare(A, P).relation == "better"
    assert all(proof.check().verdict == "verified" for proof in answer.certificates)
    assert admissible(P, level).admissible


def verify_best(answer):
    """What the gain is worth at the table no garbling of another table of the class exceeds."""
    (proof,) = answer.certificates
    assert proof.check().verdict == "verified"
    assert value_of(answer.optimal_for.gain, answer.channel) == answer.optimal_for.value


@pytest.mark.parametrize("name", LEVELS)
def test_the_table_that_says_nothing_is_dominated_by_an_admissible_one(name):
    level = LEVELS[name]
    truths = 3 if "three" in name else 2
    first = admissible(rr.Channel.uninformative(truths), level)
    assert not first.admissible and first.violations
    verify(first)
    verify_best(admissible(first.dominating, level))


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(6))
def test_verdicts_agree_with_programs_over_all_rays(seed):
    generator = random.Random(seed)
    rows = [[F(generator.randint(15, 45), 10) for _ in range(3)] for _ in range(3)]
    for j in range(3):
        rows[j][j] = F(1)
    level = rr.Privacy(rows)
    best = rr.optimal(level, rr.MutualInformation(["1/2", "3/10", "1/5"])).channel
    rays = cone_rays(level.levels.lo)
    for table in (best, garbled(best, generator, 2), garbled(best, generator, 3)):
        answer = admissible(table, level)
        oracle = most_spread(table.merge_proportional(), rays)
        assert answer.admissible == (oracle < spread(table.merge_proportional()) + 1e-9)
        if answer.admissible:
            verify_best(answer)
        else:
            verify(answer)
            assert spread(answer.dominating) <= oracle + 1e-9


@pytest.mark.parametrize("level", [LEVELS["three truths"], LEVELS["three truths, delta"]])
def test_a_little_more_room_makes_an_admissible_table_inadmissible(level):
    design = rr.optimal(level, rr.MutualInformation(["1/2", "3/10", "1/5"]))
    assert admissible(design.channel, level).admissible
    wider = [[g if g == "1" else F(g) + F(1, 10**20) for g in row] for row in CORNER]
    near = rr.Privacy(wider, level.levels.deltas)
    answer = admissible(design.channel, near)
    assert not answer.admissible
    verify(answer)


def test_a_gain_that_is_worth_more_is_refused():
    from rropt.checker import check

    best = rr.optimal(LEVELS["three truths"], rr.Guess(["1/2", "3/10", "1/5"])).channel
    (proof,) = admissible(best, LEVELS["three truths"]).certificates
    assert check(proof.to_json()).verdict == "verified"
    assert check(proof.to_json().replace('"17/5"', '"35/10"')).verdict != "verified"


def test_sixteen_truths_under_a_path_metric():
    level = rr.MetricDP.path("ln(3/2)")
    answer = admissible(rr.Channel.uninformative(16), level)
    assert not answer.admissible and level.on(16).satisfied_by(answer.dominating)
    assert (answer.garbling @ answer.dominating).rows == answer.channel.rows
    verify_best(admissible(answer.dominating, level))


def test_labels_name_truths_and_stay():
    table = rr.Channel.from_rows([["1/2", "1/2"], ["1/2", "1/2"]], truths=["no", "yes"])
    answer = admissible(table, rr.OneSided(["yes"], "ln(2)"))
    assert answer.violations == ("report 0: no tight bound joins {no}, {yes}",)
    assert answer.dominating.truths == ("no", "yes")


def test_many_truths_with_deltas_are_refused_in_the_words_of_this_question():
    level = rr.Privacy([[1 if a == b else 2 + a for b in range(6)] for a in range(6)], "1/10")
    with pytest.raises(InputError, match="channel must have at most 5 truths to decide"):
        admissible(rr.Channel.uninformative(6), level)


@pytest.mark.parametrize(
    "level, words",
    [
        (rr.Privacy([[1, 2], [2, 1]]), "it needs gamma = 3"),
        (rr.Privacy([[1, 2], [4, 1]]), "more than 2 times as likely under 0 as under 1"),
        (rr.Privacy([[1, 2], [4, 1]], "1/100"), "by a mass of 0.25, not 1/100"),
        (rr.RenyiDP(2, 1), "must have levels"),
        (rr.Privacy(CORNER), "a matrix on 2 truths"),
    ],
)
def test_what_is_outside_is_refused_in_one_sentence(level, words):
    with pytest.raises(InputError, match=words):
        admissible([["3/4", "1/4"], ["1/4", "3/4"]], level)
