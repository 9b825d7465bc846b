"""What a plan rests on: the question, the level, and the limit or the survey itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.channel.implicit import ImplicitChannel
from rropt.exact import gamma_from_epsilon, several, text
from rropt.extras import empty_figure
from rropt.survey.planning.questions import Question
from rropt.survey.planning.survey_power import Power, root
from rropt.survey.quantiles import normal_quantile, simultaneous_level
from rropt.survey.quantities import Quantities, shown_quantity

if TYPE_CHECKING:
    from matplotlib.figure import Figure


Curve = tuple[float, Callable[[int], float]]
"""What is planned, and the same for any number of reports, in the limit of many."""

AGREE = 0.01
"""Of a margin: where the interval's half-width is as near as this, the normal margin stands."""

MISSED = 0.1
"""Of the risk: a normal margin that surveys miss by no more than this more often stands too."""

MOST_SURVEYED = 10**9
"""Reports up to which a power is enumerated or drawn; beyond, the limit is the answer."""


METHODS = ("likelihood", "normal", "chebyshev")


def squared_quantile(method: str, level: Fraction) -> Fraction:
    """That of a margin; Chebyshev's, 1 / alpha, is exact."""
    return 1 / (1 - level) if method == "chebyshev" else Fraction(normal_quantile(level)) ** 2


@dataclass(frozen=True)
class Plan(Quantities):
    """A complete plan; `open` names the quantity that was computed.

    `margin` and `stderr` are what n reports reach; `power` is None without a hypothesis; `epsilon`
    is None when the channel was given, or where it is ln of a rational. `half_width` is that of the
    interval which `estimate` reports at the expected counts. `power_error` is 0 for a power that
    was enumerated and None for one in the limit; `first` is the smallest number of reports that
    reaches the power, though not every number from there to n does, or the drawn power does not
    reach it by more than its error. Of several `numbers` each holds the margin alone, or all of
    them `simultaneous`ly. A mean of numbers has no table in its plan, and its `half_width` is at
    most this whatever the numbers are.
    """

    open: str
    n: int
    margin: float
    stderr: float
    power: float | None
    epsilon: Fraction | None
    channel: Any = field(repr=False)
    rules: PlanRules = field(repr=False, compare=False)
    method: str = "normal"
    half_width: float | None = None
    power_error: float | None = None
    first: int | None = None
    numbers: int = 1
    simultaneous: bool = False

    @property
    def answer(self) -> Any:
        """The value of the quantity that was left open."""
        return getattr(self, self.open)

    @property
    def title(self) -> str:
        """What was left open."""
        return f"Plan: {self.open}"

    def __str__(self) -> str:
        reached = f"margin {self.margin:.6g}, standard error {self.stderr:.6g}"
        if self.power is not None:
            reached += f", power {self.power:.4f}{self._how_known()}"
        if self.epsilon is not None:
            reached = f"epsilon {self.epsilon}, {reached}"
        reports = several(self.n, "report")
        lines = [f"{self.open}: {shown_quantity(self.answer)}", f"{reports}: {reached}"]
        if self.first is not None:
            lines.append(self._first_and_kept())
        if self.half_width is not None:
            width = f"{self.half_width:.6g}"
            lines.append(f"{self.rules.question.of_interval[1]} {width}")
        if self.numbers > 1:
            together = "all of them together" if self.simultaneous else "each of them alone"
            lines.append(f"the margin of {self.numbers} numbers: {together}")
        return "\n".join(lines)

    def _first_and_kept(self) -> str:
        if self.power_error == 0:
            return f"first reached with {self.first} reports, kept from {self.n} on"
        return f"drawn: reached with {self.first} reports, by more than the error with {self.n}"

    def _how_known(self) -> str:
        """Whether a power was enumerated, drawn, or is that of many reports."""
        if self.power_error is None:
            return " (in the limit)"
        return " (exact)" if self.power_error == 0 else f" (drawn, +- {self.power_error:.4f})"

    @property
    def known(self) -> dict[str, Any]:
        """The quantities of the plan that there are, by the names that a reader knows."""
        quantities = {
            "open": self.open,
            "n": self.n,
            "margin": self.margin,
            "stderr": self.stderr,
            self.rules.question.of_interval[0]: self.half_width,
            "power": self.power,
            "epsilon": self.epsilon,
        }
        return {name: value for name, value in quantities.items() if value is not None}

    @property
    def curves(self) -> dict[str, Curve]:
        """The margin, and where a hypothesis is tested the power, in the limit."""
        channel = self.channel
        rules = self.rules
        one_report = root(rules.margin(channel))
        found: dict[str, Curve] = {"margin": (self.margin, lambda n: one_report / math.sqrt(n))}
        if self.power is not None:
            found["power"] = self.power, lambda n: rules.power(channel, n)
        return found

    @property
    def record(self) -> dict[str, Any]:
        """All that the plan says, as plain data."""
        return {
            "n": self.n,
            "margin": self.margin,
            "stderr": self.stderr,
            "power": self.power,
            "power_error": self.power_error,
            "half_width": self.half_width,
            "first": self.first,
            "simultaneous": self.simultaneous,
            "method": self.method,
            "epsilon": None if self.epsilon is None else text(self.epsilon),
            "channel": None if self.channel is None else self.channel.to_json()["channel"],
        }

    def plot(self) -> Figure:
        """What so many reports reach, and what fewer and more would (extra `plot`)."""
        return plan_picture(self.n, self.curves)

    def to_json(self) -> dict[str, Any]:
        """`{"n" | "margin" | "power" | "epsilon": answer}`, and the whole plan under "plan"."""
        return {self.open: self.record[self.open], "open": self.open, "plan": self.record}


