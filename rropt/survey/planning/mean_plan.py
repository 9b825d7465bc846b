"""A survey for a mean of numbers: how many reports, or what so many reach.

The value of a design is the variance of one report, at the worst number or as the design says: the
estimate from n reports of a fixed group has at most that over n. The interval that `estimate`
reports has the spread of the numbers in it as well, at most a quarter of the squared width. A
margin is at least what the sum of so few reports keeps whatever the numbers are; in the limit it is
the normal one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from rropt.design.answer import Answer
from rropt.exact import InputError
from rropt.survey.planning.mean_margins import ReportLaws
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import root
from rropt.utility.worst_case import POPULATION, Mean


@dataclass(frozen=True)
class MeanOfNumbers(Question):
    """The mean of numbers by a design for it.

    >>> from rropt.design.solve import solve
    >>> from rropt.privacy import LocalDP
    >>> from rropt.survey.planning import plan
    >>> bit = MeanOfNumbers(solve(LocalDP("ln(3)"), Mean([0, 1])))
    >>> plan(bit, stderr="0.01").n, plan(bit, n=7500).stderr
    (7500, 0.01)
    """

    design: Answer

    is_of_design = True
    has_sides = False
    of_interval = (
        "half-width of the interval, at most",
        "the interval of the estimate, with the spread of the numbers: half-width at most",
    )

    def variance(self, channel: Any) -> Fraction:
        """Of one report around its number; of a population with the spread of the numbers."""
        return Fraction(self.design.certificate.data["value"])

    def power(self, channel: Any, n: int, alpha: Fraction, sides: int) -> float:
        raise InputError("power must be left out for a mean: give margin or stderr, or n")

    def held_margin(
        self, channel: Any, n: int, level: Fraction, simultaneous: bool = False
    ) -> float:
        """By the law of the sum of so few reports."""
        return self._margin(n, float(level))

    def found_by(self, method: str, held: float) -> str:
        limit = "normal" if method == "likelihood" else method
        return "enumerated" if held else limit

    def widest_interval(self, squared: Fraction) -> float:
        return root(squared * (self.variance(None) + self.spread))

    @property
    def spread(self) -> Fraction:
        """What that of the numbers adds to the variance of a report, at most."""
        if self.design.problem.objective.respondents == POPULATION:
            return Fraction(0)
        # Numbers in an interval of width w have a variance of at most w^2 / 4 (Popoviciu).
        return self.widest**2

    @property
    def widest(self) -> Fraction:
        objective: Mean = self.design.problem.objective
        return (max(objective.values) - min(objective.values)) / 2

    @cached_property
    def _margin(self) -> Callable[[int, float], float]:
        """What so many reports keep; a search asks for most numbers twice."""
        return lru_cache(maxsize=128)(ReportLaws.of(self.design).margin)
