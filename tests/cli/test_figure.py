"""rropt figure: what is printed of data, tables, and what is drawn."""

from __future__ import annotations

import json

import pytest

from rropt.cli import main


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
