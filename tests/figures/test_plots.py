"""A table of probabilities as a picture."""

from __future__ import annotations

import sys

import pytest

from rropt import Channel
from rropt.exact import InputError
from rropt.figures.plots import MOST_WRITTEN, table_plot


def test_every_probability_is_written_where_it_stands() -> None:
    pytest.importorskip("matplotlib")
    channel = Channel.from_rows(
        [["7/8", "1/4"], ["1/8", "3/4"]], reports=["no", "yes"], truths=["A", "B"]
    )
    (axes,) = table_plot(channel).axes
    written = {text.get_position(): text.get_text() for text in axes.texts}
    assert written == {(0, 0): "0.875", (1, 0): "0.250", (0, 1): "0.125", (1, 1): "0.750"}
    colours = {text.get_text(): text.get_color() for text in axes.texts}
    assert (colours["0.875"], colours["0.125"]) == ("white", "black")
    assert [label.get_text() for label in axes.get_xticklabels()] == ["A", "B"]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["no", "yes"]


def test_labels_are_no_formulas() -> None:
    """A fraction bar without an end of its braces could not be drawn."""
    pytest.importorskip("matplotlib")
    labels = ["$10k-$20k", r"$\frac{$"]
    figure = table_plot(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], labels, labels))
    figure.draw_without_rendering()
    (axes,) = figure.axes
    for shown in (axes.get_xticklabels(), axes.get_yticklabels()):
        assert [label.get_text() for label in shown] == labels


def test_large_tables_have_shades_only() -> None:
    pytest.importorskip("matplotlib")
    (axes,) = table_plot(Channel.identity(MOST_WRITTEN)).axes
    assert len(axes.texts) == MOST_WRITTEN**2
    (axes,) = table_plot(Channel.identity(MOST_WRITTEN + 1)).axes
    assert not axes.texts


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"pip install '.*\[plot\]'"):
        table_plot(Channel.identity(2))
