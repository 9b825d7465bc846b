"""Coefficients with their intervals, drawn."""

from __future__ import annotations

import sys

import pytest

from rropt.exact import InputError
from rropt.regression import regress
from rropt.regression.coefficient_plot import coefficient_plot
from tests.regression.survey_data import WARNER, simulated


@pytest.fixture(scope="module")
def fit():
    return regress(
        "report ~ x", simulated(WARNER, [[-0.5, 0.8]], 500, seed=3).frame, WARNER.tolist()
    )


def test_the_plot_has_a_point_and_a_bar_for_each_coefficient(fit):
    pytest.importorskip("matplotlib")
    (axes,) = fit.plot().axes
    assert len(axes.lines) == 2 * len(fit.names) + 1
    assert [label.get_text() for label in axes.get_yticklabels()] == list(fit.names)


def test_an_infinite_coefficient_has_no_point_and_keeps_its_place() -> None:
    pytest.importorskip("matplotlib")
    separated = regress("y ~ x", {"y": [0, 0, 1, 1], "x": [1, 2, 5, 6]}, [[1, 0], [0, 1]])
    assert separated.on_boundary
    (axes,) = coefficient_plot(separated, "0.9").axes
    assert [label.get_text() for label in axes.get_yticklabels()] == list(separated.names)
    assert len(axes.lines) == 1 and "90%" in axes.get_xlabel()


def test_points_and_bars_are_those_of_the_fit(fit) -> None:
    pytest.importorskip("matplotlib")
    (axes,) = coefficient_plot(fit, "0.95").axes
    bars = axes.lines[0 : 2 * len(fit.names) : 2]
    points = axes.lines[1 : 2 * len(fit.names) : 2]
    for name, bar, point in zip(fit.names, bars, points, strict=True):
        assert tuple(bar.get_xdata()) == fit.interval(name)
        assert point.get_xdata()[0] == fit.coefficients[name]


def test_without_matplotlib_the_extra_is_named(fit, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install 'rropt\[plot\]'"):
        fit.plot()
