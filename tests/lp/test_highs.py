"""A solver of HiGHS is silent from its first moment, as a process of its own shows."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csc_array

from rropt.lp.highs import highs, interior_minimum

PROGRAM = """
import highspy
from rropt.lp.highs import highs
solver = highs({"presolve": "off"})
solver.addVar(0.5, 3.5)
solver.changeColIntegrality(0, highspy.HighsVarType.%s)
solver.run()
"""
"""A program of one variable; what HiGHS says of others, commands that take seconds show."""


def test_the_options_are_set() -> None:
    solver = highs({"presolve": "off"})
    assert solver.getOptionValue("presolve")[1] == "off"
    assert solver.getOptionValue("threads")[1] == 1
    assert solver.getOptionValue("output_flag")[1] is False


@pytest.mark.parametrize("kind", ["kContinuous", "kInteger"])
def test_nothing_is_written_before_the_options_are_set_or_later(kind: str) -> None:
    words = [sys.executable, "-c", PROGRAM % kind]
    done = subprocess.run(words, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


AFTER_OTHERS = """
import highspy
other = highspy.Highs()
other.setOptionValue("output_flag", False)
other.setOptionValue("threads", 2)
other.run()
import rropt as rr
matrix = rr.Privacy([["1", "3", "2"], ["2", "1", "3"], ["3", "2", "1"]])
print(rr.optimal(matrix, rr.Guess(["1/2", "1/3", "1/6"])).value)
other.setOptionValue("threads", 2)
print(other.run())
"""


def _least(costs: list[float], total: float):
    """With x >= 0 of the given sum."""
    ends = np.zeros(len(costs)), np.full(len(costs), np.inf)
    sums = np.array([total])
    return interior_minimum(
        np.array(costs), csc_array(np.ones((1, len(costs)))), ends, (sums, sums)
    )


def test_a_minimum_is_inside_the_face_of_all_that_are_as_good() -> None:
    """Of x + y + z = 1 with costs 1, 1, 2 all of x + y = 1 is best: neither is zero, and z is."""
    found = _least([1, 1, 2], 1)
    assert found is not None
    numbers, prices, reduced = found
    assert min(numbers[:2]) > 0.1 and numbers == pytest.approx([*numbers[:2], 0], abs=1e-6)
    assert sum(numbers) == pytest.approx(1)
    assert prices == pytest.approx([1], abs=1e-6) and reduced == pytest.approx([0, 0, 1], abs=1e-6)


def test_a_solver_of_others_with_its_own_threads_is_no_hindrance() -> None:
    """HiGHS has one number of threads a process: after a program of CVXPY's the conditions of most
    linear designs were said to contradict each other. That solver goes on as well."""
    done = subprocess.run([sys.executable, "-c", AFTER_OTHERS], capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[-3:] == ["17/30", "HighsStatus.kOk", ""]


@pytest.mark.everything
@pytest.mark.parametrize(
    "asked",
    [
        pytest.param("guess --delta 1/10 --prior 1/2,1/4,1/8,1/8", id="a linear program"),
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
