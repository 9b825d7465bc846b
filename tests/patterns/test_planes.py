"""Rays where planes of any direction cut the orthant, against all pairs of planes."""

from fractions import Fraction as F
from itertools import combinations
from math import comb, gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt.exact import InputError
from rropt.patterns.planes import along, rays_of_planes

forms = st.tuples(*[st.integers(-3, 3).map(F)] * 3)


def crossed(first, second):
    """The line of two planes through the origin in space, as whole numbers without a factor."""
    (a, b, c), (d, e, f) = first, second
    line = [int(x) for x in (b * f - c * e, c * d - a * f, a * e - b * d)]
    common = gcd(*line)
    return tuple(x // common for x in line) if common else None


@settings(max_examples=60)
@given(st.lists(forms, max_size=3), st.lists(forms, max_size=2))
def test_in_space_a_ray_is_where_two_planes_cross(planes, hard):
    axes = [(F(1), F(0), F(0)), (F(0), F(1), F(0)), (F(0), F(0), F(1))]
    walls = [*axes, *planes, *hard]
    expected = set()
    for pair in combinations(walls, 2):
        line = crossed(*pair)
        for ray in (line, tuple(-x for x in line)) if line else ():
            allowed = all(sum(a * x for a, x in zip(f, ray, strict=True)) <= 0 for f in hard)
            if min(ray) >= 0 and allowed:
                expected.add(ray)
    assert rays_of_planes(planes, hard, 3, 1000) == sorted(expected)


def test_the_planes_of_one_level_give_its_supports_and_steps():
    """r_0 = 2 r_1 and r_1 = 2 r_0: both axes, and one ray on each plane."""
    planes = [(F(1), F(-2)), (F(-2), F(1))]
    assert rays_of_planes(planes, [], 2, 1000) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert rays_of_planes(planes, planes, 2, 1000) == [(1, 2), (2, 1)]


def test_a_plane_counts_once_whatever_its_scale():
    once = rays_of_planes([(F(1), F(-2), F(0))], [], 3, 1000)
    assert rays_of_planes([(F(1), F(-2), F(0)), (F(-1, 2), F(1), F(0))], [], 3, 1000) == once


def test_too_many_pairs_are_refused():
    """Three rays of each of two planes, one pair on both sides, and two rays of what they cut."""
    planes = [(F(1), F(-2), F(0)), (F(1), F(-3), F(0))]
    assert rays_of_planes(planes, [], 3, 130)
    with pytest.raises(InputError, match="between more patterns than are looked at"):
        rays_of_planes(planes, [], 3, 129)


def test_ten_truths_whose_chances_change_by_a_factor_have_their_box():
    """r_j <= 2 p.r and p.r <= 2 r_j at equal shares: with p.r = 1 five of ten at an end and five at
    the other are 1.25 on average, so that six are at 1/2, three at 2 and one at 1."""
    k = 10
    share = F(1, k)
    above = [tuple((i == j) - 2 * share for i in range(k)) for j in range(k)]
    below = [tuple(share - 2 * (i == j) for i in range(k)) for j in range(k)]
    rays = rays_of_planes([], [*above, *below], k, 10**6)
    assert {tuple(sorted(r)) for r in rays} == {(1,) * 6 + (2,) + (4,) * 3}
    assert len(rays) == 10 * comb(9, 3)


def test_zeros_cost_nothing():
    assert along((F(1, 2), F(0)), (F(4), F(10**50))) == 2
