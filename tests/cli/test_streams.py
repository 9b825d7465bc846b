"""The command line where standard output is closed, full or left early."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import rropt as rr
from rropt.cli import main

RROPT = f'"{sys.executable}" -m rropt'
PROOFS = f'"{sys.executable}" -m proofs'
ROOT = Path(__file__).parents[2]


def shell(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, timeout=120
    )


@pytest.mark.skipif(sys.platform == "win32", reason="closes file descriptors in a shell")
class TestClosed:
    @pytest.mark.everything
    @pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "<&- >&- 2>&-"])
    def test_what_is_printed_is_dropped(self, closed: str, tmp_path: Path) -> None:
        saved = tmp_path / "c.json"
        words = f"design trace --gamma 3 --categories 3 --save {saved}"
        assert shell(f"{RROPT} {words} {closed}").returncode == 0
        run = shell(f"{RROPT} check {saved} {closed}")
        assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
        assert shell(f"{RROPT} check {saved}").stdout.startswith("verified")

    def test_what_is_read_is_empty(self) -> None:
        """Another program may close the standard input of what it starts."""
        assert shell(f"{RROPT} check - <&-").stderr == shell(f"{RROPT} check - </dev/null").stderr

    def test_no_message_goes_to_standard_output_instead(self) -> None:
        run = shell(f"{RROPT} check no-such-file --json 2>&-")
        assert (run.returncode, run.stdout) == (3, "")


@pytest.mark.everything
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "words", ["--help", "bound --rho 1/10 1/2", "prove holohan/lem-1/values --recheck"]
)
def test_a_full_disk_is_one_line_and_not_a_defect(words: str) -> None:
    run = shell(f"{RROPT} {words} > /dev/full")
    assert run.returncode == 3
    assert run.stderr == "rropt: the answer could not be written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_message_that_nobody_can_take_changes_no_exit_status(tmp_path: Path) -> None:
    assert shell(f"{RROPT} bound --rho 1/10 x 2> /dev/full").returncode == 3
    answers = tmp_path / "a.csv"
    answers.write_bytes("name,a\nZo\u00eb,0\n".encode("latin-1"))  # so that a warning is due
    design = tmp_path / "d.json"
    rr.optimal(rr.LocalDP(1), rr.Trace(categories=2)).save(design)
    words = f"randomize {answers} --column a --design {design} -o {tmp_path / 'r.csv'}"
    run = shell(f"{RROPT} {words} 2> /dev/full")
    assert (run.returncode, run.stdout.count("\n")) == (0, 1)


@pytest.mark.everything
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell with pipes")
def test_a_reader_may_leave_the_proofs_early() -> None:
    run = shell(f"{PROOFS} 'holohan/lem-1*' --recheck --jobs 1 | head -1; echo ${{PIPESTATUS[0]}}")
    assert run.stderr == ""
    assert run.stdout.splitlines()[-1] == "0"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "rropt: this takes more memory than there is\n"),
        (BufferError(), "rropt: internal error, BufferError:"),
    ],
)
def test_a_lack_of_memory_is_nobodys_defect(
    error: Exception, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(words: list[str]) -> int:
        raise error

    monkeypatch.setattr("rropt.cli._run", fail)
    assert main(["doctor"]) != 0
    assert capsys.readouterr().err.startswith(said)


def test_no_label_is_a_command_to_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A file from elsewhere could clear the screen, or write over what was said."""
    table = tmp_path / "table.json"
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    table.write_text(json.dumps({"channel": rows, "truths": ["no", "\x1b[2Jyes"]}))
    for words in (["--counts", "60,40"], ["--counts", "60,40", "--null", "no"]):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        main(["estimate", *words, "--design", str(table)])
        printed = capsys.readouterr()
        assert "\x1b" not in printed.out + printed.err
    main(["estimate", "--counts", "60,40", "--design", str(table), "--json"])
    assert json.loads(capsys.readouterr().out)["truths"][1] == "\x1b[2Jyes"


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_rows_are_printed_as_they_are_written(
    encoding: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Columns beside the answers are data: those of -o, wherever they are printed to."""
    odd = "c\x0bd\x85\x1b[2J\u2028\xe9"
    (tmp_path / "odd.csv").write_bytes(f"smokes,note\r\nno,{odd}\r\nyes,".encode())
    (tmp_path / "same.json").write_text('{"channel": [["1", "0"], ["0", "1"]]}')
    words = [str(tmp_path / "odd.csv"), "--design", str(tmp_path / "same.json")]
    words = ["randomize", *words, "--column", "smokes", "--truths", "no,yes"]
    stream = io.TextIOWrapper(io.BytesIO(), encoding, newline="\r\n")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", stream)
        assert main(words) == 0
    printed = stream.detach()
    assert main([*words, "-o", str(tmp_path / "new.csv")]) == 0
    assert printed.getvalue() == (tmp_path / "new.csv").read_bytes()
    assert odd.encode() in printed.getvalue()
