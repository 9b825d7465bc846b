"""A design as JSON, the contract of `rropt design --json`, and as LaTeX."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.channel.instructions import instructions
from rropt.closed import closed_form, formula
from rropt.design.answer import (
    Answer,
    Restriction,
    Value,
    ends,
    show_value,
    simplify,
)
from rropt.design.answer_facts import notes, optima, restriction
from rropt.design.problem import Orbit, Problem
from rropt.exact import text
from rropt.exact.bounds import rounded_ends
from rropt.privacy.stated import criterion_record
from rropt.report.words import name_of

if TYPE_CHECKING:
    from rropt.crosscheck.second_route import Routes


def record(answer: Answer, routes: Routes | None = None) -> dict[str, Any]:
    """Everything known of a design; `routes` is null unless a second route was asked for.

    >>> from rropt import LocalDP, Trace, optimal
    >>> found = record(optimal(LocalDP("ln(3)"), Trace(2)))
    >>> found["value"], found["closed_form"], found["routes"]
    ('3/2', 'gamma*k/(gamma + k - 1)', None)
    """
    problem = answer.problem
    form = formula(answer)
    tables = optima(answer)
    cost = restriction(answer)
    return {
        "objective": problem.objective.name,
        "name": name_of(answer),
        **level_record(answer),
        **_criterion(problem),
        "outputs": "any" if problem.outputs is None else problem.outputs,
        "channel": None if answer.table is None else answer.table.to_json()["channel"],
        "value": show_value(answer.value),
        "bound": show_value(answer.bound),
        "gap": answer.gap.to_json(),
        "closed_form": None if form is None else str(form),
        "support": support_json(answer),
        "certificate": answer.certificate.data,
        "optima": tables and [table.to_json()["channel"] for table in tables],
        "restriction": None if cost is None else _restriction(cost),
        "routes": None if routes is None else routes.to_json(),
        "notes": list(notes(answer)),
        **_deployed(answer),
        **_labels(answer),
        **problem.objective.record(),
    }


def _deployed(answer: Answer) -> dict[str, Any]:
    """The denominator that was asked for; its certificate has the table only."""
    return {} if answer.denominator is None else {"denominator": str(answer.denominator)}


def _labels(answer: Answer) -> dict[str, Any]:
    """The names of reports and truths, and how to answer, of a table that is written out."""
    if answer.table is None:
        return {} if answer.truths is None else {"truths": list(answer.truths)}
    labels = {"reports": list(answer.table.reports), "truths": list(answer.table.truths)}
    return labels | {"instructions": instructions(answer.table)}


def level_record(answer: Answer) -> dict[str, Any]:
    """gamma and delta; a matrix of levels, conditions, or protected classes, as the certificate has
    them."""
    problem = answer.problem
    certificate = answer.certificate
    if problem.levels is not None:
        stated = certificate.data["privacy"]
        if "protected" not in stated:
            stated = problem.levels.record()
        return {"gamma": None, "delta": None} | stated
    gamma = show_value(simplify((problem.gamma.lo, problem.gamma.hi)))
    return {"gamma": gamma, "delta": text(problem.delta)}


def _criterion(problem: Problem) -> dict[str, Any]:
    """The criterion as it was asked for, where its levels do not say it."""
    found = criterion_record(problem.privacy if problem.asked is None else problem.asked)
    return {} if found is None else {"criterion": found}


def support_json(answer: Answer) -> list[dict[str, Any]]:
    """The patterns in use with their weights, or the orbits that the table is kept as."""
    if answer.table is None:
        return [_orbit(orbit) for orbit in answer.orbits]
    return [
        {"pattern": list(map(text, pattern)), "weight": text(weight)}
        for pattern, weight in answer.support
    ]


def _orbit(orbit: Orbit) -> dict[str, Any]:
    """The runs of the one class of truths, or of each of several."""
    classes = []
    for runs in orbit.classes:
        classes.append([[text(value), number] for value, number in runs])
    named = {"classes": classes} if orbit.others else {"runs": classes[0]}
    return {**named, "weight": text(orbit.weight)}


def _restriction(cost: Restriction) -> dict[str, Any]:
    return {
        "unrestricted": show_value(cost.unrestricted),
        "proved": text(cost.proved),
        "ratio": text(cost.ratio),
    }


LONGEST = 12


def design_latex(design: Answer) -> str:
    r"""One display: P = table, value, bound, and the closed form where there is one.

    >>> from rropt import LocalDP, Trace, optimal
    >>> print(design_latex(optimal(LocalDP("ln(3)"), Trace(2))).splitlines()[0])
    $\displaystyle P = \begin{pmatrix}\frac{3}{4} & \frac{1}{4} \\ \frac{1}{4} & \frac{3}{4}\end{pmatrix}
    """  # noqa: E501
    parts = [] if design.table is None else [f"P = {matrix(design.table)}"]
    parts.append(rf"\text{{value }} {number(design.value)}")
    parts.append(rf"\text{{bound }} {number(design.bound, design.rounding)}")
    form = closed_form(design)
    if form is not None:
        from sympy import latex

        parts.append(rf"\text{{closed form }} {latex(form)}")
    return "$\\displaystyle " + "\n,\\quad ".join(parts) + "$"


def matrix(channel: Channel) -> str:
    """The table in parentheses."""
    lines = r" \\ ".join(" & ".join(map(entry, row)) for row in channel.rows)
    return rf"\begin{{pmatrix}}{lines}\end{{pmatrix}}"


def entry(value: Fraction) -> str:
    r"""A short fraction, else its decimal.

    >>> entry(Fraction(3, 4)), entry(Fraction(2))
    ('\\frac{3}{4}', '2')
    """
    if value.denominator == 1:
        return str(value)
    if len(str(value.denominator)) > LONGEST:
        return f"{float(value):.6f}"
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def number(value: Value, rounding: str | None = None) -> str:
    """A value or both ends of its enclosure; with a rounding the end that it rounds."""
    if value == math.inf:
        return r"\infty"
    lo, hi = ends(value)
    if lo == hi and lo.denominator < 10**LONGEST:
        return entry(lo)
    low, high = rounded_ends(lo, hi, 10, rounding)
    return low if lo == hi or rounding is not None else rf"\in [{low}, {high}]"
