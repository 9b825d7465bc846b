"""Privacy, utility, prices and proofs of coverage are read as what a certificate says they are."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from rropt.checker.conditions import Conditions
from rropt.checker.levels import OneNumber
from rropt.checker.levels_of_pairs import Matrix
from rropt.checker.limits import Size
from rropt.checker.plain_table import table_of
from rropt.checker.stated_parts import (
    PROOFS,
    UTILITIES,
    read_charge,
    read_privacy,
    read_universal,
    read_utility,
)
from rropt.checker.verdict import Malformed
from tests.certificates import HAIR, TWO_LEVELS, changed, moved, useless, verdict
from tests.checker.test_condition_rays import as_read
from tests.checker.test_divergences import NAMES
from tests.checker.test_pair_charge import SOFT

THREE, ZERO = F(3), F(0)


def test_each_form_is_read_as_itself():
    number = read_privacy({"gamma": THREE, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(number, OneNumber) and number.is_pure and number.high == 3
    rows = [[F(1), THREE], ["oo", F(1)]]
    matrix = read_privacy({"gamma": rows, "delta": ZERO}, 2, Size(1, 64))
    assert isinstance(matrix, Matrix) and matrix.high == [[1, 3], [None, 1]]
    listed = read_privacy({"conditions": as_read(TWO_LEVELS)}, 2, Size(1, 64))
    assert isinstance(listed, Conditions) and not listed.is_pure


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"gamma": THREE},
        {"conditions": as_read(TWO_LEVELS), "gamma": THREE},
        {"gamma": THREE, "delta": ZERO, "conditions": []},
    ],
)
def test_what_is_no_privacy(value):
    with pytest.raises(Malformed):
        read_privacy(value, 2, Size(1, 64))


@pytest.mark.parametrize("name", sorted(set(UTILITIES) - {"trace"} - set(NAMES)))
def test_a_name_alone_is_no_utility(name):
    with pytest.raises(Malformed):
        read_utility({"name": name}, [1, 1])


def test_what_tells_all_truths_apart_has_no_classes():
    assert read_utility({"name": "trace"}, [1, 2])
    with pytest.raises(Malformed):
        read_utility({"name": "le-cam", "pair": [0, 1]}, [1, 2])


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


def test_universal_may_be_missing_or_false():
    privacy = read_privacy({"gamma": THREE, "delta": ZERO}, 2, Size(1, 64))
    warner = table_of([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]])
    for data, claimed in (({}, False), ({"universal": False}, False), ({"universal": True}, True)):
        assert (read_universal(data, privacy, warner, Size(1, 64)) is not None) == claimed
    with pytest.raises(Malformed):
        read_universal({"universal": None}, privacy, warner, Size(1, 64))
