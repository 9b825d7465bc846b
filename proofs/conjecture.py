"""Your own theorem: decided like the statements of the papers, with a proposal where it fails.

A file for `rropt prove my.py` names its claims: every module-level goal, statement or section of
claims is one. From Python, `rr.prove(claim)`.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Collection, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import sympy as sp

from rropt.checker import check
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, iterates, positive
from rropt.exact.near import near
from rropt.exact.recorded import Recorded

from .claims import Claim, Record, Section, Statement, as_statement
from .clock import TooLong, limited
from .exports import exported
from .goals import Goal, Holds, Induction, holds, induction
from .goals.schema import Group
from .hypotheses import weakest
from .papers import claim_of
from .reasons import implication, reasons
from .settling import NO_PROOF, certificates_of, settle, undecided
from .spelled import as_written
from .text import read
from .verdicts import catalogue, named, shown

SECONDS = 60.0
"""Of nine in ten claims the answer comes within two; what takes a minute is not decided later."""
LONGEST = Fraction(10**6)
"""As long as a timer surely runs: eleven days."""


@dataclass(frozen=True)
class Verdict(Recorded):
    """What was decided, with the record that a recheck replays."""

    record: Record
    proposal: str | None = None
    statement: str | None = None
    """What was decided, of a single goal: as it was read."""

    claim: Claim | None = field(default=None, repr=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        """The record, what was read, and under which further hypothesis it would be proved."""
        return {**self.record, "stated": self.statement, "proposal": self.proposal}

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
        return certificates_of(self.record)

    def why(self) -> str:
        """Goal by goal what shows it: the identity of a certificate, a theorem, a point.

        >>> print(prove("x**2 + 1 >= 2*x*y", "y**2 <= 1").why())  # doctest: +ELLIPSIS
        rests on: polynomial certificate
        - x**2 + 1 >= (2*x)*y if y**2 <= 1
          certificate: x**2 - 2*x*y + 1 >= 0 where 1 - y**2 >= 0, as x**2 - 2*x*y + 1 = ...
          the hypotheses hold at x = 0, y = 0
        """
        return reasons(self._statement, self.record)

    def export(self, form: str) -> str:
        """The claim and what proves it for `coq`, `smt2`, `lean` or `latex`.

        >>> print(prove("x**2 + 1 >= 2*x*y", "y**2 <= 1").export("lean").splitlines()[-1])
          nlinarith [h0, sq_nonneg (x - y : ℝ)]
        """
        return exported([(self._statement, self.record)], form)

    @property
    def _statement(self) -> Statement:
        if self.claim is None:
            raise InputError(f"the goals of {self.id} are not known here: decide it again")
        return self.claim.statement()

    @property
    def status(self) -> int:
        """0 proved as stated, 1 false as stated, 2 neither; words and citations are neither."""
        if self.witness and self.verdict in ("refuted", "proved-under"):
            return 1
        return 0 if self.verdict == "proved" and self.evidence not in NO_PROOF else 2

    def __str__(self) -> str:
        record = self.record
        lines = [f"{self.id}: {named(record)}"]
        lines += [f"  {self.statement}"] if self.statement else []
        if record["verdict"] in ("undecided", "vacuous"):
            lines.append(f"  {record['method']}")
        if record["witness"]:
            lines.append(f"  counterexample: {shown(record['witness'])}")
        if record["assuming"]:
            sure = self.evidence if self.evidence in NO_PROOF else "proved"
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


@shows_elapsed
def prove(
    claim: Any,
    *given: Any,
    name: str = "claim",
    integers: Collection[str] = (),
    seconds: float = SECONDS,
) -> Verdict:
    """Decide a statement: a text, a relation of sympy, each under hypotheses; a goal, a statement,
    a function that makes one; or the id of a statement of the papers.

    sympy cancels while it reads: of sqrt(x)**2 it makes x, of x/x 1, and a domain is lost before
    anyone can look. A text is read as it stands, `integers` naming its integer variables; so is
    what a function makes. After `seconds` of work it is undecided.

    >>> x = sp.Symbol("x")
    >>> print(prove(x**2 >= x, x >= 0))
    claim: refuted
      x**2 >= x if x >= 0
      counterexample: at x = 1/2, `x**2 >= x` fails
      proved if also x - 1 >= 0
    >>> prove("x**2 + 1 >= 2*x").verdict
    'proved'
    >>> prove("sqrt(x)**2 <= 1", "x <= 0").witness["at"]
    {'x': '-1'}
    """
    limit = float(min(positive(seconds, "seconds"), LONGEST))
    if not iterates(integers):
        raise InputError(f"integers must be the names of variables, got {integers!r}")
    own = _claim(claim, given, name, integers)
    record = _decided(own, limit)
    proposal = _within(limit, lambda: _proposal(own, record))
    return Verdict(record, proposal, _stated(own), own)


def _within(seconds: float, work: Callable[[], str | None]) -> str | None:
    try:
        with limited(seconds):
            return work()
    except TooLong:
        return None


def _decided(claim: Claim, seconds: float) -> Record:
    """The record; what the machinery cannot read is undecided, with the reason."""
    try:
        with limited(seconds):
            return settle(claim)
    except TooLong:
        return undecided(claim, f"no answer within {seconds:g} s")
    except InputError:
        raise
    except (ArithmeticError, AttributeError, NotImplementedError, RecursionError) as error:
        return undecided(claim, f"beyond what is decided here: {error or type(error).__name__}")


def _claim(claim: Any, given: tuple[Any, ...], name: str, integers: Collection[str]) -> Claim:
    if isinstance(claim, str):
        return _of_text(claim, given, name, integers)
    if isinstance(claim, (sp.logic.boolalg.Boolean, sp.core.relational.Relational)):
        goal = _telling(holds(claim, *(_read(h, integers) for h in given)))
        return Claim(name, lambda: _by_any(as_statement(goal)))
    if given:
        raise InputError("hypotheses go with a relation; a goal has its own")
    if isinstance(claim, Claim):
        return replace(claim, function=lambda: _by_any(as_written(claim.made)))
    if callable(claim):
        return Claim(name, lambda: _by_any(as_written(lambda: as_statement(claim()))))
    made = as_statement(claim)
    if len(made.goals) == 1 and isinstance(made.goals[0], Holds):
        _telling(made.goals[0])
    return Claim(name, lambda: _by_any(made))


def _of_text(text: str, given: tuple[Any, ...], name: str, integers: Collection[str]) -> Claim:
    """The statement that a text says, or that has this id."""
    own = claim_of(text) if text in catalogue() else None
    if own is not None:
        if given:
            raise InputError(f"{text} has its own hypotheses, got {len(given)} more")
        return own
    said = read(text, integers)
    if not isinstance(said, sp.logic.boolalg.Boolean) or isinstance(said, sp.Symbol):
        raise InputError(
            "a statement must be a formula such as x**2 >= 0 or the id of one, got "
            f"{text!r}{near(text, catalogue())}"
        )
    goal = holds(said, *(_read(h, integers) for h in given))
    return Claim(name, lambda: _by_any(as_statement(goal)))


def _read(hypothesis: Any, integers: Collection[str]) -> Any:
    return read(hypothesis, integers) if isinstance(hypothesis, str) else hypothesis


def _telling(goal: Holds) -> Holds:
    """The goal, unless it says e = e because sympy has cancelled what was written."""
    c = goal.conclusion
    if isinstance(c, sp.Eq) and c.lhs == c.rhs:
        raise InputError(
            f"the conclusion must say something, got {c.lhs} = {c.rhs}, which sympy has made of "
            "it; a text such as 'x/x == 1' is read as it stands"
        )
    return goal


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


def _stated(claim: Claim) -> str | None:
    """The only goal, with its hypotheses."""
    goals = claim.statement().goals
    if len(goals) != 1 or not isinstance(goals[0], (Holds, Induction)):
        return None
    return implication(goals[0])


def _proposal(claim: Claim, record: Record) -> str | None:
    """The weakest hypothesis of the family, for a single goal that is refuted by itself."""
    goals = claim.statement().goals
    if record["verdict"] != "refuted" or len(goals) != 1 or not isinstance(goals[0], Holds):
        return None
    found = weakest(goals[0])
    return None if found is None else str(found[0])


def claims_of(path: str | Path) -> list[Claim]:
    """The claims that a Python file names, in order."""
    scope = runpy.run_path(str(path), run_name=NAME_OF_FILES)
    plain = _unevaluated(path) if any(isinstance(v, GOALS) for v in scope.values()) else {}
    return [c for name, value in scope.items() for c in _named(name, value, plain.get(name))]


NAME_OF_FILES = "rropt_conjectures"
GOALS = (Goal, Statement)


def _unevaluated(path: str | Path) -> dict[str, Any]:
    """What the file names without sympy's evaluation; nothing where it needs that."""
    try:
        with sp.evaluate(False), redirect_stdout(StringIO()):
            return runpy.run_path(str(path), run_name=NAME_OF_FILES)
    except Exception:
        return {}


def _named(name: str, value: Any, plain: Any) -> Iterator[Claim]:
    if isinstance(value, Section):
        yield from value
    elif isinstance(value, GOALS):
        two = [as_statement(value), as_statement(plain if isinstance(plain, GOALS) else value)]
        made = as_written(iter(two).__next__)
        yield Claim(name, lambda: made)
