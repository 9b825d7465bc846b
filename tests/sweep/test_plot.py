"""Figures of a store."""

from __future__ import annotations

import pytest

from rropt import InputError
from rropt.sweep.frame import COLUMNS
from rropt.sweep.plot import curves, plot_sweep, save_plot

CHOSEN = {"objective": "variance", "prior": "1/4", "delta": "1/10"}


def test_a_curve_for_each_hue(path, frame):
    pytest.importorskip("matplotlib")
    axes = plot_sweep(path, "epsilon", "value", "outputs", "y", CHOSEN).axes[0]
    assert [line.get_label() for line in axes.get_lines()] == ["2", "any"]
    rows = frame.where(objective="variance", prior="1/4", exact_delta="1/10", outputs="any")
    drawn = axes.get_lines()[1]
    assert list(drawn.get_xdata()) == sorted(rows["epsilon"])
    assert list(drawn.get_ydata()) == rows["value"]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_yscale()) == ("epsilon", "value", "log")


@pytest.mark.everything
@pytest.mark.parametrize(
    "chosen",
    [{"prior": "0.25", "delta": 0.1}, {"prior": "1/4", "delta": "2/20"}],
)
def test_cells_are_chosen_by_number(path, chosen):
    pytest.importorskip("matplotlib")
    lines = plot_sweep(path, "epsilon", "value", "outputs", "", chosen).axes[0].get_lines()
    assert [len(line.get_xdata()) for line in lines] == [3, 3]


@pytest.mark.parametrize("level", ["1/2", "0.5"])
def test_one_level_is_chosen(path, level):
    pytest.importorskip("matplotlib")
    chosen = {"prior": "1/4", "epsilon": level, "outputs": "2"}
    (line,) = plot_sweep(path, "delta", "value", None, "", chosen).axes[0].get_lines()
    assert list(line.get_xdata()) == [0, 0.1]


@pytest.mark.everything
@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf"])
def test_figures_are_files(path, tmp_path, name):
    pytest.importorskip("matplotlib")
    save_plot(plot_sweep(path, "epsilon", "value", "outputs", "", CHOSEN), tmp_path / name)
    assert (tmp_path / name).stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"x": "colour", "y": "value"}, "x must be one of"),
        ({"x": "epsilon", "y": "channel"}, "y must be one of"),
        ({"x": "epsilon", "y": "value", "hue": "colour"}, "must name columns"),
        ({"x": "epsilon", "y": "value", "fixed": {"colour": "red"}}, "must name columns"),
        ({"x": "epsilon", "y": "value", "log": "z"}, "log must be x, y or xy"),
        ({"x": "epsilon", "y": "value"}, "several differ in"),
        ({"x": "epsilon", "y": "value", "hue": "outputs"}, "several differ in"),
        ({"x": "epsilon", "y": "value", "fixed": {"delta": "7"}}, "to draw: none has delta=7"),
        ({"x": "epsilon", "y": "value", "fixed": {"status": "failed"}}, "none has both epsilon"),
        (
            {"x": "delta", "y": "value", "hue": "outputs", "fixed": {"prior": "1/4"}},
            r"differ in epsilon: choose with epsilon=(1|ln\(3\)|1/2), or",
        ),
    ],
)
def test_plots_that_are_refused(path, words, reason):
    with pytest.raises(InputError, match=reason) as caught:
        plot_sweep(path, **words)
    assert "\n" not in str(caught.value)


def row(**values):
    return {"epsilon": 1.0, "delta": 0.0, "prior": "1/4", "objective": "variance"} | values


def test_points_of_a_curve_stand_in_the_order_of_x() -> None:
    names = dict.fromkeys(COLUMNS)
    rows = [names | row(epsilon=e, value=v, prior=p) for e, v, p in
            ((2.0, 1.0, "1/4"), (1.0, 3.0, "1/4"), (1.0, 5.0, "1/2"))]  # fmt: skip
    assert curves(rows, "epsilon", "value", "prior") == {
        "1/2": ([1.0], [5.0]),
        "1/4": ([1.0, 2.0], [3.0, 1.0]),
    }


@pytest.mark.parametrize(
    ("hue", "values", "order"),
    [
        ("epsilon", (10.0, 2.0, 0.5), ["0.5", "2.0", "10.0"]),
        ("categories", (12, 3, None), ["3", "12", "None"]),
        ("prior", ("1/4", "1/2"), ["1/2", "1/4"]),
    ],
)
def test_curves_of_numbers_stand_by_size(hue, values, order) -> None:
    names = dict.fromkeys(COLUMNS)
    rows = [names | row(value=1.0) | {hue: value} for value in values]
    assert list(curves(rows, "delta", "value", hue)) == order


def test_two_cells_at_one_point_are_told_by_what_they_differ_in() -> None:
    names = dict.fromkeys(COLUMNS)
    rows = [names | row(prior=p, value=1.0) for p in ("1/4", "1/2")]
    with pytest.raises(InputError, match=r"differ in prior: choose with prior=1/4, or make one"):
        curves(rows, "epsilon", "value", None)
