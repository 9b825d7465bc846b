"""Your own theorem: decided like the statements of the papers, with a proposal where it fails.

A file for `rropt prove my.py` names its claims: every module-level goal, statement or section of
claims is one. From Python, `rr.prove(claim)`.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import sympy as sp

from rropt.checker import check

from .claims import Claim, Record, Section, Statement, as_statement, settle
from .goals import Goal, Holds, holds, induction
from .goals.schema import Group
from .hypotheses import weakest
from .verdicts import named, shown


@dataclass(frozen=True)
class Verdict:
    """What was decided, with the record that a recheck replays."""

    record: Record
    proposal: str | None = None

    @property
    def id(self) -> str:
        return str(self.record["id"])

    @property
    def verdict(self) -> str:
        return str(self.record["verdict"])

    @property
    def evidence(self) -> str | None:
        return self.record["evidence"]

    @property
    def witness(self) -> Any:
        return self.record["witness"]

    @property
    def certificates(self) -> list[dict[str, Any]]:
        """The polynomial certificates, as `rropt.check` reads them."""
        parts = [entry for part in self.record["steps"].values() for entry in part]
        proofs = [piece for entry in parts for piece in entry.get("proof", ())]
        return [piece for piece in proofs if "kind" in piece]

    @property
    def status(self) -> int:
        """0 proved as stated, 1 false as stated, 2 neither; an argument in words is neither."""
        if self.verdict in ("refuted", "proved-under"):
            return 1
        return 0 if self.verdict == "proved" and self.evidence != "argued" else 2

    def __str__(self) -> str:
        record = self.record
        lines = [f"{self.id}: {named(record)}"]
        if record["verdict"] in ("undecided", "vacuous"):
            lines.append(f"  {record['method']}")
        if record["witness"]:
            lines.append(f"  counterexample: {shown(record['witness'])}")
        if record["assuming"]:
            sure = "argued" if self.evidence == "argued" else "proved"
            lines.append(f"  {sure} if {record['assuming']}")
        if record["corrected"]:
            lines.append(f"  corrected: {record['corrected']}")
        if self.proposal:
            lines.append(f"  proved if also {self.proposal}")
        if record["scope"]:
            lines.append(f"  scope: {record['scope']}")
        accepted = sum(check(c).verdict == "verified" for c in self.certificates)
        lines += [f"  certificates verified: {accepted}"] if accepted else []
        return "\n".join(lines)


def prove(claim: Any, *given: Any, name: str = "claim") -> Verdict:
    """Decide a relation under hypotheses, a goal, a statement, or a function that makes one.

    >>> x = sp.Symbol("x")
    >>> print(prove(x**2 >= x, x >= 0))
    claim: refuted
      counterexample: at x = 1/2, `x**2 >= x` fails
      proved if also x - 1 >= 0
    >>> prove(x**2 + 1 >= 2 * x).verdict
    'proved'
    """
    own = _claim(claim, given, name)
    record = settle(own)
    return Verdict(record, _proposal(own, record))


def _claim(claim: Any, given: tuple[Any, ...], name: str) -> Claim:
    if isinstance(claim, Claim):
        return replace(claim, function=lambda: _by_any(claim.statement()))
    if isinstance(claim, (sp.logic.boolalg.Boolean, sp.core.relational.Relational)):
        goal = holds(claim, *given)
        return Claim(name, lambda: _by_any(as_statement(goal)))
    if given:
        raise ValueError("hypotheses go with a relation; a goal has its own")
    made = claim if callable(claim) else lambda: claim
    return Claim(name, lambda: _by_any(as_statement(made())))


def _by_any(statement: Statement) -> Statement:
    """The statement with all methods for every goal that names none."""
    return replace(
        statement,
        goals=tuple(map(_freed, statement.goals)),
        under=tuple(map(_freed, statement.under)),
        right=tuple(map(_freed, statement.right)),
    )


def _freed(goal: Goal) -> Goal:
    if isinstance(goal, Holds) and goal.by == "certificate":
        by_steps = induction(goal.conclusion, *goal.hypotheses, label=goal.label)
        return by_steps or replace(goal, by="any")
    if isinstance(goal, Group):
        return replace(goal, goals=tuple(map(_freed, goal.goals)))
    return goal


def _proposal(claim: Claim, record: Record) -> str | None:
    """The weakest hypothesis of the family, for a single goal that is refuted by itself."""
    goals = claim.statement().goals
    if record["verdict"] != "refuted" or len(goals) != 1 or not isinstance(goals[0], Holds):
        return None
    found = weakest(goals[0])
    return None if found is None else str(found[0])


def claims_of(path: str | Path) -> list[Claim]:
    """The claims that a Python file names, in order."""
    scope = runpy.run_path(str(path), run_name="rropt_conjectures")
    return [claim for name, value in scope.items() for claim in _named(name, value)]


def _named(name: str, value: Any) -> Iterator[Claim]:
    if isinstance(value, Section):
        yield from value
    elif isinstance(value, (Goal, Statement)):
        made = as_statement(value)
        yield Claim(name, lambda: made)
