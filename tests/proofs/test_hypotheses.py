"""The weakest hypothesis of a family: it is needed, it is enough, and stronger ones come later."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.attack import counterexample
from rropt.proofs.goals import Holds, decide
from rropt.proofs.hypotheses import family, weakest

x, y, g, p = sp.symbols("x y gamma p")


@pytest.mark.everything
@pytest.mark.parametrize(
    ("goal", "wanted"),
    [
        (Holds(x**3 >= 0), x >= 0),
        (Holds(x * y >= 0, (x >= 0,)), y >= 0),
        (Holds(x**2 > 0), sp.Ne(x, 0)),
        (Holds(p / (1 - p) <= g, (g >= 1, p > 0, p < 1)), g * p - g + p <= 0),
    ],
)
def test_the_known_hypothesis_is_found(goal, wanted):
    found = weakest(goal)
    assert found is not None
    proposed, decision = found
    assert decision.status == "proved"
    assert sp.simplify(sp.Equivalent(proposed, wanted)) in (sp.true, sp.Equivalent(wanted, wanted))


def test_what_no_member_of_the_family_mends_has_no_proposal():
    assert weakest(Holds(sp.LessThan(x**2 + 1, 0, evaluate=False))) is None


def test_a_proposal_excludes_every_counterexample_that_the_attack_meets():
    goal = Holds(x**2 >= x, (x >= 0,))
    proposed, _ = weakest(goal)
    assert counterexample(goal.symbols, [*goal.hypotheses, proposed], goal.conclusion) is None
    assert decide(goal).status == "refuted"


def test_what_sympy_does_not_factor_is_a_shape_of_its_own():
    """exp(x - 1/2) is exp(-1/2) exp(x), no polynomial: of a claim the proposal was a traceback."""
    shapes = family(Holds(sp.exp(x - sp.Rational(1, 2)) >= 1))
    assert any(shape.has(sp.exp) for shape in shapes)


def test_the_family_is_stated():
    members = family(Holds(x * y >= 0, (x >= 0,)))
    assert sp.Ne(y, 0) in members and (x - y >= 0) in members and (x <= 2) in members
    assert (x >= 0) not in members
