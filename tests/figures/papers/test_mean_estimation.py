"""Means of numbers: the certified limits, and every mechanism above them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rropt.figures.papers.mean_estimation import agreed, mean_estimation
from tests.figures.computed import data


@pytest.mark.everything
def test_the_mean_of_numbers_has_the_certified_limits_and_every_mechanism_above_them() -> None:
    """At epsilon 1/2 16.00280; at 2 the limit lies between 0.86543 and 0.86549."""
    found = data("mean-estimation")
    limits = dict(zip(found["epsilon"], found["limits"], strict=True))
    assert limits["1/2"] == [pytest.approx(16.00280, abs=5e-6)] * 2
    assert limits["2"][0] < 0.86543 < 0.86549 < limits["2"][1] < 0.8660
    assert found["digits"][found["epsilon"].index("1")] == "3.990665661"
    for values in found["devices"].values():
        pairs = zip(values, found["limits"], strict=True)
        assert all(value > bound for value, (bound, _) in pairs)


@pytest.mark.long
def test_the_limits_in_the_guide_are_certified() -> None:
    guide = Path(__file__).parents[3] / "examples" / "guide" / "04_numbers.py"
    said = re.findall(r"([0-9.]+) \.\. ([0-9.]+) at ([0-9]+)", guide.read_text().replace("# ", ""))
    found = mean_estimation(161)
    limits = dict(zip(found["epsilon"], found["limits"], strict=True))
    assert [epsilon for _, _, epsilon in said] == ["2", "3", "4", "5", "6"]
    for low, high, epsilon in said:
        assert float(low) <= limits[epsilon][0] <= limits[epsilon][1] <= float(high)


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
