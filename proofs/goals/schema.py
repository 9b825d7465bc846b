"""Statements decided through other goals: general lemmas, arguments in words, contradictions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from ..general.catalogue import LEMMAS
from ..general.lemma import Lemma
from ..ledger import Ledger, Unproved
from .base import Goal


@dataclass(frozen=True)
class Group(Goal):
    """Goals that must all be proved."""

    goals: tuple[Goal, ...]
    label: str = ""

    @property
    def proves(self) -> bool:  # type: ignore[override]
        """Cross-checks prove nothing, however many stand together."""
        return bool(self.kinds()) or any(goal.proves for goal in self.goals)

    def kinds(self) -> set[str]:
        """What holding the goals together rests on, if it is more than the goals."""
        return set()

    def attack(self) -> Any:
        for i, goal in enumerate(self.goals):
            witness = goal.attack()
            if witness is not None:
                return {**witness, "obligation": [i, *witness.get("obligation", ())]}
        return None

    def replays(self, witness: Any) -> bool:
        """The path through the groups says which goal fails."""
        first, *rest = witness["obligation"]
        inner = {**witness, "obligation": rest}
        if not rest:
            del inner["obligation"]
        return self.goals[first].replays(inner)

    def denial(self, witness: Any) -> str | None:
        first, *rest = witness.get("obligation") or [None]
        if first is None:
            return None
        return self.goals[first].denial({**witness, "obligation": rest})

    def prove(self, ledger: Ledger) -> None:
        for goal in self.goals:
            goal.prove(ledger)
        ledger.kinds |= self.kinds()

    def recall(self, ledger: Ledger) -> None:
        for goal in self.goals:
            goal.recall(ledger)
        ledger.kinds |= self.kinds()

    def near_misses(self) -> list[Goal]:
        return [m for g in self.goals for m in g.near_misses()]

    def scope(self) -> list[str]:
        return [words for goal in self.goals for words in goal.scope()]

    def given(self, *more: Any) -> Group:
        return replace(self, goals=tuple(g.given(*more) for g in self.goals))


@dataclass(frozen=True)
class Argued(Group):
    """Goals that give the statement by an argument in words, which no machine has read."""

    schema: str = ""

    def kinds(self) -> set[str]:
        return {"argued"}


@dataclass(frozen=True)
class Instance(Group):
    """A general lemma at the values of its parameters, with goals that are to be its premises."""

    name: str = ""
    arguments: tuple[tuple[str, Any], ...] = ()
    computed: bool = False
    """Whether the goals are the premises of the lemma, computed from its arguments."""

    @property
    def lemma(self) -> Lemma:
        return LEMMAS[self.name]

    def kinds(self) -> set[str]:
        """A lemma whose premises nobody has computed is cited: whether it fits is not decided."""
        if self.lemma.coq is None:
            return {"argued"}
        return {"lemma"} if self.computed else {"cited"}

    def scope(self) -> list[str]:
        """With what the lemma asks of its numbers, where the numbers do not show it."""
        asked = [str(c) for c in self.lemma.conditions(dict(self.arguments))]
        words = [f"where {' and '.join(asked)} ({self.name})"] if asked else []
        return [*super().scope(), *words]


def instance(
    name: str, arguments: Mapping[str, Any], goals: tuple[Goal, ...], computed: bool = False
) -> Instance:
    """The lemma must be in the catalogue, with a value of its type for each parameter."""
    if name not in LEMMAS:
        raise ValueError(f"no general lemma is called {name!r}")
    typed = LEMMAS[name].parameters
    if set(arguments) != set(typed):
        raise ValueError(f"{name} has the parameters {', '.join(typed)}, got {set(arguments)}")
    for parameter, value in arguments.items():
        if not _is_of_type(value, typed[parameter]):
            raise ValueError(f"{name}: {parameter} must be {typed[parameter]}, got {value!r}")
    LEMMAS[name].conditions(arguments)
    return Instance(goals, "", name, tuple(arguments.items()), computed)


def _is_of_type(value: Any, kind: str) -> bool:
    """Numbers and terms are checked; what is named in words must be a word at least."""
    if kind == "Nat":
        return _is_natural(value)
    if kind in ("Real", "Term", "Relation"):
        return isinstance(value, (sp.Basic, int)) and not isinstance(value, bool)
    return bool(value)


def _is_natural(value: Any) -> bool:
    if isinstance(value, int):
        return value >= 0
    return isinstance(value, sp.Expr) and not value.is_negative and value.is_integer is not False


@dataclass(frozen=True)
class Contradicted(Goal):
    """A statement that is false because `facts`, which are proved, contradict it.

    For denials that no single point refutes: an existence claim, a limit, a wrong codomain.
    """

    facts: tuple[Goal, ...]
    witness: Any
    label: str = ""

    def attack(self) -> Any:
        if not any(fact.proves for fact in self.facts):
            return None
        ledger = Ledger()
        try:
            for fact in self.facts:
                if fact.attack() is not None:
                    return None
                fact.prove(ledger)
        except Unproved:
            return None
        return {"because": self.witness}

    def denied(self, witness: Any) -> frozenset[str]:
        """The kinds of evidence of the facts, and the words that set them against the claim."""
        ledger = Ledger()
        for fact in self.facts:
            fact.prove(ledger)
        return frozenset(ledger.kinds | {"counterexample"})

    def replays(self, witness: Any) -> bool:
        return self.attack() == witness
