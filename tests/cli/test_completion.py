"""rropt --completion."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from rropt.cli import VERBS, main
from rropt.cli.completion import SHELLS, completion

THERE = {v: t for v, t in VERBS.items() if importlib.util.find_spec(f"rropt.cli.{v}") is not None}


@pytest.mark.parametrize("shell", SHELLS)
def test_every_verb_and_its_options_are_there(shell: str) -> None:
    script = completion(shell, THERE)
    for word in [*THERE, "epsilon", "denominator", "two_coin", "holohan-1", "a-optimal"]:
        assert word in script


TYPED = [
    ("rropt adm", ["rropt admissible"]),
    ("rropt --ver", ["rropt --version"]),
    ("rropt design --eps", ["rropt design --epsilon"]),
    ("rropt design --reve", ["rropt design --revealing"]),
    ("rropt design a-o", ["rropt design a-optimal"]),
    ("rropt design mutual-i", ["rropt design mutual-information"]),
    ("rropt device two_c", ["rropt device two_coin"]),
    ("rropt figure sun-table-", ["rropt figure sun-table-1", "rropt figure sun-table-2"]),
    ("rropt check card", ["rropt check card.json"]),
    ("rropt figure --li", ["rropt figure --list"]),
]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(("line", "expected"), TYPED, ids=[line for line, _ in TYPED])
def test_a_real_bash_completes_what_is_typed(
    line: str, expected: list[str], tmp_path: Path
) -> None:
    """An interactive bash on a terminal of its own gets the line and the tab key."""
    pty = pytest.importorskip("pty")
    (tmp_path / "rropt.bash").write_text(completion("bash", THERE))
    (tmp_path / "card.json").write_text("{}")
    script = (
        "bind 'set enable-bracketed-paste off'; bind 'set show-all-if-ambiguous on'\n"
        'PS1=; rropt() {{ echo "<rropt $*>"; }}; source rropt.bash\n{line}\n'
    )
    terminal, other = pty.openpty()
    bash = subprocess.Popen(
        ["bash", "--norc", "--noprofile", "-i"],
        cwd=tmp_path,
        stdin=other,
        stdout=other,
        stderr=other,
        start_new_session=True,
    )
    os.close(other)
    typed = script.format(line=line + "\t" + ("\t" if len(expected) > 1 else ""))
    os.write(terminal, (typed + "exit\n").encode())
    shown = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error on Linux
        while block := os.read(terminal, 4096):
            shown += block
    bash.wait(timeout=20)
    os.close(terminal)
    text = shown.decode()
    if len(expected) == 1:
        assert f"<{expected[0]}>" in text or f"<{expected[0]} >" in text
    else:
        assert all(name.split()[-1] in text for name in expected)


def test_an_unknown_shell_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "tcsh"]) == 3
    assert capsys.readouterr().err.startswith("rropt: --completion must be one of bash")


def test_a_mistyped_verb_is_guessed_and_a_missing_option_shows_its_form(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words, said in (
        (["desing"], "did you mean design?"),
        (["design", "variance"], "such as --epsilon 1"),
        (["design", "variance", "--gamma", "3"], "such as --prior 1/4"),
    ):
        assert main(words) == 3
        assert said in capsys.readouterr().err
