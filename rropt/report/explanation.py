"""The derivation of a design: patterns, equations, prices, and the region in which the form holds.

Why a table is best is told in three sentences: what its reports are, what prices mean, what they
prove. They are read off the certificate, so that they say no more than it proves.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import inf
from operator import mul
from typing import Any

import sympy as sp

from rropt.closed import closed_form, formula
from rropt.closed.derived.symbolic_cards import SLACKS, Card, p00, p11
from rropt.closed.derived.symbolic_programs import SymbolicBasis
from rropt.closed.derived.validity import NOWHERE, Point, ValidityRegion, oriented
from rropt.closed.recalled import published
from rropt.closed.recalled.design_forms import at_design, can_be_solved, card_at_design
from rropt.closed.recalled.published import parameters
from rropt.closed.symbolic_utilities import entries, tidy
from rropt.closed.symbols import delta, k
from rropt.design.answer import Answer, ends, show_value
from rropt.design.problem import Problem
from rropt.design.report_counts import has_fewer_reports, is_card
from rropt.elapsed import shows_elapsed
from rropt.exact import InputError, text
from rropt.exact.bounds import rounded_ends
from rropt.exact.convert import rational
from rropt.patterns.extreme import ordered_pairs
from rropt.privacy.levels import OO, Levels
from rropt.report.text import show
from rropt.utility import FDivergence

Section = tuple[str, list[str]]
"""A heading and its lines."""

MOST_CONDITIONS = 12
MOST_ROWS = 64


@shows_elapsed
def explain(design: Answer) -> str:
    """How the optimum comes about: patterns, equations, prices, and where the form holds.

    >>> import rropt as rr
    >>> print(explain(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(3))))
    ... # doctest: +ELLIPSIS
    trace under epsilon = ln(3), 3 categories
    value 9/5
    <BLANKLINE>
    In each of its 3 reports privacy is tight: some truth is as likely as its level allows.
    ...
    closed form
      3*gamma/(gamma + 2) = 9/5
      chai-nayak/thm-4.4/a: gamma*k/(gamma + k - 1)
    ...
    """
    if not isinstance(design, Answer):
        raise InputError(f"design must be a Design, got {repr(design)[:60]}")
    lines = [_title(design), f"value {_value(design)}"]
    told = reasons(design)
    if told:
        lines += ["", *told]
    for heading, part in sections(design):
        lines += ["", heading, *(f"  {line}" for line in part)]
    return "\n".join(lines)


def sections(design: Answer) -> list[Section]:
    """The parts of the derivation."""
    problem = design.problem
    if problem.levels is not None or has_fewer_reports(problem):
        return _numbers(design)
    found = [_forms(design)]
    if is_card(problem):
        best = card_at_design(problem)
        return [*found, *(_numbers(design) if best is None else _card(problem, best))]
    if can_be_solved(problem):
        return [*found, *_basis(problem)]
    return [*found, *_numbers(design)]


def _title(design: Answer) -> str:
    problem = design.problem
    if problem.levels is not None:
        return f"{problem.objective.label} under {problem.privacy.describe()}"
    parts = [f"{problem.objective.label} under {problem.gamma.describe()}"]
    if problem.delta:
        parts.append(f"delta = {text(problem.delta)}")
    parts.append(f"{problem.truths} categories")
    if problem.outputs:
        parts.append(f"{problem.outputs} reports")
    return ", ".join(parts)


def _value(design: Answer) -> str:
    value = show_value(design.value)
    if isinstance(value, str) and len(value) < 40:
        return value
    return show(design.value)


def _forms(design: Answer) -> Section:
    known = formula(design)
    form = closed_form(design)
    if known is None or form is None:
        return "closed form", ["no closed form is known at these parameters"]
    general = form.subs({k: design.problem.truths})
    value = known.exact(parameters(design.problem))
    lines = [str(general) if value is None else f"{general} = {rational(value)}"]
    for form in published.applying(design.problem):
        lines.append(f"{form.id}: {form.expression}")
        if form.difference:
            lines.append(f"{form.id}, corrected: {form.difference}")
    return "closed form", lines


# --- designs over patterns ----------------------------------------------------------------------


def _basis(problem: Problem) -> list[Section]:
    """The optimal basis at the point of the design, with its parameters as symbols."""
    parametric, point = at_design(problem)
    # Utilities with logarithms or roots have no derived region: reduced costs stand for it.
    if parametric.rational:
        return _program_sections(problem, parametric.derive(point))
    solved = parametric.solve(point)
    basis = parametric.basis_of(solved, ValidityRegion((), NOWHERE), point)
    costs = {tidy(e) for e in parametric.reduced_costs(solved)}
    # The shortest first: they are those that a reader can check.
    shown = sorted(costs - {sp.Integer(0)}, key=sp.count_ops)[:MOST_CONDITIONS]
    where = [f"{cost} >= 0" for cost in shown]
    rest = len(costs) - len(shown)
    if rest > 0:
        where.append(f"and {rest} longer reduced costs, all non-negative")
    return [*_program_sections(problem, basis)[:-1], ("region of this form", where)]


def _program_sections(problem: Problem, basis: SymbolicBasis) -> list[Section]:
    spread = isinstance(problem.objective, FDivergence) and problem.truths > 2
    of = " of the information 1/variance" if problem.objective.prevalence is not None else ""
    note = ["on the two truths of the pair; the others report as one does"] if spread else []
    return [
        ("patterns and weights", [*note, *_weights(basis)]),
        ("equations", _equations(basis)),
        (f"prices{of}", _prices(basis)),
        _where(basis.region),
    ]


def _numbers(design: Answer) -> list[Section]:
    """The table and the prices as numbers, where the form is not derived from a basis."""
    if design.table is None:
        support = [
            f"all orders of {orbit}: weight {_short(orbit.weight)}" for orbit in design.orbits
        ]
    else:
        support = [f"({', '.join(map(_short, r))}): weight {_short(w)}" for r, w in design.support]
    prices = design.certificate.data.get("prices", [])
    names = ["each truth y"] if len(prices) == 1 else [f"y{j}" for j, _ in enumerate(prices)]
    lines = [f"{name} = {_short(Fraction(y))}" for name, y in zip(names, prices, strict=True)]
    found = [("patterns and weights (in numbers)", support[:MOST_ROWS])]
    return [*found, ("prices (in numbers)", lines)] if lines else found


def _short(x: Fraction) -> str:
    exact = text(x)
    return exact if len(exact) <= 12 else f"{float(x):.10g}"


def _weights(basis: SymbolicBasis) -> list[str]:
    every = "all orders of " if basis.symmetric else ""
    return [
        f"{every}{sp.Tuple(*entries(r))}{', ' + name if name else ''}: weight {w}"
        for r, name, w in basis.patterns
    ]


def _equations(basis: SymbolicBasis) -> list[str]:
    """The columns add up to one, and the pairs with a price are tight."""
    w = sp.symbols(f"w1:{len(basis.patterns) + 1}")
    rows = [entries(r) for r, _, _ in basis.patterns]
    if basis.symmetric:
        size = len(rows[0])
        # Averaged over all orders of a pattern every truth has the mean of its entries.
        total = sum(x * sum(row) for x, row in zip(w, rows, strict=True)) / size
        return [f"each column adds up to one: {sp.expand(total)} = 1"]
    lines = []
    for j, column in enumerate(zip(*rows, strict=True)):
        lines.append(f"column {j}: {sum(map(mul, w, column))} = 1")
    pairs = zip(ordered_pairs(len(rows[0])), basis.pair_prices, strict=False)
    tight = [f"({a}, {b})" for (a, b), z in pairs if z != 0]
    if tight:
        lines.append(f"tight privacy pairs {', '.join(tight)}: excess equals {delta}")
    return lines


def _prices(basis: SymbolicBasis) -> list[str]:
    if basis.symmetric:
        size = sp.Integer(len(basis.patterns[0][0]))
        lines = [f"each truth: {_per(basis.prices[0], size, basis.point)}"]
        # By symmetry all ordered pairs have one price, of which the sum is known.
        each = size * (size - 1)
        return lines + [f"each pair: {_per(z, each, basis.point)}" for z in basis.pair_prices]
    lines = [f"y{j} = {y}" for j, y in enumerate(basis.prices)]
    pairs = zip(ordered_pairs(len(basis.prices)), basis.pair_prices, strict=False)
    return lines + [f"z{a}{b} = {z}" for (a, b), z in pairs if z != 0]


def _per(price: sp.Expr, size: sp.Expr, point: Point) -> sp.Expr:
    return oriented(tidy(price / size), point)


def _where(region: ValidityRegion) -> Section:
    lines = [str(relation) for relation in region.relations]
    return "region of this form", lines or [f"everywhere for {region.box}"]


# --- yes/no cards -------------------------------------------------------------------------------


def _card(problem: Problem, best: Card) -> list[Section]:
    known = {} if problem.delta else {delta: sp.Integer(0)}
    chosen = {p00: best.card[0], p11: best.card[1]}
    slacks = [slack.subs(known) for slack in SLACKS]
    # A vertex is where inequalities are equations: these are its equations.
    tight = [slack for slack in slacks if sp.cancel(slack.subs(chosen)) == 0]
    return [
        ("card", [f"p00 = {best.card[0]}", f"p11 = {best.card[1]}"]),
        ("equations", [f"{slack} = 0" for slack in tight]),
        (
            "prices",
            ["none: the variance is quasi-concave, so the best crossing of two is compared"],
        ),
        _where(best.region),
    ]


ROUNDED = Fraction(1, 2**40)
"""Of an entry: products of many levels are rounded to the inside in their last digits."""

MOST_PRICES = 6
"""More of them are named by their least and their largest."""


def reasons(design: Answer) -> tuple[str, ...]:
    """Three sentences; none where the certificate has no prices, or every table is useless."""
    data = design.certificate.data
    if "prices" not in data or design.table is None or design.bound == inf:
        return ()
    return _reports(design), _what_prices_mean(design.problem.objective, data), _bound(design, data)


def _reports(design: Answer) -> str:
    """How close the reports are to what privacy allows."""
    rows = [row for row in design.table.rows if any(row)]  # type: ignore[union-attr]
    number = len(rows)
    near = [_largest_excess(design.problem, row, 1 + ROUNDED) for row in rows]
    excesses = [_largest_excess(design.problem, row) for row in rows]
    tight = sum(excess >= 0 for excess in near if excess is not None)
    beyond = sum(excess > 0 for excess in excesses if excess is not None)
    some = (
        f"each of its {number} reports" if tight == number else f"{tight} of its {number} reports"
    )
    words = f"In {some} privacy is tight: some truth is as likely as its level allows"
    return f"{words}, and in {beyond} of them more, which uses up delta." if beyond else f"{words}."


def _largest_excess(
    problem: Problem, row: Sequence[Fraction], times: Fraction = Fraction(1)
) -> Fraction | None:
    """The largest r_a - g_ab r_b at the levels that the table obeys; None where none binds.

    - times: the first entry is taken as so many times as large
    """
    levels = problem.levels
    found = []
    for a, b in permutations(range(len(row)), 2):
        # At the lower ends of levels the table was made.
        level: Any = OO
        if levels is None:
            level = problem.gamma.lo
        elif isinstance(levels, Levels):
            level = levels.lo[a][b]
        if level != OO and row[a]:
            found.append(times * row[a] - level * row[b])
    return max(found, default=None)


def _what_prices_mean(objective: Any, data: dict[str, Any]) -> str:
    prices = [float(Fraction(y)) for y in data["prices"]]
    if len(prices) > MOST_PRICES:
        named = f"between {min(prices):.4g} and {max(prices):.4g}"
    else:
        named = ", ".join(f"{y:.4g}" for y in prices)
    also = ""
    if data.get("pair_prices") or data.get("condition_prices"):
        also = ", what it takes of delta at its own price included"
    return (
        f"Probability has a price at each truth ({named}), and the certificate proves that no "
        f"private report has more {objective.earns} than its probabilities cost{also}."
    )


def _bound(design: Answer, data: dict[str, Any]) -> str:
    """What follows for every table."""
    gap = float(abs(Fraction(data["gap"])))
    bound, _ = rounded_ends(*ends(design.bound), 10, design.rounding)
    met = "this table reaches it" if not gap else f"this table is within {gap:.1g} of it"
    side = "below" if design.problem.objective.is_minimised else "above"
    return (
        "The probabilities of a truth add up to one, so all reports together cost the same in "
        f"every table: none gets {side} {bound}, and {met}."
    )
