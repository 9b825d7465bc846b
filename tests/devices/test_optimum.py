"""The optimum beside a device: printed numbers of holohan, and search over tables."""

from fractions import Fraction as F
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import AOptimal, LocalDP, Variance, optimal
from rropt.channel import Channel
from rropt.devices.local import four_answer, k_ary
from rropt.devices.model import Device
from rropt.devices.optimum import optimum_at, optimum_for
from rropt.devices.survey import forced_response, mangat, polychotomous_forced_response, warner
from rropt.devices.unary import optimized_unary
from rropt.exact import gamma_from_epsilon
from rropt.exact.entries import identity


def two_by_two(p00, p11):
    return Channel.from_rows([[p00, 1 - p11], [1 - p00, p11]])


def variance(p00, p11, pi):
    """holohan/eq-6 as printed, n = 1."""
    slope = p00 + p11 - 1
    return (F(1, 4) - (p00 - F(1, 2) - pi * slope) ** 2) / slope**2


@pytest.mark.parametrize(
    ("epsilon", "delta", "pi", "printed"),
    [("1/2", "1/10", "1/4", "2.372"), (1, "2/5", "1/10", "0.24")],
)
def test_two_answers_are_the_printed_examples(epsilon, delta, pi, printed):
    gamma = gamma_from_epsilon(epsilon)
    found = optimum_at(gamma.lo, delta, pi).two_answers
    assert abs(float(found) - float(printed)) < 0.0006


def test_two_answers_of_example_1_3_by_the_formula():
    """Its table (1/3, 1) at pi = 9/10: the formula gives 0.29, where the paper prints 0.143."""
    found = optimum_at(gamma_from_epsilon("1/2").lo, "1/3", "9/10").two_answers
    assert found == variance(F(1, 3), F(1), F(9, 10)) == F(29, 100)


def test_two_answers_tie_of_example_1_4():
    assert optimum_at(2, "1/4", "1/4").two_answers == F(15, 16)


def test_any_answers_is_better_and_is_the_number_of_the_design_page():
    gamma = gamma_from_epsilon("1/2")
    found = optimum_at(gamma.lo, "1/10", "1/4")
    assert round(float(found.variance), 4) == 1.3288
    assert round(float(found.two_answers), 4) == 2.3724


@pytest.mark.parametrize(
    ("gamma", "delta", "pi"), [(2, "0", "1/3"), (3, "1/10", "1/8"), (1, "1/2", "1/2")]
)
def test_no_two_answer_table_of_a_grid_is_better(gamma, delta, pi):
    best = optimum_at(gamma, delta, pi).two_answers
    grid = [F(i, 24) for i in range(25)]
    allowed = [
        variance(a, b, F(pi))
        for a, b in product(grid, grid)
        if a + b > 1 and two_by_two(a, b).profile(gamma) <= F(delta)
    ]
    assert allowed and min(allowed) >= best


def test_pure_privacy_has_the_symmetric_table():
    for pi in ("0", "1/4", "1"):
        found = optimum_at(3, 0, pi)
        assert found.variance == found.two_answers == F(pi) * (1 - F(pi)) + F(3, 4)
    assert optimum_at(1, 0, "1/2").variance == float("inf")


def test_a_device_is_never_better_than_the_optimum_at_its_privacy():
    for device in (
        warner("2/3"),
        forced_response("1/6", "1/3"),
        mangat("7/10"),
        four_answer("1/10", gamma=3),
    ):
        for pi in ("1/10", "1/2", "9/10"):
            assert device.variance(pi) >= optimum_for(device, pi).variance


@pytest.mark.parametrize("delta", ["0", "1/10", "2/3"])
@pytest.mark.parametrize("pi", ["1/4", "1/2", "9/10"])
def test_the_closed_forms_are_the_certified_optima(delta, pi):
    privacy, found = LocalDP.from_gamma("5/2", delta), optimum_at("5/2", delta, pi)
    assert optimal(privacy, Variance(pi)).value == found.variance
    assert optimal(privacy, Variance(pi)).bound == found.variance
    assert optimal(privacy, Variance(pi), outputs=2).value == found.two_answers


@pytest.mark.everything
@settings(derandomize=True, max_examples=80)
@given(
    st.fractions(min_value=0, max_value=1, max_denominator=30),
    st.fractions(min_value=0, max_value=1, max_denominator=30),
    st.fractions(min_value=0, max_value=1, max_denominator=12),
)
def test_no_forced_response_beats_the_optimum_at_its_privacy(yes, no, pi):
    if yes + no >= 1:
        return
    device = forced_response(yes, no)
    found = optimum_for(device, pi)
    assert found.variance <= found.two_answers <= device.variance(pi)


