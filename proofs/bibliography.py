"""The papers, and where each statement stands: `statements.json` says it in our words."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from rropt.bibliography import REFERENCES, Reference

STATEMENTS = Path(__file__).parent / "statements.json"


FOUND = Reference(
    "rropt", "Statements found with this library", "not published elsewhere", 2026, "proofs/found"
)
PAPERS = {
    name: REFERENCES.get(name, FOUND)
    for name in ("chai-nayak", "found", "holohan", "sun", "vinterbo", "ziani")
}


@cache
def statements() -> dict[str, dict[str, str]]:
    """Place and words of each id."""
    return json.loads(STATEMENTS.read_text(encoding="utf-8"))


def place(name: str) -> str:
    """Where in its paper a statement stands.

    >>> place("chai-nayak/thm-3.1")
    'Characterization of strict information privacy'
    """
    return statements().get(name, {}).get("place", "")


def words(name: str) -> str:
    """What it says, in our words, with formulas in TeX.

    >>> words("chai-nayak/lem-4.1")[:12]
    'Suppose $C_{'
    """
    return statements().get(name, {}).get("words", "")
