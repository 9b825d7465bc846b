"""Four survey devices: theory, simulation, and what the paper prints."""

from __future__ import annotations

from math import exp, isclose

import numpy as np
import pytest

from rropt.figures.papers.sun import (
    FIGURE_1,
    HCOVANY,
    SMALL,
    Setting,
    deck_of,
    modified,
    proportions,
    yes_no,
)
from tests.figures.computed import data, drawn

pytestmark = pytest.mark.quick


@pytest.mark.parametrize("name", ["sun-1", "sun-2", "sun-3", "sun-4", "sun-5"])
def test_simulation_meets_theory(name: str) -> None:
    """A variance of 10,000 runs has a relative error of 1.4 percent; seeds are fixed."""
    found, met = data(name), 0
    for mechanism, theory in found["theory"].items():
        for wanted, seen in zip(theory, found["simulation"][mechanism], strict=True):
            if seen is not None:
                assert isclose(seen, wanted, rel_tol=0.08)
                met += 1
    assert met >= 3 * len(found["epsilon"])


def test_the_orders_of_theorem_6_1() -> None:
    """Figures 2 to 4 at epsilon 1/4: improved best, second, last."""
    places = []
    for name in ("sun-2", "sun-3", "sun-4"):
        theory = {key: values[0] for key, values in data(name)["theory"].items()}
        del theory["modified Simmons"]
        places.append(sorted(theory, key=theory.__getitem__).index("improved Christofides"))
    assert places == [0, 1, 2]


def test_the_ratio_of_the_real_data_is_28_7_percent() -> None:
    theory = data("sun-5")["theory"]
    ratio = theory["improved Christofides"][0] / theory["modified Christofides"][0]
    assert round(100 * ratio, 1) == 28.7


def test_table_1_is_as_printed_and_table_2_but_for_one_cell() -> None:
    assert data("sun-table-1")["printed_otherwise"] == []
    assert data("sun-table-1")["rows"]["0.05"] == ["0.224", "0.224", "0.225", "0.230"]
    (wrong,) = data("sun-table-2")["printed_otherwise"]
    assert (wrong["printed"], wrong["recomputed"]) == ("101011", "101010")


@pytest.mark.parametrize("name", ["sun-2", "sun-3"])
def test_legends_show_the_lines_that_have_no_marks(name: str) -> None:
    """The improved deck is not simulated: its entry was a mark that no curve has."""
    (axes,) = drawn(name).axes
    entries = {line.get_label(): line for line in axes.get_legend().get_lines()}
    improved = entries["improved Christofides"]
    assert improved.get_marker() in ("None", None, "") and improved.get_linestyle() != "None"
    curves = [line for line in axes.get_lines() if line.get_linestyle() == improved.get_linestyle()]
    assert any(line.get_color() == improved.get_color() for line in curves)


def test_a_deck_is_dealt_only_where_it_is_whole():
    """Nine people and p_2 = 0.36 are 3.24 cards; millions are rounded."""
    assert deck_of(FIGURE_1, 1.5) == [20, 50, 30]
    assert deck_of(Setting(9, "1/9", "0.36", SMALL), 2.0) is None
    deck = deck_of(HCOVANY, exp(0.5))
    assert deck is not None and sum(deck) == HCOVANY.people


def test_the_proportions_keep_the_level_and_add_up_to_one():
    low, middle, high = proportions(FIGURE_1, 3.0)
    assert (low + middle + high, high / low, middle) == (1.0, 3.0, 0.5)


def test_a_device_that_tells_nothing_apart_but_the_truth_has_no_variance():
    """Members say yes, others no: every survey finds the share."""
    rng = np.random.default_rng(1)
    assert set(yes_no(rng, FIGURE_1, (0.0, 1.0))) == {0.1}
    assert np.allclose(modified(rng, FIGURE_1, (0.0, 0.0, 1.0)), 0.1, atol=1e-12)
