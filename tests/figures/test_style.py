"""Curves that are told apart without colours."""

from __future__ import annotations

import pytest

from rropt.figures.style import GREYS, canvas, curves, labelled, line, table

pytestmark = pytest.mark.quick

pytest.importorskip("matplotlib")


def test_six_curves_have_six_looks_and_the_seventh_begins_again() -> None:
    looks = [(line(n)["color"], line(n)["linestyle"], line(n)["linewidth"]) for n in range(6)]
    assert len(set(looks)) == 6 == len(GREYS)
    assert line(6) == line(0)
    assert len({line(n, marks=True)["marker"] for n in range(6)}) == 6


def test_axes_say_what_they_show() -> None:
    _, axes = canvas()
    labelled(axes, "x (units)", "y (units)", "title")
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title()) == (
        "x (units)",
        "y (units)",
        "title",
    )
    assert not axes.spines["top"].get_visible()


def test_every_name_has_a_curve_and_a_line_in_the_legend() -> None:
    _, axes = canvas()
    curves(axes, [0, 1], {"a": [1, 2], "b": [2, 3]})
    assert [found.get_label() for found in axes.get_lines()] == ["a", "b"]
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]


def test_a_canvas_has_as_many_panels_as_columns() -> None:
    figure, panels = canvas(8.0, 3.0, columns=3)
    assert len(panels) == 3 and tuple(figure.get_size_inches()) == (8.0, 3.0)


def test_a_table_gives_long_columns_more_room() -> None:
    (axes,) = table("title", ["a", "b"], [["1", "x" * 30], ["2", "y"]]).axes
    (drawn,) = axes.tables
    cells = drawn.get_celld()
    assert len(cells) == 6 and cells[1, 1].get_text().get_text() == "x" * 30
    assert cells[0, 1].get_width() == pytest.approx(30 * cells[0, 0].get_width())
