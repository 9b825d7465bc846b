"""Why a verdict holds, goal by goal: the identity of a certificate written out, the theorem as Coq
prints it, the point that refutes; or what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .claims import Record, Statement
from .goals import Goal, Holds, Induction, Instance, Sentence
from .goals.base import METHODS
from .goals.schema import Group
from .identities import RELATIONS, Identity
from .verdicts import shown

PARTS = {
    "goals": "as stated",
    "under": "under the hypothesis",
    "right": "what is right",
}
NOT_PROVED = {
    "supported": "no proof: cases looked at beside one, none of them false",
    "undecided": "not decided",
    "vacuous": "says nothing: its hypotheses contradict each other",
}
MOST_LETTERS = 600
"""An identity of a page says less than that it has so many terms."""


def reasons(statement: Statement, record: Record) -> str:
    """What all rests on, then one block for each goal that was decided."""
    lines = [f"rests on: {record['method']}"]
    for part, goals in statement.parts().items():
        entries = record["steps"].get(part, ())
        if entries and len(record["steps"]) > 1:
            lines.append(f"{PARTS.get(part, part)}:")
        for goal, entry in zip(goals, entries, strict=False):
            lines += _goal(goal, entry)
    return "\n".join(lines)


def _goal(goal: Goal, entry: Mapping[str, Any]) -> Iterator[str]:
    yield f"- {said(goal)}"
    if entry["status"] == "refuted":
        yield f"  false: {shown(entry['counterexample'])}"
        return
    yield from (f"  {line}" for line in _inner(goal))
    shown_pieces = [p for p in entry.get("proof", ()) if "kind" not in p or _tells(p)]
    yield from (f"  {line}" for line in dict.fromkeys(map(_piece, shown_pieces)))
    if entry["status"] != "proved":
        yield f"  {NOT_PROVED.get(entry['status'], entry['status'])}"


def implication(goal: Holds | Induction) -> str:
    """The conclusion, and under which hypotheses."""
    given = " and ".join(map(str, goal.hypotheses))
    return f"{goal.conclusion} if {given}" if given else str(goal.conclusion)


def said(goal: Goal) -> str:
    """What the goal says, in a line.

    >>> from .goals import holds, reals
    >>> x = reals("x")
    >>> said(holds(x**2 >= x, x >= 1))
    'x**2 >= x if x >= 1'
    """
    if isinstance(goal, (Holds, Induction)):
        return f"{goal.label}: {implication(goal)}" if goal.label else implication(goal)
    if isinstance(goal, Instance):
        return f"{goal.name}: {goal.lemma.statement}"
    if isinstance(goal, Group) and goal.goals:
        return goal.label or f"{len(goal.goals)} goals"
    return goal.label or type(goal).__name__.lower()


def _inner(goal: Goal) -> Iterator[str]:
    """The goals inside a group, and where a theorem stands."""
    if isinstance(goal, Sentence):
        yield f"theorem {goal.theorem} of Coq says so"
    if isinstance(goal, Group):
        for part in goal.goals:
            yield f"- {said(part)}"
            yield from (f"  {line}" for line in _inner(part))


def _tells(certificate: Mapping[str, Any]) -> bool:
    return not Identity(certificate).is_hypothesis


def _piece(piece: Mapping[str, Any]) -> str:
    """A part of the evidence."""
    if "kind" in piece:
        identity = Identity(piece)
        stated, written = identity.stated(str, RELATIONS), identity.written(str, power="**{}")
        if len(written) > MOST_LETTERS:
            written = f"an identity of {len(identity.terms) + len(identity.multiples)} terms"
        return f"certificate: {stated}, as {written}"
    if "satisfied" in piece:
        values = ", ".join(f"{name} = {value}" for name, value in piece["satisfied"].items())
        return f"the hypotheses hold at {values}" if values else "there is no hypothesis"
    if "boxes" in piece:
        return f"{METHODS['interval']}: {piece['boxes']} boxes"
    return ", ".join(f"{name}: {value}" for name, value in piece.items())
