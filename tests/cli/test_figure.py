"""rropt figure: what is printed of data, tables, and what is drawn."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main
from rropt.cli.figure import _size, _summary, _table


def test_the_list_and_the_data(capsys) -> None:
    assert main(["figure", "--list", "--json"]) == 0
    known = json.loads(capsys.readouterr().out)["figures"]
    assert {"holohan-1", "ziani-1", "variance"} <= known.keys()
    assert main(["figure", "--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(known)


def test_a_figure_is_drawn_into_its_format(tmp_path, capsys) -> None:
    place = tmp_path / "v.svg"
    assert main(["figure", "ziani-1", "-o", str(place)]) == 0
    assert place.read_text().lstrip().startswith(("<?xml", "<svg"))
    assert f"drawn in {place}" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "NAME must be given"),
        (["nothing"], "nothing"),
        (["ziani-1", "-o", "a.doc"], "a.doc"),
        (["ziani-1", "--prior", "1/4"], "prior"),
    ],
)
def test_refusals(words, said: str, capsys) -> None:
    assert main(["figure", *words]) == 3
    assert said in capsys.readouterr().err


def test_a_table_says_which_cells_are_printed_otherwise() -> None:
    data = {
        "figure": "t",
        "title": "T",
        "corner": "n",
        "columns": ["a"],
        "rows": {"1": ["10"], "20": ["3"]},
        "printed_otherwise": [{"row": "20", "column": "a", "printed": "4"}],
    }
    lines = _table(data).splitlines()
    assert lines[2:5] == [" n   a", " 1  10", "20   3"]
    assert lines[-1] == "20, a: the paper prints 4"
    assert _table(data | {"printed_otherwise": []}).endswith(
        "every cell is as printed in the paper"
    )


def test_long_series_are_said_by_their_ends() -> None:
    assert _size([0.0, *[0.5] * 8, 2.0]) == "10 values from 0 to 2"
    assert _size({"a": 1, "b": 2}) == "a, b"
    assert _size({f"series {n}": n for n in range(20)}) == "20 series"
    assert "  x            3" in _summary({"figure": "f", "title": "T", "x": 3})
