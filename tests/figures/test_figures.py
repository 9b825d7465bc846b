"""The figures: their numbers against the papers' and against other formulas, and their drawing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rropt.cli import main
from rropt.exact import InputError
from rropt.figures import figure, figures
from tests.figures.computed import data, drawn

NAMES = {
    *("holohan-1", "region", "switching-curve"),
    *("vinterbo-1a", "vinterbo-1b", "vinterbo-1c", "vinterbo-2a", "vinterbo-2b"),
    *(f"sun-{n}" for n in range(1, 6)),
    *("sun-table-1", "sun-table-2"),
    *(f"chai-nayak-{n}" for n in range(1, 5)),
    *("breach-regions", "ziani-1", "variance", "frontier", "bench", "tradeoff", "mean-estimation"),
    *("phases", "shuffled"),
}


def test_every_promised_figure_is_there() -> None:
    assert set(figures()) == NAMES


COLOUR = re.compile(r"#([0-9a-fA-F]{6})\b")


@pytest.mark.everything
@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_figure_is_drawn_in_grey(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    json.dumps(data(name))
    path = tmp_path / "figure.svg"
    figure(name).save(str(path), data(name))
    drawn = path.read_text()
    assert "<svg" in drawn and len(drawn) > 5000
    for found in COLOUR.findall(drawn):
        red, green, blue = (int(found[i : i + 2], 16) for i in (0, 2, 4))
        assert max(red, green, blue) - min(red, green, blue) <= 8, found


@pytest.mark.everything
def test_axes_have_names_and_units() -> None:
    pytest.importorskip("matplotlib")
    for name in sorted(NAMES - {"frontier", "sun-table-1", "sun-table-2"}):
        panels = figure(name).draw(data(name)).axes
        assert panels, name
        assert all(axes.get_xlabel() and axes.get_ylabel() for axes in panels), name


def test_list_summary_table_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "--list"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in NAMES)
    assert main(["figure", "ziani-1"]) == 0
    assert "density      0.5, 1.0, 2.0, 4.0" in capsys.readouterr().out
    assert main(["figure", "sun-table-2"]) == 0
    assert "the paper prints 101011" in capsys.readouterr().out
    assert main(["figure", "ziani-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["figure"] == "ziani-1"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "NAME must be given"),
        (["mona-lisa"], "NAME must be a figure"),
        (["ziani-1", "-o", "x.bmp"], "-o must end in .png, .svg, .pdf"),
        (["ziani-1", "-o", "/nonexistent/x.svg"], "-o must be a writable file"),
    ],
)
def test_what_is_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", *words]) == 3
    assert said in capsys.readouterr().err


def test_an_unknown_figure_names_the_known_ones() -> None:
    with pytest.raises(InputError, match="holohan-1"):
        figure("nothing")


@pytest.mark.everything
@pytest.mark.parametrize("name", sorted(NAMES - {"sun-table-1", "sun-table-2"}))
def test_every_drawing_has_a_title(name: str) -> None:
    assert any(axes.get_title() for axes in drawn(name).axes)


def test_parameters_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["figure", "region", "--prior", "1/10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["prior"] == "1/10"
    assert main(["figure", "ziani-1", "--prior", "1/10"]) == 3
    assert "takes no parameters" in capsys.readouterr().err
