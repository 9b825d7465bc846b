"""What a figure is: data apart from the drawing, and one file for one figure."""

from __future__ import annotations

import sys
from math import exp, isclose
from pathlib import Path
from typing import Any

import pytest

from rropt.cli import main
from rropt.exact import InputError
from rropt.figures import figure
from rropt.figures.figure import Figure, in_words


@pytest.mark.everything
@pytest.mark.parametrize(("ending", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_the_extension_says_the_format(
    ending: str, start: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"f.{ending}"
    assert main(["figure", "ziani-1", "-o", str(path)]) == 0
    assert path.read_bytes().startswith(start)
    assert str(path) in capsys.readouterr().out


@pytest.mark.everything
def test_the_same_figure_is_the_same_file(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for ending in ("svg", "pdf"):
        paths = [tmp_path / f"{n}.{ending}" for n in (1, 2)]
        for path in paths:
            figure("ziani-1").save(str(path))
        assert paths[0].read_bytes() == paths[1].read_bytes()


def test_figures_take_parameters() -> None:
    changed = figure("variance").data(prior="1/10")
    assert changed["prior"] == "1/10"
    (warner,) = (values for names, values in changed["devices"].items() if "warner" in names)
    gamma = exp(changed["epsilon"][3])
    assert isclose(warner[3], 9 / 100 + gamma / (gamma - 1) ** 2, rel_tol=1e-6)
    region = figure("region").data(epsilon=1, delta="2/5", prior="1/10")
    assert round(region["least"], 2) == 0.24
    assert figure("frontier").data(gamma=2, truths=2)["truths"] == 2
    with pytest.raises(InputError, match="gamma is not for the figure variance, which takes prior"):
        figure("variance").data(gamma=3)


def test_the_title_of_a_figure_stands_above_a_drawing_that_has_none() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure as Drawing

    def bare(data: dict[str, Any]) -> Any:
        drawing = Drawing()
        drawing.subplots()
        return drawing

    def titled(data: dict[str, Any]) -> Any:
        drawing = bare(data)
        drawing.axes[0].set_title("its own")
        return drawing

    for draw, title in ((bare, "what it shows"), (titled, "its own")):
        shown = Figure("name", "what it shows", dict, draw).drawing({})
        assert shown.axes[0].get_title() == title


def test_data_carry_name_and_title() -> None:
    found = Figure("name", "title", lambda more=1: {"more": more}, print)
    assert found.parameters == ("more",)
    assert found.data(more=2) == {"figure": "name", "title": "title", "more": 2}


def test_without_matplotlib_the_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install '.*\[plot\]'"):
        figure("ziani-1").save(str(tmp_path / "f.png"))


def test_a_table_says_which_cells_are_printed_otherwise() -> None:
    data = {
        "figure": "t",
        "title": "T",
        "corner": "n",
        "columns": ["a"],
        "rows": {"1": ["10"], "20": ["3"]},
        "printed_otherwise": [{"row": "20", "column": "a", "printed": "4"}],
    }
    lines = in_words(data).splitlines()
    assert lines[2:5] == [" n   a", " 1  10", "20   3"]
    assert lines[-1] == "20, a: the paper prints 4"
    assert in_words(data | {"printed_otherwise": []}).endswith(
        "every cell is as printed in the paper"
    )


def test_long_series_are_said_by_their_ends() -> None:
    series = {"long": [0.0, *[0.5] * 8, 2.0], "named": {"a": 1, "b": 2}, "x": 3}
    said = in_words({"figure": "f", "title": "T", **series, "many": {n: n for n in range(40)}})
    assert "  long         10 values from 0 to 2\n  named        a, b\n  x            3\n" in said
    assert "  many         40 series\n" in said
    assert figure("ziani-1").summary().startswith("ziani-1: ")
