"""A solver of HiGHS is silent from its first moment, as a process of its own shows."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from rropt.lp.highs import highs

SOLVES = "from rropt.lp.highs import highs; highs({'presolve': 'off'}).run()"


def test_the_options_are_set() -> None:
    solver = highs({"presolve": "off"})
    assert solver.getOptionValue("presolve")[1] == "off"
    assert solver.getOptionValue("threads")[1] == 1
    assert solver.getOptionValue("output_flag")[1] is False


def test_nothing_is_written_before_the_options_are_set() -> None:
    done = subprocess.run([sys.executable, "-c", SOLVES], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(
            "guess --delta 1/10 --prior 1/2,1/4,1/8,1/8",
            id="a linear program",
            marks=pytest.mark.everything,
        ),
        pytest.param("mutual-information --prior 1/2,1/3,1/6", id="an integer program"),
    ],
)
def test_what_a_command_prints_as_json_is_json_alone(asked: str) -> None:
    """HiGHS writes past what captures within one process hear; that of SciPy 1.17 said in every
    integer program which of its functions it was in."""
    words = f"design {asked} --epsilon 1 --json".split()
    command = [sys.executable, "-m", "rropt", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["objective"] == words[1]
