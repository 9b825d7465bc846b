"""The frame of the command line: verbs, statuses, one line for bad input, no traceback ever."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import rropt
from rropt import cli
from rropt.cli import SILENT, VERBS, main
from rropt.cli.common import VerbResult
from rropt.exact import InputError

BAD_INPUT = [
    [],
    ["frobnicate"],
    ["Bound", "--beta", "2"],
    ["bound"],
    ["bound", "--beta"],
    ["bound", "--beta", "two"],
    ["bound", "--beta", "nan"],
    ["bound", "--beta", "inf"],
    ["bound", "--beta", "-3"],
    ["bound", "--beta", "1/0"],
    ["bound", "--beta", "1"],
    ["bound", "--beta", "2", "--gamma", "3"],
    ["bound", "--beta", "2", "extra"],
    ["bound", "--bet", "2"],
    ["bound", "--rho", "1/2"],
    ["bound", "--rho", "1/2", "1/10"],
    ["bound", "--rho", "0", "1"],
    ["bound", "--gamma", "0.5"],
    ["bound", "--epsilon", "-1"],
    ["bound", "--epsilon", "ln(0)"],
    ["bound", "--epsilon", "1e9"],
    ["bound", "--h", ""],
    ["bound", "--h", "p/2"],
    ["bound", "--h", "import os"],
    ["bound", "--h", "p\n+"],
    ["bound", "--h", "\x00"],
    ["bound", "--h", "p", "--h-lower", "2*p"],
    ["bound", "--h-lower", "p", "--beta", "2"],
    ["bound", "--beta", "2", "-o", "/nonexistent/directory/file"],
    ["bound", "--beta", "2", "-o", "/"],
    ["check", "/nonexistent/file.json"],
    ["design"],
    ["design", "variance"],
    ["design", "nonsense", "--epsilon", "1", "--prior", "1/4"],
    ["design", "variance", "--epsilon", "1", "--gamma", "2", "--prior", "1/4"],
    ["design", "variance", "--epsilon", "-1", "--prior", "1/4"],
    ["design", "variance", "--epsilon", "1", "--delta", "2", "--prior", "1/4"],
    ["design", "variance", "--epsilon", "1", "--prior", "3/2"],
]


@pytest.mark.parametrize("words", BAD_INPUT[1:], ids=" ".join)
def test_bad_input_is_one_line_and_status_3(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    if words[0] in VERBS and importlib.util.find_spec(f"rropt.cli.{words[0]}") is None:
        pytest.skip(f"the verb {words[0]} is not there yet")
    assert main(words) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("rropt: ")
    assert printed.err.count("\n") == 1
    assert "Traceback" not in printed.err


def test_every_verb_has_its_file_and_says_what_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    for verb, line in VERBS.items():
        assert importlib.util.find_spec(f"rropt.cli.{verb}") is not None, verb
        with pytest.raises(SystemExit) as stopped:
            main([verb, "--help"])
        assert stopped.value.code == 0
        shown = capsys.readouterr().out
        assert f"usage: rropt {verb}" in shown and "--json" in shown
        assert line


def test_overview_version_and_no_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("--version", "-V"):
        assert main([word]) == 0
        assert capsys.readouterr().out == f"rropt {rropt.__version__}\n"
    for words in ([], ["--help"], ["-h"], ["help"]):
        assert main(words) == 0
        shown = capsys.readouterr().out
        assert all(verb in shown for verb in VERBS)


def test_json_is_one_object_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bound", "--rho", "1/10", "1/2", "--json"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["bound"] == "9"
    assert printed.out.count("\n") == 1 and printed.err == ""


def test_output_goes_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "answer.json"
    assert main(["bound", "--beta", "5/2", "--json", "-o", str(target)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(target.read_text())["bound"] == "5/2"


def fake_verb(monkeypatch: pytest.MonkeyPatch, run: object) -> None:
    module = SimpleNamespace(__doc__="A verb for this test.", OPTIONS=(), run=run)
    monkeypatch.setitem(VERBS, "fake", "a verb for this test")
    monkeypatch.setattr(cli, "import_module", lambda name: module)


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_answers_status_is_the_exit_status(
    status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_verb(monkeypatch, lambda args: VerbResult({"a": 1}, "text", status))
    assert main(["fake"]) == status
    assert main(["fake", "--json"]) == status
    assert capsys.readouterr().out == 'text\n{"a": 1}\n'


def raising(error: BaseException) -> object:
    def run(args: object) -> VerbResult:
        raise error

    return run


def test_a_defect_is_one_line_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("RROPT_TRACEBACK", raising=False)
    fake_verb(monkeypatch, raising(KeyError("two\nlines")))
    assert main(["fake"]) == 70
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1 and "KeyError" in printed and "Traceback" not in printed
    monkeypatch.setenv("RROPT_TRACEBACK", "1")
    with pytest.raises(KeyError):
        main(["fake"])


def test_an_interrupt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_verb(monkeypatch, raising(KeyboardInterrupt()))
    assert main(["fake"]) == 130
    assert capsys.readouterr().err == "rropt: interrupted\n"


def test_multi_line_messages_become_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_verb(monkeypatch, raising(InputError("x must be\n  small, got 3")))
    assert main(["fake"]) == 3
    assert capsys.readouterr().err == "rropt: x must be small, got 3\n"


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-c", "import sys; from rropt.cli import main; sys.exit(main())"]
    for words in (["--help"], ["bound", "--help"]):
        reader, writer = os.pipe()
        os.close(reader)
        run = subprocess.run([*command, *words], stdout=writer, stderr=subprocess.PIPE, check=False)
        os.close(writer)
        assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.everything
def test_python_m_rropt_is_the_command() -> None:
    command = [sys.executable, "-m", "rropt", "bound", "--beta", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == "rropt: --beta must be greater than 1, got 1\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("design variance --prior 1/4 --gama 3", "unknown option --gama, did you mean --gamma?"),
        ("plan --epsilon 1 --prior 1/4 --stder=0.1", "did you mean --stderr?"),
        ("plan --prior 1/4 --margin 0.02", "design or epsilon; n"),
        ("design variance --prior 1/2,1/4,1/4 --gamma 3", "this objective has two truths"),
        ("design guess --prior uniform --gamma 3", "--prior uniform needs --categories"),
    ],
)
def test_what_is_wrong_is_said_in_words(words, said, capsys):
    assert main(words.split()) == 3
    err = capsys.readouterr().err
    assert said in err and err.count("\n") == 1


def test_a_note_says_how_an_input_was_understood(capsys):
    assert main(["design", "guess", "--prior", "2,1,1", "--gamma", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["value"] == "3/5"
    assert err == "rropt: note: prior is of counts: it is divided by its sum, 4\n"


def test_help_takes_a_verb(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["help", "bound"])
    assert stopped.value.code == 0
    assert "usage: rropt bound" in capsys.readouterr().out
    assert main(["help", "bounds"]) == 3
    assert "did you mean bound? The verbs are" in capsys.readouterr().err


def test_a_list_that_begins_with_a_minus_is_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    """As with the equals sign; what begins with a minus and no digit stays an option."""
    words = ["design", "mean", "--epsilon", "ln(3)", "--json"]
    assert main([*words, "--values", "-1,0,1"]) == 0
    found = capsys.readouterr().out
    assert main([*words, "--values=-1,0,1"]) == 0
    assert capsys.readouterr().out == found
    assert main([*words, "--values", "-.5,1"]) == 0
    capsys.readouterr()
    assert main([*words, "--values", "-o"]) == 3
    assert "--values needs a value: the numbers of the truths" in capsys.readouterr().err


def test_verbs_with_a_line_of_their_own_exist() -> None:
    assert set(VERBS) >= SILENT
