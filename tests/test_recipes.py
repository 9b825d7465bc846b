"""What CONTRIBUTING says about adding things is done as it stands, in a clean clone."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
RECIPES = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## How to add")[1]
FILES = re.findall(r"^```python\n# (\S+)\n(.*?)^```", RECIPES, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^```console\n\$ (.*?)\n(.*?)^```", RECIPES, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone of the last commit, with the files of the recipes."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this tree is no git repository, or git is not installed")
    folder = tmp_path_factory.mktemp("clone")
    last = ["--quiet", "--depth", "1", ROOT.as_uri()]
    subprocess.run(["git", "clone", *last, str(folder)], check=True)
    for name, text in FILES:
        path = folder / name
        assert not path.exists(), f"{name} is there already"
        path.write_text(text, encoding="utf-8")
    return folder


def test_there_is_a_recipe_for_each() -> None:
    kinds = re.findall(r"^\*\*An? (\w+)\*\*", RECIPES, re.MULTILINE)
    assert kinds == ["objective", "device", "criterion", "theorem"]
    assert len(FILES) == len(COMMANDS) == 4


@pytest.mark.everything
@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_a_recipe_does_what_it_says(clone: Path, command: str, output: str) -> None:
    program, *words = shlex.split(command)
    start = [sys.executable] if program == "python" else [sys.executable, "-m", "rropt"]
    environment = {**os.environ, "PYTHONPATH": str(clone)}
    done = subprocess.run(
        [*start, *words], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert output.strip() in done.stdout
