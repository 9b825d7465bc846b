"""Statements for all values of their symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import sympy as sp

from ..attack import Point, admits, counterexample, points, violated
from ..exactly import NotRational, evaluate
from ..ledger import DEFAULT, Ledger, Options, Unproved
from ..sequent import Prover
from .base import Goal


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
        return replace(self, hypotheses=(*self.hypotheses, *more))

    def attack(self) -> Any:
        return _attacked(self)

    def replays(self, witness: Any) -> bool:
        values = {s: Fraction(witness["at"][str(s)]) for s in self.symbols}
        return admits(values, self.domain) and violated(self.conclusion, values)

    def prove(self, ledger: Ledger) -> None:
        found = _proof(self)
        if isinstance(found, str):
            raise Unproved(found)
        ledger.evidence += found.evidence
        ledger.kinds |= found.kinds

    def recall(self, ledger: Ledger) -> None:
        if self.by == "certificate":
            _replay(self, ledger)
        elif self.by == "interval":
            ledger.take("boxes")

    def near_misses(self) -> list[Goal]:
        sample = list(_take(points(self.symbols, self.domain, [self.conclusion]), 60))
        variants = [*self.refuses, *_mutants(self.conclusion, sample)]
        false = [v for v in variants if any(violated(v, p) for p in sample)]
        return [replace(self, conclusion=v, refuses=()) for v in false]


@cache
def _attacked(goal: Holds) -> Any:
    point = counterexample(goal.symbols, goal.domain, goal.conclusion)
    if point is None:
        return None
    return {"at": _text(point), "fails": goal.label or str(goal.conclusion)}


@cache
def _proof(goal: Holds) -> Ledger | str:
    """The evidence, or why there is none; claims share many obligations."""
    ledger = Ledger()
    try:
        _PROVERS[goal.by](goal, ledger)
    except Unproved as stop:
        return str(stop)
    return ledger


_SEEN: dict[Holds, list[Any]] = {}


def _replay(goal: Holds, ledger: Ledger) -> None:
    """Replay, unless the same goal was replayed with the same evidence before."""
    start = ledger.taken
    known = _SEEN.get(goal)
    if known is not None and (ledger.stored or [])[start : start + len(known)] == known:
        ledger.taken += len(known)
        return
    _PROVERS[goal.by](goal, ledger)
    _SEEN[goal] = list((ledger.stored or [])[start : ledger.taken])


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


_PROVERS = {"certificate": _certificate, "smt": _smt, "interval": _interval}


def _mutants(conclusion: Any, sample: Sequence[Point]) -> list[Any]:
    """Variants with a constant moved, a side scaled or the direction reversed."""
    if isinstance(conclusion, sp.And):
        return [m for part in conclusion.args[:3] for m in _mutants(part, sample)]
    if isinstance(conclusion, sp.Eq):
        left, right = conclusion.args
        return [
            sp.Eq(left, right + 1, evaluate=False),
            sp.Eq(left, sp.Rational(9, 8) * right, evaluate=False),
        ]
    if isinstance(conclusion, (sp.StrictLessThan, sp.LessThan)):
        return _mutants(conclusion.reversed, sample)
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
