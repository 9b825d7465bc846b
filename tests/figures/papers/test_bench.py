"""The growth of times with the size, from the kept run."""

from __future__ import annotations

import pytest

from rropt.exact import InputError
from rropt.figures.papers import bench
from rropt.figures.papers.bench import panels
from tests.figures.computed import data


def test_the_benchmark_figure_shows_growth_with_the_size() -> None:
    found = data("bench")
    assert found["growth"] and found["machine"]
    for line in found["growth"]:
        assert len(line["sizes"]) == len(line["seconds"]) > 2
        assert line["sizes"][-1] >= 16 * line["sizes"][0]
        assert all(seconds > 0 for seconds in line["seconds"])


def test_every_growth_has_its_panel_by_its_unit():
    units = ("truths", "rows", "1/delta", "people", "patterns", "reports", "stretches of h")
    growths = [{"unit": unit} for unit in units]
    found = [[growth["unit"] for growth in panel] for _, panel in panels(growths)]
    verbs = ["stretches of h"]
    assert found == [["truths", "patterns"], ["1/delta"], ["people"], verbs, ["rows", "reports"]]


def test_without_the_repository_the_command_that_makes_a_run_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "results.json")
    with pytest.raises(InputError, match=r"python -m tests\.bench --json"):
        bench.growths()
