"""What is made of variances: worst prevalences, eigenvalues and determinants, by hand and grid."""

from __future__ import annotations

from fractions import Fraction as F
from random import Random

import pytest

from rropt.checker.objectives import (
    AVERAGE,
    MINIMAX,
    Determinant,
    Eigenvalue,
    Objective,
    Scenario,
    WorstPrevalence,
)
from rropt.checker.private_table import table_of
from rropt.checker.verdict import Malformed, Refuted

WARNER = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
SHARE = [[F(0), F(1)]]


def at(prior, moments, gains, **parts):
    """A scenario with its numbers as they are."""
    empty = {"estimators": [], "tangents": [], "means": []}
    whole = {"weight": F(1), "offset": F(0), "corner": F(0)} | empty | parts
    return Scenario(prior=prior, moments=moments, gains=gains, **whole)


EARLY = at([F(1, 2)] * 2, [F(3)], [F(5)], weight=F(1, 4), offset=F(1), corner=F(1, 4))
LATE = at([F(1, 3), F(2, 3)], [F(2)], [F(4)], weight=F(3, 4), corner=F(4, 9))


def test_averages_and_maxima_of_what_estimators_do():
    """own: 3 - 1/4 - 1 = 7/4 and 2 - 4/9 = 14/9; the average 7/16 + 7/6 = 77/48."""
    average = Objective("a variance", SHARE, AVERAGE)
    worst = Objective("a variance", SHARE, MINIMAX)
    table, hair = table_of(WARNER), F(1, 10**30)
    for objective, value in ((average, F(77, 48)), (worst, F(7, 4))):
        assert objective.value_of_table(table, [EARLY, LATE], value)
        assert not objective.value_of_table(table, [EARLY, LATE], value - hair)
        proved = F(1, 4) * (5 - F(1, 4) - 1) + F(3, 4) * (4 - F(4, 9)) - F(7, 10)
        assert objective.bound([EARLY, LATE], F(7, 10)) == proved


def test_the_corner_is_the_square_of_the_mean():
    contrasts = [[F(1), F(-1)], [F(0), F(2)]]
    assert Objective("", contrasts).corner([F(1, 3), F(2, 3)]) == F(1, 9) + F(16, 9)


def test_several_priors_and_offsets_need_an_average_or_a_maximum():
    plain = Objective("a variance", SHARE)
    plain.check_scenarios([LATE])
    for scenarios in ([LATE, LATE], [EARLY]):
        with pytest.raises(Malformed):
            plain.check_scenarios(scenarios)
        Objective("a variance", SHARE, AVERAGE).check_scenarios(scenarios)


def test_sentences_name_priors_weights_and_offsets():
    assert Objective("W", SHARE).sentence([LATE]) == "W at prior (1/3, 2/3)"
    said = Objective("W", SHARE, AVERAGE).sentence([EARLY, LATE])
    priors = "(((1/2, 1/2), 1/4, 1), ((1/3, 2/3), 3/4, 0))"
    assert said == f"an average over (prior, weight, offset) in {priors} of W less the offset"
    said = Objective("W", SHARE, MINIMAX).sentence([LATE, LATE])
    assert said == "a maximum over the priors ((1/3, 2/3), (1/3, 2/3)) of W"


@pytest.mark.parametrize("seed", range(20))
def test_the_worst_prevalence_is_that_of_a_fine_grid(seed):
    """p -> sum_i x_i^2 ((1 - p) P(i|0) + p P(i|1)) - p^2 is concave with a rational top."""
    rng = Random(seed)
    rows = [[F(3, 5), F(1, 5)], [F(1, 5), F(3, 10)], [F(1, 5), F(1, 2)]]
    x = [F(rng.randint(-12, 12), 4) for _ in rows]
    low, high = sorted(F(rng.randrange(11), 10) for _ in range(2))
    objective = WorstPrevalence("", SHARE, low=low, high=high)
    scenario = at([1 - low, low], [F(0)], [F(0)], estimators=[x])

    def variance(p):
        return sum(
            (y * y * ((1 - p) * r[0] + p * r[1]) for y, r in zip(x, rows, strict=True)), -p * p
        )

    grid = [low + (high - low) * n / 200 for n in range(201)]
    most = max(map(variance, grid))
    assert objective.value_of_table(table_of(rows), [scenario], most + F(1, 100))
    assert not objective.value_of_table(table_of(rows), [scenario], most - F(1, 10**12))


@pytest.mark.parametrize(
    ("low", "high", "prior"),
    [(F(1, 2), F(1, 4), F(1, 3)), (F(0), F(2), F(1)), (F(0), F(1, 4), F(1, 2))],
)
def test_an_interval_is_inside_the_shares_and_holds_its_priors(low, high, prior):
    objective = WorstPrevalence("", SHARE, low=low, high=high)
    with pytest.raises(Malformed):
        objective.check_scenarios([at([1 - prior, prior], [], [])])


def test_an_eigenvalue_is_dominated_or_not():
    """Means 1/2 each, x = (2, 0), (0, 2): Cov = ((7/4, -1/4), (-1/4, 7/4)), eigenvalues 3/2, 2."""
    units = [[F(1), F(0)], [F(0), F(1)]]
    scenario = at(
        [F(1, 2)] * 2, [], [], estimators=[[F(2), F(0)], [F(0), F(2)]], means=[F(1, 2)] * 2
    )
    objective = Eigenvalue("", [[F(1), F(-1)]], units=units)
    table = table_of(WARNER)
    assert objective.value_of_table(table, [scenario], F(2))
    assert not objective.value_of_table(table, [scenario], F(2) - F(1, 10**30))
    taken = Eigenvalue("", [[F(1), F(-1)]], units=units, roots=[[F(1, 2), F(-1, 2)]])
    assert not taken.value_of_table(table, [scenario], F(2) - F(1, 10**30))
    told = at([F(1, 2)] * 2, [], [F(6)])
    assert objective.bound([told], F(1)) == F(5, 2)


def test_determinants_of_triangles():
    """s = (2, 3), c_ii = (1, 2): det W = 2 * 12 = 24; moments (1, 2): tr = 8, 2 (8/2)^2 / 24."""
    contrasts = [[F(1), F(0)], [F(5), F(2)]]
    tangents = [[F(1, 2), F(7)], [F(0), F(1)]]
    objective = Determinant("", contrasts, sizes=[F(2), F(3)])
    scenario = at([F(1, 2)] * 2, [F(1), F(2)], [], tangents=tangents)
    table = table_of(WARNER)
    assert objective.volume(contrasts) == 24
    assert objective.value_of_table(table, [scenario], F(4, 3))
    assert not objective.value_of_table(table, [scenario], F(4, 3) - F(1, 10**30))
    assert objective.bound([scenario], F(4)) == 2 * F(1, 4) * (2 * F(1, 4)) * 3
    with pytest.raises(Refuted):
        objective.bound([scenario], F(0))
    for wrong in ([[F(1), F(1)], [F(5), F(2)]], [[F(0), F(0)], [F(5), F(2)]]):
        with pytest.raises(Refuted):
            Determinant("", wrong, sizes=[F(2), F(3)]).value_of_table(table, [scenario], F(100))
    low = at([F(1, 2)] * 2, [F(1), F(2)], [], tangents=[[F(1, 2), F(7)], [F(1), F(1)]])
    with pytest.raises(Refuted):
        objective.value_of_table(table, [low], F(100))
