"""Every example that a --help prints runs as printed, and reads well in 80 columns."""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
from pathlib import Path

import pytest

from rropt.cli import VERBS, main

THERE = [verb for verb in VERBS if importlib.util.find_spec(f"rropt.cli.{verb}") is not None]
A = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}
P = {"channel": [["4/5", "1/5"], ["1/5", "4/5"]]}
MODEL = {"alpha": ["-1/2", "-1"], "beta": ["1", "1/2"], "points": [0, 1], "coefficients": [1]}
TWO = {"alpha": ["-1/2"], "beta": ["1"], "points": [0, 1], "coefficients": [1]}
SPEC = """
epsilon = [0.5, 1]
prior = "1/4"
delta = [0, "1/10"]
outputs = [2, "any"]
objective = "variance"
"""

CONJECTURE = '''
"""The short one of a file of claims, all of which are tested where the examples are."""
from rropt.proofs.claims import Section, states
from rropt.proofs.goals import holds, reals

p, t = reals("p t")
mine = Section("mine")


@mine("a-sum-of-squares")
def squares():
    """t^2 - 2 t p + 2 p^2 is never negative."""
    return states(holds(t**2 - 2 * t * p + 2 * p**2 >= 0, squares=[t - p, p]))


@mine("never-negative")
def wrong():
    """So is p."""
    return states(holds(p >= 0))
'''


def help_of(verb: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as stopped:
        main([verb, "--help"])
    assert stopped.value.code == 0
    return capsys.readouterr().out


def examples(text: str) -> list[list[str]]:
    """The lines of a help text that begin with rropt, continued where they end in a backslash."""
    joined = text.replace("\\\n", " ")
    lines = re.findall(r"^\s*rropt ((?!VERB).*)$", joined, re.MULTILINE)
    return [shlex.split(line) for line in lines]


def survey_row(i: int) -> str:
    """One respondent: nothing is separated, and wages tell smokers apart."""
    age = 20 + i % 41
    smokes = int(i * 37 % 101 < 40 + age // 2)
    region = "town" if i * 53 % 7 % 2 else "land"
    return f"{smokes},{region},{age},{i * 29 % 17 + 6 * smokes}"


def counts_row(i: int) -> str:
    """One respondent of a list experiment: a third hold the sensitive item."""
    shown = i % 2
    told = i * 37 % 4 if i % 5 else 1 + i % 2
    return f"{min(told, 3) + shown * (i * 53 % 3 == 0)},{shown},{20 + i % 41}"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A design as `--save` writes it."""
    path = tmp_path_factory.mktemp("saved") / "D.json"
    words = ["design", "variance", "--gamma", "3", "--prior", "1/4", "--save", str(path)]
    assert main(words) == 0
    return path.read_text()


@pytest.fixture()
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saved: str) -> Path:
    """A folder with the files that the examples name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "A.json").write_text(json.dumps(A))
    (tmp_path / "P.json").write_text(json.dumps(P))
    (tmp_path / "model.json").write_text(json.dumps(MODEL))
    (tmp_path / "two.json").write_text(json.dumps(TWO))
    (tmp_path / "SPEC.toml").write_text(SPEC)
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "own_conjecture.py").write_text(CONJECTURE)
    text = "\n".join(["smokes,region,age,wage", *map(survey_row, range(200))]) + "\n"
    (tmp_path / "answers.csv").write_text(text)
    (tmp_path / "reports.csv").write_text(text)
    counts = "\n".join(["count,list,age", *map(counts_row, range(200))]) + "\n"
    (tmp_path / "counts.csv").write_text(counts)
    (tmp_path / "D.json").write_text(saved)
    return tmp_path


