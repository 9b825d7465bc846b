"""What a claim may assert, and how it is decided.

Grades, best first. A statement has the worst grade of its parts.

| grade | method | what was done |
|---|---|---|
| A | exact identity | expansion to zero over the rationals, or the sign of a constant |
| B | polynomial certificate | stored, and verified by the independent checker |
| C | exact linear programming | a rational primal and dual solution, or a Farkas certificate |
| D | exhaustive enumeration | every case of a finite statement, in exact arithmetic |
| E | interval subdivision | ball arithmetic on boxes that cover the domain |
| F | obligations | an induction or summation schema, each obligation discharged by a method above |
| G | two solvers | z3 and cvc5 agree that the negation has no real solution |
| H | one solver | only one of them answered |

A refutation is an exact counterexample that is evaluated again whenever it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..ledger import Ledger, Unproved

GRADES = {
    "sign": "A",
    "identity": "A",
    "polynomial": "B",
    "lp": "C",
    "enumeration": "D",
    "interval": "E",
    "obligations": "F",
    "solvers": "G",
    "solver": "H",
}
METHODS = {
    "sign": "exact identity",
    "identity": "exact identity",
    "polynomial": "polynomial certificate",
    "lp": "exact linear programming",
    "enumeration": "exhaustive enumeration",
    "interval": "interval subdivision",
    "obligations": "obligations",
    "solvers": "z3 and cvc5",
    "solver": "one solver",
}


@dataclass(frozen=True)
class Decision:
    """The outcome for one goal."""

    status: str
    kinds: frozenset[str] = frozenset()
    witness: Any = None
    evidence: tuple[Any, ...] = ()
    near: int = 0
    note: str = ""


class NearMissAccepted(Exception):
    """A false variant was proved: the method cannot be trusted."""


class Goal:
    """Something to decide: attack first, then prove, then see that near misses are refused."""

    label: str = ""

    def attack(self) -> Any:
        """A JSON-ready exact counterexample, or None."""
        return None

    def prove(self, ledger: Ledger) -> None:
        raise Unproved("no method")

    def recall(self, ledger: Ledger) -> None:
        """Check the stored evidence of a proof; what was not stored is taken on trust."""

    def replays(self, witness: Any) -> bool:
        """Does the stored counterexample still refute the goal?"""
        return False

    def near_misses(self) -> list[Goal]:
        """False variants that the same method must refuse."""
        return []

    def given(self, *more: Any) -> Goal:
        raise TypeError(f"state the goals under the hypothesis yourself: {type(self).__name__}")


def decide(goal: Goal) -> Decision:
    """Attack, prove, and count the near misses that were refused."""
    witness = goal.attack()
    if witness is not None:
        return Decision("refuted", frozenset(), witness)
    ledger = Ledger()
    try:
        goal.prove(ledger)
    except Unproved as stop:
        return Decision("undecided", note=str(stop))
    return Decision(
        "proved", frozenset(ledger.kinds), None, tuple(ledger.evidence), refuse(goal.near_misses())
    )


def refuse(variants: Iterable[Goal]) -> int:
    """How many false variants were refused; NearMissAccepted if one was proved."""
    count = 0
    for variant in variants:
        try:
            variant.prove(Ledger())
        except Unproved:
            count += 1
            continue
        raise NearMissAccepted(f"proved a false variant: {variant}")
    return count
