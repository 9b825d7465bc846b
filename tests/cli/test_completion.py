"""rropt --completion."""

from __future__ import annotations

import importlib.util
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


def test_bash_completes_verbs_options_and_names(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("needs bash")
    path = tmp_path / "rropt.bash"
    path.write_text(completion("bash", THERE))

    def complete(*words: str) -> list[str]:
        line = " ".join(words)
        script = (
            f"cd {tmp_path}; source {path}; COMP_WORDS=({line}); "
            f'COMP_CWORD={len(words) - 1}; _rropt; echo "${{COMPREPLY[@]}}"'
        )
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert complete("rropt", "adm") == ["admissible"]
    assert complete("rropt", "design", "--eps") == ["--epsilon"]
    assert complete("rropt", "device", "two_c") == ["two_coin"]


def test_an_unknown_shell_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--completion", "tcsh"]) == 3
    assert capsys.readouterr().err.startswith("rropt: --completion must be one of bash")


def test_a_mistyped_verb_is_guessed_and_a_missing_option_shows_its_form(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words, said in (
        (["desing"], "did you mean design?"),
        (["design", "variance"], "rropt design --help has examples"),
        (["design", "variance", "--gamma", "3"], "such as --prior 1/4"),
    ):
        assert main(words) == 3
        assert said in capsys.readouterr().err