@pytest.mark.everything
@pytest.mark.parametrize("verb", THERE)
def test_the_examples_run_as_printed(
    verb: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = examples(help_of(verb, capsys))
    assert found, f"{verb} has no example"
    for words in found:
        assert words[0] == verb
        if "--dask" in words:
            continue
        status = main(words)
        printed = capsys.readouterr()
        refuted = verb == "prove" and status == 1  # a file of claims may hold a false one
        assert status == 0 or refuted, (words, printed.err)
        assert "rropt: " not in printed.err and "Traceback" not in printed.out + printed.err
        if "--json" in words:
            assert isinstance(json.loads(printed.out), dict)
        else:
            widest = max(map(len, printed.out.splitlines()), default=0)
            assert verb in ("check", "prove") or widest <= 100  # statements are not broken


@pytest.mark.parametrize("verb", THERE)
def test_help_reads_well_in_80_columns(
    verb: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = help_of(verb, capsys)
    long = [line for line in shown.splitlines() if len(line) > 100]
    assert long == [] and "\x1b" not in shown


@pytest.mark.parametrize("verb", THERE)
def test_help_begins_with_a_few_examples_and_ends_with_other_verbs(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = help_of(verb, capsys).splitlines()
    assert re.match(rf"usage: rropt {verb} .*\[options\]$", shown[0])
    first = shown.index("examples:")
    assert first < 6
    listed = shown[first : shown.index("", first)]
    assert 1 <= len(examples("\n".join(listed))) <= 3
    assert shown[-1].startswith("see also: rropt ")


def test_the_overview_fits(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert len([words for words in examples(shown) if words[0] in VERBS]) == 6


@pytest.mark.everything
def test_what_the_overview_shows_runs(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    (desk / "answers.csv").write_text("smokes\nno\nyes\nno\n")
    refuted = ["prove", "holohan/eq-24/sign"]
    for words in examples(shown):
        if words[0] in VERBS:
            assert main(words) == (words == refuted), words


JSON = {
    "check": ["check", "D.json"],
    "compare": ["compare", "A.json", "P.json"],
    "admissible": ["admissible", "A.json", "--gamma", "4"],
    "bound": ["bound", "--beta", "3"],
    "device": ["device", "warner", "--p", "3/4"],
    "estimate": ["estimate", "--counts", "6,4", "--design", "D.json"],
    "regress": ["regress", "reports.csv", "--design", "D.json", "--formula", "smokes ~ age"],
    "plan": ["plan", "--epsilon", "1", "--prior", "1/5", "--n", "500"],
    "figure": ["figure", "ziani-1"],
    "design": ["design", "trace", "--gamma", "3", "--categories", "3"],
    "randomize": ["randomize", "answers.csv", "--design", "D.json", "--column", "smokes"],
}
KEYS = {
    "regress": {"coefficients", "stderr", "loglik", "covariance", "interval", "n"},
    "check": {"verdict", "statement", "reason"},
    "compare": {"relation", "garbling", "separation"},
    "admissible": {"admissible", "dominating", "garbling"},
    "bound": {"bound", "epsilon", "attained", "at"},
    "device": {"channel", "epsilon", "variance", "optimum", "loss"},
    "estimate": {"n", "estimate", "stderr", "interval", "mle", "covariance"},
    "plan": {"margin"},
    "figure": {"figure", "title"},
    "design": {
        "objective",
        "gamma",
        "delta",
        "outputs",
        "channel",
        "value",
        "bound",
        "gap",
        "closed_form",
        "support",
        "certificate",
        "optima",
    },
    "randomize": {"n"},
}


@pytest.mark.everything
@pytest.mark.parametrize("verb", JSON)
def test_json_is_one_object_with_the_fields_of_the_contract(
    verb: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main([*JSON[verb], "--json"]) in (0, 1)
    printed = capsys.readouterr()
    assert printed.err == "" and printed.out.count("\n") == 1
    assert KEYS[verb] <= json.loads(printed.out).keys()


@pytest.mark.everything
@pytest.mark.parametrize("setting", ["1", ""])
def test_there_are_no_colours(
    setting: str, desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", setting)
    capsys.readouterr()
    for words in JSON.values():
        main(words)
    printed = capsys.readouterr()
    assert "\x1b" not in printed.out + printed.err
