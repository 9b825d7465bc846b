"""Extreme patterns: counts against ordered Bell numbers, extremality by rank, the excess."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import flint
import pytest

from rropt.exact import InputError
from rropt.patterns.extreme import (
    OUTSIDE,
    evaluate,
    excess,
    ordered_pairs,
    pattern_types,
    pure_patterns,
    staircases,
)


def ordered_bell(n: int) -> int:
    """Ordered set partitions, by the recurrence over the size of the lowest level."""
    return (
        1 if n == 0 else sum(comb(n, first) * ordered_bell(n - first) for first in range(1, n + 1))
    )


@pytest.mark.parametrize("truths", [2, 3, 4, 5, 6])
def test_staircases_are_counted_by_ordered_partitions_of_supports(truths: int) -> None:
    expected = sum(comb(truths, size) * ordered_bell(size) for size in range(1, truths + 1))
    found = list(staircases(truths))
    assert len(found) == len(set(found)) == expected


@pytest.mark.parametrize("truths", [2, 3, 4])
def test_every_staircase_is_the_only_ray_on_its_tight_planes(truths: int) -> None:
    gamma = Fraction(3)
    for exponents in staircases(truths):
        if max(exponents) == 0 and sum(level == 0 for level in exponents) > 1:
            continue  # constant on several truths: listed, but inside a cell
        r = evaluate(exponents, gamma)
        planes = [
            [int(j == a) - int(j == b) * 3 for j in range(truths)]
            for a, b in ordered_pairs(truths)
            if r[a] == gamma * r[b]
        ]
        planes += [[int(j == a) for j in range(truths)] for a in range(truths) if r[a] == 0]
        rank = flint.fmpz_mat(planes).rank() if planes else 0
        assert rank == truths - 1


@pytest.mark.parametrize("truths", [2, 3, 5])
def test_pure_patterns_are_all_but_the_constant_ones(truths: int) -> None:
    found = list(pure_patterns(truths))
    assert len(found) == 2**truths - 2
    assert all(set(pattern) == {0, 1} for pattern in found)


def test_types_expand_to_all_patterns() -> None:
    sizes = []
    for runs in pattern_types(4, Fraction(1, 2)):
        counts = [count for _, count in runs]
        arrangements, left = 1, 4
        for count in counts:
            arrangements, left = arrangements * comb(left, count), left - count
        sizes.append(arrangements)
    assert sum(sizes) == 149


def test_excess_lists_only_positive_differences() -> None:
    pattern = evaluate((2, 0, OUTSIDE), Fraction(2))
    assert excess(pattern, Fraction(2)) == {
        (0, 1): Fraction(2),
        (0, 2): Fraction(4),
        (1, 2): Fraction(1),
    }


def test_enumeration_beyond_reach_says_what_works_instead() -> None:
    with pytest.raises(InputError, match="categories must be at most 20"):
        list(pure_patterns(21))
    with pytest.raises(InputError, match="categories must be at most 6"):
        list(staircases(7))
