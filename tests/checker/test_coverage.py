"""Prices are read as what they are of; the proofs that they cover agree with each other."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.coverage import PROOFS, read_charge
from rropt.checker.privacy import read_privacy
from rropt.checker.verdict import Malformed, Size
from tests.certificates import HAIR, TWO_LEVELS, changed, moved, useless, verdict
from tests.checker.test_budget_charge import SOFT
from tests.checker.test_condition_rays import as_read


@pytest.mark.parametrize(
    ("privacy", "fields"),
    [
        (SOFT, {"condition_prices": [[0, F(1)]]}),
        ({"conditions": as_read(TWO_LEVELS)}, {"pair_prices": []}),
    ],
)
def test_prices_of_another_privacy_are_malformed(privacy, fields):
    with pytest.raises(Malformed):
        read_charge(
            {"prices": [F(1), F(1)], **fields}, read_privacy(privacy, 2, Size(1, 64)), [1, 1]
        )


def test_a_price_is_missing_or_too_many():
    for prices in ([F(1)], [F(1)] * 3):
        with pytest.raises(Malformed):
            read_charge({"prices": prices}, read_privacy(SOFT, 2, Size(1, 64)), [1, 1])


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
@pytest.mark.parametrize("other", sorted(PROOFS))
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
