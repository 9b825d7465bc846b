"""What all reports, or a summary of them, say about one person: delta at an epsilon, or epsilon at
a delta, for the others as stated or the worst of all.

Of few people all histograms are listed; of many both sides are enclosed and proved
(`rropt.measures.shuffled`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    enclosure_text,
    exact_vector,
    gamma_from_epsilon,
    json_number,
    one_of,
    whole,
)
from rropt.exact.bounds import log_bounds
from rropt.exact.recorded import Recorded
from rropt.measures.named_measures import Measures, is_written, measures
from rropt.measures.populations_seen import (
    CoupledCards,
    View,
    all_reports_seen,
    histogram,
    histograms_listed,
    least_gamma,
    least_private,
    number_of_crowds,
    seen_in_population,
    sum_of,
)
from rropt.measures.shuffled import ASSUMED, shuffled
from rropt.measures.shuffled_question import Shuffled

MOST_LISTED = 100_000
"""Additions of a report to a histogram, over all truths of the others: a second. 45 people with two
reports, 13 with three of three truths."""

UNPROVED = "for a list of reports, and for cards that are not put back"

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
class ProvedLevel(Recorded):
    """Both ends of epsilon at a delta, or of delta at an epsilon, with their certificate."""

    seen: Seen
    found: Shuffled
    at_epsilon: Any = None
    at_delta: Any = None

    def to_json(self) -> dict[str, Any]:
        """As `rropt measures --json` has it."""
        worst = self.found.worst_others
        said = {
            "people": self.found.people,
            "others": self.seen.others if self.seen.prior is None else None,
            "view": self.seen.view,
            "worst_others": None if worst is None else ",".join(map(str, worst)),
        }
        level = {"epsilon": self.at_epsilon, "delta": self.at_delta}
        if self.at_delta is not None:
            level["epsilon"] = self.found.epsilon.to_json()
        else:
            level["delta"] = self.found.delta.to_json()
        return {"population": said, **level, "certificate": self.found.certificate.data}

    def __str__(self) -> str:
        return f"{self.found.said(self.seen.view)}\n{ASSUMED}"


@dataclass(frozen=True)
class SeenMeasures(Recorded):
    """What all that is seen says about one person, in every currency of the field."""

    seen: Seen
    found: Measures

    @property
    def heading(self) -> str:
        """Whose reports these are."""
        return f"what the {self.seen.view} of {self.seen.people} reports says about one person"

    def to_json(self) -> dict[str, Any]:
        """As `rropt measures --json` has it."""
        said = {"people": self.seen.people, "others": self.seen.others, "view": self.seen.view}
        return {**self.found.to_json(), "population": said}

    def __str__(self) -> str:
        return f"{self.heading}\n\n{self.found}"


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

    @classmethod
    def of(
        cls,
        channel: Channel,
        population: Number | None = None,
        *,
        others: str | None = None,
        prior: Sequence[Number] | None = None,
        view: str | None = None,
        scores: Sequence[Number] | None = None,
        deck: CoupledCards | None = None,
    ) -> Seen:
        """What is seen of the reports of a `population`, or of one person and `others`.

        Others whose truths are stated are not drawn from the `prior`. A sum is of the `scores`, or
        of the numbers that the reports are called.

        >>> Seen.of(Channel.identity(2), others="3,4", view="sum").people
        8
        """
        named = one_of(next(iter(VIEWS)) if view is None else view, VIEWS, "view")
        if named != "sum" and scores is not None:
            raise InputError("scores must be left out where no sum is seen")
        numbers = _scores(channel, scores) if named == "sum" else None
        drawn = prior if others is None else None
        return cls(channel, _people(population, others), named, numbers, others, drawn, deck)

    @cached_property
    def table(self) -> Channel:
        """From one person's truth to what is seen, for the others as they are stated."""
        others = self.others if self.prior is None else self.people - 1
        summary = VIEWS[self.view](self.scores)
        if summary is None:
            return all_reports_seen(self.channel, others, self.prior, self.deck)
        return seen_in_population(self.channel, others, summary, self.prior, self.deck)

    def measures(self, prior: Numbers | None = None, gain: Any = None) -> SeenMeasures:
        """Every measure of what is seen; with the `prior` of the one person, leakage too.

        >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
        >>> Seen(warner, 3, others="1,1").measures().found.numbers["total variation"]
        Fraction(5, 16)
        """
        if not is_written(self.channel):
            raise InputError("population must be left out for a table that is not written out")
        return SeenMeasures(self, measures(self.table, prior, gain))

    def level(
        self,
        at_epsilon: Any = None,
        at_delta: Any = None,
        drawn_from: Any = None,
        proved: bool = False,
    ) -> SeenLevel | ProvedLevel:
        """delta at one epsilon, or epsilon at one delta; of unknown others the worst.

        A proof is `proved` where one is wanted of few people too; `drawn_from` is the number of
        people among whom these are drawn.
        """
        if at_epsilon is None and at_delta is None:
            raise InputError("at_epsilon or at_delta must be given")
        if at_epsilon is not None and at_delta is not None:
            raise InputError("at_epsilon must be left out beside a delta")
        if self.view == "list" or self.deck is not None:
            for name, asked in (("drawn_from", drawn_from is not None), ("certificate", proved)):
                if asked:
                    raise InputError(f"{name} must be left out {UNPROVED}")
        elif proved or drawn_from is not None or not self._is_soon_listed:
            return self._proved(at_epsilon, at_delta, drawn_from)
        return self._listed(at_epsilon, at_delta)

    @property
    def _is_soon_listed(self) -> bool:
        reports, truths = self.channel.shape
        known = self.others is not None or self.prior is not None
        cases = 1 if known else number_of_crowds(truths, self.people)
        return cases * histograms_listed(reports, self.people) <= MOST_LISTED

    def _proved(self, at_epsilon: Any, at_delta: Any, drawn_from: Any) -> ProvedLevel:
        """Both ends, enclosed for any number of people."""
        found = shuffled(
            self.channel,
            self.people,
            at_delta,
            at_epsilon,
            others=self.others,
            prior=self.prior,
            values=self.scores,
            drawn_from=drawn_from,
        )
        return ProvedLevel(self, found, at_epsilon, at_delta)

    def _listed(self, at_epsilon: Any, at_delta: Any) -> SeenLevel:
        """From the table of all that may be seen."""
        if at_epsilon is None:
            gamma, others = self._largest(lambda seen: least_gamma(seen, at_delta))
            found = SeenLevel(self.people, self.view, None, at_delta, None, others, self.others)
            if isinstance(gamma, float):
                return found
            return replace(found, epsilon=enclosure_text(*log_bounds(gamma), 12), gamma=gamma)
        level = gamma_from_epsilon(at_epsilon)
        # delta falls in gamma: the upper end of e^epsilon gives its lower end.
        low, _ = self._largest(lambda seen: seen.profile(level.hi))
        # Those who are named are the worst at the upper end, which is what is promised.
        high, others = self._largest(lambda seen: seen.profile(level.lo))
        return SeenLevel(self.people, self.view, at_epsilon, (low, high), None, others, self.others)

    def _largest(
        self, level: Callable[[Channel], Fraction | float]
    ) -> tuple[Fraction | float, tuple[int, ...] | None]:
        """A level of what is seen, for the others as stated; else for the worst, who are named."""
        if self.others is not None or self.prior is not None:
            return level(self.table), None
        summary = VIEWS[self.view](self.scores)
        if summary is None:
            raise InputError("view must be histogram or sum where nothing is known of the others")
        return least_private(self.channel, self.people, level, summary, self.deck)


def _people(population: Number | None, others: str | None) -> int:
    """How many report: those others and one."""
    if others is None:
        return whole(population, "population", least=1)
    people = 1 + sum(whole(count, "others") for count in others.split(","))
    if population is not None and whole(population, "population") != people:
        raise InputError(f"population must be the others and one: {people}, got {population}")
    return people


def _scores(channel: Channel, scores: Sequence[Number] | None) -> tuple[Fraction, ...]:
    """What each report stands for."""
    values = channel.reports if scores is None else scores
    if len(values) != channel.shape[0]:
        raise InputError(f"scores must be {channel.shape[0]} numbers, one for each report")
    try:
        return exact_vector([str(value) for value in values], "scores")
    except InputError:
        reports = ", ".join(map(str, channel.reports))
        raise InputError(f"scores must be a number for each report: {reports}") from None
