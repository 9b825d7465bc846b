"""Every route to the same optimum in one table; a disagreement is an error with both witnesses.

A route answers with an interval that holds the optimum if the route is right: a point or an
enclosure where it is exact, its number plus or minus its stated accuracy where it is in doubles, a
half-line where it only exhibits tables. The certificate says [value, bound]. Two disjoint intervals
are a disagreement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite
from time import perf_counter
from typing import Any

from rropt.channel.display import html_text
from rropt.closed.agreement import Disagreement
from rropt.closed.recalled.recall import certified
from rropt.crosscheck.witnesses import ROUTES, Found
from rropt.design.answer import Answer, show_value
from rropt.design.asked_reports import has_fewer_reports
from rropt.design.problem import Problem
from rropt.design.solve import solve
from rropt.exact import InputError, listed


@dataclass(frozen=True)
class Row:
    """One route: what it found, how far from the certified value, how long it took."""

    route: str
    exact: str | None
    number: float
    difference: float
    accuracy: str
    seconds: float


@dataclass(frozen=True)
class Crosscheck:
    """The table of all routes, the certified one first."""

    design: Answer
    rows: tuple[Row, ...]

    def __str__(self) -> str:
        head = ("route", "value", "difference", "accuracy", "seconds", "exact")
        body = [
            (
                row.route,
                f"{row.number:.12g}",
                f"{row.difference:+.1e}",
                row.accuracy,
                f"{row.seconds:.3f}",
                _short(row.exact),
            )
            for row in self.rows
        ]
        widths = [max(len(line[i]) for line in [head, *body]) for i in range(len(head))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in [head, *body]
        )

    def _repr_html_(self) -> str:
        return html_text(str(self))

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as JSON-ready records."""
        return [dict(row.__dict__) for row in self.rows]


def crosscheck(problem: Problem | Answer, routes: Iterable[str] | None = None) -> Crosscheck:
    """Run every route that applies, or those named, and compare each with the certificate.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> table = crosscheck(Problem(LocalDP("ln(3)"), Trace(3)), ["published", "brute force"])
    >>> [(row.route, row.exact) for row in table.rows]
    [('certificate', '9/5'), ('published', '9/5'), ('brute force', '9/5')]
    """
    if not isinstance(problem, (Problem, Answer)):
        raise InputError(f"design must be a Design or a Problem, got {problem!r:.60}")
    chosen = _chosen(routes)
    start = perf_counter()
    design = problem if isinstance(problem, Answer) else _solved(problem)
    rows = [_certificate(design, perf_counter() - start)]
    if design.value == inf or has_fewer_reports(
        design.problem
    ):  # no witness knows of fewer reports
        return Crosscheck(design, tuple(rows))
    for name in chosen:
        start = perf_counter()
        found = ROUTES[name](design)
        if found is not None:
            rows.append(_compared(design, name, found, perf_counter() - start))
    return Crosscheck(design, tuple(rows))


def _chosen(routes: Iterable[str] | None) -> list[str]:
    names = list(ROUTES) if routes is None else listed(routes, "routes", "names")
    for name in names:
        if not isinstance(name, str) or name not in ROUTES:
            raise InputError(f"routes must be among {', '.join(ROUTES)}, got {name!r}")
    return names


def _solved(problem: Problem) -> Answer:
    return solve(problem.privacy, problem.objective, problem.outputs)


def _certificate(design: Answer, seconds: float) -> Row:
    """The exact certificate, checked again by the independent checker."""
    verdict = design.certificate.check()
    if verdict.status:
        raise Disagreement(f"the certificate is not accepted: {verdict}")
    value = design.value
    exact = show_value(value)
    if value == inf:
        return Row("certificate", "oo", inf, 0.0, "exact", seconds)
    lo, hi = certified(value, design.bound)
    gap = float(design.gap)
    text = exact if isinstance(exact, str) else f"[{exact[0]}, {exact[1]}]"
    return Row("certificate", text, float(lo + hi) / 2, 0.0, f"gap {gap:.1e}", seconds)


def _compared(design: Answer, name: str, found: Found, seconds: float) -> Row:
    lo, hi = certified(design.value, design.bound)
    if found.hi < lo or found.lo > hi:
        raise Disagreement(
            f"{name} and the certificate disagree about {design.problem.objective.label}: "
            f"{name} says {found.number!r} in [{found.lo}, {found.hi}] (witness: {found.witness}), "
            f"the certificate says [{float(lo)!r}, {float(hi)!r}] "
            f"(witness: {design.certificate.to_json()})"
        )
    difference = found.number - float((lo + hi) / 2)
    return Row(name, found.exact, found.number, difference, _accuracy(found), seconds)


def _accuracy(found: Found) -> str:
    if not isfinite(found.lo) or not isfinite(found.hi):
        return "one-sided"
    width = float(found.hi - found.lo)
    return "exact" if found.exact and not width else f"{width / 2:.1e}"


def _short(exact: str | None) -> str:
    if exact is None:
        return ""
    return exact if len(exact) <= 60 else exact[:57] + "..."
