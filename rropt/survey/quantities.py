"""Results that are a few quantities and no table of estimates: an interval, a test, a plan.

Every test gives a statistic and a p-value, by the normal distribution or at an end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import TYPE_CHECKING, Any

from rropt.channel.display import html_facts
from rropt.exact import InputError, exact, one_of, text
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames
from rropt.survey.quantiles import normal_cdf, percent
from rropt.survey.results import LATEX_MARKS, finite

if TYPE_CHECKING:
    import pandas


class Quantities(Recorded, ABC):
    """Every form for readers is derived from what is known."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What the quantities are of, in a few words."""

    @property
    @abstractmethod
    def known(self) -> dict[str, Any]:
        """The quantities that there are, by the names that a reader knows."""

    def to_frame(self) -> pandas.DataFrame:
        """One row, the quantities as its columns."""
        found: pandas.DataFrame = data_frames().DataFrame([self.known])
        return found

    def to_latex(self) -> str:
        """A tabular of the quantities."""
        facts = [(name, shown_quantity(value)) for name, value in self.known.items()]
        lines = [rf"{name} & {said.translate(LATEX_MARKS)} \\" for name, said in facts]
        return "\n".join([r"\begin{tabular}{lr}", *lines, r"\end{tabular}"])

    def _repr_html_(self) -> str:
        facts = [(name, shown_quantity(value)) for name, value in self.known.items()]
        table = getattr(self, "channel", None)
        return html_facts(self.title, facts, "" if table is None else table._repr_html_())


def shown_quantity(value: float | Fraction | str) -> str:
    """Exact numbers and words as they are, doubles with six digits.

    >>> shown_quantity(8740), shown_quantity(Fraction(1, 2)), shown_quantity(1 / 3)
    ('8740', '1/2', '0.333333')
    """
    return f"{value:.6g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Interval(Quantities):
    """A confidence interval; its ends may lie outside [0, 1]."""

    low: float
    high: float
    level: Fraction
    method: str

    def __iter__(self) -> Iterator[float]:
        """The two ends: `low, high = interval`."""
        return iter((self.low, self.high))

    @property
    def title(self) -> str:
        """At what level."""
        return f"{percent(self.level)} interval"

    @property
    def known(self) -> dict[str, Any]:
        """The ends, the level and the method."""
        ends = {"low": self.low, "high": self.high}
        return ends | {"level": float(self.level), "method": self.method}

    def __contains__(self, theta: float) -> bool:
        return self.low <= theta <= self.high

    def to_json(self) -> dict[str, Any]:
        """Plain data; null for an infinite end.

        >>> Interval(0.2, 0.4, Fraction(19, 20), "wilson").to_dict()["level"]
        '19/20'
        """
        ends = {"low": finite(self.low), "high": finite(self.high)}
        return ends | {"level": text(self.level), "method": self.method}

    def __str__(self) -> str:
        return f"[{self.low:.6f}, {self.high:.6f}] ({float(self.level):.6g}, {self.method})"

    @property
    def width(self) -> float:
        """high - low."""
        return self.high - self.low


@dataclass(frozen=True)
class HypothesisTest(Quantities):
    """A statistic, the probability of one as extreme under the hypothesis, and the method."""

    statistic: float
    p_value: float
    method: str
    degrees: int | None = None
    """Of the chi-square distribution that the statistic is compared with, where it is."""

    @property
    def title(self) -> str:
        """By what method."""
        return f"Test: {self.method}"

    @property
    def known(self) -> dict[str, Any]:
        """The p-value and the statistic, with the degrees of freedom of one that has them."""
        degrees = {} if self.degrees is None else {"degrees of freedom": self.degrees}
        return {"p": self.p_value, "statistic": self.statistic, **degrees, "method": self.method}

    def __str__(self) -> str:
        """One line.

        >>> HypothesisTest(3.84, 0.05, "lr", 1).summary()
        'lr: chi2(1) = 3.8400, p = 0.05'
        """
        word = "statistic" if self.degrees is None else f"chi2({self.degrees})"
        return f"{self.method}: {word} = {self.statistic:.4f}, p = {self.p_value:.4g}"

    def to_json(self) -> dict[str, Any]:
        """Plain data; null for an infinite statistic."""
        found = {"statistic": finite(self.statistic), "p_value": finite(self.p_value)}
        return {**found, "method": self.method, "degrees": self.degrees}


def value_in_double(value: Any) -> float:
    """The value of a hypothesis, which must not overflow."""
    try:
        return float(exact(value, "value"))
    except OverflowError:
        raise InputError("value must be small enough for a double, got more than 1e308") from None


def excluded(
    distance: float, alternative: str, method: str = "the value is impossible under this channel"
) -> HypothesisTest:
    """All tail, on the side where the hypothesis lies: by default a value that no truth has."""
    tail = tail_of(alternative)
    statistic = inf if distance > 0 else -inf
    p_value = tail(1.0, 0.0) if distance > 0 else tail(0.0, 1.0)
    return HypothesisTest(statistic, p_value, method)


def normal_test(distance: float, stderr: float, alternative: str) -> HypothesisTest:
    """Of a number at so many standard errors from its hypothesis."""
    tail = tail_of(alternative)
    if stderr == 0:
        z = 0.0 if distance == 0 else inf if distance > 0 else -inf
    else:
        z = distance / stderr
    return HypothesisTest(z, tail(normal_cdf(z), normal_cdf(-z)), "normal")


def tail_of(alternative: str) -> Callable[[float, float], float]:
    """The p-value of an alternative from the chances of less and of more."""
    return _ALTERNATIVES[one_of(alternative, _ALTERNATIVES, "alternative")]


_ALTERNATIVES: dict[str, Callable[[float, float], float]] = {
    "two-sided": lambda less, greater: min(1.0, 2 * min(less, greater)),
    "less": lambda less, greater: less,
    "greater": lambda less, greater: greater,
}
