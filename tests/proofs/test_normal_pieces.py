"""Integrals over a standard normal number beside quadrature."""

from __future__ import annotations

import pytest
from rropt.proofs.found.normal_pieces import Stretch, arb, density, mass_up_to
from scipy.integrate import quad
from scipy.stats import norm


@pytest.mark.parametrize("start, end", [(0.2, 0.6), (0.0, 0.2), (0.5, None)])
def test_the_integrals_of_a_stretch_are_those_of_quadrature(start, end):
    stretch = Stretch(arb(start), None if end is None else arb(end))

    def over(part):
        return quad(lambda x: norm.pdf(x) * max(part(x), 0), start, end or 12, limit=400)[0]

    for height, slope in ((0.3, 1.0), (0.3, 5.0), (0.05, 0.2)):
        falling = over(lambda x, height=height, slope=slope: height - slope * x)
        rising = over(lambda x, height=height, slope=slope: slope * x - height)
        values = arb(height), arb(slope)
        assert float(stretch.falling(*values)) == pytest.approx(falling, abs=1e-7)
        assert float(stretch.rising(*values)) == pytest.approx(rising, abs=1e-7)


@pytest.mark.parametrize("at", [0.0, 0.3, 1.7, 5.0])
def test_density_and_mass_are_those_of_scipy(at):
    assert float(density(arb(at))) == pytest.approx(norm.pdf(at), abs=1e-12)
    assert float(mass_up_to(arb(at))) == pytest.approx(norm.cdf(at) - 0.5, abs=1e-12)
