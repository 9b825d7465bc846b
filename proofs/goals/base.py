"""What a claim may assert, and how it is decided.

Grades, best first. A statement has the worst grade of its parts; it is computed from what was
done, never chosen.

| grade | method | what was done |
|---|---|---|
| K | proof kernel | the goal as it is stated, or its denial at a point, is a theorem of Coq |
| A | exact identity | expansion to zero, the sign of a constant, an exact counterexample |
| B | polynomial certificate | stored, and verified by the independent checker |
| L | general lemma | proved in Coq, with premises that are computed from its arguments |
| D | exhaustive enumeration | every member of a finite domain, in exact arithmetic |
| E | interval subdivision | ball arithmetic on boxes that cover the domain |
| G | two solvers | z3 and cvc5 agree that the negation has no real solution |
| H | one solver | only one of them answered |
| C | citation | a lemma proved in Coq is named; that it fits is for the reader to see: no proof |
| F | argued | a step over all k or n in words, or a lemma that the kernel has not accepted |

A refutation is an exact counterexample that is evaluated again whenever it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from ..ledger import Ledger, Refuted, Unproved, Vacuous

ORDER = "KABLDEGHCF"
GRADES = {
    "kernel": "K",
    "counterexample": "A",
    "lemma": "L",
    "sign": "A",
    "identity": "A",
    "polynomial": "B",
    "enumeration": "D",
    "interval": "E",
    "solvers": "G",
    "solver": "H",
    "cited": "C",
    "argued": "F",
}
METHODS = {
    "kernel": "theorem of the kernel",
    "counterexample": "exact counterexample",
    "lemma": "general lemma, accepted by the kernel",
    "sign": "exact identity",
    "identity": "exact identity",
    "polynomial": "polynomial certificate",
    "enumeration": "exhaustive enumeration",
    "interval": "interval subdivision",
    "solvers": "z3 and cvc5",
    "solver": "one solver",
    "cited": "cited: a lemma of the kernel, that it fits is for the reader to see",
    "argued": "argued: a general step without a proof in the kernel",
}
GRADE_MEANINGS = {
    "K": "theorems of the proof kernel, which state what the goals of the claim state",
    "A": "identities expanded to zero, the sign of a constant, or an exact counterexample",
    "B": "polynomial certificates, verified by the independent checker",
    "L": "lemmas that the kernel has proved, whose premises are computed from their arguments and "
    "proved",
    "D": "every member of a finite domain, in exact arithmetic",
    "E": "ball arithmetic on boxes that cover the domain",
    "G": "z3 and cvc5, which agree that the negation has no solution",
    "H": "one of z3 and cvc5",
    "C": "a lemma that the kernel has proved is cited, and that it fits the statement is for the "
    "reader to see: not a proof",
    "F": "an argument in words, or a lemma without a proof in the kernel: not a proof",
}
SUPPORTED = "supported"
VACUOUS = "vacuous"


def worst(grades: Iterable[str]) -> str | None:
    """The worst of the grades.

    >>> worst("AKD")
    'D'
    """
    return max(grades, key=ORDER.index, default=None)


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
    proves: ClassVar[bool] = True

    def attack(self) -> Any:
        """A JSON-ready exact counterexample, or None."""
        return None

    def prove(self, ledger: Ledger) -> None:
        raise Unproved("no method")

    def recall(self, ledger: Ledger) -> None:
        """Check the stored evidence of a proof; what was not stored is decided again."""
        self.prove(ledger)

    def witness(self, point: Any) -> Any:
        """A point that refutes the goal, ready for JSON."""
        return {"at": str(point), "fails": self.label}

    def replays(self, witness: Any) -> bool:
        """Does the stored counterexample still refute the goal?"""
        return False

    def denial(self, witness: Any) -> str | None:
        """The theorem of the kernel that the counterexample gives, if there is one."""
        return None

    def denied(self, witness: Any) -> frozenset[str]:
        """The kinds of evidence of a refutation."""
        return frozenset({"kernel" if self.denial(witness) else "counterexample"})

    def near_misses(self) -> list[Goal]:
        """False variants that the same method must refuse."""
        return []

    def scope(self) -> list[str]:
        """The range that the evidence covers, where it is less than all values."""
        return []

    def given(self, *more: Any) -> Goal:
        raise TypeError(f"state the goals under the hypothesis yourself: {type(self).__name__}")


def decide(goal: Goal) -> Decision:
    """Attack, prove, and count the near misses that were refused."""
    witness = goal.attack()
    if witness is not None:
        return Decision("refuted", goal.denied(witness), witness)
    ledger = Ledger()
    try:
        goal.prove(ledger)
    except Refuted as found:
        witness = goal.witness(found.point)
        return Decision("refuted", goal.denied(witness), witness)
    except Vacuous as empty:
        return Decision(VACUOUS, note=str(empty))
    except Unproved as stop:
        return Decision("undecided", note=str(stop))
    status = "proved" if goal.proves else SUPPORTED
    evidence, kinds = tuple(ledger.evidence), frozenset(ledger.kinds)
    return Decision(status, kinds, None, evidence, refuse(goal.near_misses()))


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
