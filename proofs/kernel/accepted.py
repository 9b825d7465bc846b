"""Which goals the kernel has accepted: the theorems in `proofs/kernel/goals`, by their names.

The name of a theorem is the SHA-256 of its statement, so that a goal that was changed is no longer
the one that was accepted. `python -m proofs.kernel` hands the files to Coq.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from .coq_statement import Implication, NotStated, name_of

FILES = Path(__file__).parent / "goals"
TRUE = re.compile(r"^Theorem (g_\w+)_holds : valid \1\.$", re.M)
FALSE = re.compile(r"^Theorem (g_\w+)_fails : ~ valid \1\.$", re.M)


def files() -> list[Path]:
    """One Coq file for each paper."""
    return sorted(FILES.glob("*.v"))


@cache
def theorems(pattern: re.Pattern[str]) -> dict[str, str]:
    """The name of each statement, and the file of its theorem."""
    return {name: file.name for file in files() for name in pattern.findall(file.read_text())}


def true_theorem(goal: Implication) -> str | None:
    """The name of the statement, where the kernel has proved it."""
    return _named(goal, TRUE)


def false_theorem(goal: Implication) -> str | None:
    """The name of the statement, where the kernel has refuted it."""
    return _named(goal, FALSE)


def _named(goal: Implication, pattern: re.Pattern[str]) -> str | None:
    try:
        name = name_of(goal)
    except NotStated:
        return None
    return name if name in theorems(pattern) else None


def file_of_theorem(name: str) -> str:
    """The file in `goals` with the theorem of this name."""
    return (theorems(TRUE) | theorems(FALSE))[name]
