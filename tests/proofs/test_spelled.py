"""Goals say what was written where sympy would leave e = e of them."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs import verdicts
from rropt.proofs.claims import Claim, nested
from rropt.proofs.goals import Holds, decide, holds, identity, reals, together
from rropt.proofs.papers import claim_of
from rropt.proofs.spelled import as_written, is_empty
from rropt.proofs.written import says_nothing

a, p = reals("a p")
EMPTY = 132
"""How many goals of the papers say e = e still, at most: what sympy was asked to compute."""


def quotient(*given):
    """sympy makes p = p of it before a goal is made."""
    return lambda: identity(a * p / a, p, *given)


def only(make):
    return Claim("test", make).statement().goals[0]


def test_a_claim_says_what_it_writes():
    goal = only(quotient(a > 0))
    assert is_empty(quotient(a > 0)()) and not is_empty(goal)
    assert decide(goal).status == "proved"


def test_what_it_divides_by_is_seen():
    """Near miss: the domain was lost with the content."""
    assert decide(quotient()()).status == "proved"
    found = decide(only(quotient()))
    assert found.status == "refuted" and found.witness["at"]["a"] == "0"


def test_goals_that_are_held_together_say_it_too():
    goal = only(lambda: together(quotient(a > 0)(), holds(p**2 >= 0)))
    assert [is_empty(part) for part in goal.goals[:1]] == [False]


@pytest.mark.everything
def test_a_goal_that_sympy_computes_stays_as_it_was():
    goal = only(lambda: identity(sp.expand((a + p) * (a - p)), a**2 - p**2))
    assert says_nothing(sp.Eq(a**2 - p**2, a**2 - p**2, evaluate=False))
    assert goal.conclusion.rhs == a**2 - p**2


def test_a_claim_that_computes_is_made_once():
    made = []

    def make():
        made.append(1)
        return quotient(a > 0)()

    assert is_empty(Claim("test", make, computes=True).statement().goals[0])
    assert len(made) == 1


def test_a_hypothesis_keeps_the_form_that_sympy_gives_it():
    goal = only(quotient(a + a > 0))
    assert goal.hypotheses == (2 * a > 0,)
    whole = as_written(lambda: Claim("test", quotient(a + a > 0)).made()).goals[0]
    assert whole.hypotheses != goal.hypotheses


@pytest.mark.parametrize(
    ("left", "right", "empty"),
    [
        (sp.Mul(1, p, evaluate=False), p, True),
        (sp.Add(sp.Add(p, a, evaluate=False), 0, evaluate=False), a + p, True),
        (sp.Mul(p, a, evaluate=False), a * p, True),
        (sp.Mul(p, 1 / p, evaluate=False), sp.Integer(1), False),
        (sp.Add(p, -p, evaluate=False), sp.Integer(0), False),
        (sp.Mul(p, sp.Add(1, a), evaluate=False), p * a + p, False),
    ],
)
def test_order_brackets_ones_and_zeros_are_no_content(left, right, empty):
    assert says_nothing(sp.Eq(left, right, evaluate=False)) is empty


@pytest.mark.everything
def test_few_goals_of_the_papers_say_nothing():
    goals = [
        goal
        for name in verdicts.catalogue()
        for part in claim_of(name).statement().parts().values()
        for goal in nested(part)
    ]
    assert sum(isinstance(goal, Holds) and is_empty(goal) for goal in goals) <= EMPTY
