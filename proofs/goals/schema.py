"""Statements decided through other goals: induction and summation schemas, contradictions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..ledger import Ledger, Unproved
from .base import Goal


@dataclass(frozen=True)
class Obligations(Goal):
    """An induction or summation schema, written as goals that together give the statement."""

    schema: str
    goals: tuple[Goal, ...]
    label: str = ""

    def attack(self) -> Any:
        found = ((i, g.attack()) for i, g in enumerate(self.goals))
        return next(({"obligation": i, **w} for i, w in found if w is not None), None)

    def replays(self, witness: Any) -> bool:
        rest = {k: v for k, v in witness.items() if k != "obligation"}
        return self.goals[witness["obligation"]].replays(rest)

    def prove(self, ledger: Ledger) -> None:
        for goal in self.goals:
            goal.prove(ledger)
        ledger.kinds.add("obligations")

    def recall(self, ledger: Ledger) -> None:
        for goal in self.goals:
            goal.recall(ledger)

    def near_misses(self) -> list[Goal]:
        return [m for g in self.goals for m in g.near_misses()]

    def given(self, *more: Any) -> Obligations:
        return replace(self, goals=tuple(g.given(*more) for g in self.goals))


@dataclass(frozen=True)
class Contradicted(Goal):
    """A statement that is false because `facts`, which are proved, contradict it.

    For denials that no single point refutes: an existence claim, a limit, a wrong codomain.
    """

    facts: tuple[Goal, ...]
    witness: Any
    label: str = ""

    def attack(self) -> Any:
        ledger = Ledger()
        try:
            for fact in self.facts:
                if fact.attack() is not None:
                    return None
                fact.prove(ledger)
        except Unproved:
            return None
        return {"because": self.witness}

    def replays(self, witness: Any) -> bool:
        return self.attack() == witness
