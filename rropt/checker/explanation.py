"""What is to be read to believe a verdict: the definitions that ran, and what stands beside them.

A definition that was never called had no part in the verdict, so it is left out, unless a constant
names it. All else on a page that was opened is kept: its theorem, its constants, its classes with
their fields. So what is printed is a program, and it gives the same verdict.
"""

import ast
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

UNREAD = ("__main__", "explanation")
"""The command line and this page: they print a verdict and have no part in it."""

Places = set[tuple[str, int]]
"""File and first line of every function that was called."""


@contextmanager
def calls_noted() -> Iterator[Places]:
    """Where every function begins that is called meanwhile."""
    places: Places = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            places.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

    sys.setprofile(note)
    try:
        yield places
    finally:
        sys.setprofile(None)


def explanation(places: Places, whole: bool) -> list[str]:
    """How many lines are to be read on each page, and in all; with `whole`, these lines too."""
    pages = {name: lines_read(name, places) for name in pages_opened()}
    lines: list[str] = []
    for name, read in pages.items():
        lines.append(f"{len(read):5d}  {name.removeprefix(f'{__package__}.')}.py")
        lines += ["", *read, ""] if whole else []
    total = sum(len(read) for read in pages.values())
    return [*lines, f"{total:5d}  lines in {len(pages)} pages"]


def pages_opened() -> list[str]:
    """The pages of this package that have been imported, in their order."""
    inside = f"{__package__}."
    opened = [name for name in sys.modules if name.startswith(inside)]
    return [name for name in opened if name.removeprefix(inside) not in UNREAD]


def lines_read(name: str, places: Places) -> list[str]:
    """The lines of a page without the definitions that were never called."""
    spec = sys.modules[name].__spec__
    source = spec.loader.get_source(name) if spec and spec.loader else ""  # type: ignore[attr-defined]
    begun = {line for file, line in places if spec and file == spec.origin}
    lines = source.splitlines()
    found = list(definitions(ast.parse(source)))
    beside = ast.parse("\n".join(lines_outside(found, lines)))
    named = {node.id for node in ast.walk(beside) if isinstance(node, ast.Name)}
    unread = [part for part in found if part.name not in named and begun.isdisjoint(part.numbers)]
    return lines_outside(unread, lines)


class Definition(NamedTuple):
    """A function or a method, and the numbers of its lines."""

    name: str
    numbers: range


def definitions(tree: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    """Every function of a page, and every method that the language itself does not ask for."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from definitions(node)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            first = min([node.lineno, *(word.lineno for word in node.decorator_list)])
            yield Definition(node.name, range(first, (node.end_lineno or first) + 1))


def lines_outside(parts: list[Definition], lines: list[str]) -> list[str]:
    """The lines of a page without those of some definitions, and the blank ones after each."""
    unread = {number for part in parts for number in part.numbers}
    kept = []
    for number, line in enumerate(lines, 1):
        if not line.strip() and number - 1 in unread:
            unread.add(number)
        if number not in unread:
            kept.append(line)
    return kept
