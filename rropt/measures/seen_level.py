"""What all reports, or a summary of them, say about one person: delta at an epsilon, or epsilon at
a delta, from all histograms, for the others as stated or the worst of all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, Number, enclosure_text, gamma_from_epsilon, json_number
from rropt.exact.bounds import log_bounds
from rropt.exact.recorded import Recorded
from rropt.measures.populations_seen import (
    CoupledCards,
    View,
    all_reports_seen,
    histogram,
    least_gamma,
    least_private,
    least_private_gamma,
    seen_in_population,
    sum_of,
)

VIEWS: dict[str, Callable[[Any], View | None]] = {
    "histogram": lambda scores: histogram,
    "sum": sum_of,
    "list": lambda scores: None,
}
"""What is seen of all reports; of a list every report has its person's name."""


@dataclass(frozen=True)
class SeenLevel(Recorded):
    """`delta` are its ends at `epsilon`, or `gamma` and its logarithm those at `delta`.

    `worst` are the others among whom least is hidden, where no others are stated.
    """

    people: int
    view: str
    epsilon: Any
    delta: Any
    gamma: Fraction | None = None
    worst: tuple[int, ...] | None = None
    stated: str | None = None
    """The others as they are stated."""

    @property
    def others(self) -> str | None:
        """How many others hold each truth, where it is known."""
        return self.stated if self.worst is None else ",".join(map(str, self.worst))

    def to_json(self) -> dict[str, Any]:
        """As `rropt measures --json` has it: no epsilon is "oo"."""
        seen = {"people": self.people, "others": self.others, "view": self.view}
        if isinstance(self.delta, tuple):
            delta = json_number(self.delta)
            return {"population": seen, "epsilon": self.epsilon, "delta": delta}
        gamma = "oo" if self.gamma is None else json_number(self.gamma)
        epsilon = "oo" if self.epsilon is None else list(self.epsilon)
        return {"population": seen, "delta": self.delta, "gamma": gamma, "epsilon": epsilon}

    def __str__(self) -> str:
        said = f"the {self.view} of {self.people} reports is {self._promise}"
        if self.worst is None:
            return said
        known = f"least is hidden where {self.others} others hold the truths"
        return f"{said}\nwhoever the others are; {known}"

    @property
    def _promise(self) -> str:
        if isinstance(self.delta, tuple):
            shown = json_number(self.delta)
            upper = shown if isinstance(shown, str) else shown[1]
            return f"({self.epsilon}, delta)-private for delta = {upper}"
        known = "no epsilon" if self.epsilon is None else f"epsilon = {self.epsilon[1]}"
        return f"(epsilon, {self.delta})-private for {known}"


@dataclass(frozen=True)
class Seen:
    """What is seen of the reports of some people, and what is known of the others.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(Seen(warner, 21, others="10,10").level(at_epsilon="ln(2)"))
    the histogram of 21 reports is (ln(2), delta)-private for delta = 520565049/4398046511104
    """

    channel: Channel
    people: int
    view: str = "histogram"
    scores: Sequence[Number] | None = None
    others: str | None = None
    prior: Sequence[Number] | None = None
    deck: CoupledCards | None = None

    @property
    def table(self) -> Channel:
        """From one person's truth to what is seen, for the others as they are stated."""
        others = self.others if self.prior is None else self.people - 1
        summary = VIEWS[self.view](self.scores)
        if summary is None:
            return all_reports_seen(self.channel, others, self.prior, self.deck)
        return seen_in_population(self.channel, others, summary, self.prior, self.deck)

    def level(self, at_epsilon: Any = None, at_delta: Any = None) -> SeenLevel:
        """delta at one epsilon, or epsilon at one delta; of unknown others the worst."""
        if self.others is None and self.prior is None:
            return self._worst(at_epsilon, at_delta)
        gamma: Fraction | None = None
        if at_epsilon is None:
            gamma = least_gamma(self.table, at_delta)
            epsilon, delta = _logarithm(gamma), at_delta
        else:
            level, table = gamma_from_epsilon(at_epsilon), self.table
            epsilon, delta = at_epsilon, (table.profile(level.hi), table.profile(level.lo))
        return SeenLevel(self.people, self.view, epsilon, delta, gamma, stated=self.others)

    def _worst(self, at_epsilon: Any, at_delta: Any) -> SeenLevel:
        summary = VIEWS[self.view](self.scores)
        if summary is None:
            raise InputError("view must be histogram or sum where nothing is known of the others")
        seen = self.channel, self.people
        if at_epsilon is None:
            gamma, others = least_private_gamma(*seen, at_delta, summary, self.deck)
            epsilon = _logarithm(gamma)
            return SeenLevel(self.people, self.view, epsilon, at_delta, gamma, others)
        level = gamma_from_epsilon(at_epsilon)
        low, _ = least_private(*seen, level.hi, summary, self.deck)
        high, others = least_private(*seen, level.lo, summary, self.deck)
        return SeenLevel(self.people, self.view, at_epsilon, (low, high), worst=others)


def _logarithm(gamma: Fraction | None) -> tuple[str, str] | None:
    """Both ends of epsilon."""
    if gamma is None:
        return None
    low, high = enclosure_text(*log_bounds(gamma), 12)
    return low, high
