"""The proofs of coverage by their names: one certificate, all the proofs that it admits."""

from __future__ import annotations

import pytest

from rropt.checker.covers import READERS
from tests.certificates import HAIR, F, changed, moved, useless, verdict

PURE = {"gamma": "3", "delta": "0"}
PRIOR = [F(3, 4), F(1, 4)]
OF = {
    "actions": useless(2, PURE, {"name": "trace"}, [F(3, 4)] * 2, {"proof": "actions"}, value=F(1)),
    "line": useless(
        2, PURE, {"name": "fisher-information", "prior": PRIOR}, [F(2, 3)] * 2, {"proof": "line"}
    ),
    "tree": useless(
        2,
        PURE,
        {"name": "mutual-information", "prior": PRIOR},
        [F(1)] * 2,
        {"proof": "tree", "tree": ["3/2"]},
    ),
}


@pytest.mark.parametrize("proof", OF)
def test_every_proof_agrees_with_the_one_by_extremes(proof):
    extremes = {"proof": "extremes"}
    assert verdict(OF[proof]) == verdict(changed(OF[proof], cover=extremes)) == "verified"
    below = moved(OF[proof], -F(2) if proof == "tree" else -HAIR)
    assert verdict(below) == verdict(changed(below, cover=extremes)) == "refuted"


@pytest.mark.parametrize("proof", OF)
@pytest.mark.parametrize("other", sorted(READERS))
def test_a_proof_is_for_its_own_utility(proof, other):
    if (proof, other) == ("line", "form"):
        assert verdict(changed(OF[proof], cover={"proof": "form"})) == "verified"
    elif other not in (proof, "extremes"):
        cover = OF[other]["cover"] if other in OF else {"proof": other}
        assert verdict(changed(OF[proof], cover=cover)) == "malformed"


@pytest.mark.parametrize(
    "cover", [None, [], "extremes", {}, {"proof": "trust"}, {"proof": ["line"]}, {"proof": None}]
)
def test_what_names_no_proof_is_malformed(cover):
    assert verdict(changed(OF["actions"], cover=cover)) == "malformed"
