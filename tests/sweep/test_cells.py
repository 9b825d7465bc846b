"""One cell: what its parameters ask for, or why nothing was found."""

from __future__ import annotations

import json

import pytest

import rropt as rr
from rropt.sweep.cells import failure, solve, solve_group, versions


def test_a_cell_says_what_the_design_says() -> None:
    cell = {"objective": "variance", "prior": "1/4", "epsilon": "1/2", "delta": "1/10"}
    found = solve(cell)
    design = rr.optimal(rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"))
    record = design.to_json()
    assert found["status"] == "done" and found["gap"] == record["gap"]
    assert json.loads(found["channel"]) == record["channel"]
    assert json.loads(found["certificate"]) == json.loads(json.dumps(record["certificate"]))
    assert found["routes"] is None


def test_enclosures_orbits_and_denominators() -> None:
    information = {"objective": "mutual-information", "prior": "1/2,1/2", "epsilon": "1"}
    assert len(json.loads(solve(information)["value"])) == 2
    many = solve({"objective": "trace", "categories": "1000", "gamma": "3"})
    assert many["channel"] is None and many["status"] == "done"
    card = {"objective": "variance", "prior": "1/4", "gamma": "3", "outputs": "2"}
    deck = solve(card | {"denominator": "52"})
    assert "table over 1/52" in deck["notes"]


@pytest.mark.parametrize(
    "cell, reason",
    [
        ({"objective": "variance", "prior": "0", "gamma": "3"}, "prior must lie strictly"),
        ({"objective": "trace", "categories": "3", "gamma": "1/2"}, "gamma must be at least 1"),
        ({"objective": "nothing", "gamma": "3"}, "KeyError: 'nothing'"),
    ],
)
def test_a_cell_without_a_design_has_its_reason_in_one_line(cell, reason: str) -> None:
    found = solve(cell)
    assert found["status"] == "failed" and reason in found["reason"]
    assert failure("a\n  b")["reason"] == "a b" and "seconds" in found


def test_cells_of_one_task_are_those_of_their_parameters_alone() -> None:
    cells = [
        (n, {"objective": "guess", "prior": "1/2,3/10,1/5", "gamma": g})
        for n, g in enumerate(("2", "1/2", "3", "40"))
    ]
    together = solve_group(cells)
    assert [number for number, _ in together] == [0, 1, 2, 3]
    for (_, cell), (_, found) in zip(cells, together, strict=True):
        alone = solve(cell)
        assert {key: found.get(key) for key in ("value", "channel", "reason")} == {
            key: alone.get(key) for key in ("value", "channel", "reason")
        }


def test_versions_of_everything_that_takes_part() -> None:
    known = json.loads(versions())
    assert known["rropt"] == rr.__version__ and {"numpy", "scipy", "highspy"} <= known.keys()
