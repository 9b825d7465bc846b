"""Devices tuned to a level: their parity, and the published order of their variances."""

from fractions import Fraction as F

import pytest

from rropt.devices.local import subset_selection
from rropt.devices.optimum import optimum_at
from rropt.devices.rivals import rivals
from rropt.exact import InputError


@pytest.mark.parametrize("gamma", ["3/2", 3, 4, 10])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_every_rival_has_the_wanted_parity(gamma, k):
    for name, device in rivals(gamma, k).items():
        assert F(gamma) - F(1, 2**58) < device.parity <= F(gamma), name


@pytest.mark.parametrize("gamma", ["3/2", 4])
def test_no_yes_no_rival_beats_the_optimum_and_warner_reaches_it(gamma):
    best = optimum_at(gamma, 0, "1/5").variance
    found = {name: device.variance("1/5") for name, device in rivals(gamma).items()}
    assert min(found.values()) == best == found["warner"] == found["crosswise"]
    assert found["christofides"] > best


@pytest.mark.everything
def test_k_ary_wins_at_low_privacy_and_subsets_at_high():
    """Wang et al. 2017: for rare categories k-ary beats optimized unary while k < 3 gamma + 2."""
    uniform = ["1/8"] * 8
    low, high = rivals(20, 8), rivals("11/10", 8)
    assert low["k_ary"].variance(uniform) < low["optimized_unary"].variance(uniform)
    assert high["k_ary"].variance(uniform) > high["optimized_unary"].variance(uniform)
    assert min(high, key=lambda name: high[name].variance(uniform)) == "subset_selection"


def test_best_subset_is_the_best_of_all_sizes():
    uniform = [F(1, 6)] * 6
    for gamma in (F(11, 10), F(2), F(9)):
        sizes = [subset_selection(6, d, gamma=gamma).variance(uniform) for d in range(1, 6)]
        assert rivals(gamma, 6)["subset_selection"].variance(uniform) == min(sizes)


def test_no_information_is_refused():
    with pytest.raises(InputError, match="gamma must be above 1"):
        rivals(1)
