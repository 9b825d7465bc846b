"""Devices tuned to a level: their parity, and the published order of their variances.

Two mechanisms side by side, against formulas of the literature.
"""

from __future__ import annotations

from fractions import Fraction as F
from math import inf, log

import pytest

import rropt as rr
from rropt.channel.class_supports import ClassSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.pattern_type import PatternType
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


pytestmark = pytest.mark.quick

K, GAMMA = 1000, F(3)


def optimized_unary(share: F) -> F:
    """n Var of a share from independent bits, on with 1/2 and 1/(gamma + 1) (Wang et al. 2017)."""
    own, other = F(1, 2), 1 / (GAMMA + 1)
    on = share * own + (1 - share) * other
    return on * (1 - on) / (own - other) ** 2


def k_ary(share: F, truths: int) -> F:
    """n Var of a share from k-ary response (Kairouz, Oh, Viswanath 2016)."""
    own, other = GAMMA / (GAMMA + truths - 1), 1 / (GAMMA + truths - 1)
    on = share * own + (1 - share) * other
    return on * (1 - on) / (own - other) ** 2


@pytest.fixture(scope="module")
def beside():
    bits = rr.device("optimized_unary", categories=K, gamma=GAMMA)
    return rr.side_by_side(bits, rr.device("k_ary", categories=K, gamma=GAMMA))


def test_variances_are_those_of_the_literature(beside):
    assert beside.A.variance == K * optimized_unary(F(1, K))
    assert beside.P.variance == K * k_ary(F(1, K), K)
    assert beside.efficiency == beside.A.variance / beside.P.variance


def test_privacy_and_length(beside):
    low, high = beside.A.epsilon
    assert low <= F(log(3)).limit_denominator(10**12) + F(1, 10**10) and high - low < F(1, 10**9)
    assert (beside.A.gamma, beside.P.gamma) == (GAMMA, GAMMA)
    assert (beside.A.bits, beside.P.bits) == (K, 10)


def test_the_frame_has_a_row_for_each(beside):
    frame = beside.to_frame()
    assert frame.loc["A", "variance"] == pytest.approx(float(K * optimized_unary(F(1, K))))
    assert frame.loc["P", "variance"] == pytest.approx(float(K * k_ary(F(1, K), K)))
    assert frame["gamma"].tolist() == [GAMMA, GAMMA] and frame["bits"].tolist() == [K, 10]


def test_a_variance_beyond_all_doubles_is_infinite_in_a_frame():
    e = F(1, 10**200)
    useless = [[F(1, 2) + e, F(1, 2) - e], [F(1, 2) - e, F(1, 2) + e]]
    frame = rr.side_by_side(useless, [["3/4", "1/4"], ["1/4", "3/4"]]).to_frame()
    # Of both shares at equal ones: 2 (1/4) / (2p - 1)^2, at p = 3/4 that is 2.
    assert frame["variance"].tolist() == [inf, 2]


def test_shares_that_differ():
    shares = [F(1, 2)] + [F(1, 398)] * 199
    A = rr.device("optimized_unary", categories=200, gamma=GAMMA)
    found = rr.side_by_side(A, A, prior=shares)
    assert found.A.variance == sum(map(optimized_unary, shares))
    assert found.efficiency == 1


def test_the_optimum_is_never_worse():
    sets = rr.optimal(rr.LocalDP.from_gamma(GAMMA), rr.AOptimal("uniform", categories=K))
    assert rr.side_by_side(sets, rr.device("optimized_unary", categories=K, gamma=3)).efficiency < 1


def test_a_table_is_estimated_from_at_its_best():
    """Warner's variance of either share is pi (1 - pi) + p (1 - p) / (2 p - 1)^2."""
    warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    certain = [["1", "0"], ["0", "1"]]
    found = rr.side_by_side(warner, certain, prior=["3/4", "1/4"])
    assert found.A.variance == 2 * (F(3, 16) + F(3, 16) / F(1, 4))
    assert found.P.variance == 2 * F(3, 16)
    assert found.to_json()["P"]["epsilon"] == "oo"
    assert "infinite" in str(found) and "at another epsilon" in str(found)


def test_more_classes_than_a_small_table_has():
    apart = [tuple(int(c == high) for c in range(12)) for high in range(12)]
    types = tuple(PatternType(F(2, 14), named, (None,) * 12) for named in apart)
    shares = (F(1, 24),) * 12
    twelve = ClassSupports(24, GAMMA, (2,) * 12, shares, types)
    assert ImplicitChannel(twelve).parity() == GAMMA


@pytest.mark.parametrize(
    "A, prior, words",
    [
        ([["1", "1"]], "uniform", "same truths, got 2 and 3"),
        ([["1", "1", "1"]], ["1/2", "1/2"], "prior must have 3 entries, got 2"),
    ],
)
def test_refusals(A, prior, words):
    with pytest.raises(rr.InputError, match=words):
        rr.side_by_side(A, [["1", "1", "1"]], prior=prior)


def test_one_truth_is_told_apart_from_nothing() -> None:
    with pytest.raises(InputError, match="at least two truths"):
        rr.side_by_side([["1/2"], ["1/2"]], [["1"]])


def test_truths_stand_side_by_side_by_their_names() -> None:
    device = rr.Channel.from_rows([["9/10", "1/2"], ["1/10", "1/2"]], truths=["no", "yes"])
    found = rr.side_by_side(device, device.restrict([1, 0]), ["9/10", "1/10"])
    assert found.A == found.P
