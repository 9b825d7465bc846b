"""Claims, and how the decisions on their parts combine into one verdict.

A claim is a function that reads like the paper: it declares symbols and hypotheses as stated and
returns a goal, a list of goals, or `states(...)` with a scope, an extra hypothesis or a corrected
statement. The verdict is computed:

| parts | verdict |
|---|---|
| every goal proved | proved |
| one refuted, every goal proved under the extra hypothesis | proved-under |
| one refuted, no such hypothesis | refuted; the corrected statement must be proved |
| otherwise | undecided |
| `definition(...)` whose exercises are proved | not-mathematical |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .goals import GRADES, METHODS, Decision, Goal, NearMissAccepted, decide
from .ledger import Ledger, Unproved

LIMIT = 60
Record = dict[str, Any]


@dataclass(frozen=True)
class Statement:
    """What one catalogue id asserts."""

    goals: tuple[Goal, ...]
    scope: str | None = None
    assuming: str | None = None
    under: tuple[Goal, ...] = ()
    corrected: str | None = None
    right: tuple[Goal, ...] = ()
    mathematical: bool = True
    note: str = ""

    def parts(self) -> dict[str, tuple[Goal, ...]]:
        return {"goals": self.goals, "under": self.under, "right": self.right}


@dataclass(frozen=True)
class Claim:
    """One id, its function, and its time limit in seconds."""

    id: str
    function: Callable[[], Any]
    limit: int = LIMIT

    def statement(self) -> Statement:
        made = self.function()
        if isinstance(made, Statement):
            return made
        return states(*(made if isinstance(made, (list, tuple)) else [made]))


@dataclass
class Section:
    """The claims of one paper, or of one part of it, collected in order.

    >>> section = Section("paper")
    >>> @section("thm-1")
    ... def theorem():
    ...     return definition("a definition")
    >>> [c.id for c in section]
    ['paper/thm-1']
    """

    paper: str
    claims: list[Claim] = field(default_factory=list)

    def __call__(self, name: str, limit: int = LIMIT) -> Callable[[Callable], Callable]:
        def keep(function: Callable) -> Callable:
            self.claims.append(Claim(f"{self.paper}/{name}", function, limit))
            return function

        return keep

    def __iter__(self) -> Iterator[Claim]:
        return iter(self.claims)


def states(
    *goals: Goal,
    scope: str | None = None,
    assuming: str | None = None,
    given: Sequence[Any] = (),
    under: Sequence[Goal] = (),
    corrected: str | None = None,
    right: Sequence[Goal] | Goal = (),
) -> Statement:
    """The goals of a statement. `assuming` names a forgotten hypothesis in words, with either
    `given` (relations added to every goal) or `under` (the goals rewritten); `corrected` is the
    statement that should have been printed, with its goals in `right`."""
    if assuming and given:
        under = [g.given(*given) for g in goals]
    if bool(assuming) != bool(under) or bool(corrected) != bool(right):
        raise ValueError("assuming goes with given or under, corrected with right")
    fixed = (right,) if isinstance(right, Goal) else tuple(right)
    return Statement(tuple(goals), scope, assuming, tuple(under), corrected, fixed)


def definition(note: str, *exercise: Goal) -> Statement:
    """A definition, or a statement about other works; the exercise gives it executable meaning."""
    return Statement(tuple(exercise), mathematical=False, note=note)


def _record(claim: Claim, verdict: str, **fields: Any) -> Record:
    empty: Record = {
        "grade": None,
        "method": None,
        "scope": None,
        "assuming": None,
        "witness": None,
        "corrected": None,
        "near": 0,
        "evidence": None,
        "steps": {},
    }
    return {"id": claim.id, "verdict": verdict, **empty, **fields}


def settle(claim: Claim) -> Record:
    """Decide a claim: its JSON record, with the evidence."""
    try:
        statement = claim.statement()
        decisions = _decisions(statement)
    except NearMissAccepted as accepted:
        return _record(claim, "undecided", method=f"near miss accepted: {accepted}")
    return _combine(claim, statement, decisions)


def _decisions(statement: Statement) -> dict[str, list[Decision]]:
    """Decide the goals; the other parts only if a goal is refuted."""
    decided = {"goals": [decide(g) for g in statement.goals]}
    if any(d.status == "refuted" for d in decided["goals"]):
        decided["under"] = [decide(g) for g in statement.under]
        decided["right"] = [decide(g) for g in statement.right]
    return decided


def _all_proved(decisions: Iterable[Decision]) -> bool:
    listed = list(decisions)
    return bool(listed) and all(d.status == "proved" for d in listed)


def verdict_of(statement: Statement, decided: dict[str, list[Decision]]) -> str:
    """The table at the top of this module."""
    goals = decided["goals"]
    refuted = any(d.status == "refuted" for d in goals)
    if not statement.mathematical:
        return "not-mathematical" if all(d.status == "proved" for d in goals) else "undecided"
    if _all_proved(goals):
        return "proved"
    if refuted and statement.right and not _all_proved(decided["right"]):
        return "undecided"
    if refuted and statement.under:
        return "proved-under" if _all_proved(decided["under"]) else "undecided"
    if refuted:
        return "refuted" if statement.right else "undecided"
    return "undecided"


def _combine(claim: Claim, statement: Statement, decided: dict[str, list[Decision]]) -> Record:
    verdict = verdict_of(statement, decided)
    every = [d for part in decided.values() for d in part]
    witness = next((d.witness for d in every if d.status == "refuted"), None)
    kinds = _kinds(verdict, decided)
    return _record(
        claim,
        verdict,
        grade=_grade(verdict, kinds),
        method=_method(verdict, kinds, every),
        scope=_scope(statement) or (statement.note or None),
        assuming=statement.assuming if verdict == "proved-under" else None,
        witness=witness if verdict in ("refuted", "proved-under", "undecided") else None,
        corrected=statement.corrected if verdict in ("refuted", "proved-under") else None,
        near=sum(d.near for d in every),
        steps={name: [_step(d) for d in part] for name, part in decided.items() if part},
    )


def _kinds(verdict: str, decided: dict[str, list[Decision]]) -> frozenset[str]:
    part = {
        "proved": "goals",
        "not-mathematical": "goals",
        "proved-under": "under",
        "refuted": "right",
    }.get(verdict)
    chosen = decided.get(part, []) if part else []
    return frozenset().union(*(d.kinds for d in chosen))


def _scope(statement: Statement) -> str | None:
    schemas = [
        g.schema for part in statement.parts().values() for g in part if hasattr(g, "schema")
    ]
    parts = [statement.scope, *dict.fromkeys(schemas)]
    return "; ".join(p for p in parts if p) or None


def _grade(verdict: str, kinds: frozenset[str]) -> str | None:
    if verdict in ("undecided", "not-mathematical"):
        return None
    return max((GRADES[k] for k in kinds), default="A")


def _method(verdict: str, kinds: frozenset[str], every: Sequence[Decision]) -> str | None:
    if verdict == "undecided":
        return "; ".join(d.note for d in every if d.note) or "a part is missing"
    names = sorted(dict.fromkeys(METHODS[k] for k in sorted(kinds)))
    refuted = ["exact counterexample"] if verdict in ("refuted", "proved-under") else []
    return "; ".join([*refuted, *names]) or None


def _step(d: Decision) -> dict[str, Any]:
    if d.status == "refuted":
        return {"status": d.status, "counterexample": d.witness}
    return {"status": d.status, "kinds": sorted(d.kinds), "proof": list(d.evidence)}


def replay(claim: Claim, record: Record) -> str:
    """Check the stored evidence of a record against the statement; "" or what is wrong."""
    statement = claim.statement()
    decided: dict[str, list[Decision]] = {}
    for name, goals in statement.parts().items():
        stored = record["steps"].get(name, [])
        if stored and len(stored) != len(goals):
            return f"{name}: {len(stored)} stored for {len(goals)} goals"
        decided[name] = []
        for goal, entry in zip(goals, stored, strict=False):
            wrong = _replay(goal, entry)
            if wrong:
                return f"{name}: {wrong}"
            kinds = frozenset(entry.get("kinds", ()))
            decided[name].append(Decision(entry["status"], kinds, entry.get("counterexample")))
    return _same(claim, statement, decided, record)


def _same(
    claim: Claim, statement: Statement, decided: dict[str, list[Decision]], record: Record
) -> str:
    if record["verdict"] == "undecided":
        return ""
    again = _combine(claim, statement, decided)
    for key in ("verdict", "grade", "scope", "assuming", "witness", "corrected"):
        if again[key] != record[key]:
            return f"{key} is {record[key]!r}, the evidence says {again[key]!r}"
    return ""


def _replay(goal: Goal, entry: dict[str, Any]) -> str:
    if entry["status"] == "refuted":
        return "" if goal.replays(entry["counterexample"]) else "the counterexample does not hold"
    if entry["status"] != "proved":
        return ""
    ledger = Ledger(stored=entry.get("proof", []))
    try:
        goal.recall(ledger)
    except Unproved as stop:
        return f"the stored evidence does not prove it: {stop}"
    return "stored evidence is left over" if ledger.taken != len(ledger.stored or []) else ""
