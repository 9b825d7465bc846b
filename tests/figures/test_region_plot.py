"""Breach regions drawn."""

from __future__ import annotations

import pytest

import rropt as rr
from rropt.figures.region_plot import region_plot
from rropt.privacy.demands import region


def test_the_figure_has_a_curve_and_a_shade_for_every_boundary():
    axes = region_plot([region(3), region(rr.BetaFactor(3))]).axes[0]
    assert len(axes.lines) == 4 and len(axes.collections) == 4
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("prior", "posterior")


def test_a_region_without_pieces_is_drawn_from_its_expression():
    lines = region_plot([rr.CanonicalStrictInformation("p**(1/2)").breach_region()]).axes[0].lines
    lower, upper = (line.get_xydata() for line in lines)
    assert upper[16] == pytest.approx([1 / 4, 1 / 2])
    assert lower[16] == pytest.approx([1 / 4, 1 - (3 / 4) ** 0.5])
