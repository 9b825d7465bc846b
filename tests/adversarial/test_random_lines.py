"""Random command lines: an answer or one line that says why not, never a traceback.

Line number i is made from the seed i alone: a verb, its objective, and options with values that
are right, wrong or hostile. Status 70 is a defect of rropt; so are two lines on standard error of a
refusal, and output of --json that is not one object.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import tempfile
from pathlib import Path
from random import Random

import pytest

from rropt.cli import main

LONGEST = 60
"""Seconds of the clock; alone on a machine every line is answered in five."""

LEVELS = ["--epsilon 1", "--epsilon ln(3)", "--gamma 3", "--gamma 3/2", "--gamma 1", "--epsilon 0"]
LEVELS += ["--epsilon 1/1000", "--epsilon 30", "--gamma 1.0000001", "--epsilon 1 --gamma 3", ""]
NUMBERS = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "1/2",
    "1/3",
    "0.25",
    "25%",
    "1e-9",
    "nan",
    "oo",
    "x",
    "",
    "1/0",
]
PRIORS = [
    "1/4",
    "1/2,1/2",
    "1/2,1/3,1/6",
    "1,0",
    "0,0,1",
    "uniform",
    "3,4,5",
    "1/2,1/3",
    "0.1,0.2,0.7",
]
PRIORS += ["1/4,1/4,1/4,1/4", "25,25,50", "9/10,1/20,1/20", "zipf"]
OBJECTIVES = ["variance", "trace", "guess", "gain", "mutual-information", "f-divergence", "warner"]
OBJECTIVES += ["a-optimal", "c-optimal", "d-optimal", "e-optimal", "mean"]
DIVERGENCES = ["total-variation", "hellinger", "le-cam", "chi-square", "kullback-leibler"]
OPTIONS = {
    "--delta": ["0", "1/10", "1/2", "1", "2", "1e-6"],
    "--prior": PRIORS,
    "--priors": ["1/2,1/2;1/4,3/4", "1/3,1/3,1/3;1/2,1/4,1/4", "1/2"],
    "--categories": ["2", "3", "4", "7", "1", "0", "30"],
    "--outputs": ["2", "3", "any", "1", "x"],
    "--denominator": ["6", "52", "100", "2^16", "1", "0", "2^"],
    "--divergence": DIVERGENCES,
    "--pair": ["0,1", "1,2", "0,0", "0,9"],
    "--gain": ["1,0;0,1", "1,0,0;0,1,0;0,0,1", "1,0;0", "0,0;0,0"],
    "--contrast": ["1,0,0", "1,-1", "0,1", "1,1"],
    "--values": ["0,1", "1,2,3", "5", "1,1"],
    "--truths": ["no,yes", "a,b,c", "a,a", ""],
    "--protect": ["yes", "a", "zz"],
    "--regret": [None],
    "--revealing": ["no", "maybe"],
    "--explain": [None],
}
BOUNDARIES = [
    "Min(1, p + 1/5)",
    "sqrt(p)",
    "p/2",
    "p**p",
    "Min(1, 2*p)",
    "1/p",
    "log(p)",
    "p +",
    "3*p/(1+2*p)",
]
BOUNDARIES += [
    "Piecewise((1/2, p < 1/10), (1, True))",
    "1 - (1-p)**3",
    "Max(p, erf(p))",
    "sin(pi*p/2)",
]
DEVICES = [
    "warner",
    "k-ary",
    "olh",
    "mangat",
    "forced-response",
    "kuk",
    "hadamard-response",
    "laplace",
]


def option(random: Random, names: list[str]) -> list[str]:
    """One option with a value, now and then of another kind."""
    name = random.choice(names)
    value = random.choice(OPTIONS[name] if random.random() < 0.85 else NUMBERS)
    return [name] if value is None else [name, value]


def options(random: Random, most: int) -> list[str]:
    found = []
    for _ in range(random.randint(0, most)):
        found += option(random, list(OPTIONS))
    return found


def design(random: Random) -> list[str]:
    objective = random.choice(OBJECTIVES)
    likely = {
        "trace": ["--categories"],
        "f-divergence": ["--divergence", "--categories"],
        "gain": ["--gain", "--prior"],
        "mean": ["--values"],
        "c-optimal": ["--contrast", "--prior"],
    }
    words = ["design", objective, *random.choice(LEVELS).split()]
    for name in likely.get(objective, ["--prior"]):
        words += option(random, [name])
    return words + options(random, 2)


def bound(random: Random) -> list[str]:
    demands = [
        ["--rho", random.choice(NUMBERS), random.choice(NUMBERS)],
        ["--beta", random.choice(NUMBERS)],
        ["--h", random.choice(BOUNDARIES)],
        ["--h", random.choice(BOUNDARIES), "--h-lower", random.choice(["p/2", "0", "p**2", "p"])],
        random.choice(LEVELS).split(),
    ]
    return ["bound", *random.choice(demands)]


def device(random: Random) -> list[str]:
    words = ["device", random.choice(DEVICES), *random.choice(LEVELS).split()]
    return words + options(random, 2)


def plan(random: Random) -> list[str]:
    words = ["plan", *random.choice(LEVELS).split()]
    for name in random.sample(["--margin", "--n", "--power", "--prior", "--difference"], 2):
        words += [name, random.choice([*NUMBERS, "100", "0.05", "1/4"])]
    return words


def data(random: Random) -> list[str]:
    """A verb that reads files: answers, designs, garbage."""
    verb = random.choice(["randomize", "estimate", "check", "compare", "admissible"])
    files = ["answers.csv", "design.json", "garbage", "missing", "empty"]
    if verb == "check":
        return ["check", random.choice(files)]
    if verb == "compare":
        return ["compare", random.choice(files), random.choice(files)]
    if verb == "admissible":
        return ["admissible", random.choice(files), *random.choice(LEVELS).split()]
    words = [verb, random.choice(files), "--column", random.choice(["smokes", "id", "none"])]
    return [*words, "--design", random.choice(files)]


VERBS = [design, design, design, bound, device, plan, data]

FILES = {
    "answers.csv": "id,smokes\n1,0\n2,1\n3,1\n",
    "design.json": '{"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}',
    "garbage": '{"a": [1, "\\u0000"',
    "empty": "",
}


def line(seed: int) -> list[str]:
    random = Random(seed)
    words = random.choice(VERBS)(random)
    return [*words, "--json"] if random.random() < 0.3 else words


def any_line(seed: int) -> None:
    """One command line, run where the files are."""
    words = line(seed)
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, content in FILES.items():
            Path(name).write_text(content, encoding="utf-8")
        status, out, err = answered(words)
        left = set(os.listdir()) - set(FILES)
    said = f"{' '.join(words)}: {status}\n{out[-300:]}\n{err[-300:]}"
    assert status in (0, 1, 2, 3), said
    assert "Traceback" not in out + err, said
    assert not left, said
    if status == 3 and not (words[0] == "check" and out):
        *notes, refusal = err.splitlines()
        assert not out and refusal.startswith("rropt: "), said
        assert all(note.startswith("rropt: note: ") for note in notes), said
    elif words[-1] == "--json":
        assert isinstance(json.loads(out), dict), said


def answered(words: list[str]) -> tuple[int, str, str]:
    """Status, output and errors; a line that takes too long is a failure."""

    def too_long(*_: object) -> None:
        raise TimeoutError(f"more than {LONGEST} s: {' '.join(words)}")

    out, err = io.StringIO(), io.StringIO()
    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LONGEST)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(12))
def test_random_command_lines(seed: int) -> None:
    any_line(seed)
