"""How the decisions on the parts of a claim combine into one verdict, and are replayed.

| parts | verdict |
|---|---|
| every goal proved, and there is one | proved |
| one has an exact counterexample, every goal is proved under the extra hypothesis | proved-under |
| every goal proved, with a hypothesis among theirs that the paper does not state | proved-under |
| one has an exact counterexample otherwise | refuted |
| hypotheses that nothing satisfies | vacuous |
| otherwise, a sample among the goals included | undecided |
| `definition(...)` whose exercises hold | not-mathematical |

A cross-check is no goal: it may refute, and adds nothing to a proof. What the verdict rests on is
its `evidence`: `kernel` (every goal as it is stated is a theorem of the proof kernel, and so is
the denial of one that is false), `machine` (certificates, exact computation, lemmas of the kernel
with computed premises), `cited` (a lemma of the kernel is named, that it fits is for the reader to
see: no proof), or `argued` (a step in words: no proof).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .claims import Claim, Record, Statement, nested
from .exactly import NotEvaluated
from .goals import GRADES, METHODS, Decision, Goal, Holds, NearMissAccepted, Sentence, decide, worst
from .goals.base import SUPPORTED, VACUOUS
from .goals.induction import Induction
from .goals.schema import Argued, Instance
from .kernel.accepted import true_theorem
from .ledger import Ledger, Unproved


def record_of(claim: Claim, verdict: str, **fields: Any) -> Record:
    empty: Record = {
        "grade": None,
        "method": None,
        "scope": None,
        "assuming": None,
        "witness": None,
        "corrected": None,
        "correction": None,
        "lemmas": [],
        "theorems": [],
        "near": 0,
        "evidence": None,
        "steps": {},
    }
    return {"id": claim.id, "verdict": verdict, **empty, **fields}


def undecided(claim: Claim, reason: str) -> Record:
    """The record of a claim that was not decided."""
    return record_of(claim, "undecided", method=reason)


def settle(claim: Claim) -> Record:
    """Decide a claim: its JSON record, with the evidence."""
    try:
        statement = claim.statement()
        decisions = _decisions(statement)
    except NearMissAccepted as accepted:
        return undecided(claim, f"near miss accepted: {accepted}")
    except NotEvaluated as unknown:
        return undecided(claim, str(unknown))
    return _combine(claim, statement, decisions)


def _decisions(statement: Statement) -> dict[str, list[Decision]]:
    """Decide the goals; the other parts only if a goal is refuted."""
    decided = {"goals": [decide(g) for g in statement.goals]}
    if any(d.status == "refuted" for d in decided["goals"]):
        decided["under"] = [decide(g) for g in statement.under]
        decided["right"] = [decide(g) for g in statement.right]
    return decided


def _all_proved(decisions: Iterable[Decision]) -> bool:
    """Every goal, and at least one; cross-checks are none."""
    needed = [d for d in decisions if d.status != SUPPORTED]
    return bool(needed) and all(d.status == "proved" for d in needed)


def verdict_of(statement: Statement, decided: dict[str, list[Decision]]) -> str:
    """The table at the top of this module."""
    goals = decided["goals"]
    found = {d.status for d in goals}
    if not statement.mathematical:
        return "undecided" if found & {"refuted", VACUOUS} else "not-mathematical"
    if "refuted" in found:
        return "proved-under" if _all_proved(decided.get("under", ())) else "refuted"
    if VACUOUS in found:
        return VACUOUS
    if not _all_proved(goals):
        return "undecided"
    return "proved-under" if statement.needs else "proved"


def _combine(claim: Claim, statement: Statement, decided: dict[str, list[Decision]]) -> Record:
    verdict = verdict_of(statement, decided)
    every = [d for part in decided.values() for d in part]
    witness = next((d.witness for d in every if d.status == "refuted"), None)
    kinds = _kinds(verdict, decided)
    shown = verdict in ("refuted", "proved-under")
    return record_of(
        claim,
        verdict,
        grade=_grade(verdict, kinds),
        method=_method(verdict, kinds, every),
        evidence=_evidence(verdict, kinds),
        scope=_scope(statement, verdict) or (statement.note or None),
        assuming=(statement.assuming or statement.needs) if verdict == "proved-under" else None,
        witness=witness if shown or verdict == "undecided" else None,
        corrected=statement.corrected if shown else None,
        correction=_correction(statement, decided) if shown else None,
        lemmas=_lemmas(statement),
        theorems=theorems_of(statement, decided),
        near=sum(d.near for d in every),
        steps={name: [_step(d) for d in part] for name, part in decided.items() if part},
    )


NO_PROOF = ("argued", "cited")
"""What is not counted as a proof, the weaker first."""


def _kinds(verdict: str, decided: dict[str, list[Decision]]) -> frozenset[str]:
    """What the verdict rests on: its proofs, and the refutation of what was printed."""
    denied = [d for d in decided["goals"] if d.status == "refuted"][:1]
    part = decided.get("under") or decided["goals"] if verdict == "proved-under" else []
    part = decided["goals"] if verdict == "proved" else part
    shown = [d for d in part if d.status == "proved"]
    return frozenset().union(*(d.kinds for d in (*denied, *shown)))


def _evidence(verdict: str, kinds: frozenset[str]) -> str | None:
    if verdict not in ("proved", "proved-under", "refuted"):
        return None
    for unproved in NO_PROOF:
        if unproved in kinds:
            return unproved
    return "kernel" if kinds == {"kernel"} else "machine"


def _correction(statement: Statement, decided: dict[str, list[Decision]]) -> str | None:
    """How far the corrected statement is itself decided: machine, cited, argued or open."""
    if not statement.corrected:
        return None
    right = decided.get("right", [])
    if not _all_proved(right):
        return "open"
    kinds = frozenset().union(*(d.kinds for d in right))
    return next((unproved for unproved in NO_PROOF if unproved in kinds), "machine")


def certificates_of(record: Record) -> list[dict[str, Any]]:
    """The polynomial certificates of the evidence, goal by goal, as `rropt.check` reads them."""
    entries = [entry for part in record["steps"].values() for entry in part]
    pieces = [piece for entry in entries for piece in entry.get("proof", ())]
    return [piece for piece in pieces if "kind" in piece]


def _all_goals(statement: Statement) -> list[Goal]:
    return list(nested(g for part in statement.parts().values() for g in part))


def _lemmas(statement: Statement) -> list[str]:
    """The general lemmas that the statement cites."""
    cited = [g.name for g in _all_goals(statement) if isinstance(g, (Instance, Induction))]
    return list(dict.fromkeys(cited))


def theorems_of(statement: Statement, decided: dict[str, list[Decision]]) -> list[str]:
    """The theorems of the kernel that the goals are, and those that deny them."""
    found: list[str | None] = []
    for name, goals in statement.parts().items():
        for goal, decision in zip(goals, decided.get(name, ()), strict=False):
            if decision.status == "refuted":
                found.append(goal.denial(decision.witness))
            elif decision.status == "proved":
                found += [_theorem(g) for g in nested([goal])]
    return [name for name in dict.fromkeys(found) if name]


def _theorem(goal: Goal) -> str | None:
    if isinstance(goal, Sentence):
        return goal.theorem
    return true_theorem(goal) if isinstance(goal, Holds) else None


def _scope(statement: Statement, verdict: str) -> str | None:
    """What the author says, the ranges that the evidence covers, and the arguments in words."""
    part = (statement.under if verdict == "proved-under" else ()) or statement.goals
    ranges = [words for goal in part for words in goal.scope()]
    spoken = [f"argued: {g.schema}" for g in nested(part) if isinstance(g, Argued)]
    parts = [statement.scope, *dict.fromkeys([*ranges, *spoken])]
    return "; ".join(p for p in parts if p) or None


def _grade(verdict: str, kinds: frozenset[str]) -> str | None:
    if verdict not in ("proved", "proved-under", "refuted"):
        return None
    return worst([GRADES[k] for k in kinds if k in GRADES]) or "A"


def _method(verdict: str, kinds: frozenset[str], every: Sequence[Decision]) -> str | None:
    if verdict in ("undecided", VACUOUS):
        return "; ".join(d.note for d in every if d.note) or "a part is missing"
    names = sorted({METHODS[k] for k in kinds if k in METHODS})
    refuted = ["exact counterexample"] if any(d.status == "refuted" for d in every) else []
    return "; ".join(dict.fromkeys([*refuted, *names])) or None


def _step(d: Decision) -> dict[str, Any]:
    if d.status == "refuted":
        return {"status": d.status, "counterexample": d.witness}
    if d.status == SUPPORTED:
        return {"status": d.status}
    return {"status": d.status, "proof": list(d.evidence)}


def replay(claim: Claim, record: Record) -> str:
    """Check the stored evidence of a record against the statement; "" or what is wrong."""
    return refreshed(claim, record)[0]


def refreshed(claim: Claim, record: Record) -> tuple[str, Record]:
    """What is wrong with a record, and the record with the evidence and grade of today: a lemma
    that the kernel has accepted since makes them better."""
    statement = claim.statement()
    decided: dict[str, list[Decision]] = {}
    for name, goals in statement.parts().items():
        stored = record["steps"].get(name, [])
        if stored and len(stored) != len(goals):
            return f"{name}: {len(stored)} stored for {len(goals)} goals", record
        decided[name] = []
        for goal, entry in zip(goals, stored, strict=False):
            try:
                decided[name].append(_replayed(goal, entry))
            except Unproved as stop:
                return f"{name}: {stop}", record
    if record["verdict"] == "undecided":
        return "", record
    again = _combine(claim, statement, decided)
    fresh = {key: again[key] for key in FRESH}
    return _same(again, record), {**record, **fresh}


def _same(again: Record, record: Record) -> str:
    for key in SAME:
        if again[key] != record[key]:
            return f"{key} is {record[key]!r}, the evidence says {again[key]!r}"
    if worst([again["grade"] or "K", record["grade"] or "K"]) != (record["grade"] or "K"):
        return f"grade is {record['grade']!r}, the evidence says {again['grade']!r}"
    if _weaker(again["evidence"], record["evidence"]):
        return f"evidence is {record['evidence']!r}, but it is only {again['evidence']}"
    return ""


def _weaker(found: str | None, said: str | None) -> bool:
    order = ("kernel", "machine", "cited", "argued")
    return found in order and said in order and order.index(found) > order.index(said)


FRESH = ("evidence", "grade", "method", "correction", "theorems")
SAME = (
    "verdict",
    "scope",
    "assuming",
    "witness",
    "corrected",
    "lemmas",
)


def _replayed(goal: Goal, entry: dict[str, Any]) -> Decision:
    """The stored decision, checked: a certificate again, everything else decided again."""
    status = entry["status"]
    if status == "refuted":
        if not goal.replays(entry["counterexample"]):
            raise Unproved("the counterexample does not hold")
        return Decision(status, goal.denied(entry["counterexample"]), entry["counterexample"])
    if status not in ("proved", SUPPORTED):
        return Decision(status)
    if goal.proves != (status == "proved"):
        raise Unproved(f"{goal.label or 'a goal'} is stored as {status}")
    ledger = Ledger(stored=entry.get("proof", []))
    goal.recall(ledger)
    if goal.proves and ledger.taken != len(ledger.stored or []):
        raise Unproved("stored evidence is left over")
    return Decision(status, frozenset(ledger.kinds))