def test_warner_loses_nothing():
    assert warner("3/4").variance("1/5") == optimum_for(warner("3/4"), "1/5").variance


def test_several_categories_beside_the_certified_design():
    prior = (F(1, 2), F(1, 3), F(1, 6))
    for device in (k_ary(3, gamma=3), optimized_unary(3, gamma=3)):
        found = optimum_for(device, prior)
        assert found.variance <= found.reached <= device.variance(prior)
        assert found.reached - found.variance < F(1, 10**6)
    told = polychotomous_forced_response("0,0,0")
    assert optimum_for(told, prior).variance == told.variance(prior) == 1 - F(7, 18)


@pytest.mark.everything
@pytest.mark.parametrize("prior", [("0", "1/2", "1/2"), ("0", "0", "1")])
def test_a_prior_with_a_zero_is_a_limit_of_priors_without(prior):
    near = [F(99, 100) * F(mass) + F(1, 300) for mass in prior]
    for device in (k_ary(3, gamma=3), polychotomous_forced_response("1/2,0,0")):
        found, beside = optimum_for(device, prior), optimum_for(device, near)
        assert found.variance <= found.reached <= device.variance(prior)
        assert found.reached - found.variance < F(1, 10**7)
        assert abs(found.variance - beside.variance) < F(1, 20) + (device.privacy[1] > 0)


def test_a_zero_and_a_delta_leave_the_problem_of_the_truths_that_occur():
    """Two truths are left, whose optimum at (1, 1/2) is known in closed form."""
    found = optimum_for(polychotomous_forced_response("1/2,0,0"), ("0", "1/2", "1/2"))
    assert abs(found.variance - 2 * optimum_at(1, "1/2", "1/2").variance) < F(1, 10**9)
    alone = optimum_for(polychotomous_forced_response("1/2,0,0"), ("0", "0", "1"))
    assert (alone.variance, alone.reached) == (0, 0)


def test_mangat_is_a_corner_of_the_two_answer_problem():
    """At (gamma, delta) = (1, p) its table (1 - delta forced yes) is the corner (delta, 1)."""
    device = mangat("7/10")
    assert device.privacy == (1, F(7, 10))
    assert optimum_for(device, "9/10").two_answers == device.variance("9/10")


@pytest.mark.parametrize("prior", ["1/2,1/2", "3/4,1/4", "1,0"])
@pytest.mark.parametrize("gamma", ["3", "1.0000001", "1e12"])
def test_both_shares_of_two_truths_have_the_variance_of_one_twice(gamma, prior):
    """2-ary response is Warner's device, the best one; no certificate is needed to say so."""
    device, g, p = k_ary(2, gamma=gamma), F(gamma), F(prior.split(",")[1])
    found = optimum_for(device, prior)
    assert found.variance == found.reached == 2 * (g / (g - 1) ** 2 + p * (1 - p))
    assert found.two_answers == found.variance == device.variance(prior)
    if p and g == 3:
        bound = optimal(LocalDP.from_gamma(3), AOptimal(prior), crosscheck=False).bound
        assert abs(float(bound) - float(found.variance)) < 1e-8


def test_both_shares_where_the_truth_may_slip_out():
    """Forced answers 0, 6/7 leave "0" as proof: the optimum with delta doubles as well."""
    device = polychotomous_forced_response("0,6/7")
    assert device.privacy == (1, F(1, 7))
    found = optimum_for(device, "1/2,1/2")
    assert found.variance == 2 * F(1, 4) / F(1, 7) <= device.variance("1/2,1/2")


def test_several_truths_at_gamma_one_with_delta():
    """Everybody tells the truth with chance delta, or nothing: gamma = 1."""
    delta, prior, truths = F(1, 10), (F(1, 2), F(1, 3), F(1, 6)), range(3)
    rows = [[delta * (i == j) for j in truths] for i in truths] + [[1 - delta] * 3]
    estimator = tuple(tuple(F(10 * (i == j)) for i in range(4)) for j in truths)
    device = Device("told or silent", (), Channel.from_rows(rows), identity(3), estimator)
    assert device.privacy == (1, delta)
    found = optimum_for(device, prior)
    own = sum(p / delta - p**2 for p in prior)
    assert 0 < found.variance <= found.reached <= own
