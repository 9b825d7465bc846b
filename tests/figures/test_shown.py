"""A figure in a notebook is its picture."""

from __future__ import annotations

import pickle

import pytest

from rropt.figures import figure
from tests.figures.computed import data

pytest.importorskip("matplotlib")


def test_a_notebook_shows_the_picture_of_a_figure() -> None:
    drawn = figure("ziani-1").draw(data("ziani-1"))
    picture = drawn._repr_png_()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n" and picture[12:16] == b"IHDR"
    sides = [int.from_bytes(picture[i : i + 4]) for i in (16, 20)]
    assert sides == [round(100 * inches) for inches in drawn.get_size_inches()]
    assert pickle.loads(pickle.dumps(drawn))._repr_png_()[:8] == picture[:8]
