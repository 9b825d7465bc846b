"""Every route to the same optimum in one table; a disagreement is an error with both witnesses.

A route answers with an interval that holds the optimum if the route is right: a point or an
enclosure where it is exact, its number plus or minus its stated accuracy where it is in doubles, a
half-line where it only exhibits tables. The certificate says [value, bound]. Every two of them are
compared: disjoint intervals are a disagreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import inf, isfinite
from time import perf_counter
from typing import Any, overload

from rropt.channel.display import aligned
from rropt.closed.recalled.recall import Disagreement, certified
from rropt.crosscheck.all_routes import ROUTES
from rropt.crosscheck.found import Found, NotPosed
from rropt.crosscheck.order_routes import VerdictTable, crosscheck_order
from rropt.design.answer import Answer, show_value
from rropt.design.problem import Problem
from rropt.design.solve import solve
from rropt.exact import InputError, listed
from rropt.exact.recorded import Recorded
from rropt.order import Admissibility, Comparison

CERTIFICATE = "certificate"
ONE_SIDED = "one-sided"


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
class RouteTable(Recorded):
    """What each route says, the certified one first."""

    asked: Any
    rows: tuple[Row, ...]
    silent: Mapping[str, str] = field(default_factory=dict)
    """Why the other routes say nothing."""

    def __str__(self) -> str:
        silent = (f"{name} is silent: {why}" for name, why in self.silent.items())
        return "\n".join([table_text(self.rows), *silent])

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as JSON-ready records."""
        return [dict(row.__dict__) for row in self.rows]


@dataclass(frozen=True)
class Crosscheck(RouteTable):
    """The table of all routes to the optimum of a design."""

    @property
    def design(self) -> Answer:
        """The certified design."""
        return self.asked

    @property
    def differences(self) -> dict[tuple[str, str], float]:
        """How far every two routes are apart that say where the optimum is."""
        known = [row for row in self.rows if row.accuracy != ONE_SIDED]
        return {
            (one.route, other.route): abs(one.number - other.number)
            for one, other in combinations(known, 2)
        }


def table_text(rows: Sequence[Row]) -> str:
    """The rows under their names."""
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
        for row in rows
    ]
    return "\n".join(aligned([head, *body], str.ljust))


@overload
def crosscheck(
    problem: Comparison | Admissibility, routes: Iterable[str] | None = None
) -> VerdictTable: ...


@overload
def crosscheck(problem: Problem | Answer, routes: Iterable[str] | None = None) -> Crosscheck: ...


def crosscheck(
    problem: Problem | Answer | Comparison | Admissibility, routes: Iterable[str] | None = None
) -> Crosscheck | VerdictTable:
    """Run every route that applies, or those named, and compare each with the certificate.

    Of an optimum, or of a verdict on Blackwell's order, which has its own routes.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> table = crosscheck(Problem(LocalDP("ln(3)"), Trace(3)), ["published"])
    >>> [(row.route, row.exact) for row in table.rows]
    [('certificate', '9/5'), ('published', '9/5')]
    """
    if isinstance(problem, (Comparison, Admissibility)):
        if routes is not None:
            raise InputError("routes must be left out for a verdict on the order")
        return crosscheck_order(problem)
    if not isinstance(problem, (Problem, Answer)):
        raise InputError(
            f"design must be a Design, a Problem or a verdict on the order, got {problem!r:.60}"
        )
    chosen = _chosen(routes)
    start = perf_counter()
    design = problem if isinstance(problem, Answer) else _solved(problem)
    # Of what no table tells every route would say so.
    others = {} if design.value == inf else {name: ROUTES[name] for name in chosen}
    rows, silent = compared(
        {CERTIFICATE: _certificate, **others}, design, design.problem.objective.label, start
    )
    return Crosscheck(design, rows, silent)


Answers = Mapping[str, Callable[[Any], Found]]


def compared(
    routes: Answers, asked: Any, about: str, start: float
) -> tuple[tuple[Row, ...], dict[str, str]]:
    """What each route says of what is asked, the certified one first, and why others are silent.

    Every two of them must be able to be right.
    """
    answers: dict[str, Found] = {}
    rows: list[Row] = []
    silent: dict[str, str] = {}
    for name, route in routes.items():
        try:
            found = route(asked)
        except NotPosed as reason:
            silent[name] = str(reason)
        else:
            for known in answers.items():
                _require_agreement(about, known, (name, found))
            answers[name] = found
            sure = answers[CERTIFICATE]
            rows.append(_row(name, found, sure, perf_counter() - start))
        start = perf_counter()
    return tuple(rows), silent


def _chosen(routes: Iterable[str] | None) -> list[str]:
    names = list(ROUTES) if routes is None else listed(routes, "routes", "names")
    for name in names:
        if not isinstance(name, str) or name not in ROUTES:
            raise InputError(f"routes must be among {', '.join(ROUTES)}, got {name!r}")
    return names


def _solved(problem: Problem) -> Answer:
    return solve(problem.privacy, problem.objective, problem.outputs)


def _certificate(design: Answer) -> Found:
    """The exact certificate, checked again by the independent checker."""
    verdict = design.certificate.check()
    if verdict.status:
        raise Disagreement(f"the certificate is not accepted: {verdict}")
    value = design.value
    if value == inf:
        return Found(inf, inf, inf, "oo", design.certificate)
    lo, hi = certified(value, design.bound)
    exact = show_value(value)
    said = exact if isinstance(exact, str) else f"[{exact[0]}, {exact[1]}]"
    return Found(lo, hi, float(lo + hi) / 2, said, design.certificate)


def _require_agreement(about: str, first: tuple[str, Found], second: tuple[str, Found]) -> None:
    if first[1].meets(second[1]):
        return
    said = " and ".join(name for name, _ in (second, first))
    sides = (
        f"{name} says {found.number!r} in [{float(found.lo)!r}, {float(found.hi)!r}] "
        f"(witness: {_witness(found)})"
        for name, found in (second, first)
    )
    raise Disagreement(f"{said} disagree about {about}: {', '.join(sides)}")


def _witness(found: Found) -> str:
    return str(found.witness.to_json() if hasattr(found.witness, "to_json") else found.witness)


def _row(name: str, found: Found, sure: Found, seconds: float) -> Row:
    apart = 0.0 if found.number == sure.number else found.number - sure.number
    return Row(name, found.exact, found.number, apart, accuracy_of(name, found), seconds)


def accuracy_of(name: str, found: Found) -> str:
    """How far from the optimum the route may be, in words."""
    if found.number == inf:
        return "exact"
    if not isfinite(found.lo) or not isfinite(found.hi):
        return ONE_SIDED
    width = float(found.hi - found.lo)
    if name == CERTIFICATE:
        return f"gap {width:.1e}"
    return "exact" if found.exact and not width else f"{width / 2:.1e}"


def _short(exact: str | None) -> str:
    if exact is None:
        return ""
    return exact if len(exact) <= 60 else exact[:57] + "..."
