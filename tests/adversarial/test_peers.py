"""The same facts from other libraries, where they are installed; skipped where they are not."""

from __future__ import annotations

from fractions import Fraction
from math import exp, log

import numpy as np
import pytest

from rropt.channel import Channel
from rropt.devices.catalogue import make as device
from rropt.devices.noise import geometric, laplace
from rropt.devices.unary import rappor_permanent
from rropt.order import compare
from rropt.survey.planning.survey_power import k_randomized_response

LEVELS = ["1/10", "1/2", "1", "2", "5"]


def opendp():
    """opendp with the mechanisms that it calls contributed."""
    dp = pytest.importorskip("opendp.prelude")
    dp.enable_features("contrib")
    return dp


def own_epsilon(channel):
    """ln of the largest ratio of two entries of one report."""
    return max(log(max(row) / min(row)) for row in channel.rows)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("k", [2, 3, 10])
def test_randomized_response_against_opendp(level, k):
    dp = opendp()
    channel = k_randomized_response(k, level)
    prob = float(channel[0, 0])
    make = dp.m.make_randomized_response
    measurement = make(categories=set(range(k)), prob=prob)
    assert measurement.map(1) == pytest.approx(own_epsilon(channel), rel=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("k", [2, 3, 10])
def test_privacy_profile_against_dp_accounting(level, k):
    accounting = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    channel = k_randomized_response(k, level)
    noise = float(1 - channel[0, 0]) * k / (k - 1)
    found = accounting.from_randomized_response(noise, k, value_discretization_interval=1e-4)
    epsilon = own_epsilon(channel)
    for share in (0.0, 0.5, 0.9):
        gamma = Fraction(exp(share * epsilon)).limit_denominator(10**9)
        stated = float(channel.profile(gamma))
        assert found.get_delta_for_epsilon(share * epsilon) == pytest.approx(stated, abs=1e-3)


@pytest.mark.parametrize("p", ["0.55", "0.75", "0.999"])
def test_yes_or_no_against_opendp(p):
    dp = opendp()
    measurement = dp.m.make_randomized_response_bool(prob=float(p))
    assert measurement.map(1) == pytest.approx(log(device("warner", {"p": p}).parity), rel=1e-9)


@pytest.mark.parametrize("f", ["1/100", "1/4", "1/2", "9/10"])
def test_rappor_against_opendp(f):
    """A one-hot codeword has one bit set."""
    dp = opendp()
    domain = dp.bitvector_domain(max_weight=1)
    make = dp.m.make_randomized_response_bitvec
    measurement = make(domain, dp.discrete_distance(), f=float(Fraction(f)))
    own = rappor_permanent(f, categories=3).parity
    assert measurement.map(1) == pytest.approx(log(own), rel=1e-9)


@pytest.mark.parametrize("sensitivity", [1, 3])
@pytest.mark.parametrize("level", LEVELS)
def test_integer_noise_against_opendp(level, sensitivity):
    dp = opendp()
    scale = float(sensitivity / Fraction(level))
    space = dp.atom_domain(T=int), dp.absolute_distance(T=int)
    measurement = dp.m.make_geometric(*space, scale=scale)
    noise = geometric(sensitivity, epsilon=level)
    own = log(noise.probability(0) / noise.probability(sensitivity))
    assert measurement.map(sensitivity) == pytest.approx(own, rel=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8])
@pytest.mark.parametrize("level", LEVELS)
def test_noise_profiles_against_dp_accounting(level, share):
    """Integer noise of sensitivity 2, and Laplace noise."""
    accounting = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    epsilon = float(Fraction(level))
    gamma = Fraction(exp(share * epsilon)).limit_denominator(10**9)
    found = accounting.from_discrete_laplace_mechanism(
        epsilon / 2, 2, value_discretization_interval=1e-4
    )
    stated = float(geometric(2, epsilon=level).profile(gamma))
    assert found.get_delta_for_epsilon(share * epsilon) == pytest.approx(stated, abs=1e-3)
    found = accounting.from_laplace_mechanism(1 / epsilon, value_discretization_interval=1e-4)
    stated = float(laplace(epsilon=level).profile(gamma)[0])
    assert found.get_delta_for_epsilon(share * epsilon) == pytest.approx(stated, abs=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_profile_of_any_table_against_dp_accounting(seed):
    accounting = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    rng = np.random.default_rng(seed)
    channel = random_channel(rng, 4, 2)
    logs = [{i: log(p) for i, p in enumerate(column)} for column in channel.columns]
    found = accounting.from_two_probability_mass_functions(
        *logs, value_discretization_interval=1e-4, symmetric=False
    )
    other = accounting.from_two_probability_mass_functions(
        *logs[::-1], value_discretization_interval=1e-4, symmetric=False
    )
    for gamma in (Fraction(1), Fraction(3, 2), Fraction(3)):
        deltas = [one.get_delta_for_epsilon(log(gamma)) for one in (found, other)]
        assert max(deltas) == pytest.approx(float(channel.profile(gamma)), abs=1e-3)


def random_channel(rng, m, k):
    weights = rng.integers(1, 9, (m, k))
    return Channel.from_rows(
        [[Fraction(int(x), int(s)) for x, s in zip(row, weights.sum(axis=0))] for row in weights]  # noqa: B905
    )


@pytest.mark.parametrize("seed", range(20))
def test_blackwell_order_against_qif(seed):
    qif = pytest.importorskip("qif")
    rng = np.random.default_rng(seed)
    P, C = random_channel(rng, 3, 3), random_channel(rng, 3, 3)
    A = C @ P if seed % 2 else random_channel(rng, 3, 3)
    refined = qif.refinement.refined_by(_by_truth(P), _by_truth(A))
    garbled = refined is not None and refined is not False
    assert garbled == (compare(A, P).garbling is not None)


def _by_truth(channel):
    """One row a truth, fractions in an array of objects: qif's rational mode."""
    return np.array([list(column) for column in channel.columns], dtype=object)
