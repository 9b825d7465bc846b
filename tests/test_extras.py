"""Extras are those of the project's file, and their lines install them from where rropt came."""

import json
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from rropt.exact import InputError
from rropt.extras import (
    EXTRAS,
    data_frames,
    empty_figure,
    install_line,
    module_of,
    not_installed,
)

ROOT = Path(__file__).parents[1]
FOR_DEVELOPERS = {"peers", "test"}


def test_the_extras_are_those_of_the_project_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["optional-dependencies"]
    assert set(EXTRAS) == set(wanted) - FOR_DEVELOPERS
    for name, extra in EXTRAS.items():
        assert {m.replace("z3", "z3-solver") for m in extra.modules} == set(wanted[name])


@pytest.mark.parametrize(
    ("told", "origin"),
    [
        (None, "rropt"),
        (json.dumps({"url": "https://example.org/rropt.whl"}), "rropt"),
        (
            json.dumps({"url": "file:///a%20folder/rropt", "dir_info": {}}),
            "/a folder/rropt",
        ),
    ],
)
def test_the_line_installs_from_where_rropt_came(monkeypatch, told, origin: str) -> None:
    class Told:
        def read_text(self, name: str) -> str | None:
            return told if name == "direct_url.json" else None

    monkeypatch.setattr(metadata, "distribution", lambda _: Told())
    assert install_line("plot").endswith(f" -m pip install '{origin}[plot]'")


def test_a_refusal_says_the_need_and_the_line() -> None:
    said = str(not_installed("plot", "figures need matplotlib"))
    assert said.startswith("figures need matplotlib, which is not installed: ")
    assert said.endswith("[plot]'") and "\n" not in said


def test_frames_without_pandas_are_refused_in_one_line(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(InputError, match="tables by name must be made by pandas, which is not"):
        data_frames()


def test_a_module_of_an_extra_is_itself_and_a_figure_without_matplotlib_is_refused(
    monkeypatch,
) -> None:
    assert module_of("plot", "json", "what needs no extra") is json
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(InputError, match=r"figures must be drawn by matplotlib.*\[plot\]"):
        empty_figure(4, 3)
