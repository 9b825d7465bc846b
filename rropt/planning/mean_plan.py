"""A survey for a mean of numbers: how many reports, or what so many reach.

The value of a design is the variance of one report, at the worst number or as the design says: the
estimate from n reports of a fixed group has at most that over n. The interval that `estimate`
reports has the spread of the numbers in it as well, at most a quarter of the squared width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.design.answer import Answer
from rropt.estimating.quantiles import confidence_level
from rropt.estimating.quantities import shown_quantity
from rropt.exact import InputError, exact, several, text, whole
from rropt.exact.renamed import renamed
from rropt.planning.open_quantity import MAX_REPORTS, squared_quantile
from rropt.planning.plan_rules import Curve, ShownPlan
from rropt.planning.survey_power import root
from rropt.utility.worst_case import POPULATION, Mean

METHODS = ("normal", "chebyshev")


@dataclass(frozen=True)
class MeanPlan(ShownPlan):
    """What n reports reach; `open` names what was computed.

    `half_width` is at most that of the interval which `estimate` reports, whatever the numbers.
    """

    open: str
    n: int
    margin: float
    stderr: float
    half_width: float
    method: str

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
        return {"margin": (self.margin, lambda n: self.margin * math.sqrt(self.n / n))}

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
    method: str = "normal",
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
    if method not in ("likelihood", *METHODS):
        raise InputError(f"method must be one of {', '.join(METHODS)} for a mean, got {method!r}")
    method = "normal" if method == "likelihood" else method
    squared = squared_quantile(method)(confidence_level(level))
    variance, spread = variance_of_report(design)
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
        reports = math.ceil(variance * (squared if name == "margin" else 1) / goal**2)
    reports = max(reports, 1)
    if reports > MAX_REPORTS:
        raise InputError(f"the goal must be within reach, got none up to {MAX_REPORTS} reports")
    return MeanPlan(
        open="margin" if name == "n" else "n",
        n=reports,
        margin=root(squared * variance / reports),
        stderr=root(variance / reports),
        half_width=root(squared * (variance + spread) / reports),
        method=method,
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
