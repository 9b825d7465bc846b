"""A general lemma: what a claim for every k or n may cite."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import sympy as sp

KERNEL = Path(__file__).parents[1] / "kernel" / "lemmas.json"


@dataclass(frozen=True)
class Lemma:
    """Its name, its statement, its parameters with their types, and its conditions on them."""

    name: str
    statement: str
    parameters: Mapping[str, str]
    where: tuple[str, ...] = ()
    """What the lemma asks of its numbers, as relations between parameters."""

    def conditions(self, values: Mapping[str, Any]) -> list[Any]:
        """What is asked of these values; ValueError where one is false."""
        numbers = {name: value for name, value in values.items() if self.parameters[name] == "Real"}
        found = [sp.sympify(text, locals=numbers) for text in self.where]
        for text, relation in zip(self.where, found, strict=True):
            if relation == sp.false:
                raise ValueError(f"{self.name} needs {text}, got {numbers}")
        return [relation for relation in found if relation != sp.true]

    @property
    def coq(self) -> str | None:
        """The theorem of the kernel that proves it, if there is one."""
        entry = accepted().get(self.name)
        return None if entry is None else str(entry["coq"])


@cache
def accepted() -> dict[str, dict[str, str]]:
    """What the kernel has proved: lemma name -> Coq name and file."""
    return json.loads(KERNEL.read_text()) if KERNEL.exists() else {}
