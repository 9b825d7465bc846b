"""Facts of a report: rivals are tuned to the whole of the privacy that they may use."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rropt import LocalDP
from rropt.report.compared_devices import tuned


@pytest.mark.parametrize("truths", [2, 3, 5])
@pytest.mark.parametrize("delta", ["1/10", "1/3"])
def test_with_delta_k_ary_randomized_response_uses_all_of_it(truths: int, delta: str) -> None:
    """Its excess over gamma is delta exactly: p - gamma q with p + (k - 1) q = 1."""
    gamma, leak = Fraction(3), Fraction(delta)
    found = tuned(LocalDP.from_gamma(gamma, delta), truths)
    table = found["k_ary"] if "k_ary" in found else found["warner"]
    high = (gamma + leak * (truths - 1)) / (gamma + truths - 1)
    assert max(map(max, table.rows)) == high
    assert table.profile(gamma) == leak
