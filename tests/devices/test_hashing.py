"""Local hashing over a family: the protocol by enumeration, its exact parity, its estimator."""

from fractions import Fraction as F

import pytest

from rropt.devices.hashing import (
    all_hashes,
    binary_local_hashing,
    linear_hashes,
    local_hashing,
)
from rropt.devices.populations import CENSUS
from rropt.exact import InputError


def test_binary_local_hashing_is_its_protocol():
    family = ((0, 0, 1), (0, 1, 0), (0, 1, 1))
    device = binary_local_hashing(family, gamma=3)
    for truth in range(3):
        expected = tuple(
            F(1, 3) * (F(3, 4) if h[truth] == y else F(1, 4)) for h in family for y in (0, 1)
        )
        assert device.channel.columns[truth] == expected


def test_local_hashing_is_its_protocol():
    family = ((0, 1, 2), (2, 2, 0))
    device = local_hashing(family, 3, gamma=4)
    for truth in range(3):
        expected = tuple(
            F(1, 2) * (F(4, 6) if h[truth] == y else F(1, 6)) for h in family for y in range(3)
        )
        assert device.channel.columns[truth] == expected


def test_parity_is_gamma_as_soon_as_a_hash_separates():
    assert local_hashing(all_hashes(3, 2), 2, gamma="7/2").parity == F(7, 2)


def test_local_hashing_variance_over_all_functions_is_published():
    """Wang et al. 2017, counts fixed, q = 1/g: (q (1 - q) + pi (p - q)(1 - p - q)) / (p - q)^2."""
    g, gamma = 3, F(2)
    p, q, prior = gamma / (gamma + g - 1), F(1, g), (F(1, 2), F(1, 3), F(1, 6))
    expected = tuple((q * (1 - q) + pi * (p - q) * (1 - p - q)) / (p - q) ** 2 for pi in prior)
    assert local_hashing(all_hashes(3, g), g, gamma=gamma).variances(prior, 1, CENSUS) == expected


def test_linear_hashes_collide_as_counted():
    family = linear_hashes(3, 2, 3)
    pairs = {(i, j): sum(h[i] == h[j] for h in family) for i in range(3) for j in range(i)}
    assert len(family) == 9 and set(pairs.values()) == {3 + 2}


def test_a_family_that_treats_pairs_differently_is_still_estimated_without_bias():
    device = binary_local_hashing("0,0,1;0,1,1;0,1,0;0,1,0", gamma=3)
    prior = (F(1, 2), F(1, 3), F(1, 6))
    masses = device.channel.report_distribution(prior)
    found = tuple(sum(m * e for m, e in zip(masses, row, strict=True)) for row in device.estimator)
    assert found == prior


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: binary_local_hashing("0,0,1;1,1,0", gamma=3), "lower rank"),
        (lambda: binary_local_hashing("0,2;1,0", gamma=3), "values below g = 2"),
        (lambda: binary_local_hashing("0;1", gamma=3), "at least two categories"),
        (lambda: local_hashing("0,1;1", 2, gamma=3), "equally long"),
        (lambda: binary_local_hashing(5, gamma=3), "rows of whole numbers"),
        (lambda: binary_local_hashing([1, 2], gamma=3), "rows of whole numbers"),
    ],
)
def test_bad_families_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)


@pytest.mark.everything
def test_a_number_of_categories_takes_the_place_of_a_table_by_hand():
    """olh --categories 4 at gamma = 3: the published g is gamma + 1."""
    device = local_hashing(categories=4, gamma=3)
    by_hand = local_hashing(all_hashes(4, 4), 4, gamma=3)
    assert device.channel == by_hand.channel
    assert binary_local_hashing(categories=3, gamma=3).channel.shape == (16, 3)


@pytest.mark.everything
def test_many_categories_are_hashed_by_the_linear_family():
    device = local_hashing(categories=12, gamma=3)
    assert device.channel == local_hashing(linear_hashes(12, 4, 13), gamma=3).channel
    assert device.channel.shape == (4 * 169, 12) and device.parity == 3


@pytest.mark.parametrize("given", [{}, {"hashes": "0,1;1,0", "categories": 2}])
def test_either_functions_or_categories_are_given(given):
    with pytest.raises(InputError, match="exactly one of hashes and categories"):
        local_hashing(**given, g=2, gamma=3)
