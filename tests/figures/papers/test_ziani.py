"""Densities of Laplace noise."""

from __future__ import annotations

from math import exp, isclose, log

from rropt.figures.papers.ziani import density
from tests.figures.computed import data


def test_densities_have_mass_one_and_their_peak() -> None:
    found = data("ziani-1")
    for b, values in found["density"].items():
        missing = exp(-6 / float(b))
        assert isclose(sum(values) / 50, 1 - missing, abs_tol=0.02)
        assert max(values) == 1 / (2 * float(b))


def test_the_density_halves_after_b_times_the_logarithm_of_two():
    assert isclose(density(3 * log(2), 3.0), density(0.0, 3.0) / 2)
    assert density(-1.5, 2.0) == density(1.5, 2.0)
