"""A general lemma: what a claim for every k or n may cite."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

KERNEL = Path(__file__).parents[1] / "kernel" / "lemmas.json"


@dataclass(frozen=True)
class Lemma:
    """Its name, its statement, and its parameters with their types."""

    name: str
    statement: str
    parameters: Mapping[str, str]

    @property
    def coq(self) -> str | None:
        """The theorem of the kernel that proves it, if there is one."""
        entry = accepted().get(self.name)
        return None if entry is None else str(entry["coq"])


@cache
def accepted() -> dict[str, dict[str, str]]:
    """What the kernel has proved: lemma name -> Coq name and file."""
    return json.loads(KERNEL.read_text()) if KERNEL.exists() else {}
