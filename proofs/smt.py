"""Real non-linear arithmetic by two independent solvers, from one SMT-LIB text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import sympy as sp

from rropt.extras import not_installed

from .attack import Point
from .ledger import Unproved
from .sequent import assumed

LIMIT_MS = 10_000  # what is decided at all takes below a second in nine of ten cases
CVC5 = Path(__file__).with_name("cvc5_process.py")

_HEADS = {
    sp.Add: "+",
    sp.Mul: "*",
    sp.And: "and",
    sp.Or: "or",
    sp.Not: "not",
    sp.Implies: "=>",
    sp.Eq: "=",
    sp.StrictLessThan: "<",
    sp.LessThan: "<=",
    sp.StrictGreaterThan: ">",
    sp.GreaterThan: ">=",
    sp.Equivalent: "=",
}


def term(e: Any) -> str:
    """An expression or statement in SMT-LIB.

    >>> x, y = sp.symbols("x y")
    >>> term(x**2 - y >= sp.Rational(1, 2))
    '(>= (+ (* x x) (* (- 1.0) y)) (/ 1.0 2.0))'
    """
    if isinstance(e, sp.Symbol):
        return str(e)
    if e in (sp.true, sp.false):
        return str(bool(e)).lower()
    if e.is_Rational:
        return _number(e)
    if isinstance(e, sp.Pow):
        return _power(e)
    if isinstance(e, sp.Ne):
        return f"(not (= {term(e.lhs)} {term(e.rhs)}))"
    if e.func not in _HEADS:
        raise Unproved(f"not real arithmetic: {e}")
    return f"({_HEADS[e.func]} {' '.join(term(a) for a in e.args)})"


def _number(e: Any) -> str:
    size = f"{abs(e.p)}.0" if e.q == 1 else f"(/ {abs(e.p)}.0 {e.q}.0)"
    return f"(- {size})" if e.p < 0 else size


def _power(e: Any) -> str:
    if not e.exp.is_Integer:
        raise Unproved(f"not real arithmetic: {e}")
    product = " ".join([term(e.base)] * abs(int(e.exp)))
    product = product if abs(int(e.exp)) == 1 else f"(* {product})"
    return product if e.exp > 0 else f"(/ 1.0 {product})"


def script(given: Sequence[Any], conclusion: Any) -> str:
    """The negated statement: unsatisfiable iff the statement holds. Quotients are cleared by
    asserting that every denominator is not zero, which the statement must imply on its own."""
    statements = [*given, *assumed([*given, conclusion])]
    symbols = sorted(set().union(*(s.free_symbols for s in [*statements, conclusion])), key=str)
    if len(set(map(str, symbols))) < len(symbols):
        raise Unproved("two symbols have the same name")
    lines = ["(set-logic QF_NRA)", *(f"(declare-fun {s} () Real)" for s in symbols)]
    lines += [f"(assert {term(h)})" for h in statements]
    undefined = " ".join(f"(= {term(b)} 0.0)" for b in _bases(conclusion))
    denied = f"(not {term(conclusion)})"
    lines.append(f"(assert (or {undefined} {denied}))" if undefined else f"(assert {denied})")
    return "\n".join([*lines, "(check-sat)"])


def _bases(e: Any) -> list[Any]:
    return list(
        dict.fromkeys(p.base for p in sorted(e.atoms(sp.Pow), key=str) if p.exp.is_negative)
    )


def _z3(text: str) -> tuple[str, dict[str, Fraction]]:
    """The answer, and the rational values of its model."""
    try:
        import z3
    except ImportError:
        raise not_installed("prove", "statements must be decided by z3 and cvc5") from None

    solver = z3.Solver()
    solver.set("timeout", LIMIT_MS)
    solver.add(z3.parse_smt2_string(text.replace("(check-sat)", "")))
    answer = str(solver.check())
    if answer != "sat":
        return answer, {}
    model = solver.model()
    values = {str(d): model[d] for d in model.decls()}
    return answer, {k: v.as_fraction() for k, v in values.items() if z3.is_rational_value(v)}


def _cvc5(text: str) -> tuple[str, dict[str, Fraction]]:
    """The answer, and the rational values of its model."""
    command = [sys.executable, str(CVC5), str(LIMIT_MS)]
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=2 * LIMIT_MS / 1000
        )
    except subprocess.TimeoutExpired:
        return "no answer in time", {}
    if done.returncode:
        raise RuntimeError(f"cvc5: {done.stderr}")
    answer, values = json.loads(done.stdout)
    return answer, {name: Fraction(value) for name, value in values.items()}


@cache
def answers(text: str) -> tuple[tuple[str, dict[str, Fraction]], ...]:
    """What z3 and cvc5 say of one script."""
    return _z3(text), _cvc5(text)


def models(given: Sequence[Any], conclusion: Any, symbols: Sequence[Any]) -> list[Point]:
    """Rational points at which a solver says that the statement fails.

    >>> x = sp.Symbol("x")
    >>> bool(models([x > 0], x**2 > x, [x]))
    True
    """
    try:
        said = answers(script(given, conclusion))
    except Unproved:
        return []
    found = [values for answer, values in said if answer == "sat"]
    return [{s: v.get(str(s), Fraction(0)) for s in symbols} for v in found]


def solvers_agree(given: Sequence[Any], conclusion: Any) -> str:
    """'solvers' when both find no solution of the negation, 'solver' when only one does.

    >>> x = sp.Symbol("x")
    >>> solvers_agree([], x**2 + 1 > 2 * x - 1)
    'solvers'
    """
    said = [answer for answer, _ in answers(script(given, conclusion))]
    if "sat" in said or "unsat" not in said:
        raise Unproved(f"z3 and cvc5 answer {said}")
    return "solvers" if said == ["unsat", "unsat"] else "solver"
