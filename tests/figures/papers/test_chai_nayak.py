"""Breach regions as pictures: which forbids what."""

from __future__ import annotations

from itertools import pairwise
from math import isclose
from typing import Any

from tests.figures.computed import data


def forbidden(region: dict[str, Any], steps: int = 60) -> set[tuple[int, int]]:
    """The cells of a grid whose middle lies in a breach region, by its polylines."""
    cells = set()
    for i in range(steps):
        p = (i + 0.5) / steps
        low, high = height(region["lower"], p), height(region["upper"], p)
        cells |= {(i, j) for j in range(steps) if not low <= (j + 0.5) / steps <= high}
    return cells


def height(curve: list[list[float]], p: float) -> float:
    for (x0, y0), (x1, y1) in pairwise(curve):
        if x0 <= p < x1:
            return y0 + (y1 - y0) * (p - x0) / (x1 - x0)
    raise AssertionError(p)


def test_neither_region_of_figure_1_contains_the_other() -> None:
    """chai-nayak/sec2/fig1-compare: and that of the factor is the larger one."""
    rho, beta = (forbidden(region) for region in data("chai-nayak-1")["regions"])
    assert rho - beta and beta - rho and len(beta) > len(rho)
    assert len(rho & beta) > len(rho) / 2


def test_figure_2_is_one_region_and_figure_3_adds_two_parts() -> None:
    (general,) = data("chai-nayak-2")["regions"]
    sip, csip = (forbidden(region) for region in data("chai-nayak-3")["regions"])
    assert forbidden(general) == sip and sip < csip
    for x, y in data("chai-nayak-3")["marks"].values():
        assert (int(60 * x), int(60 * y)) in csip - sip


def test_precise_boundaries_are_posteriors() -> None:
    """Bayes's rule for the report with likelihoods gamma and one."""
    found = data("chai-nayak-4")
    for gamma, values in found["posterior"].items():
        for p, posterior in list(zip(found["prior"], values, strict=True))[::25]:
            assert isclose(posterior, int(gamma) * p / (int(gamma) * p + 1 - p), abs_tol=1e-12)


def test_regions_of_one_demand_lie_in_that_of_the_tables() -> None:
    """chai-nayak/sec2/sip-subset."""
    table, beta, rho = (forbidden(region) for region in data("breach-regions")["regions"])
    assert beta < table and rho < table
