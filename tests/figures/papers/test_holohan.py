"""Yes/no cards: the numbers of the examples, and the exact decisions beside the formula."""

from __future__ import annotations

from itertools import pairwise
from math import exp, isclose

import pytest

from tests.figures.computed import data, drawn


def at(name: str, epsilon: float, delta: float) -> float:
    found = data(name)
    column = min(range(len(found["epsilon"])), key=lambda i: abs(found["epsilon"][i] - epsilon))
    row = min(range(len(found["delta"])), key=lambda i: abs(found["delta"][i] - delta))
    return found["g"][row][column]


@pytest.mark.parametrize(("epsilon", "delta", "printed"), [(0.5, 0.1, 0.243), (1.0, 0.4, 0.197)])
def test_g_is_what_the_examples_print(epsilon: float, delta: float, printed: float) -> None:
    """holohan/ex-1.1/g and ex-1.2/g."""
    assert round(at("holohan-1", epsilon, delta), 3) == printed


def test_the_best_card_reveals_exactly_where_g_exceeds_the_prevalence() -> None:
    """The exact decisions against the formula of holohan/thm-3."""
    found = data("switching-curve")
    for row, delta in zip(found["reveals"], found["delta"], strict=True):
        for reveals, epsilon in zip(row, found["epsilon"], strict=True):
            g = delta * (exp(epsilon) + delta) / (exp(epsilon) + 2 * delta - 1) ** 2
            assert bool(reveals) == (g > 0.25)


def test_the_region_has_the_variances_of_example_1() -> None:
    """holohan/ex-1.1: 2.372 at the optimum, 2.438 at the revealing card."""
    found = data("region")
    values = sorted(round(value, 3) for _, _, value in found["vertices"])
    assert values[:2] == [2.372, 2.438] and round(found["least"], 3) == 2.372
    for value, curve in found["levels"].items():
        for a, b in curve[::20]:
            s, yes = a + b - 1, 1 - a + (a + b - 1) / 4
            assert isclose(yes * (1 - yes) / s**2, float(value), rel_tol=1e-3)


def test_the_switching_curve_is_smooth() -> None:
    """The boundary of the grey region was that of the cells of a grid, of 90 degrees each."""
    (axes,) = drawn("switching-curve").axes
    grey = axes.collections[0].get_paths()[0].vertices
    turns = [b - a for a, b in pairwise(grey) if (b != a).all()]
    assert len(turns) > 20
