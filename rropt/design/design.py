"""Design: the exact answer with everything that follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.problem import Orbit, Problem
from rropt.exact import InputError, text

if TYPE_CHECKING:
    import sympy

Value = Fraction | tuple[Fraction, Fraction] | float
"""Exact, or an enclosure (lo, hi), or infinity."""


@dataclass(frozen=True)
class Routes:
    """The same optimum by two independent floating-point routes, and by how much they differ."""

    patterns: float
    cvxpy: float | None
    """None where the convex solver gave up, as it may for extreme gamma."""

    @property
    def difference(self) -> float | None:
        return None if self.cvxpy is None else abs(self.patterns - self.cvxpy)


@dataclass(frozen=True)
class Restriction:
    """What a restricted number of reports costs against the proved unrestricted optimum."""

    unrestricted: Value
    """The variance of the unrestricted optimum."""

    proved: Fraction
    """The proved bound on every private mechanism with any number of reports."""

    ratio: Fraction
    """Variance of this design / proved bound: so many times more respondents are needed."""


@dataclass(frozen=True, repr=False)
class Design:
    """A certified design: the exact table, its value, the proved bound, and the certificate."""

    problem: Problem
    value: Value
    bound: Value
    certificate: Certificate
    table: Channel | None
    orbits: tuple[Orbit, ...] = ()
    optima: tuple[Channel, ...] | None = None
    routes: Routes | None = None
    restriction: Restriction | None = None
    notes: tuple[str, ...] = field(default=())

    @property
    def channel(self) -> Channel:
        """The exact table, written out."""
        if self.table is None:
            raise InputError(
                f"the table on {self.problem.truths} categories is kept as orbits of patterns and "
                "is not written out; use design.orbits"
            )
        return self.table

    @property
    def gap(self) -> Fraction:
        """|value - bound|, from the far end of an enclosure; zero when the optimum is exact."""
        if self.value == math.inf:
            return Fraction(0)
        bounds = [abs(v - b) for v in ends(self.value) for b in ends(self.bound)]
        return max(bounds)

    @property
    def support(self) -> tuple[tuple[tuple[Fraction, ...], Fraction], ...]:
        """The likelihood patterns in use, smallest positive entry one, with their weights."""
        return tuple(_pattern_and_weight(row) for row in self.channel.rows)

    @property
    def closed_form(self) -> sympy.Expr | None:
        """The optimum as an expression in gamma, delta, pi, k; None where no form applies."""
        from rropt.closed import closed_form

        return closed_form(self)

    def to_json(self) -> dict[str, Any]:
        """The contract of `rropt design --json`."""
        form = self.closed_form
        return {
            "objective": self.problem.objective.name,
            "gamma": show_value(_gamma(self.problem)),
            "delta": text(self.problem.delta),
            "outputs": "any" if self.problem.outputs is None else self.problem.outputs,
            "channel": None if self.table is None else self.table.to_json()["channel"],
            "value": show_value(self.value),
            "bound": show_value(self.bound),
            "gap": text(self.gap),
            "closed_form": None if form is None else str(form),
            "support": self._support_json(),
            "certificate": self.certificate.data,
            "optima": self.optima and [table.to_json()["channel"] for table in self.optima],
            "restriction": None
            if self.restriction is None
            else _restriction_json(self.restriction),
            "routes": None if self.routes is None else _routes_json(self.routes),
            "notes": list(self.notes),
        }

    def __repr__(self) -> str:
        goal, level = self.problem.objective.label, self.problem.privacy.describe()
        return f"Design({goal}, {level}, value {_brief(self.value)}, gap {float(self.gap):.3g})"

    def __str__(self) -> str:
        from rropt.report import design_text

        return design_text(self)

    def _repr_html_(self) -> str:
        # The report is above the design in the order of imports: looked up when displayed only.
        from rropt.report.html import fragment

        return fragment(self)

    def _repr_latex_(self) -> str:
        from rropt.report.latex import design_latex

        return design_latex(self)

    def _support_json(self) -> list[dict[str, Any]]:
        if self.table is None:
            return [
                {"runs": [[text(v), n] for v, n in orbit.runs], "weight": text(orbit.weight)}
                for orbit in self.orbits
            ]
        return [
            {"pattern": [text(entry) for entry in pattern], "weight": text(weight)}
            for pattern, weight in self.support
        ]


def ends(value: Value) -> tuple[Fraction, Fraction]:
    """Both ends of an enclosure; twice the value where it is exact."""
    return value if isinstance(value, tuple) else (Fraction(value), Fraction(value))


def show_value(value: Value) -> Any:
    """JSON of a value: a string, "oo", or a two-element list of strings."""
    if isinstance(value, tuple):
        return [text(end) for end in value]
    return "oo" if value == math.inf else text(Fraction(value))


def _brief(value: Value) -> str:
    """Ten digits of a value, from its lower end."""
    return "infinite" if value == math.inf else f"{float(ends(value)[0]):.10g}"


def simplify(value: tuple[Fraction, Fraction]) -> Value:
    """An enclosure of width zero is an exact value."""
    return value[0] if value[0] == value[1] else value


def _gamma(problem: Problem) -> Value:
    return simplify((problem.gamma.lo, problem.gamma.hi))


def _routes_json(routes: Routes) -> dict[str, float | None]:
    return {
        "patterns": routes.patterns,
        "cvxpy": routes.cvxpy,
        "difference": routes.difference,
    }


def _restriction_json(restriction: Restriction) -> dict[str, Any]:
    return {
        "unrestricted": show_value(restriction.unrestricted),
        "proved": text(restriction.proved),
        "ratio": text(restriction.ratio),
    }


def _pattern_and_weight(row: tuple[Fraction, ...]) -> tuple[tuple[Fraction, ...], Fraction]:
    least = min(entry for entry in row if entry)
    return tuple(entry / least for entry in row), least
