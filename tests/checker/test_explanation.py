"""What a sceptic reads: all that ran, nothing that did not, and it decides the file alone."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

import rropt as rr
from rropt.checker.explanation import (
    Definition,
    calls_noted,
    definitions,
    lines_outside,
    lines_read,
)
from tests.checker.test___main__ import TEXT

PAGE = """\
'''A theorem.'''

LIMIT = 3


@cache
def first():
    return LIMIT


class Row:
    length: int

    @property
    def second(self):
        return [third() for _ in range(2)]

    def __len__(self):
        return 5

    def fourth(self):
        return 4


def third():
    return 3
"""


def explained(path, *options):
    words = [sys.executable, "-m", "rropt.checker", str(path), *options]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()


def test_functions_and_methods_begin_with_their_decorators():
    assert list(definitions(ast.parse(PAGE))) == [
        Definition("first", range(6, 9)),
        Definition("second", range(14, 17)),
        Definition("fourth", range(21, 23)),
        Definition("third", range(25, 27)),
    ]


def test_blank_lines_go_with_the_definition_before_them():
    first, _, fourth, _ = definitions(ast.parse(PAGE))
    lines = PAGE.splitlines()
    assert lines_outside([first, fourth], lines) == lines[:5] + lines[10:20] + lines[24:]
    assert lines_outside([], lines) == lines


def test_what_is_called_meanwhile_is_noted_and_nothing_else():
    called, other = lines_outside.__code__, definitions.__code__
    with calls_noted() as places:
        lines_outside([], [])
    list(definitions(ast.parse(PAGE)))
    assert (called.co_filename, called.co_firstlineno) in places
    assert (other.co_filename, other.co_firstlineno) not in places


def test_a_page_is_read_without_what_never_ran():
    """Whole where each of its definitions began; its classes, fields and constants always."""
    name = "rropt.checker.verdict"
    source = sys.modules[name].__spec__.loader.get_source(name).splitlines()
    file = sys.modules[name].__spec__.origin
    found = definitions(ast.parse("\n".join(source)))
    begun = {(file, part.numbers.start) for part in found}
    assert lines_read(name, begun) == source
    bare = lines_read(name, set())
    assert "class Refuted(Exception):" in bare and 'FORMAT = "rropt-certificate/2"' in bare
    assert [line.strip() for line in bare if "def " in line] == ["def __str__(self) -> str:"]


def test_the_lines_themselves_are_printed(tmp_path):
    """As many as are counted, and in them the function that compares charge and utility."""
    path = tmp_path / "c.json"
    path.write_text(TEXT)
    counted = [line.split() for line in explained(path, "--explain")[1:]]
    printed = explained(path, "--source")
    assert [line.split() for line in printed if line.endswith(".py")] == counted[:-1]
    total = int(counted[-1][0])
    assert len(printed) == 1 + total + 3 * (len(counted) - 1) + 1
    assert any(line.startswith("def check(") for line in printed)


def test_a_stricter_count_leaves_less_than_all_the_pages_hold(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(TEXT)
    for line in explained(path, "--explain")[1:-1]:
        number, name = line.split()
        with open(f"{rr.checker.__path__[0]}/{name}", encoding="utf-8") as file:
            assert 0 < int(number) <= len(file.readlines()), name


def test_no_page_calls_a_function_before_calls_are_noted():
    """Else it would have a part in the verdict and be left out: only class bodies run so early."""
    script = """
import sys
begun = set()
def note(frame, event, _):
    code = frame.f_code
    if event == "call" and "rropt/checker" in code.co_filename and code.co_flags & 2:
        begun.add((code.co_filename, code.co_name))
sys.setprofile(note)
import rropt.checker.__main__
sys.setprofile(None)
print(sorted(begun))
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


MISSING = "def __getattr__(name):\n    return None\n"
"""What a page answers for a name that another page imports from it and never calls."""


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.LocalDP("ln(3)"), rr.Variance("1/4")),
        (rr.LocalDP(1, "1/10"), rr.Guess(["1/2", "1/3", "1/6"])),
        (rr.LocalDP(1), rr.DOptimal(["1/2", "1/3", "1/6"])),
        (rr.RenyiDP(2, 1), rr.Trace(2)),
    ],
    ids=str,
)
def test_a_file_is_decided_by_the_lines_that_are_read(privacy, objective, tmp_path):
    """A package that holds nothing else gives the same verdict: what was left out had no part."""
    path = tmp_path / "c.json"
    path.write_text(rr.optimal(privacy, objective, crosscheck=False).certificate.to_json())
    verdict, *printed, _ = explained(path, "--source")
    package = tmp_path / "alone"
    package.mkdir()
    pages = {"__init__.py": ["from .decide import check"]}
    for line in printed:
        number, _, name = line.strip().partition("  ")
        if number.isdigit() and name.endswith(".py"):
            pages[name] = lines = []
        else:
            lines.append(line)
    for name, lines in pages.items():
        (package / name).write_text("\n".join([*lines, "", "", MISSING]))
    script = f"import alone; print(str(alone.check(open({str(path)!r}, 'rb').read())))"
    words = [sys.executable, "-c", script]
    run = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert run.stdout.strip() == verdict, run.stderr
