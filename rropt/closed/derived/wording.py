"""A piecewise optimum in words and in LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, islice
from typing import Any

import sympy as sp

from rropt.closed.derived.envelope import switches
from rropt.closed.derived.region_cover import Cover, CoverCell, stretches
from rropt.closed.derived.symbolic_cards import Card
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import Range, readable
from rropt.closed.recalled.published import FORMS
from rropt.closed.symbols import k
from rropt.exact import text
from rropt.exact.convert import rational, whole_polynomial
from rropt.strict.algebraic_numbers import roots_of

UNDECIDED = sp.Symbol("undecided")
"""In place of a value where no piece is proved."""

MOST_SHOWN = 20
"""Undecided parts in the text; the record has all."""

ROUND = 1000
"""An end with a smaller denominator is a number that someone would write."""

SHOWN = 12
"""Digits of an end that has no formula: its enclosure is as narrow."""


def plain(answer: Any) -> str:
    """The whole answer as text."""
    lines = [f"{answer.reported} for {answer.box}{_fixed(answer)}", ""]
    for number, piece in enumerate(answer.pieces, start=1):
        lines += [f"piece {number}: {answer.reported} = {piece.value}"]
        lines += [f"  this is {id}: {form}" for id, form in known_as(answer, piece)]
        lines += [f"  where {_where(answer, number - 1)}"]
        lines += [*(f"  {line}" for line in piece.lines()), ""]
    line = answer.cover.line
    if line is not None:
        stretches = intervals(answer)
        lines += [f"{lo} < {line[0]} < {hi}: {v}" for lo, hi, v in stretches]
        if len(answer.box.ranges) > 1:
            lines += [f"switching curve: {line[0]} = {lo}" for lo, _, _ in stretches[1:]]
    elif len(answer.box.ranges) == 1:
        lo, hi = _ends(answer.box.ranges[0])
        lines.append(f"{lo} < {answer.box.symbols[0]} < {hi}: {answer.pieces[0].value}")
    elif answer.cover.share is None:
        lines += [f"switching curve: {curve.lhs} = {curve.rhs}" for curve in curves(answer)]
    ends = [answer.reason] if answer.reason else []
    return "\n".join([*lines, *cover_lines(answer.cover), *_kept(answer), *_best(answer), *ends])


def latex(answer: Any) -> str:
    r"""Value and region of every piece as cases.

    >>> import rropt as rr
    >>> print(latex(rr.derive(rr.Problem(rr.LocalDP("ln(3)"), rr.Trace(2)))))
    \begin{cases}
    \frac{2 \gamma}{\gamma + 1} & \text{everywhere in the box}
    \end{cases}
    """
    rows = [rf"{sp.latex(piece.value)} & {piece.region.latex}" for piece in answer.pieces]
    return "\\begin{cases}\n" + " \\\\\n".join(rows) + "\n\\end{cases}"


def known_as(answer: Any, piece: SymbolicBasis | Card) -> Iterator[tuple[str, sp.Expr]]:
    """The published forms that are this expression; found after the derivation, not before."""
    known = {**answer.parameters.fixed, k: answer.problem.truths}
    for form in FORMS:
        if form.of is not None and form.of(answer.problem):
            expression = form.expression.subs(known)
            if sp.cancel(expression - piece.value) == 0:
                yield form.id, expression
                return


def curves(answer: Any) -> list[sp.Eq]:
    """The boundaries between pieces with different values, solved where they are linear."""
    if answer.envelope is not None:
        conditions = switches(answer.box, answer.envelope)
        relations = [readable(condition, answer.box) for condition in conditions]
        return [sp.Eq(r.lhs, r.rhs, evaluate=False) for r in relations]
    seen: dict[sp.Expr, set[sp.Expr]] = {}
    found: dict[sp.Expr, sp.Eq] = {}
    for piece in answer.pieces:
        relations = piece.region.relations
        for condition, relation in zip(piece.region.conditions, relations, strict=True):
            polynomial = sp.Poly(condition.polynomial, *answer.box.symbols).primitive()[1].as_expr()
            # Regions on the two sides of a boundary have opposite conditions.
            key = next((q for q in seen if sp.expand(q + polynomial) == 0), polynomial)
            seen.setdefault(key, set()).add(piece.value)
            found.setdefault(key, sp.Eq(relation.lhs, relation.rhs, evaluate=False))
    return [found[key] for key, values in seen.items() if len(values) > 1]


def intervals(answer: Any) -> list[tuple[sp.Expr, sp.Expr, sp.Expr]]:
    """(lo, hi, value) along the line, neighbours with the same value joined."""
    return _joined(answer, lambda cell: answer.pieces[cell.region].value)


def _ends(line: Range) -> tuple[sp.Expr, sp.Expr]:
    _, lo, hi = line
    return rational(lo), sp.oo if hi is None else rational(hi)


def _joined(answer: Any, label: Callable[[CoverCell], Any]) -> list[tuple[sp.Expr, sp.Expr, Any]]:
    """(lo, hi, label) along the line, neighbours with the same label joined."""
    lo, hi = _ends(answer.cover.line)
    conditions = chain.from_iterable(piece.region.conditions for piece in answer.pieces)
    polynomials = [c.polynomial for c in conditions]
    symbol = answer.cover.line[0]
    if answer.cover.enclosed:
        ends = [_shown_end(a, b) for a, b in answer.cover.roots]
    else:
        ends = [exact_root(polynomials, symbol, root) for root in answer.cover.roots]
    found: list[tuple[sp.Expr, sp.Expr, Any]] = []
    between = stretches([(end, end) for end in ends], lo, hi)
    for (left, right), cell in zip(between, answer.cover.cells, strict=True):
        name = UNDECIDED if cell.region is None else label(cell)
        if found and found[-1][2] == name:
            left = found.pop()[0]
        found.append((left, right, name))
    return found


def _shown_end(a: Fraction, b: Fraction) -> sp.Expr:
    """A switch that is enclosed, by its first digits."""
    short = a == b and a.denominator < ROUND
    return rational(a) if short else sp.Float(rational(a + b) / 2, SHOWN)


def exact_root(polynomials: Any, symbol: sp.Symbol, ends: tuple[Fraction, Fraction]) -> sp.Expr:
    """The root in an isolating interval: rational, in radicals of degree two, or a root object.

    Among conditions with logarithms it is a number, the first digits of what is enclosed.

    >>> x = sp.Symbol("x")
    >>> exact_root([x**2 - 2], symbol=x, ends=(Fraction(1), Fraction(2)))
    sqrt(2)
    """
    lo, hi = ends
    if any(polynomial.has(sp.log) for polynomial in polynomials):
        return sp.Float(rational(lo + hi) / 2, SHOWN)
    for polynomial in polynomials:
        for root in roots_of(whole_polynomial(polynomial, symbol)):
            least, most = root.bounds()
            if lo <= least and most <= hi:
                return root.named(symbol)
    raise ArithmeticError(f"no root in [{lo}, {hi}]")


def cover_lines(cover: Cover) -> list[str]:
    """The proof that the pieces cover the box."""
    lines = [f"cover: {'proved' if cover.proved else 'NOT proved'}: {cover.method}"]
    lines += [f"  {solver}: {answer}" for solver, answer in cover.verdicts]
    if cover.share:
        lines.append(f"  undecided: {float(100 * cover.share):.3g} % of the box")
    lines += [f"  undecided: {part}" for part in cover.undecided[:MOST_SHOWN]]
    if len(cover.undecided) > MOST_SHOWN:
        lines.append(f"  undecided: {len(cover.undecided) - MOST_SHOWN} smaller parts, in --json")
    if cover.cells:
        points = ", ".join(f"{text(c.point)} in piece {_number(c.region)}" for c in cover.cells)
        lines.append(f"  one point between any two of the {len(cover.roots)} roots: {points}")
    return lines


def _where(answer: Any, number: int) -> str:
    """The region of a piece; on a line, the intervals in which it is used."""
    if not answer.cover.cells:
        return str(answer.pieces[number].region)
    symbol = answer.cover.line[0]
    first, last = _ends(answer.cover.line)
    used = _joined(answer, lambda cell: cell.region == number)
    return " or ".join(
        f"{lo} {'<' if lo == first else '<='} {symbol}"
        f"{'' if hi == sp.oo else f' < {hi}' if hi == last else f' <= {hi}'}"
        for lo, hi, inside in used
        if inside is True
    )


def _kept(answer: Any) -> Iterator[str]:
    """The factors whose sign is known from their coefficients, where the proof rests on them."""
    if answer.cover.cells or answer.cover.script or answer.cover.share is not None:
        return
    everywhere = (piece for piece in answer.pieces if not piece.region.conditions)
    # Of best subsets of open masses each has conditions: a theorem says that they cover.
    for piece in islice(everywhere, 1):
        signs = (f"{factor} {'>' if sign > 0 else '<'} 0" for factor, sign in piece.region.kept)
        yield "  " + ", ".join(signs)


def _best(answer: Any) -> Iterator[str]:
    """The optimum is the best of its values, where that is proved."""
    if answer.envelope is not None:
        best = f"{answer.envelope.name} of the {len(answer.values)} values"
        yield f"everywhere: {answer.reported} = {best}: proved"
        if answer.envelope.reason:
            yield f"  {answer.envelope.reason}"
        for solver, verdict in answer.envelope.verdicts:
            yield f"  {solver}: {verdict}"


def _number(region: int | None) -> str:
    return "none" if region is None else str(region + 1)


def _fixed(answer: Any) -> str:
    space = answer.parameters
    found = [f", {symbol} = {text(value)}" for symbol, value in space.fixed.items()]
    if space.prior is not None and not space.prior[-1].is_Symbol:
        found.append(f", prior ({', '.join(map(str, space.prior))})")
    if space.levels is not None:
        rows = ("(" + ", ".join(map(str, row)) + ")" for row in space.levels)
        found.append(f", levels ({', '.join(rows)})")
    return "".join(found)
