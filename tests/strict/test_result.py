"""How B(h) is told: JSON, words, and what it decides."""

from __future__ import annotations

import math
from fractions import Fraction as F

import pytest
import sympy

import rropt as rr
from rropt.exact import InputError
from rropt.strict.result import StrictBound


def test_epsilon_and_json_of_an_exact_bound() -> None:
    found = rr.strict_bound("Min(1, p + 1/5)")
    lo, hi = found.epsilon
    assert lo < F("0.810930216216328763956026230928") < hi
    answer = found.to_json()
    assert (answer["bound"], answer["attained"], answer["at"]) == ("9/4", True, ["2/5"])
    assert [F(end) for end in answer["epsilon"]] == sorted(map(F, answer["epsilon"]))


def test_json_of_an_enclosure() -> None:
    answer = rr.strict_bound("p*(1 - log(p))").to_json()
    lo, hi = (F(end) for end in answer["bound"])
    assert lo < hi < lo + F(1, 10**15)
    assert all(F(end) for end in answer["at"][0])


def test_the_result_reads_well() -> None:
    assert "attained at p = 2/5" in rr.strict_bound("Min(1, p + 1/5)").describe()
    assert "approached as p -> 0 from the right" in rr.strict_bound("Min(1, 2*p)").describe()
    assert "every 0 < p < 1" in rr.strict_bound("p").describe()
    assert "B(h) = oo" in rr.strict_bound("1").describe()


ROOT = StrictBound(F("1.4142135"), F("1.4142136"), sympy.sqrt(2), False, ("0+",))
OPEN = StrictBound(F("1.4142135"), F("1.4142136"), None, None, ())


@pytest.mark.parametrize(
    ("parity", "named", "unnamed"),
    [
        (F("1.4142135"), True, True),
        (F("1.41421356"), True, None),
        (F("1.41421357"), False, None),
        (F("1.4142137"), False, False),
        (math.inf, False, False),
    ],
)
def test_a_name_decides_what_the_enclosure_cannot(parity, named, unnamed) -> None:
    assert ROOT.reaches(parity) is named and OPEN.reaches(parity) is unnamed


def test_a_bound_is_the_level_of_a_design() -> None:
    level = ROOT.gamma
    assert (level.lo, level.hi) == (ROOT.lo, ROOT.hi)
    everything = StrictBound(math.inf, math.inf, None, True, ())
    assert everything.reaches(F(10**9)) is True and everything.epsilon == (math.inf, math.inf)
    with pytest.raises(InputError, match="demands nothing"):
        _ = everything.gamma


def test_an_undecided_place_is_said_and_not_listed() -> None:
    assert OPEN.to_json()["at"] is None and "undecided" in OPEN.describe()
    assert ROOT.to_json()["at"] == ["0+"] and "sqrt(2) = [" in ROOT.describe()
    assert (ROOT.bound, OPEN.bound) == (sympy.sqrt(2), (OPEN.lo, OPEN.hi))
