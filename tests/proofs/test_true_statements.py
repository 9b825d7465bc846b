"""True statements, one for each method, with the grade that the method earns."""

from __future__ import annotations

import pytest
import sympy as sp
from rropt.proofs.goals import (
    GRADES,
    METHODS,
    by,
    decide,
    every,
    fold,
    holds,
    identity,
    integers,
    printed,
    reals,
    within,
)
from rropt.proofs.ledger import Ledger

x, y, m = reals("x y m")
n = integers("n")
UNIT = (x >= 0, x <= 1, y >= 0, y <= 1)
TRUE = {
    "identity": (identity((x + 3 * y) ** 2, x**2 + 6 * x * y + 9 * y**2), {"identity"}),
    "matrix": (
        identity(sp.Matrix([[x, 1], [0, y]]) ** 2, sp.Matrix([[x**2, x + y], [0, y**2]])),
        {"identity"},
    ),
    "powers": (identity(x ** (n + 1) * x, x ** (n + 2), n >= 0), {"identity"}),
    "product of signs": (holds(x * y * (1 - x) >= 0, *UNIT), {"polynomial"}),
    "quotient": (holds(x / (1 + y) <= 1, *UNIT), {"polynomial"}),
    "square": (holds(x**2 + y**2 >= x * y, squares=[x - y, x, y]), {"polynomial"}),
    "cases": (holds(sp.Or(x >= y, y >= x)), {"polynomial"}),
    "solvers": (holds(x**4 + y**4 + 1 > 2 * x * y - 1, by="smt"), {"solvers"}),
    "interval": (within(sp.log(x) < x - sp.Rational(1, 10), [(x, 2, 3)]), {"interval"}),
    "enumeration": (every({"k": range(2)}, lambda k: k * k == k, "k^2 = k"), {"enumeration"}),
    "decimal": (printed(sp.sqrt(2), "1.414"), {"interval"}),
    "lemma": (
        by("variance-scaled", identity((1 / x) ** 2, 1 / x**2, x > 0), X="S", a=1 / x, c=0),
        {"cited", "identity"},
    ),
    "fold": (fold({y: (1, x * y)}, y >= 1, fixed=[x >= 1]), {"lemma", "polynomial"}),
    "certificate or solvers": (holds(x * y <= 1, *UNIT, by="any"), {"polynomial"}),
}


@pytest.mark.everything
@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_is_proved_by_its_method(name):
    goal, kinds = TRUE[name]
    decision = decide(goal)
    assert (decision.status, set(decision.kinds) & kinds) == ("proved", kinds)


@pytest.mark.parametrize("name", TRUE)
def test_every_proof_has_a_near_miss_that_was_refused(name):
    assert decide(TRUE[name][0]).near > 0


def test_every_kind_of_evidence_has_a_grade_and_a_name():
    assert GRADES.keys() == METHODS.keys()
    assert sorted(set(GRADES.values())) == list("ABCDEFGHKL")


def test_scaling_the_variables_changes_nothing():
    """Metamorphic: x = 3 z turns a true statement into a true one, a false one into a false one."""
    for bound, status in ((sp.Rational(1, 4), "proved"), (sp.Rational(1, 5), "refuted")):
        goal = holds(
            3 * m * (1 - 3 * m) <= bound, m >= 0, 3 * m <= 1, squares=[3 * m - sp.Rational(1, 2)]
        )
        assert decide(goal).status == status


def test_a_stored_proof_replays_and_a_changed_one_does_not():
    goal = holds(x * y * (1 - x) + y * (1 - y) >= 0, *UNIT)
    ledger = Ledger()
    goal.prove(ledger)
    again = Ledger(stored=ledger.evidence)
    goal.recall(again)
    assert again.taken == len(ledger.evidence) > 0
