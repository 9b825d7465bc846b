"""Criteria at one prior, and the prior that is the worst one."""

from __future__ import annotations

import copy
import pickle

import pytest

import rropt as rr
from rropt.utility.worst_case import WorstDeterminant


def test_the_worst_prior_names_the_worst_case() -> None:
    assert rr.AOptimal("worst", truths=4) == rr.WorstCase(truths=4)
    assert rr.COptimal("worst", [1, -1, 0], respondents="group") == rr.WorstCase(
        [1, -1, 0], "group"
    )
    assert rr.Variance(" worst ", "group") == rr.WorstProportion("group")
    assert rr.DOptimal("worst", truths=3) == WorstDeterminant(3)


@pytest.mark.parametrize("make", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_those_at_a_prior_are_copied_and_pickled(make) -> None:
    objective = make(["1/2", "1/2"])
    assert type(objective) is make
    for other in (copy.copy(objective), pickle.loads(pickle.dumps(objective))):
        assert other == objective


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: rr.AOptimal("worst"), "truths must be given"),
        (lambda: rr.DOptimal("worst", 3, "group"), "not convex in the table"),
        (lambda: rr.EOptimal("worst", 3), "respondents must be group for e-optimal"),
        (lambda: rr.EOptimal("worst"), "truths must be given"),
        (lambda: rr.AOptimal(["1/2", "1/2"], truths=2), "truths must be left out"),
        (lambda: rr.COptimal(["1/2", "1/2"], [0, 1], "group"), "respondents must be left out"),
        (lambda: rr.Variance("1/2", "group"), "respondents must be left out"),
        (lambda: rr.Warner("worst"), "prior"),
        (lambda: rr.COptimal("worst", [1, 1]), "must not be constant"),
        (lambda: rr.Variance("worst", "everybody"), "respondents must be"),
    ],
)
def test_what_is_refused(make, said: str) -> None:
    with pytest.raises(rr.InputError, match=said):
        make()


@pytest.mark.parametrize("kind", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_equal_shares_are_asked_for_by_their_number(kind) -> None:
    assert kind("uniform", categories=4) == kind(["1/4"] * 4)
    respondents = {} if kind is rr.DOptimal else {"respondents": "group"}
    worst = kind("worst", categories=3, **respondents)
    assert worst == kind("worst", truths=3, **respondents)
    with pytest.raises(rr.InputError, match="categories must be given"):
        kind("uniform")
    with pytest.raises(rr.InputError, match="categories must be at most 1000000, got 1000001"):
        kind("uniform", categories=1000001)
    with pytest.raises(rr.InputError, match="categories must be left out"):
        kind(["1/2", "1/2"], categories=2)
    with pytest.raises(rr.InputError, match="categories"):
        kind("uniform", categories=1)
