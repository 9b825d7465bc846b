"""Devices at any size: against written tables, the literature's formulas and the optimum."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.devices.catalogue import make
from rropt.devices.local import block_design, hadamard_response, k_ary, projective_geometry
from rropt.devices.model import Device
from rropt.devices.populations import CENSUS, Population
from rropt.devices.support_device import (
    ANY_SIZE,
    LARGEST,
    SupportDevice,
    best_supports,
    implicit_device,
)
from rropt.devices.unary import optimized_unary
from rropt.exact import InputError
from tests.channel.test_implicit import each

GIVEN = {
    "rappor": {"f": "1/2", "p": "1/4", "q": "3/4"},
    "rappor_permanent": {"f": "1/2"},
    "rappor_instantaneous": {"p": "1/4", "q": "3/4"},
    "block_design": {"gamma": 3, "size": 1},
}


@each
def test_variances_are_those_of_the_written_device(family) -> None:
    """In every population, by the estimator's scores on all reports."""
    large = implicit_device("large", {}, family)
    spread = family.own - family.other
    scores = [
        tuple(((j in held) - family.other) / spread for _, held, _ in family.listed())
        for j in range(family.truths)
    ]
    identity = rr.Channel.identity(family.truths).rows
    table = rr.Channel.from_rows(large.channel.table.rows)
    written = Device("small", (), table, identity, tuple(scores))
    k = family.truths
    for shares in ([F(1, k)] * k, [F(j + 1, k * (k + 1) // 2) for j in range(k)]):
        for population in (CENSUS, Population(30)):
            assert large.variances(shares, 7, population) == written.variances(
                shares, 7, population
            )
            assert large.variance(shares, 7, population) == written.variance(shares, 7, population)
        assert large.within(shares) == written.within(shares)
    assert large.parity == written.parity and large.privacy == written.privacy


@pytest.mark.everything
@pytest.mark.parametrize("name", ANY_SIZE)
def test_every_device_takes_the_largest_number_of_categories(name: str) -> None:
    given = GIVEN.get(name, {"gamma": 3}) | {"categories": LARGEST}
    device = make(name, given)
    assert isinstance(device, SupportDevice) and device.channel.shape[1] == LARGEST
    optimum = best_supports(LARGEST, F(device.parity)).worth
    assert device.variance(None) >= optimum
    with pytest.raises(InputError, match="categories must be at most 100000"):
        make(name, given | {"categories": LARGEST + 1})


def test_unary_and_k_ary_have_the_formulas_of_wang_and_others() -> None:
    """n Var of one rare share: 4 gamma / (gamma - 1)^2, and (k - 2 + gamma) / (gamma - 1)^2."""
    rare = (F(0), *[F(1, 999)] * 999)
    gamma = F(5)
    assert optimized_unary(1000, gamma=5).variances(rare)[0] == 4 * gamma / (gamma - 1) ** 2
    assert k_ary(1000, gamma=5).variances(rare)[0] == (998 + gamma) / (gamma - 1) ** 2


def test_hadamard_response_has_the_formula_of_acharya_and_others() -> None:
    """p = gamma / (gamma + 1), q = 1/2: of a rare share n Var = (gamma + 1)^2 / (gamma - 1)^2."""
    rare = (F(0), *[F(1, 999)] * 999)
    assert hadamard_response(1000, gamma=5).variances(rare)[0] == F(36, 16)


@pytest.mark.everything
def test_block_design_has_the_variance_of_subset_selection() -> None:
    for k, gamma in ((9, 2), (13, 3), (133, 11)):
        device = block_design(k, gamma=gamma)
        assert device.variance([F(1, k)] * k) == best_supports(k, F(gamma)).worth
    with pytest.raises(InputError, match="fewer balanced blocks of 5 categories"):
        block_design(5, 2, gamma=2)
    with pytest.raises(InputError, match="known are 1, 314, 97969, 98282"):
        block_design(98_283, gamma=2)


def test_projective_geometry_is_the_optimum_where_all_points_are_truths() -> None:
    """k = 57, 8 of 57 points on a line, which is best between gamma^2 = 33.7 and 41.6."""
    device = projective_geometry(57, gamma=6)
    assert device.variance([F(1, 57)] * 57) == best_supports(57, F(6)).worth
    assert "order 7" in device.notes[0]
    assert projective_geometry(100, gamma=6, order=9).channel.shape == (820, 100)
    with pytest.raises(InputError, match="order must be a power of a prime up to 313, got 6"):
        projective_geometry(57, order=6, gamma=6)


def test_large_devices_are_answered_by_and_estimated_from() -> None:
    for name in ("hadamard_response", "optimized_unary", "local_hashing", "k_ary"):
        device = rr.device(name, categories=300, gamma=20)
        found = rr.estimate(device, rr.simulate(device, [7] * 1500, seed=1))
        assert found.top(1)[0][0] == "7" and found.value[7] == pytest.approx(1, abs=0.3)
        assert rr.plan(device, [F(1, 300)] * 300, margin="0.02").margin <= 0.02


def test_hash_values_of_the_largest_levels_are_as_many_as_reports_can_be_numbered() -> None:
    """At epsilon 30 gamma + 1 values would be ten million million."""
    device = rr.device("local_hashing", epsilon=30, categories=100)
    assert dict(device.parameters)["g"] == 1_500_000


def test_a_table_of_very_many_categories_is_said_in_a_line() -> None:
    """The chances of unary bits on 100,000 categories have millions of digits."""
    for name in ("optimized_unary", "local_hashing", "k_ary"):
        channel = rr.device(name, epsilon=1, categories=100_000).channel
        head, form = repr(channel).splitlines()
        assert "x 100000 truths" in head and form.startswith("  reports are ")
        assert form.split()[2] in channel._repr_html_()
    part = repr(rr.device("k_ary", epsilon=1, categories=3000).channel)
    assert "..." in part and "reports are" not in part
