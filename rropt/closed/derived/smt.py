"""Cover questions for z3 and cvc5: one SMT-LIB text, two independent answers (extra `prove`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.closed.derived.validity import Box, Condition, Point, ValidityRegion
from rropt.exact.convert import rational
from rropt.extras import module_of

LIMIT_MS = 60_000


class SolverUndecided(ArithmeticError):
    """The solver neither finds an uncovered point nor proves that there is none."""


def script(box: Box, regions: Sequence[ValidityRegion]) -> str:
    """Is some point of the box in no region? `unsat` means that the regions cover the box.

    >>> x = sp.Symbol("x")
    >>> print(script(Box(((x, Fraction(0), None),)), []))
    (set-logic QF_NRA)
    (declare-fun x () Real)
    (assert (> x 0.0))
    (check-sat)
    """
    lines = opening(box)
    for region in regions:
        lines.append(f"(assert (or false {' '.join(map(fails, region.conditions))}))")
    return "\n".join([*lines, "(check-sat)"])


def opening(box: Box) -> list[str]:
    """The logic, the parameters, and the box."""
    lines = ["(set-logic QF_NRA)", *(f"(declare-fun {s} () Real)" for s in box.symbols)]
    return lines + [f"(assert (> {term(bound)} 0.0))" for bound in box.constraints()]


def holds(condition: Condition) -> str:
    """The condition in SMT-LIB."""
    return f"({'>' if condition.strict else '>='} {term(condition.polynomial)} 0.0)"


def fails(condition: Condition) -> str:
    """Its negation in SMT-LIB."""
    return f"({'<=' if condition.strict else '<'} {term(condition.polynomial)} 0.0)"


def term(polynomial: sp.Expr) -> str:
    """A polynomial in SMT-LIB.

    >>> x, y = sp.symbols("x y")
    >>> term(x**2 - y / 2)
    '(+ (* x x) (* (- (/ 1.0 2.0)) y))'
    """
    e = sp.sympify(polynomial)
    if e.is_Symbol:
        return str(e)
    if e.is_Rational:
        size = f"{abs(e.p)}.0" if e.q == 1 else f"(/ {abs(e.p)}.0 {e.q}.0)"
        return f"(- {size})" if e.p < 0 else size
    if e.is_Pow and e.exp.is_Integer and e.exp > 0:
        return f"(* {' '.join([term(e.base)] * int(e.exp))})"
    if e.is_Add or e.is_Mul:
        return f"({'+' if e.is_Add else '*'} {' '.join(term(part) for part in e.args)})"
    raise ArithmeticError(f"not a polynomial: {e}")


def verdicts(text: str, limit_ms: int = LIMIT_MS) -> tuple[tuple[str, str], ...]:
    """The answers of both solvers: sat, unsat or unknown (after the limit).

    >>> x = sp.Symbol("x")
    >>> verdicts(script(Box(((x, Fraction(0), None),)), [ValidityRegion((Condition(x),))]))
    (('z3', 'unsat'), ('cvc5', 'unsat'))
    """
    return ("z3", _z3(text, limit_ms)[0]), ("cvc5", _cvc5(text, limit_ms))


def answer_of_z3(text: str) -> str:
    """One solver's answer, for what is only shown."""
    return _z3(text)[0]


def point_inside(box: Box, functions: Iterable[sp.Expr]) -> Point | None:
    """A rational point of the box where rational functions are positive; None if there is none.

    >>> x = sp.Symbol("x")
    >>> point_inside(Box(((x, Fraction(0), Fraction(1)),)), [x - 1]) is None
    True
    """
    conditions = []
    for function in functions:
        numerator, denominator = sp.fraction(sp.factor(function))
        # Positive exactly where f is, and zero at its poles, which are so left out.
        conditions.append(Condition(numerator * denominator, strict=True))
    region = ValidityRegion(tuple(conditions))
    text = "\n".join([*opening(box), *(f"(assert {holds(c)})" for c in conditions)])
    return _found(text, box, region.holds)


def uncovered(box: Box, regions: Sequence[ValidityRegion]) -> Point | None:
    """A rational point of the box in no region, or None where z3 says that there is none.

    >>> x = sp.Symbol("x")
    >>> point = uncovered(Box(((x, Fraction(0), None),)), [ValidityRegion((Condition(x - 1),))])
    >>> 0 < point[x] < 1
    True
    """

    def is_left(point: Point) -> bool:
        return not any(region.holds(point) for region in regions)

    return _found(script(box, regions), box, is_left)


def _found(text: str, box: Box, wanted: Callable[[Point], bool]) -> Point | None:
    """A rational point of the box as a question asks for one; None where z3 says there is none."""
    status, model = _z3(text)
    if status == "unsat":
        return None
    if status != "sat":
        raise SolverUndecided(f"z3 does not decide whether a part of the box is empty: {status}")
    return _near(box, model, wanted)


def _near(box: Box, model: dict[str, Any], wanted: Callable[[Point], bool]) -> Point:
    """A rational point of the box near a model, which may be irrational or have long fractions."""
    for digits in (6, 12, 24, 48):
        point = {symbol: _rounded(model[str(symbol)], digits) for symbol in box.symbols}
        # Rounding may leave what was asked for: exact conditions say whether it did.
        if _inside(box, point) and wanted(point):
            return point
    raise SolverUndecided(f"no rational point near {model} is as asked")


def _rounded(value: Any, digits: int) -> Fraction:
    # An algebraic number is no fraction; one within 10^-60 of it takes its place.
    exact = Fraction(value.approx(60).as_fraction() if hasattr(value, "approx") else _ratio(value))
    return exact if exact.denominator < 10**6 else exact.limit_denominator(10**digits)


def _ratio(value: Any) -> Fraction:
    return Fraction(value.numerator_as_long(), value.denominator_as_long())


def _inside(box: Box, point: Point) -> bool:
    known = {symbol: rational(value) for symbol, value in point.items()}
    return all(bound.xreplace(known) > 0 for bound in box.constraints())


def _needed(name: str) -> Any:
    needs = f"a cover over two or more parameters must be proved by {name}"
    return module_of("prove", name, needs)


def _z3(text: str, limit_ms: int = LIMIT_MS) -> tuple[str, dict[str, Any]]:
    z3 = _needed("z3")
    solver = z3.SolverFor("QF_NRA")
    solver.set("timeout", limit_ms)
    solver.add(z3.parse_smt2_string(text.replace("(check-sat)", "")))
    status = str(solver.check())
    if status != "sat":
        return status, {}
    model = solver.model()
    return status, {str(name): model[name] for name in model.decls()}


def _cvc5(text: str, limit_ms: int) -> str:
    cvc5 = _needed("cvc5")
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(limit_ms))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "cover")
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        answer = str(command.invoke(solver, symbols)) or answer
    return answer.strip()
