"""A survey for a mean of numbers: how many reports, or what so many reach.

The value of a design is the variance of one report, at the worst number or as the design says: the
estimate from n reports of a fixed group has at most that over n. The interval that `estimate`
reports has the spread of the numbers in it as well, at most a quarter of the squared width. A
margin is at least what the sum of so few reports keeps whatever the numbers are; in the limit it is
the normal one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.design.answer import Answer
from rropt.exact import InputError, exact, several, text, whole
from rropt.exact.renamed import renamed
from rropt.survey.line_search import least_near
from rropt.survey.planning.mean_margins import ReportLaws
from rropt.survey.planning.open_quantity import MAX_REPORTS, MOST_SAID
from rropt.survey.planning.plan_rules import METHODS, Curve, ShownPlan, squared_quantile
from rropt.survey.planning.survey_power import root
from rropt.survey.quantiles import confidence_level
from rropt.survey.quantities import shown_quantity
from rropt.utility.worst_case import POPULATION, Mean


@dataclass(frozen=True)
class MeanPlan(ShownPlan):
    """What n reports reach; `open` names what was computed.

    `half_width` is at most that of the interval which `estimate` reports, whatever the numbers;
    `limit` is the margin in the limit of many reports.
    """

    open: str
    n: int
    margin: float
    stderr: float
    half_width: float
    method: str
    limit: float

    def __str__(self) -> str:
        return (
            f"{self.open}: {shown_quantity(self.answer)}\n"
            f"{several(self.n, 'report')}: margin {self.margin:.6g}, "
            f"standard error {self.stderr:.6g}\n"
            "the interval of the estimate, with the spread of the numbers: half-width at most "
            f"{self.half_width:.6g}"
        )

    @property
    def known(self) -> dict[str, Any]:
        """The quantities of the plan by the names that a reader knows."""
        named = {"open": self.open, "n": self.n, "margin": self.margin, "stderr": self.stderr}
        return named | {"half-width of the interval, at most": self.half_width}

    @property
    def curves(self) -> dict[str, Curve]:
        """The margin, which falls with the square root of the number of reports."""
        return {"margin": (self.margin, lambda n: self.limit * math.sqrt(self.n / n))}

    @property
    def record(self) -> dict[str, Any]:
        """All that the plan says, as plain data."""
        return {
            "n": self.n,
            "margin": self.margin,
            "stderr": self.stderr,
            "power": None,
            "half_width": self.half_width,
            "method": self.method,
            "epsilon": None,
            "channel": None,
        }


@renamed(sides="alternative")
def plan_mean(
    design: Answer,
    *,
    n: Any = None,
    margin: Any = None,
    stderr: Any = None,
    power: Any = None,
    level: Any = "0.95",
    method: str = "likelihood",
    alternative: str = "two-sided",
    simultaneous: bool = False,
) -> MeanPlan:
    """Complete a plan with a design for a mean, in which n or its goal is left open.

    >>> from rropt.design.solve import solve
    >>> from rropt.privacy import LocalDP
    >>> bit = solve(LocalDP("ln(3)"), Mean([0, 1]))
    >>> plan_mean(bit, stderr="0.01").n, plan_mean(bit, n=7500).stderr
    (7500, 0.01)
    """
    if power is not None or alternative != "two-sided" or simultaneous:
        raise InputError(
            "power, alternative and simultaneous must be left out for a mean: give margin or "
            "stderr, or n"
        )
    if method not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)} for a mean, got {method!r}")
    margins = _Margins.of(design, method, confidence_level(level))
    given = {"n": n, "margin": margin, "stderr": stderr}
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        raise InputError(
            f"one of n, margin and stderr must be given, got {', '.join(named) or 'none'}"
        )
    (name,) = named
    if name == "n":
        reports = whole(n, "n", 1)
    else:
        goal = exact(given[name], name)
        if goal <= 0:
            raise InputError(f"{name} must be positive, got {given[name]}")
        widest = _width(design) / 2
        if goal >= widest:
            raise InputError(
                f"{name} must be below {text(widest)}, half of what the numbers can vary, "
                f"got {given[name]}"
            )
        squared = margins.squared if name == "margin" else 1
        reports = max(1, math.ceil(squared * margins.variance / goal**2))
        if reports > MAX_REPORTS:
            raise InputError(f"the goal must be within reach, got none up to {MOST_SAID}")
        if name == "margin":
            reports = margins.reports(float(goal), reports)
    return margins.plan("margin" if name == "n" else "n", reports)


@dataclass(frozen=True)
class _Margins:
    """Margins by the number of reports: `variance` of one and the `spread` of the numbers, and the
    `squared` quantile."""

    method: str
    variance: Fraction
    spread: Fraction
    squared: Fraction
    level: float
    laws: ReportLaws | None

    @staticmethod
    def of(design: Answer, method: str, level: Fraction) -> _Margins:
        laws = ReportLaws.of(design) if method == "likelihood" else None
        method = "normal" if method == "likelihood" else method
        squared = squared_quantile(method, level)
        return _Margins(method, *variance_of_report(design), squared, float(level), laws)

    def limit(self, n: int) -> float:
        """In the limit of many reports, or by Chebyshev's inequality."""
        return root(self.squared * self.variance / n)

    def held(self, n: int) -> float:
        """What so many reports keep, by the law of their sum; 0 where it does not tell."""
        return 0.0 if self.laws is None else self.laws.margin(n, self.level)

    def reports(self, goal: float, guess: int) -> int:
        """The least number of reports with this margin, near that of the limit."""
        if self.held(guess) <= goal:
            return guess
        # Steps of a twentieth: what is held is a little more than the limit.
        return least_near(lambda n: self.held(n) <= goal, guess, 20, MAX_REPORTS, MOST_SAID)

    def plan(self, name: str, n: int) -> MeanPlan:
        """What so many reports reach."""
        held = self.held(n)
        limit = self.limit(n)
        return MeanPlan(
            open=name,
            n=n,
            margin=max(limit, held),
            stderr=root(self.variance / n),
            half_width=root(self.squared * (self.variance + self.spread) / n),
            method="enumerated" if held else self.method,
            limit=limit,
        )


def variance_of_report(design: Answer) -> tuple[Fraction, Fraction]:
    """Of one report around its number, and what the spread of the numbers adds at most.

    A design for the worst population has the spread in its value.
    """
    variance = Fraction(design.certificate.data["value"])
    if design.problem.objective.respondents == POPULATION:
        return variance, Fraction(0)
    # Numbers in an interval of width w have a variance of at most w^2 / 4 (Popoviciu).
    return variance, _width(design) ** 2 / 4


def _width(design: Answer) -> Fraction:
    """From the least of the numbers to the largest."""
    objective: Mean = design.problem.objective
    return max(objective.values) - min(objective.values)