@dataclass(frozen=True)
class PlanRules:
    """The question with the conventions of its margin and of its test.

    `family` gives the channel that an epsilon stands for: the question's, or the caller's.
    """

    question: Question
    family: Callable[[Any], Channel]
    level: Fraction
    sides: int
    method: str
    simultaneous: bool = False

    def level_of_each(self, channel: Channel) -> Fraction:
        """The level of each of the numbers that a margin is about.

        Of the largest of several deviations Chebyshev's inequality knows only how many they are,
        which is all that is asked of the many truths of a table that is not written.
        """
        if not self.simultaneous:
            return self.level
        if self.method == "chebyshev" or isinstance(channel, ImplicitChannel):
            # Bonferroni: the risks of all numbers add up to the whole risk.
            return 1 - (1 - self.level) / self.question.numbers
        return simultaneous_level(self.question.covariance(channel), self.level)

    def stderr(self, channel: Channel) -> Fraction:
        """The squared standard error of one report; n reports divide it by n."""
        return max(self.question.variance(channel), Fraction(0))

    def margin(self, channel: Channel) -> Fraction:
        """The squared margin of one report."""
        return squared_quantile(self.method, self.level_of_each(channel)) * self.stderr(channel)

    def power(self, channel: Channel, n: int) -> float:
        """In the limit of many reports."""
        return self.question.power(channel, n, 1 - self.level, self.sides)

    def test_power(self, channel: Channel, n: int) -> Power | None:
        """Of the test itself, where the plan is about it and it can be found."""
        if self.method != "likelihood" or n > MOST_SURVEYED:
            return None
        planned = self.question.planned_test(channel, n, 1 - self.level, self.sides)
        return None if planned is None else planned.power()

    def known_power(self, channel: Channel, n: int) -> tuple[float, float | None]:
        """Of the test itself with its error, or in the limit with None."""
        limit = self.power(channel, n)
        tested = self.test_power(channel, n)
        return (limit, None) if tested is None else (tested.value, tested.error)

    def half_width(self, channel: Channel, n: int, method: str = "likelihood") -> float | None:
        """Of the reported interval, where the plan is about it."""
        if self.method != "likelihood":
            return None
        planned = self.question.planned_estimates(channel, n, smooth=True)
        return None if planned is None else planned.half_width(self.level_of_each(channel), method)

    def held_margin(self, channel: Channel, n: int) -> float:
        """Of many truths without a table what so many reports keep, where the plan is about it."""
        if self.method != "likelihood":
            return 0.0
        level = self.level_of_each(channel)
        return self.question.held_margin(channel, n, level, self.simultaneous)

    def reported_margin(self, channel: Channel, n: int, half_width: float | None) -> float:
        """The half-width of the interval, or the normal margin where that is as wide.

        An interval that the end of its range cuts is narrower than its estimate is near: on the
        other side alone the margin is held with the whole risk, which needs the quantile of 2 risk.
        Of few reports it is what surveys hold, outcome by outcome: by the quantile alone 50 reports
        of a share of 1 held a margin of 1/10 in 0.927, and the normal margin of 100 reports of a
        share of 1/5 at epsilon 8 was held in 0.940.
        """
        margin = root(self.margin(channel) / n)
        if half_width is None:
            return max(margin, self.held_margin(channel, n))
        planned = self.question.planned_estimates(channel, n)
        risk = float(1 - self.level)

        def held(risk: float) -> float:
            return planned.least_held(1 - risk, self.simultaneous) if planned else 0.0

        if abs(half_width - margin) <= AGREE * margin:
            return margin if held((1 + MISSED) * risk) <= margin else held(risk)
        one_side = squared_quantile(self.method, 1 - 2 * (1 - self.level_of_each(channel)))
        return max(half_width, root(one_side * self.stderr(channel) / n), held(risk))

    def complete(
        self, name: str, channel: Channel, n: int, epsilon: Any, first: int | None = None
    ) -> Plan:
        half_width = self.half_width(channel, n)
        margin = self.reported_margin(channel, n, half_width)
        if half_width is None:
            squared = squared_quantile(self.method, self.level)
            half_width = self.question.widest_interval(squared / n)
        tested = self.question.has_hypothesis
        power, error = self.known_power(channel, n) if tested else (None, None)
        return Plan(
            open=name,
            n=n,
            margin=margin,
            stderr=root(self.stderr(channel) / n),
            power=power,
            epsilon=None if epsilon is None else gamma_from_epsilon(epsilon).epsilon,
            channel=channel,
            rules=self,
            method=self.question.found_by(self.method, self.held_margin(channel, n)),
            half_width=half_width,
            power_error=error,
            first=first,
            numbers=self.question.numbers,
            simultaneous=self.simultaneous,
        )


