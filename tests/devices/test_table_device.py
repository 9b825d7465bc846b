"""Any table as a device: its variance is that of the best unbiased estimate."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr
from rropt.devices.table_device import table_device

LN3 = rr.LocalDP("ln(3)")


def test_warner_as_a_table_has_warners_variance() -> None:
    """(pi (1 - pi) + p (1 - p) / (2p - 1)^2) / n at p = 3/4, pi = 1/4: (3/16 + 3/4) / 100."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    assert table_device(rows).variance("1/4", n=100) == Fraction(15, 1600)
    assert rr.device(rows).variance("1/4", 100) == rr.device("warner", p="3/4").variance("1/4", 100)


def test_a_design_is_a_device_with_the_variance_that_it_is_certified_for() -> None:
    """With more reports than truths the estimate is best at the prior that is asked for."""
    design = rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Variance("1/4"))
    assert rr.device(design, prior=["3/4", "1/4"]).variance("1/4") == design.value
    assert rr.device(design).variance("1/4") > design.value
    shares = ["1/2", "1/3", "1/6"]
    several = rr.optimal(LN3, rr.AOptimal(shares))
    low, high = several.value.lo, several.value.hi
    assert low <= rr.device(several, prior=shares).variance(shares) <= high


def test_a_device_is_itself_and_what_tells_nothing_is_refused() -> None:
    kuk = rr.device("kuk", theta1="0.7", theta2="0.2", r=1)
    assert rr.device(kuk) is kuk
    with pytest.raises(rr.InputError, match="does not identify the proportions"):
        rr.device([["1/2", "1/2"], ["1/2", "1/2"]])
    with pytest.raises(rr.InputError, match="p must be left out where a table is given"):
        rr.device(kuk, p="1/2")


@pytest.mark.parametrize("k", [2, 4])
def test_the_devices_at_a_privacy_keep_it(k: int) -> None:
    design = rr.optimal(LN3, rr.Trace(k))
    tables = rr.devices(design)
    assert tables and all(LN3.satisfied_by(table) for table in tables.values())
    assert rr.devices(design.channel) == tables
    best = max(table.parity() for table in tables.values())
    assert best == 3 and not rr.devices([["1/2"] * k, ["1/2"] * k])


def test_devices_beside_one_that_reveals_a_truth_for_certain() -> None:
    """Mangat's device at p = 7/10: a no comes of a no only, so that there is no finite level."""
    mangat = rr.device("mangat", p="7/10")
    gamma, delta = mangat.privacy
    assert delta > 0
    for table in rr.devices(mangat).values():
        assert rr.LocalDP.from_gamma(gamma, delta).satisfied_by(table)
