"""Which goals the kernel has accepted: the names of their theorems, in `goals.json`.

The name of a theorem is the SHA-256 of its statement, so that a goal that was changed is no longer
the one that was accepted. The theorems themselves are made from the stored certificates whenever
they are wanted: `python -m proofs.kernel` makes them and hands them to Coq, and writes them where
`--goals` says. A statement that is a theorem as it stands is in `theorems.json`, with what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from .coq_statement import Implication, NotStated, name_of

FILE = Path(__file__).with_name("goals.json")
SENTENCES = Path(__file__).with_name("theorems.json")
HOLDS, FAILS = "holds", "fails"


@cache
def names() -> dict[str, dict[str, tuple[str, ...]]]:
    """Of each paper the statements that hold and those that fail."""
    return json.loads(FILE.read_text()) if FILE.exists() else {}


@cache
def sentences() -> dict[str, dict[str, str]]:
    """The theorems that say a statement as a whole: name -> file, and what it says."""
    return json.loads(SENTENCES.read_text()) if SENTENCES.exists() else {}


def listed(found: Mapping[str, Mapping[str, Iterable[str]]]) -> str:
    """The text of the file: a name a line, so that a change is seen."""
    plain = {
        paper: {ending: sorted(own) for ending, own in both.items()}
        for paper, both in sorted(found.items())
    }
    return json.dumps(plain, indent=0) + "\n"


@cache
def _papers(ending: str) -> dict[str, str]:
    """The paper of each theorem with this ending."""
    return {name: paper for paper, both in names().items() for name in both[ending]}


def true_theorem(goal: Implication) -> str | None:
    """The name of the statement, where the kernel has proved it."""
    return _named(goal, HOLDS)


def false_theorem(goal: Implication) -> str | None:
    """The name of the statement, where the kernel has refuted it."""
    return _named(goal, FAILS)


def _named(goal: Implication, ending: str) -> str | None:
    try:
        name = name_of(goal)
    except NotStated:
        return None
    return name if name in _papers(ending) else None


def forget() -> None:
    """Read the file again: it was written."""
    names.cache_clear()
    sentences.cache_clear()
    _papers.cache_clear()


def every() -> set[str]:
    """The names of all the theorems."""
    return {*_papers(HOLDS), *_papers(FAILS)}


def file_of_theorem(name: str) -> str:
    """The file with the theorem of this name: a theory, or a file that `--goals` writes."""
    if name in sentences():
        return sentences()[name]["file"].removeprefix("theories/")
    return file_of((_papers(HOLDS) | _papers(FAILS))[name])


def file_of(paper: str) -> str:
    return f"{paper.replace('-', '_')}.v"
