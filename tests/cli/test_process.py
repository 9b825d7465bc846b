"""How a command ends from outside, and what reaches the terminal beside its answer."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

from rropt.cli import main
from rropt.cli.process import orderly_end

WARNER = {"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}


@pytest.mark.everything
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("target", "number"), [("out.csv", signal.SIGTERM), ("out.parquet", signal.SIGHUP)]
)
def test_a_run_that_is_ended_leaves_no_reports(tmp_path: Path, target: str, number: int) -> None:
    pytest.importorskip("polars")
    (tmp_path / "D.json").write_text(json.dumps(WARNER))
    row = "1," + "x" * 200 + "\n0," + "y" * 200 + "\n"
    (tmp_path / "a.csv").write_text("smokes,note\n" + row * 300_000)
    words = ["randomize", "a.csv", "--design", "D.json", "--column", "smokes", "-o"]
    process = subprocess.Popen(
        [sys.executable, "-m", "rropt", *words, target],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        preexec_fn=_hears_hangups,
    )
    while process.poll() is None and not list(tmp_path.glob("*.partial")):
        time.sleep(0.005)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, "rropt: interrupted\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["D.json", "a.csv"]


def _hears_hangups() -> None:
    """Under nohup they are ignored by every child, and a run that ignores them goes on."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_handlers_are_given_back_and_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with orderly_end():
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            assert signal.getsignal(signal.SIGTERM) is signal.default_int_handler
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.everything
def test_no_warning_of_a_library_reaches_the_terminal() -> None:
    """NumPy warned twice of an overflow on the way to this design."""
    words = "e-optimal --gamma 20 --delta 1/100 --prior 3/1000000003,1000000000/1000000003"
    run = subprocess.run(
        [sys.executable, "-m", "rropt", "design", *words.split(), "--json"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert (run.returncode, run.stderr) == (0, "")


def test_nor_a_program_that_uses_the_library() -> None:
    from rropt import EOptimal, LocalDP, optimal

    prior = ["3/1000000003", "1000000000/1000000003"]
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        optimal(LocalDP.from_gamma(20, "1/100"), EOptimal(prior))
    assert [str(warning.message) for warning in seen] == []


def test_linear_algebra_has_one_thread_before_numpy_is_there() -> None:
    script = (
        "import os, sys, rropt.cli as cli\n"
        "setting = 'OPENBLAS_NUM_THREADS'\n"
        "cli.main = lambda: print('numpy' in sys.modules, os.environ[setting]) or 0\n"
        "cli.entry()\n"
    )
    free = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=free)
    assert run.stdout == "False 1\n"


@pytest.mark.parametrize("option", ["--save", "--html", "-o"])
def test_an_output_that_cannot_be_written_is_said_before_the_work(
    tmp_path: Path, option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def solved(*_: object, **__: object) -> None:
        raise AssertionError("the work was begun")

    monkeypatch.setattr("rropt.cli.design.privacy_of", solved)
    words = ["design", "trace", "--gamma", "3", "--categories", "3"]
    assert main([*words, option, str(tmp_path / "no" / "file")]) == 3
    error = capsys.readouterr().err
    assert "must be a writable file" in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.everything
@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes of POSIX")
@pytest.mark.parametrize("command", [["rropt", "check"], ["rropt.checker"]])
def test_a_verdict_that_nobody_reads_is_still_the_exit_status(command, tmp_path) -> None:
    path = tmp_path / "c.json"
    path.write_text('{"kind": "nonsense"}')
    reader, writer = os.pipe()
    os.close(reader)
    words = [sys.executable, "-m", *command, str(path)]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (3, b"")


@pytest.mark.parametrize(
    "words",
    [
        "variance --epsilon 1/2 --prior 1/10",
        "a-optimal --epsilon 1 --prior 1/6,1/3,1/2",
        "a-optimal --epsilon 1 --prior uniform --categories 50",
        "d-optimal --privacy 1,2,3;2,1,4;2,2,1 --prior 1/6,1/3,1/2",
    ],
)
def test_a_small_design_needs_no_scipy(words: str) -> None:
    """It takes half a second to be imported; a histogram of reports alone asks for it."""
    script = (
        "import sys\n"
        "from rropt.cli import main\n"
        f"main('design {words} --json'.split())\n"
        "print('scipy' in sys.modules, file=sys.stderr)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stderr == "False\n"
