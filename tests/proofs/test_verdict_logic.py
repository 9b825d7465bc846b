"""How decisions on parts combine, and what replaying a tampered record says."""

from __future__ import annotations

import copy

import pytest
import sympy as sp
from rropt.proofs.claims import Claim, definition, states
from rropt.proofs.goals import Decision, Goal, NearMissAccepted, decide, holds, identity, reals
from rropt.proofs.ledger import Ledger
from rropt.proofs.settling import replay, settle, verdict_of

pytestmark = pytest.mark.quick

x = reals("x")
TRUE = holds(x**2 + 1 > 0, squares=[x])
FALSE = holds(x > 0, x >= 0)
OPEN = holds(x**6 - x**5 + 1 > 0, degree=1)
EMPTY = holds(x >= 2, x >= 1, x <= 0)


def settled(*goals, **options):
    return settle(Claim("paper/claim", lambda: states(*goals, **options)))


@pytest.mark.everything
@pytest.mark.parametrize(
    ("goals", "options", "verdict"),
    [
        ([TRUE], {}, "proved"),
        ([TRUE, TRUE], {}, "proved"),
        ([TRUE, OPEN], {}, "undecided"),
        ([FALSE], {}, "refuted"),
        ([EMPTY], {}, "vacuous"),
        ([TRUE, EMPTY], {}, "vacuous"),
        ([FALSE], {"assuming": "x > 0", "given": [x > 0]}, "proved-under"),
        ([TRUE], {"needs": "x is real"}, "proved-under"),
        ([OPEN], {"needs": "x is real"}, "undecided"),
        ([FALSE], {"needs": "x is real"}, "refuted"),
        ([FALSE], {"assuming": "x > -1", "given": [x > -1]}, "refuted"),
        ([FALSE], {"corrected": "x >= 0", "right": [TRUE]}, "refuted"),
        ([FALSE], {"corrected": "x < 0", "right": [FALSE]}, "refuted"),
        ([FALSE, OPEN], {"corrected": "x >= 0", "right": [TRUE]}, "refuted"),
        ([TRUE, FALSE], {"corrected": "x >= 0", "right": [TRUE]}, "refuted"),
    ],
)
def test_the_verdict_is_computed_from_the_parts(goals, options, verdict):
    assert settled(*goals, **options)["verdict"] == verdict


def test_an_unused_correction_does_not_change_a_proved_statement():
    record = settled(TRUE, corrected="something else", right=[TRUE])
    assert (record["verdict"], record["corrected"], record["witness"]) == ("proved", None, None)


def test_a_proved_under_statement_names_its_hypothesis_and_shows_that_it_is_needed():
    record = settled(FALSE, assuming="x > 0", given=[x > 0])
    assert record["assuming"] == "x > 0"
    assert record["witness"]["at"] == {"x": "0"}


def test_definitions_are_not_mathematical_if_their_exercise_works():
    good = settle(Claim("p/d", lambda: definition("a word", TRUE)))
    bad = settle(Claim("p/d", lambda: definition("a word", FALSE)))
    assert (good["verdict"], bad["verdict"]) == ("not-mathematical", "undecided")


def test_the_grade_is_the_worst_of_the_parts():
    assert settled(identity((x + 17) ** 2, x**2 + 34 * x + 289))["grade"] == "A"
    assert settled(identity(x + x, 2 * x), TRUE)["grade"] == "B"


def test_no_goal_is_no_proof():
    assert verdict_of(states(), {"goals": []}) == "undecided"


class Careless(Goal):
    """A method that proves everything."""

    def prove(self, ledger: Ledger) -> None:
        ledger.kinds.add("identity")

    def near_misses(self) -> list[Goal]:
        return [Careless()]


def test_a_method_that_accepts_a_near_miss_is_caught():
    with pytest.raises(NearMissAccepted):
        decide(Careless())
    assert settled(Careless())["verdict"] == "undecided"


def test_words_and_goals_must_come_together():
    with pytest.raises(ValueError, match="corrected"):
        states(TRUE, corrected="without goals")
    with pytest.raises(ValueError, match="sympy has made of it"):
        holds(sp.true)


def test_a_conclusion_that_is_assumed_is_no_goal():
    with pytest.raises(ValueError, match="is a hypothesis"):
        holds(x <= 1, x >= 0, x <= 1)
    assert decide(holds(x <= 1, x >= 0, x < 1)).status == "proved"


CLAIM = Claim("p/c", lambda: states(FALSE, assuming="x > 0", given=[x > 0]))
PROVED = Claim("p/c", lambda: states(holds(x * (2 - x) >= 0, x >= 0, x <= 1)))


def test_untouched_records_replay():
    assert replay(CLAIM, settle(CLAIM)) == ""
    assert replay(PROVED, settle(PROVED)) == ""


def _change(record, path, value):
    changed = copy.deepcopy(record)
    *parents, last = path
    place = changed
    for key in parents:
        place = place[key]
    place[last] = value
    return changed


PROOF = ("steps", "goals", 0, "proof")


@pytest.mark.parametrize(
    ("claim", "path", "value"),
    [
        (CLAIM, ("verdict",), "proved"),
        (CLAIM, ("assuming",), "x > -1"),
        (CLAIM, ("steps", "goals", 0, "counterexample", "at", "x"), "1"),
        (CLAIM, ("steps", "goals", 0, "status"), "proved"),
        (CLAIM, ("steps", "under"), []),
        (PROVED, ("verdict",), "refuted"),
        (PROVED, ("grade",), "A"),
        (PROVED, PROOF, []),
        (PROVED, (*PROOF, 0, "claim", "strict"), True),
        (PROVED, (*PROOF, 0, "claim", "polynomial", 0, 0), "7"),
        (PROVED, (*PROOF, 0, "terms", 0, "coefficient"), "2"),
        (PROVED, (*PROOF, 0, "constraints", 0, "polynomial", 0, 0), "3"),
    ],
)
def test_a_tampered_record_is_noticed(claim, path, value):
    assert replay(claim, _change(settle(claim), path, value)) != ""


def test_the_decision_keeps_what_was_tried():
    decision = decide(OPEN)
    assert isinstance(decision, Decision)
    assert (decision.status, bool(decision.note)) == ("undecided", True)