TIMES = 4
"""Numbers of reports from a quarter of the planned one to four times as many."""

POINTS = 48
"""Of a curve: steps of 6 % in the number of reports, which no eye sees as corners."""


def plan_picture(n: int, curves: Mapping[str, Curve]) -> Figure:
    """A panel for each quantity: its curve, and as a point what n reports reach."""
    figure: Figure = empty_figure(4.5 * len(curves), 3.2)
    panels = figure.subplots(1, len(curves), squeeze=False)[0]
    numbers = around(n)
    for axes, (name, (planned, at)) in zip(panels, curves.items(), strict=True):
        axes.plot(numbers, [at(m) for m in numbers], color="0.3", label="in the limit of many")
        axes.plot([n], [planned], "o", color="0.1", label=f"planned: {n} reports")
        axes.set_xscale("log")
        axes.set_xlabel("reports")
        axes.set_ylabel(name)
        axes.legend()
    return figure


def around(n: int) -> list[int]:
    """Numbers from a quarter of n to four times n, in equal ratios.

    >>> around(100)[0], 100 in around(100), around(100)[-1], around(1)
    (25, True, 400, [1, 2, 3, 4])
    """
    exponents = (2 * place / POINTS - 1 for place in range(POINTS + 1))
    return sorted({max(1, round(n * TIMES**power)) for power in exponents})
