"""Plans under a central promise: they keep it, and fewer people do not."""

from __future__ import annotations

from fractions import Fraction as F
from math import exp, sqrt

import pytest

import rropt as rr
from rropt.exact import InputError
from rropt.survey.planning import Categories, Proportion, TwoGroups, plan
from rropt.survey.planning.shuffled_plan import people_of_curator, plan_shuffled

FIFTH = Proportion("1/5")


@pytest.mark.everything
def test_the_people_for_a_margin_keep_the_promise_and_fewer_do_not() -> None:
    found = plan_shuffled(FIFTH, delta="1e-4", epsilon="1/2", margin="0.05")
    assert found.open == "n" and found.plan.margin <= 0.05
    assert found.central.people == found.plan.n and found.central.epsilon.hi <= F(1, 2)
    assert found.central.certificate.check().verdict == "verified"
    assert found.summary().startswith(f"n: {found.plan.n}\n")
    assert "a curator who sees true answers" in found.summary()
    data = found.to_json()
    assert data["n"] == found.plan.n and data["plan"]["epsilon"] == str(found.central.epsilon.hi)
    assert data["shuffled"]["certificate"]["kind"] == "shuffled"
    fewer = found.plan.n * 97 // 100
    level = plan(FIFTH, n=fewer, margin="0.05").channel
    assert rr.shuffled(level, fewer, delta="1e-4").epsilon.lo > F(1, 2)


@pytest.mark.everything
def test_three_ways_round() -> None:
    """What a promise and a number of people reach needs that number and about that promise."""
    goal = plan_shuffled(FIFTH, delta="1e-4", epsilon="1/2", n=500)
    assert goal.open == "margin" and goal.central.epsilon.hi <= F(1, 2) < goal.local
    margin = f"{goal.plan.margin:.6f}"
    back = plan_shuffled(FIFTH, delta="1e-4", n=500, margin=margin)
    assert back.open == "epsilon"
    assert abs(back.central.epsilon.hi / goal.central.epsilon.hi - 1) < F(1, 100)
    people = plan_shuffled(FIFTH, delta="1e-4", epsilon="1/2", margin=margin)
    assert abs(people.plan.n / 500 - 1) < 0.02


@pytest.mark.everything
def test_categories() -> None:
    shares = Categories(["1/2", "1/4", "1/4"])
    found = plan_shuffled(shares, delta="1e-3", n=60, margin="0.2")
    assert found.plan.channel.shape == (3, 3) and found.curated is None
    assert found.open == "epsilon" and found.central.epsilon.hi < found.local


def test_the_people_of_a_curator_by_hand() -> None:
    n = people_of_curator(0.2, 0.5, 0.01)
    assert n is not None
    a = exp(-0.5)
    errors = [sqrt(0.16 / m + 2 * a / (1 - a) ** 2 / m**2) for m in (n - 1, n)]
    assert errors[1] <= 0.01 < errors[0]
    assert people_of_curator(0.2, 0.0, 0.01) is None


@pytest.mark.parametrize(
    ("question", "given", "said"),
    [
        (TwoGroups("1/4", "1/3"), {"epsilon": 1, "margin": "0.05"}, "must be a Proportion or"),
        (FIFTH, {"epsilon": 0, "margin": "0.05"}, "epsilon must be positive"),
        (FIFTH, {"epsilon": 1, "n": 0}, "n must be"),
        (FIFTH, {"epsilon": 1, "margin": 0}, "margin must be positive"),
    ],
)
def test_refusals(question, given, said: str) -> None:
    with pytest.raises(InputError, match=said):
        plan_shuffled(question, delta="1e-6", **given)
