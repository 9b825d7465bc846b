"""What the README shows is what happens: its session, its Python, its tables, its links."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from rropt.cli import VERBS, main

pytestmark = pytest.mark.quick

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def session() -> list[tuple[str, str]]:
    """The commands of the console blocks with the output shown below each."""
    blocks = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    found = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.everything
def test_the_session_is_real(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.csv").write_text("smokes\n" + "no\nyes\nno\nno\n" * 250)
    assert len(session()) >= 6
    for command, output in session():
        words = shlex.split(command)
        assert words[0] == "rropt"
        main(words[1:])
        printed = capsys.readouterr()
        assert printed.out + printed.err == output, command


def test_the_table_shown_first_is_the_one_that_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = next(command for command, _ in session() if "-o study.txt" in command)
    main(shlex.split(command)[1:])
    written = Path("study.txt").read_text()
    block = re.search(r"^```text\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert block is not None
    for part in block.group(1).split("\n\n"):
        assert all(line in written for line in part.splitlines())


def test_one_screen_and_no_more_than_a_stranger_reads() -> None:
    assert len(README.splitlines()) < 180


def test_the_python_is_real() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert blocks
    for block in blocks:
        test = doctest.DocTestParser().get_doctest(block, {}, "README", "README.md", 0)
        assert doctest.DocTestRunner().run(test).failed == 0


def test_every_verb_is_in_the_table_with_its_line() -> None:
    for verb, line in VERBS.items():
        assert f"| `rropt {verb}` | {line} |" in README


def test_every_place_exists() -> None:
    table = README.split("| place | what |")[1].split("\n\n")[0]
    for cell in re.findall(r"^\| (.*?) \|", table, re.MULTILINE)[1:]:
        for number, name in enumerate(re.findall(r"`([^`]+)`", cell)):
            places = [ROOT / name, ROOT / "rropt" / name, ROOT / "rropt" / f"{name}.py"]
            assert any(place.exists() for place in places[: 1 if number == 0 else 3]), name


def test_every_link_leads_somewhere() -> None:
    for address in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / address).exists(), address


def test_the_sections_that_a_newcomer_needs_are_there() -> None:
    for title in ("Set-up", "Why it can be trusted", "A session", "The verbs", "How to add"):
        assert f"## {title}" in README
    assert "## What it does not do" in README
