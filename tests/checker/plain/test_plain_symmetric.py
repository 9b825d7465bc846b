"""The specification of symmetric covariances: small matrices whose answers are known by hand."""

from __future__ import annotations

import copy
from fractions import Fraction as F

import pytest

from rropt.checker import check
from rropt.checker.plain.plain_matrices import unit_matrix
from rropt.checker.plain.plain_symmetric import (
    does,
    information,
    is_proved,
    symmetric,
    written,
    written_levels,
    written_pairs,
    written_rows,
)
from tests.certificates import write

pytestmark = pytest.mark.quick

HALF = F(1, 2)


def test_a_row_stands_for_all_its_rearrangements():
    data = {"weights": ["1/2"], "patterns": [[[["3", 1], ["1", 1]], "2"]]}
    rows = written_rows(data, [2, 1])
    assert sorted(rows) == [[F(1, 4), F(3, 4), HALF], [F(3, 4), F(1, 4), HALF]]


def test_pairs_of_a_class_have_its_price_in_both_directions():
    pairs = written_pairs({"pair_prices": [[0, 0, "1/7"], [1, 0, "2"]]}, [0, 0, 1])
    assert [0, 1, "1/7"] in pairs and [1, 0, "1/7"] in pairs
    assert [2, 0, "2"] in pairs and [2, 1, "2"] in pairs and [0, 2, "0"] in pairs


def test_levels_of_protected_classes_are_a_matrix_beside_singles():
    given = {"gamma": "3", "delta": "0", "protected": [1]}
    levels = [["1", "3", "3"], ["3", "1", "3"], ["3", "3", "1"]]
    found = written_levels(given, [0, 0, 1])
    assert found == {"gamma": levels, "delta": "0", "singles": [0, 1]}
    assert written_levels(given, [1, 1, 1]) == {"gamma": levels, "delta": "0"}
    assert written_levels({"gamma": "3", "delta": "0"}, [0, 1])["gamma"] == "3"


def test_own_acts_on_differences_and_means_on_what_is_constant():
    X = written({"own": ["5", "0"], "means": [["1", "2"], ["2", "3"]]}, [0, 0, 1])
    apart, even, other = [1, -1, 0], [1, 1, 0], [0, 0, 1]
    images = [
        [sum(a * x for a, x in zip(row, v, strict=True)) for row in X] for v in (apart, even, other)
    ]
    assert images == [[5, -5, 0], [2, 2, 4], [2, 2, 3]]


def test_the_information_of_telling_the_truth():
    """Of truths with shares 1/4 and 3/4: 4 and 4/3, so that Cov = q (1 - q) along (1, -1)."""
    q = [F(1, 4), F(3, 4)]
    J = information([[F(1), F(0)], [F(0), F(1)]], q)
    assert [[4, 0], [0, F(4, 3)]] == J
    variance = F(3, 16)
    assert does("a-optimal", 2 * variance, J, q) and not does(
        "a-optimal", 2 * variance - F(1, 10**9), J, q
    )
    assert does("e-optimal", 2 * variance, J, q) and not does(
        "e-optimal", 2 * variance - F(1, 10**9), J, q
    )
    volume = 2 / F(16, 3)
    assert does("d-optimal", volume, J, q) and not does("d-optimal", volume - F(1, 10**9), J, q)


def test_tangents_prove_what_their_prices_pay_for():
    """With V = J^-1 and paid = tr V J V = tr V: 2 tr V - q.q - paid is the trace of Cov itself."""
    q = [HALF, HALF]
    V = [[HALF, F(0)], [F(0), HALF]]
    assert is_proved("a-optimal", HALF, F(1), q, V, unit_matrix(2))
    assert not is_proved("a-optimal", HALF + F(1, 10**9), F(1), q, V, unit_matrix(2))
    assert is_proved("d-optimal", HALF, F(2), q, V, unit_matrix(2))
    assert not is_proved("d-optimal", HALF + F(1, 10**9), F(2), q, V, unit_matrix(2))
    assert not is_proved("d-optimal", F(-1), F(0), q, V, unit_matrix(2))
    D = [[HALF, -HALF], [-HALF, HALF]]
    assert is_proved("e-optimal", HALF, HALF, q, V, D)
    assert not is_proved("e-optimal", HALF + F(1, 10**9), HALF, q, V, D)
    negative = [[-x for x in row] for row in D]
    assert not is_proved("e-optimal", F(-(10**9)), HALF, q, V, negative)


def warner(name: str, value: F, tangents, price: F, **parts):
    """gamma 3 and equal shares: J = sum r r' / (q.r) = ((5, 3), (3, 5)) / 4.

    On (1, -1) it is 1/2 and on (1, 1) it is 2, so J^-1 is 2 and 1/2, and Cov = J^-1 - qq' is 2 and
    0: its trace, its largest eigenvalue, and the product of the others than zero are all 2.
    """
    data = {
        "format": "rropt-certificate/2",
        "kind": "symmetric",
        "privacy": {"gamma": "3", "delta": "0"},
        "truths": [2],
        "objective": {"name": name},
        "prior": [HALF],
        "patterns": [[[["3", 1], ["1", 1]]]],
        "weights": [HALF],
        "tangents": tangents,
        "prices": [price],
        "value": value,
        "bound": value,
        "gap": F(0),
        "cover": {"proof": "extremes"},
    }
    return write(data | parts)


BEST = {"own": [F(2)], "means": [[F(1, 4)]]}
"""V = J^-1: 2 on differences, and on constants 1/2 = 2 m, so the mean entry is m = 1/4."""

TRACE = warner("a-optimal", F(2), BEST, F(5, 4))
"""r'VVr / (q.r) at (3, 1): (4 * 2 + 16 / 8) / 2 = 5, and 4 y is paid: y = 5/4."""

VOLUME = warner("d-optimal", F(2), BEST, F(1))
"""r'Vr / (q.r) at (3, 1): (2 * 2 + 16 / 4) / 2 = 4, so y = 1; 2 (2/2)^2 det V = 2."""

LARGEST = warner("e-optimal", F(2), BEST, F(1), directions={"own": [F(1)], "means": [[F(0)]]})
"""D on differences alone: r'VDVr / (q.r) = 4 * 2 / 2 = 4, y = 1; 2 tr DV - paid = 4 - 2."""

ALL = {"trace": TRACE, "volume": VOLUME, "largest": LARGEST}


@pytest.mark.parametrize("name", ALL)
def test_certificates_by_hand(name: str) -> None:
    assert symmetric(ALL[name])
    verdict = check(ALL[name])
    assert verdict.verdict == "verified" and "reaches it" in verdict.statement


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("place", "wrong"),
    [
        (("value",), "199/100"),
        (("bound",), "201/100"),
        (("gap",), "1"),
        (("prices", 0), "9/10"),
        (("weights", 0), "1/3"),
        (("privacy", "gamma"), "2"),
        (("privacy", "gamma"), "4"),
        (("tangents", "own", 0), "9/4"),
    ],
)
def test_near_misses_are_neither_proved_nor_verified(name: str, place, wrong) -> None:
    data = copy.deepcopy(ALL[name])
    at = data
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = wrong
    if place[0] in ("value", "bound"):
        data["gap"] = str(F(data["value"]) - F(data["bound"]))
    assert not symmetric(data) and check(data).verdict == "refuted"
