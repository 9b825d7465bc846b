"""Options that are wrong, missing or out of place: refused by name, never ignored."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import rropt as rr
from rropt.cli import main

OBJECTIVES = {
    "variance": ["--prior", "1/4"],
    "warner": ["--prior", "1/4"],
    "trace": ["--categories", "3"],
    "guess": ["--prior", "1/2,1/4,1/4"],
    "gain": ["--prior", "1/2,1/2", "--gain", "1,0;0,1"],
    "mutual-information": ["--prior", "1/2,1/2"],
    "f-divergence": ["--divergence", "squared-hellinger"],
    "a-optimal": ["--prior", "1/2,1/2"],
    "d-optimal": ["--prior", "1/2,1/2"],
    "e-optimal": ["--prior", "1/2,1/2"],
    "c-optimal": ["--prior", "1/2,1/2", "--contrast", "0,1"],
}


@pytest.mark.everything
@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_json_names_the_objective_as_the_command_does(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", name, "--gamma", "3", *OBJECTIVES[name], "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["objective"] == name


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["variance", "--prior", "1/4", "--categories", "3"], "--categories must be 2"),
        (["trace", "--prior", "1/2,1/2", "--categories", "3"], "--categories must be 2"),
        (["variance", "--prior", "1/4", "--pair", "0,1"], "--pair is for f-divergence"),
        (["variance", "--prior", "1/4", "--gain", "1,0"], "--gain is for gain"),
        (["a-optimal", "--prior", "1/2,1/2", "--contrast", "0,1"], "--contrast is for c-optimal"),
        (["f-divergence", "--divergence", "le-cam", "--prior", "1/2,1/2"], "--prior is not for"),
        (["variance", "--prior", "1/4", "--outputs", "x"], "outputs must be any or a whole number"),
        (["variance", "--prior", "1/4", "--denominator", "2^x"], "B must be a whole number"),
        (["trace", "--categories", "two"], "categories must be a whole number of at least 2"),
    ],
)
def test_one_line_and_status_three(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["design", *words, "--gamma", "3"]) == 3
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and said in err


def test_the_door_names_what_it_wants() -> None:
    with pytest.raises(rr.InputError, match="privacy must be a criterion"):
        rr.optimal(1, rr.Trace(3))  # type: ignore[arg-type]
    with pytest.raises(rr.InputError, match="objective must be one such as"):
        rr.optimal(rr.LocalDP(1), "trace")


def test_a_power_needs_a_hypothesis(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plan", "--epsilon", "1", "--prior", "1/5", "--power", "0.9"]) == 3
    assert "null must be given" in capsys.readouterr().err


def test_a_robust_contrast_is_called_a_contrast() -> None:
    objective = rr.Minimax([["1/4", "3/4"]], [0, 1])
    assert objective.label == "largest variance of a contrast over priors"


@pytest.mark.parametrize(
    "words",
    [
        ["bound", "--rho", "1/10", "1/2"],
        ["device", "--list"],
        ["device", "moors", "--p", "3/4"],
        ["device", "subset_selection", "--epsilon", "1", "--categories", "5", "--size", "2"],
        ["device", "geometric", "--epsilon", "1"],
        ["plan", "--prior", "1/5", "--null", "1/10", "--power", "0.9", "--n", "3000"],
    ],
)
def test_answers_fit_80_columns(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > 80 and "rropt design" not in line] == []


@pytest.mark.parametrize("verb", ["check", "compare", "admissible", "bound", "device", "plan"])
def test_prose_of_help_fits_80_columns(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if len(line) > 80 and line[:1] not in " "] == []


@pytest.mark.everything
def test_labels_outside_the_terminals_encoding_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "A.json"
    table = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]], "truths": ["n\u00e9", "oui"]}
    path.write_text(json.dumps(table))
    words = [sys.executable, "-m", "rropt", "estimate", "--counts", "5,6", "--design", str(path)]
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    found = subprocess.run(words, capture_output=True, env=ascii_only, check=False)
    assert found.returncode == 0 and found.stderr == b"" and b"n\\xe9" in found.stdout
