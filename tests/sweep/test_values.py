"""Values of one parameter: exact, canonical, each once; what is wrong is named with its place."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt import InputError
from rropt.sweep.values import axis, named_prior


@pytest.mark.parametrize(
    ("name", "given_values", "expected"),
    [
        ("epsilon", 0.1, ("1/10",)),
        ("epsilon", ["0.5", "1/2", 0.5], ("1/2",)),
        ("epsilon", ["ln(3)", "log(6/2)"], ("ln(3)",)),
        ("epsilon", {"from": "0.1", "to": "0.35", "step": "0.1"}, ("1/10", "1/5", "3/10")),
        ("epsilon", {"from": "0.1", "to": "0.3", "step": "0.1"}, ("1/10", "1/5", "3/10")),
        ("gamma", {"from": 1, "to": 2, "points": 4}, ("1", "4/3", "5/3", "2")),
        ("delta", [{"from": 0, "to": 1, "points": 2}, "1/2"], ("0", "1", "1/2")),
        ("outputs", ["any", 2, "3"], ("any", "2", "3")),
        ("denominator", ["none", "2^10", 52], ("none", "1024", "52")),
        ("categories", {"from": 2, "to": 4, "step": 1}, ("2", "3", "4")),
        ("prior", "1/4", ("1/4",)),
        ("prior", ["1/4", 0.5], ("1/4", "1/2")),
        ("prior", [["1/4", "3/4"], "0.5,0.5"], ("1/4,3/4", "1/2,1/2")),
        ("pair", [0, 1], ("0,1",)),
        ("pair", [[0, 1], [1, 2]], ("0,1", "1,2")),
        ("contrast", "1,-1", ("1,-1",)),
        ("gain", [[1, 0], [0, 1]], ("1,0;0,1",)),
        ("gain", ["1,0;0,1", "2,0;0,1"], ("1,0;0,1", "2,0;0,1")),
        ("priors", [["1/2", "1/2"], ["1/4", "3/4"]], ("1/2,1/2;1/4,3/4",)),
    ],
)
def test_values_are_canonical(name, given_values, expected):
    assert axis(name, given_values) == expected


def test_ranges_arrays_and_columns_are_lists():
    assert axis("categories", range(2, 5)) == ("2", "3", "4")
    assert axis("epsilon", np.array([0.1, 0.5, 1])) == ("1/10", "1/2", "1")
    assert axis("outputs", np.array([2, 3])) == ("2", "3")
    assert axis("gain", np.array([[1, 0], [0, 2]])) == ("1,0;0,2",)
    assert axis("prior", [np.array([0.5, 0.5]), "1/4,3/4"]) == ("1/2,1/2", "1/4,3/4")
    with pytest.raises(InputError, match=r"epsilon\[1\] must be finite, got nan"):
        axis("epsilon", np.array([0.1, np.nan]))
    with pytest.raises(InputError, match="epsilon must be an exact number"):
        axis("epsilon", {1, 2})


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_columns_of_data_frames_are_lists(library):
    column = pytest.importorskip(library).Series([0.1, 0.25])
    assert axis("delta", column) == ("1/10", "1/4")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("epsilon", [], "epsilon must have at least one value"),
        ("epsilon", [1, -1], r"epsilon\[1\]"),
        ("epsilon", ["1", "x"], r"epsilon\[1\]"),
        ("epsilon", {"from": 0, "to": 1}, "from, to, points"),
        ("epsilon", {"from": 0, "to": 1, "step": 1, "points": 2}, "must be a range"),
        ("epsilon", {"from": 1, "to": 0, "step": 1}, "epsilon.to must be at least from"),
        ("epsilon", {"from": 0, "to": 1, "step": 0}, "epsilon.step must be positive"),
        ("epsilon", {"from": 0, "to": 1, "points": 1}, "epsilon.points"),
        ("epsilon", {"from": 0, "to": 1, "step": "1e-30"}, "at most 1,000,000 values"),
        ("epsilon", {"from": "ln(2)", "to": 1, "points": 3}, "epsilon.from"),
        ("gamma", "1/2", "gamma must be at least 1"),
        ("delta", 2, "delta must lie between 0 and 1"),
        ("outputs", 1, "outputs must be a whole number of at least 2"),
        ("outputs", {"from": 2, "to": 3, "points": 3}, "outputs must be a whole number"),
        ("denominator", 0, "denominator"),
        ("categories", "many", "categories"),
        ("prior", ["1/4", "3/2"], r"prior\[1\]"),
        ("prior", [["1/4", "1/4"]], r"prior\[0\] must sum to one"),
        ("divergence", 3, "divergence must be a name"),
        ("gain", 3, "gain must be a list of rows"),
    ],
)
def test_a_wrong_value_is_named(name, value, words):
    with pytest.raises(InputError, match=words):
        axis(name, value)


@pytest.mark.everything
@given(
    st.fractions(0, 5, max_denominator=50),
    st.fractions(0, 5, max_denominator=50),
    st.integers(2, 40),
)
def test_points_are_equally_spaced_with_both_ends(low, width, points):
    found = axis("epsilon", {"from": low, "to": low + width, "points": points})
    numbers = [Fraction(value) for value in found]
    assert numbers[0] == low and numbers[-1] == low + width
    assert len(numbers) == (points if width else 1)
    assert len({b - a for a, b in pairwise(numbers)}) <= 1


@pytest.mark.everything
@given(
    st.fractions(0, 5, max_denominator=50),
    st.fractions(0, 5, max_denominator=50),
    st.fractions("1/20", 2, max_denominator=20),
)
def test_steps_stay_inside_and_the_next_would_not(low, width, step):
    numbers = [Fraction(v) for v in axis("epsilon", {"from": low, "to": low + width, "step": step})]
    assert numbers[0] == low
    assert numbers[-1] <= low + width < numbers[-1] + step


@pytest.mark.parametrize("name", ["uniform", "zipf"])
def test_named_priors_are_distributions(name):
    masses = [Fraction(entry) for entry in named_prior(name, 5).split(",")]
    assert sum(masses) == 1 and len(masses) == 5
    assert all(masses[0] / masses[j] == (1 if name == "uniform" else j + 1) for j in range(5))
