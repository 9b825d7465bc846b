"""Statements for all values of their symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from ..attack import Point, admits, counterexample, feasible, points, violated
from ..exactly import NotRational, evaluate
from ..kernel.accepted import false_theorem, true_theorem
from ..kernel.coq_statement import is_stated
from ..ledger import DEFAULT, Ledger, Options, Unproved, Vacuous
from ..sequent import Prover
from ..written import defined, domain, is_settled, settled
from .base import Goal
from .methods import EveryMethod


def _text(point: Point) -> dict[str, str]:
    return {str(s): str(v) for s, v in sorted(point.items(), key=lambda item: str(item[0]))}


@dataclass(frozen=True)
class Holds(Goal):
    """`conclusion` for all real (or integer) values of its symbols that satisfy `hypotheses`."""

    conclusion: Any
    hypotheses: tuple[Any, ...] = ()
    options: Options = DEFAULT
    by: str = "certificate"
    label: str = ""
    box: tuple[tuple[Any, Any, Any], ...] = ()
    also: tuple[Any, ...] = ()
    refuses: tuple[Any, ...] = ()
    at: tuple[tuple[Any, Fraction], ...] = ()

    @property
    def symbols(self) -> list[sp.Symbol]:
        return sorted(
            set(self.also).union(
                self.conclusion.free_symbols, *(h.free_symbols for h in self.hypotheses)
            ),
            key=str,
        )

    @property
    def domain(self) -> list[Any]:
        bounds = [b for s, lo, hi in self.box for b in (s >= lo, s <= hi)]
        return [*self.hypotheses, *bounds]

    def given(self, *more: Any) -> Holds:
        return replace(self, hypotheses=(*self.hypotheses, *more), at=())

    def scope(self) -> list[str]:
        """The box of an interval proof."""
        sides = [f"{lo} <= {s} <= {hi}" for s, lo, hi in self.box]
        return [", ".join(sides)] if sides else []

    def attack(self) -> Any:
        return _attacked(self)

    def witness(self, point: Point) -> Any:
        return {"at": _text(point), "fails": self.label or str(self.conclusion)}

    def replays(self, witness: Any) -> bool:
        values = {s: Fraction(witness["at"][str(s)]) for s in self.symbols}
        return admits(values, self.domain) and violated(self.conclusion, values)

    def prove(self, ledger: Ledger) -> None:
        found = _proof(self)
        if isinstance(found, Unproved):
            raise found
        witness = self._inhabitant()
        ledger.evidence += [*found.evidence, {"satisfied": _text(witness)}]
        ledger.kinds |= self._kinds(found.kinds)

    def _kinds(self, found: set[str]) -> set[str]:
        """What the kernel has accepted rests on nothing else."""
        return {"kernel"} if true_theorem(self) else found

    def _inhabitant(self) -> Point:
        """A point of the domain: about no point there is nothing to prove."""
        if self.at and admits(dict(self.at), self.domain):
            return dict(self.at)
        point = feasible(tuple(self.symbols), tuple(self.domain))
        if point is None:
            empty = replace(self, conclusion=sp.false, by="certificate", label="", at=())
            absurd = isinstance(_proof(empty), Ledger)
            words = "contradict each other" if absurd else "were met by no point that was tried"
            raise (Vacuous if absurd else Unproved)(f"the hypotheses {words}")
        return point

    def recall(self, ledger: Ledger) -> None:
        """Certificates are checked; solvers and enclosures decide again."""
        part = Ledger(stored=ledger.stored, taken=ledger.taken)
        _replay(self, part)
        ledger.taken = part.taken
        ledger.kinds |= self._kinds(part.kinds)
        values = ledger.take("satisfied")
        if not admits({s: Fraction(values[str(s)]) for s in self.symbols}, self.domain):
            raise Unproved("the stored point does not satisfy the hypotheses")

    def denial(self, witness: Any) -> str | None:
        return false_theorem(self)

    def near_misses(self) -> list[Goal]:
        sample = list(_take(points(self.symbols, self.domain, [self.conclusion]), 60))
        variants = [*self.refuses, *mutants(self.conclusion, sample)]
        false = [v for v in variants if any(violated(v, p) for p in sample)]
        return [replace(self, conclusion=v, refuses=()) for v in false]


@cache
def _attacked(goal: Holds) -> Any:
    point = counterexample(goal.symbols, goal.domain, goal.conclusion)
    point = _solved(goal) if point is None else point
    return None if point is None else goal.witness(point)


def _solved(goal: Holds) -> Point | None:
    """A model of z3 or cvc5 at which the goal fails, checked exactly."""
    if goal.by not in ("smt", "any") or isinstance(_proof(goal), Ledger):
        return None
    from ..smt import models

    for point in models(goal.domain, goal.conclusion, goal.symbols):
        if admits(point, goal.domain) and violated(goal.conclusion, point):
            return point
    return None


@cache
def _proof(goal: Holds) -> Ledger | Unproved:
    """The evidence, or why there is none; claims share many obligations."""
    ledger = Ledger()
    try:
        _settle(goal, ledger)
    except Unproved as stop:
        return stop
    return ledger


def _settle(goal: Holds, ledger: Ledger) -> None:
    """By the method of the goal. Where sympy would cancel, or a proof may look at one part of the
    statement only, it is first shown to be defined as it is written; a hypothesis says that it is.
    """
    statements = (goal.conclusion, *goal.hypotheses)
    if all(map(is_settled, statements)) and not _chooses(goal.conclusion):
        return _PROVERS[goal.by](goal, ledger)
    if goal.by == "certificate" and _equates(goal.conclusion) and is_stated(goal):
        return _certificate(replace(goal, hypotheses=defined(goal.hypotheses)), ledger)
    known = defined(goal.hypotheses)
    for condition in (*domain(goal.conclusion), settled(goal.conclusion)):
        part = replace(goal, conclusion=settled(condition), hypotheses=known)
        if part.conclusion != sp.true:
            _PROVERS[goal.by](part, ledger)
    if not ledger.kinds:  # what sympy makes of it is true
        ledger.kinds.add("identity")
    return None


def _equates(conclusion: Any) -> bool:
    """Whether it is an equation, or several: each is shown to be defined where it is proved."""
    parts = conclusion.args if isinstance(conclusion, sp.And) else (conclusion,)
    return all(isinstance(part, sp.Eq) for part in parts)


def _chooses(conclusion: Any) -> bool:
    """Whether one part of it may be true where another one is undefined."""
    return bool(conclusion.has(sp.Or, sp.Implies, sp.Equivalent) and domain(conclusion))


_SEEN: dict[Holds, tuple[list[Any], set[str]]] = {}


def _replay(goal: Holds, ledger: Ledger) -> None:
    """Replay, unless the same goal was replayed with the same evidence before."""
    known, kinds = _SEEN.get(goal, ([], set()))
    if not kinds or (ledger.stored or [])[ledger.taken : ledger.taken + len(known)] != known:
        part = Ledger(stored=ledger.stored, taken=ledger.taken)
        if goal.by == "interval":
            part.take("boxes")
        _settle(goal, part)
        known, kinds = list((ledger.stored or [])[ledger.taken : part.taken]), part.kinds
        _SEEN[goal] = known, kinds
    ledger.taken += len(known)
    ledger.kinds |= kinds


def _take(items: Iterable[Any], n: int) -> Iterable[Any]:
    return (item for item, _ in zip(items, range(n), strict=False))


def _certificate(goal: Holds, ledger: Ledger) -> None:
    try:
        Prover(ledger, goal.options).prove(list(goal.domain), goal.conclusion)
    except (sp.PolynomialError, NotImplementedError) as error:
        raise Unproved(f"not polynomial: {error}") from error


def _smt(goal: Holds, ledger: Ledger) -> None:
    from ..smt import solvers_agree

    ledger.kinds.add(solvers_agree(goal.domain, goal.conclusion))


def _interval(goal: Holds, ledger: Ledger) -> None:
    from ..interval import covers

    ledger.evidence.append({"boxes": covers(goal.conclusion, goal.hypotheses, goal.box)})
    ledger.kinds.add("interval")


def _any(goal: Holds, ledger: Ledger) -> None:
    EveryMethod(_rational, _certificate).prove(goal, ledger)


def _rational(goal: Holds, ledger: Ledger) -> None:
    """A certificate, one with squares of differences, one with any squares; where none is found the
    solvers."""
    own = replace(goal.options, squares=(*goal.options.squares, *_squares(goal)))
    for options in (goal.options, own, replace(goal.options, gram=True)):
        try:
            return _certificate(replace(goal, options=options), ledger)
        except Unproved:
            continue
    return _smt(goal, ledger)


def _squares(goal: Holds) -> tuple[Any, ...]:
    from ..squares import candidates

    return candidates(goal.conclusion, goal.symbols)


_PROVERS = {"certificate": _certificate, "smt": _smt, "interval": _interval, "any": _any}


def mutants(conclusion: Any, sample: Sequence[Point]) -> list[Any]:
    """Variants with a constant moved, a side scaled or the direction reversed."""
    if isinstance(conclusion, sp.And):
        return [m for part in conclusion.args[:3] for m in mutants(part, sample)]
    if isinstance(conclusion, sp.Eq):
        left, right = conclusion.args
        return [
            sp.Eq(left, right + 1, evaluate=False),
            sp.Eq(left, sp.Rational(9, 8) * right, evaluate=False),
        ]
    if isinstance(conclusion, (sp.StrictLessThan, sp.LessThan)):
        return mutants(conclusion.reversed, sample)
    if isinstance(conclusion, (sp.StrictGreaterThan, sp.GreaterThan)):
        difference = conclusion.lhs - conclusion.rhs
        return [difference <= 0, *_moved(difference, sample)]
    return [sp.to_nnf(sp.Not(conclusion), simplify=False)]


def _moved(difference: Any, sample: Sequence[Point]) -> list[Any]:
    """The smallest sampled value, raised by a little: false at that very point."""
    values = [v for v in (_value(difference, p) for p in sample) if v is not None]
    if not values:
        return []
    least = min(values)
    bump = max(abs(least), Fraction(1)) / 16
    raised = least + bump
    return [difference >= sp.Rational(raised.numerator, raised.denominator)]


def _value(e: Any, point: Point) -> Fraction | None:
    try:
        return evaluate(e, point)
    except (ZeroDivisionError, NotRational):
        return None
