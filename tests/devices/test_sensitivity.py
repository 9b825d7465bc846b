"""Sensitivities of the lecture notes' examples, by enumeration and by formula."""

from fractions import Fraction as F

import pytest

from rropt.devices.sensitivity import (
    count_sensitivity,
    distance,
    fraction_sensitivity,
    histogram_sensitivity,
    mean_sensitivity,
    sensitivity_by_addition,
    sensitivity_by_change,
)
from rropt.exact import InputError

SEXES = ("female", "male")


def both_counts(database):
    return database.count("female"), database.count("male")


def test_a_count_has_sensitivity_one():
    assert sensitivity_by_change(lambda x: x.count("male"), SEXES, 4) == count_sensitivity() == 1


def test_a_fraction_has_sensitivity_one_over_n():
    fraction = lambda x: F(x.count("female"), len(x))  # noqa: E731
    assert sensitivity_by_change(fraction, SEXES, 4) == fraction_sensitivity(4) == F(1, 4)


def test_a_bounded_mean():
    mean = lambda x: F(sum(x), len(x))  # noqa: E731
    assert sensitivity_by_change(mean, (0, 30, 100), 3) == mean_sensitivity(3, 0, 100)


def test_an_unbounded_mean_has_infinite_sensitivity():
    assert mean_sensitivity(10) == float("inf") == mean_sensitivity(10, low=0)


def test_the_vector_of_both_counts_by_change_and_by_addition():
    assert sensitivity_by_change(both_counts, SEXES, 3) == histogram_sensitivity() == 2
    assert sensitivity_by_addition(both_counts, SEXES, 3) == histogram_sensitivity(True) == 1


def test_distance_is_l1():
    assert distance((1, 5, 2), (2, 3, 2)) == 3


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: fraction_sensitivity(0), "n must be a whole number of at least 1"),
        (lambda: mean_sensitivity(3, 2, 1), "low must be at most high"),
        (lambda: distance((1,), (1, 2)), "same length"),
    ],
)
def test_bad_queries_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
