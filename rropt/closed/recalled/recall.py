"""The closed form of one certified design: candidates from the literature and from its own program.

A candidate may be wrong: it is returned only if exact substitution, or ball arithmetic, finds the
certified value. Where a form of the literature is known at once, the certificate must agree with
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from rropt.closed.formula import Formula
from rropt.closed.recalled import published
from rropt.closed.recalled.published import parameters, printed_at_once
from rropt.design.answer import Answer, ends
from rropt.design.report_counts import has_fewer_reports
from rropt.utility.curved import Curved

Source = Callable[[Answer], Iterator[Formula]]

WIDEST = {False: Fraction(1, 2**40), True: Fraction(1, 2**28)}
"""Relative width of a certified enclosure that still pins a value down: linear, of a covariance."""

ATTAINED = Fraction(1, 2**20)
"""The same where the form is exactly what the table is certified to be worth."""


def recall(design: Answer, sources: Sequence[Source] | None = None) -> Formula | None:
    """The first candidate that is exactly the certified value."""
    for candidates in SOURCES if sources is None else sources:
        for form in candidates(design):
            if agrees(form, design):
                return form
    return None


def from_literature(design: Answer) -> Iterator[Formula]:
    """The published forms whose conditions hold."""
    return (form.formula for form in published.applying(design.problem))


def from_its_program(design: Answer) -> Iterator[Formula]:
    """The basis of the optimum, or its square table, solved with the parameters as symbols."""
    from rropt.closed.recalled.design_forms import from_basis, from_square_table

    for candidates in (from_basis, from_square_table):
        yield from (Formula(str(form)) for form in candidates(design))


SOURCES: tuple[Source, ...] = (from_literature, from_its_program)


def agrees(form: Formula, design: Answer) -> bool:
    """Whether the form is the certified value at the parameters of the design."""
    if design.value == inf:
        return False
    values = parameters(design.problem)
    level = design.problem.gamma
    curved = isinstance(design.problem.objective, Curved)
    lo, hi = certified(design.value, design.bound)
    try:
        known = form.exact(values)
    except ZeroDivisionError:
        return False
    # A linear optimum at an exact level is one number: to lie near it is not enough.
    if known is not None and level.is_exact and (lo == hi or not curved):
        return lo == hi == known
    attained = known is not None and level.is_exact and set(ends(design.value)) == {known}
    widest = ATTAINED if attained else WIDEST[curved]
    # A wide enclosure has room for other forms, and tells none from them.
    if hi - lo > widest * max(abs(lo), abs(hi)):
        return False
    if known is not None and level.is_exact:
        return lo <= known <= hi
    return _inside(form, design, (lo, hi))


def certified(value: Any, bound: Any) -> tuple[Fraction, Fraction]:
    """The certified enclosure of the optimum, from the value of the table to the proved bound.

    >>> certified((Fraction(2), Fraction(3)), Fraction(4))
    (Fraction(2, 1), Fraction(4, 1))
    """
    low, high = ends(value)
    least, most = ends(bound)
    return min(low, least), max(high, most)


def _inside(form: Formula, design: Answer, span: tuple[Fraction, Fraction]) -> bool:
    """Whether the value lies in the span, by enclosures of growing precision."""
    try:
        for lo, hi in form.enclosures(parameters(design.problem), design.problem.gamma):
            if span[0] <= lo and hi <= span[1]:
                return True
            if hi < span[0] or lo > span[1]:
                return False
    except ArithmeticError:
        return False
    return False


class Disagreement(ArithmeticError):
    """Two routes to the same optimum that cannot both be right."""


def agree_with_literature(answer: Answer) -> tuple[str, ...]:
    """The ids of the forms that the certificate does not contradict; the rest is an error.

    The optimum lies between the value of the table and the proved bound, so a form whose enclosure
    lies outside is wrong, or the certificate is.

    >>> from rropt.design.solve import solve
    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> agree_with_literature(solve(LocalDP("ln(3)"), Trace(4)))
    ('chai-nayak/thm-4.4/a', 'rropt/trace')
    """
    problem = answer.problem
    if problem.levels is not None or has_fewer_reports(problem):
        return ()
    forms = [*printed_at_once(problem)]
    if not forms or answer.value == inf:
        return ()
    agreed = []
    for form in forms:
        least, most = certified(answer.value, answer.bound)
        # A form that cannot be enclosed contradicts nothing.
        lo, hi = next(form.formula.enclosures(parameters(problem), problem.gamma), (-inf, inf))
        if hi < least or lo > most:
            raise Disagreement(
                f"{form.id} and the certificate disagree about {problem.objective.label}: "
                f"{form.text} is {float(lo)!r}, the certificate says [{float(least)!r}, "
                f"{float(most)!r}] (witness: {answer.certificate.to_json()})"
            )
        agreed.append(form.id)
    return tuple(agreed)
