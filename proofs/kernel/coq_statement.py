"""A goal as the kernel states it: `forall x : R, hypotheses -> conclusion`, from the goal itself.

Every symbol is a real number, which is more than an integer one asks for; what its assumptions
say stands among the hypotheses. A comparison holds where both sides are defined. Negations are
pushed to the comparisons, and an implication among the hypotheses is the disjunction that it
abbreviates.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import reduce
from typing import Any, Protocol

import sympy as sp

from ..ledger import Options
from ..sequent import assumed

Numbered = Mapping[sp.Symbol, int]


class Implication(Protocol):
    """What is exported of a goal: `Holds` in `proofs.goals`."""

    @property
    def symbols(self) -> list[sp.Symbol]: ...

    @property
    def domain(self) -> list[Any]: ...

    @property
    def conclusion(self) -> Any: ...

    @property
    def options(self) -> Options: ...


class NotStated(Exception):
    """The goal is not about rational expressions of real numbers."""


def hypotheses(goal: Implication) -> list[Any]:
    """What the goal assumes, the assumptions on its symbols included."""
    own = [_without_implications(sp.sympify(h)) for h in goal.domain]
    return [*own, *assumed([*goal.domain, goal.conclusion])]


def conclusion(goal: Implication) -> Any:
    """What it concludes."""
    return _without_negations(sp.sympify(goal.conclusion))


def numbered(goal: Implication) -> dict[sp.Symbol, int]:
    """The variables of the kernel, counted from one."""
    symbols = goal.symbols
    if len({str(s) for s in symbols}) < len(symbols):
        raise NotStated("two symbols have the same name")
    return {symbol: i for i, symbol in enumerate(symbols, 1)}


def stated(goal: Implication) -> str:
    """The goal in the language of `theories/Sequents.v`.

    >>> from ..goals import holds
    >>> x = sp.Symbol("x")
    >>> stated(holds(1 / x > 0, x > 2))
    'Goal [Lt (Num 2 1) (Var 1)] (Lt (Num 0 1) (Inv (Var 1)))'
    """
    names = numbered(goal)
    given = "; ".join(formula(h, names) for h in hypotheses(goal))
    return f"Goal [{given}] ({formula(conclusion(goal), names)})"


def is_stated(goal: Implication) -> bool:
    """Whether it can be stated: it is about rational expressions of real numbers."""
    try:
        return bool(stated(goal))
    except NotStated:
        return False


def name_of(goal: Implication) -> str:
    """The name of its theorem: the start of the SHA-256 of the statement."""
    return "g_" + hashlib.sha256(stated(goal).encode()).hexdigest()[:16]


def formula(f: Any, names: Numbered) -> str:
    """A statement without negations."""
    if f == sp.true:
        return "Truth"
    if f == sp.false:
        return "Lt (Num 0 1) (Num 0 1)"
    if isinstance(f, (sp.StrictGreaterThan, sp.GreaterThan)):
        f = f.reversed
    for kind, head in RELATIONS.items():
        if isinstance(f, kind):
            return f"{head} {_bracketed(f.lhs, names)} {_bracketed(f.rhs, names)}"
    for kind, head in CONNECTIVES.items():
        if isinstance(f, kind):
            if kind in (sp.Implies, sp.Equivalent) and len(f.args) != 2:
                raise NotStated(f"{f} joins more than two statements")
            parts = [formula(part, names) for part in f.args]
            return reduce(lambda right, left: f"{head} ({left}) ({right})", reversed(parts))
    raise NotStated(f"{type(f).__name__} is no statement about rational expressions")


RELATIONS = {sp.LessThan: "Le", sp.StrictLessThan: "Lt", sp.Eq: "Eq", sp.Ne: "Ne"}
CONNECTIVES = {sp.And: "And", sp.Or: "Or", sp.Implies: "Implies", sp.Equivalent: "Iff"}
JOINED: Any = tuple(CONNECTIVES)


def expression(e: Any, names: Numbered) -> str:
    """A rational expression."""
    if e in names:
        return f"Var {names[e]}"
    if e.is_Rational:
        return f"Num {_integer(e.p)} {e.q}"
    if isinstance(e, (sp.Add, sp.Mul)):
        head = "Add" if isinstance(e, sp.Add) else "Mul"
        parts = [expression(part, names) for part in e.args]
        return reduce(lambda right, left: f"{head} ({left}) ({right})", reversed(parts))
    if isinstance(e, sp.Pow) and e.exp.is_Integer:
        base = _bracketed(e.base, names)
        size = abs(int(e.exp))
        power = f"Pow {base} {size}" if size != 1 else expression(e.base, names)
        return f"Inv ({power})" if e.exp < 0 else power
    raise NotStated(f"{e} is no rational expression")


def _bracketed(e: Any, names: Numbered) -> str:
    return f"({expression(e, names)})"


def _integer(value: Any) -> str:
    return f"({value})" if value < 0 else str(value)


def _without_implications(h: Any) -> Any:
    return sp.to_nnf(h, simplify=False) if h.atoms(sp.Not, sp.Implies, sp.Equivalent) else h


def _without_negations(f: Any) -> Any:
    """The same with `Not` only inside comparisons that are turned round."""
    if isinstance(f, sp.Not):
        return sp.to_nnf(f, simplify=False)
    if isinstance(f, JOINED):
        parts = [_without_negations(part) for part in f.args]
        return f.func(*parts, evaluate=False)
    return f
