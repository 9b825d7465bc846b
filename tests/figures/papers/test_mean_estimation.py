"""Means of numbers: the certified limits, and every mechanism above them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rropt.proofs.found.numbers_beyond import ENDS

from rropt.exact import InputError
from rropt.figures.papers.mean_estimation import agreed, mean_estimation
from tests.figures.computed import data


@pytest.mark.everything
def test_the_mean_of_numbers_has_the_certified_limits_and_every_mechanism_above_them() -> None:
    """At epsilon 2 and 3 the optimum of a program with cvxpy on 321 numbers and of the step."""
    found = data("mean-estimation")
    limits = dict(zip(found["epsilon"], found["limits"], strict=True))
    assert limits["1/2"] == [pytest.approx(16.00280, abs=5e-6)] * 2
    assert limits["2"] == [pytest.approx(0.865456, abs=1e-6)] * 2
    assert limits["3"] == [pytest.approx(0.304058, abs=1e-6)] * 2
    assert all(high * (1 - 1e-6) < low <= high for low, high in limits.values())
    assert found["digits"] == ["16.00280026", "3.990665661", "0.86546", "0.304058"]
    for values in found["devices"].values():
        pairs = zip(values, found["limits"], strict=True)
        assert all(value > bound for value, (bound, _) in pairs)


def test_other_levels_are_asked_for() -> None:
    found = mean_estimation("1/2,3/4")
    assert found["epsilon"] == ["1/2", "3/4"]
    assert {len(values) for values in found["devices"].values()} == {2}
    with pytest.raises(InputError, match="epsilon must be"):
        mean_estimation("1,-1")


def test_the_digits_in_the_guide_are_those_of_both_proved_ends() -> None:
    guide = Path(__file__).parents[3] / "examples" / "guide" / "04_numbers.py"
    said = re.findall(r"([0-9.]+) at ([2-6])\b", guide.read_text().replace("\n# ", " "))
    assert [epsilon for _, epsilon in said] == ["2", "3", "4", "5", "6"]
    for digits, epsilon in said:
        assert agreed(*map(float, ENDS[epsilon])) == digits


@pytest.mark.parametrize(
    ("low", "high", "digits"),
    [
        (1.0, 1.0, "1"),
        (1.99994, 2.00006, "1.9999 .. 2.0001"),
        (0.8654313, 0.8654671, "0.86543 .. 0.86547"),
        (0.86543499, 0.86543501, "0.865435"),
    ],
)
def test_digits_are_those_in_which_both_ends_agree(low, high, digits):
    assert agreed(low, high) == digits
