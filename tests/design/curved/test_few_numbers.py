"""Many numbers by a few of them: beside what pairs of all prove, and beside questions of few."""

from __future__ import annotations

import warnings
from contextlib import suppress
from fractions import Fraction as F
from typing import Any

import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.curved import few_numbers as page
from rropt.design.curved.few_numbers import AllNumbers, FewNumbers, numbers_with_delta
from rropt.design.problem import Problem

NUMBERS = [F(j * j) for j in range(9)]
PRIOR = [F(j + 1, 45) for j in range(9)]
GOALS = {
    "population": rr.COptimal(PRIOR, NUMBERS),
    "group": rr.Mean(NUMBERS, PRIOR),
    "worst group": rr.Mean(NUMBERS),
}


def asked(name: str, delta: str = "1/100", epsilon: Any = "1/2") -> Problem:
    return Problem(rr.LocalDP(epsilon, delta), GOALS[name])


@pytest.mark.parametrize("name", GOALS)
def test_more_is_proved_by_few_where_the_delta_is_large(name: str) -> None:
    """Pairs of all nine prove next to nothing."""
    problem = asked(name)
    few = FewNumbers(problem, 5)
    of_all = F(0)
    with suppress(ValueError, ArithmeticError):
        of_all = AllNumbers(problem).priced.bound
    assert of_all < few.priced.bound / 2
    assert few.told.value * F(8, 10) < few.priced.bound <= few.told.value


@pytest.mark.parametrize("name", GOALS)
@pytest.mark.parametrize(("delta", "epsilon"), [("1/100", "1/2"), ("1/5", "1"), ("1/1000000", "2")])
def test_designs_are_private_and_verified(name: str, delta: str, epsilon: str) -> None:
    problem = asked(name, delta, epsilon)
    design = rr.optimal(problem.privacy, problem.objective)
    assert check(dict(design.certificate.data)).verdict == "verified"
    assert problem.privacy.satisfied_by(design.channel)
    assert design.gap < F(1, 4) * design.value
    worth = float(problem.objective.worth(design.channel))
    assert worth <= float(design.value) * (1 + 1e-12)


def test_the_worst_group_is_one_of_few_numbers() -> None:
    """At a low level what is lost hides the numbers between: nothing is left."""
    design = rr.optimal(rr.LocalDP("1/2", "1/100"), rr.Mean(range(14)))
    assert design.gap < F(1, 10**8) * design.value
    cover = design.certificate.data["cover"]
    assert cover["proof"] == "merged" and max(cover["classes"]) == 4
    (place,) = design.certificate.data["scenarios"]
    assert sum(q != "0" for q in place["prior"]) <= 5


def test_small_deltas_are_left_to_all_numbers() -> None:
    data = rr.optimal(rr.LocalDP(1, "1/1000000"), rr.Mean(NUMBERS)).certificate.data
    assert data["cover"]["proof"] == "clamped"


def test_numbers_between_are_mixtures() -> None:
    """Their columns lie between those of the two beside them, and tell them without bias."""
    few = FewNumbers(asked("population"), 5)
    assert few.kept[0] == 0 and few.kept[-1] == 8 and len(few.kept) == 5
    (numbers,) = few.told.table.estimators
    table = few.told.table
    for j, wanted in enumerate(NUMBERS):
        chances = [w * row[j] for w, row in zip(table.weights, table.patterns, strict=True)]
        assert sum(chances) == 1
        assert sum(p * x for p, x in zip(chances, numbers, strict=True)) == wanted
        if j not in few.kept:
            low, high = max(k for k in few.kept if k < j), min(k for k in few.kept if k > j)
            for row in table.patterns:
                assert min(row[low], row[high]) <= row[j] <= max(row[low], row[high])


@pytest.mark.parametrize("name", ["population", "group"])
def test_the_bound_of_classes_is_below_every_table(name: str) -> None:
    """That of the best private table, of more numbers than five, with a little of the delta."""
    for delta in ("1/1000000", "1/100", "1/3"):
        found = FewNumbers(asked(name, delta, "1"), 5).priced.bound
        own = rr.optimal(rr.LocalDP("1"), GOALS[name])
        assert found < own.value
    with_nothing = FewNumbers(asked(name, "1/1000000000", "1"), 8).priced.bound
    assert with_nothing > F(9, 10) * own.value


def test_numbers_in_another_order_are_the_same() -> None:
    """Classes of a proof go with their truths."""
    order = [3, 0, 8, 5, 1, 7, 2, 6, 4]
    privacy = rr.LocalDP("1/2", "1/100")
    shuffled = rr.COptimal([PRIOR[j] for j in order], [NUMBERS[j] for j in order])
    found, wanted = rr.optimal(privacy, shuffled), rr.optimal(privacy, GOALS["population"])
    assert (found.value, found.bound) == (wanted.value, wanted.bound)
    twice = rr.Mean([*NUMBERS, *NUMBERS])
    again, once = rr.optimal(privacy, twice), rr.optimal(privacy, GOALS["worst group"])
    assert (again.value, again.bound) == (once.value, once.bound)


def test_five_numbers_or_fewer_have_all_staircases() -> None:
    problem = Problem(rr.LocalDP(1, "1/10"), rr.Mean(range(4)))
    assert numbers_with_delta(problem).data["cover"] == {"proof": "extremes"}


def test_without_a_level_the_delta_alone_tells() -> None:
    """No runs are looked for, which would divide by nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        design = rr.optimal(rr.LocalDP(0, "1/5"), GOALS["population"])
    assert design.gap < F(1, 5) * design.value


def test_what_is_far_from_proved_is_refused() -> None:
    """At high levels a table of few numbers is many times as bad as the best."""
    with pytest.raises(rr.InputError, match="delta must be smaller"):
        rr.optimal(rr.LocalDP(8, "9/10"), rr.Mean([0, 1, 3, 4, 9, 11, 12, 20]))


def test_the_order_of_searches() -> None:
    def kinds(delta: str, truths: int) -> list[type]:
        problem = Problem(rr.LocalDP(1, delta), rr.Mean(range(truths)))
        return [type(each) for each in page._searches(problem)]

    assert kinds("1/1000000", 9)[0] is AllNumbers
    assert kinds("1/100", 9) == [FewNumbers, FewNumbers, AllNumbers]
    assert kinds("1/100", 33) == [FewNumbers] * 3
    assert kinds("1/100", 32)[-1] is AllNumbers
