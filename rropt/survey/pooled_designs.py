"""Several tables in one survey, repeated reports, several items, cheaters: each is one table.

* Samples of one population through different tables: the tables below each other, each times its
  part of all reports. Its likelihood is the product of theirs.
* One person who reports several times, freshly randomized: the counts of that person's reports.
  The privacy loss adds up. A report that is drawn once and repeated (memoised) tells and costs what
  one report does.
* Several items, each through its own table: the product table, whose truths are all combinations.
  The privacy loss of the whole answer is the sum of those of its items.
* People who do not follow the table: cheaters are one more truth, whose column is the safe report
  for sure. One table with as many reports as truths cannot tell them from the others; two tables
  with different safe reports, or more reports, can (Clark and Desharnais 1998). Where they are not
  identified, the estimate is a range: every distribution that gives the likeliest reports.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import chain, combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.respondents import quoted
from rropt.data.stated_counts import report_counts
from rropt.exact import InputError, exact_vector, of_size, one_of, probability, whole
from rropt.lp.highs import SumsBetween, least_costs
from rropt.survey.asked_designs import require_same_truths
from rropt.survey.group_maxima import group_maxima
from rropt.survey.likelihood_estimate import (
    LikelihoodContrast,
    LikelihoodEstimate,
    likelihood_estimate,
)
from rropt.survey.quantities import HypothesisTest, Interval
from rropt.survey.ratio_hypothesis import held_to

MOST_REPEATED = 100_000
"""Outcomes of repeated reports that are written out."""


def pooled_design(
    channels: Sequence[Channel], counts: Sequence[Iterable[Any]]
) -> tuple[Channel, tuple[int, ...]]:
    """One channel and one vector of counts for samples of the same population.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> both, numbers = pooled_design([warner, Channel.identity(2)], [[60, 40], [45, 5]])
    >>> both.reports, numbers
    (('0 (1)', '1 (1)', '0 (2)', '1 (2)'), (60, 40, 45, 5))
    """
    if not channels or len(channels) != len(counts):
        raise InputError(
            f"counts must be one for each channel, got {len(counts)} for {len(channels)}"
        )
    require_same_truths(channels)
    numbers = [report_counts(c, n) for c, n in zip(channels, counts, strict=True)]
    total = sum(sum(n) for n in numbers)
    rows: list[list[Fraction]] = []
    labels: list[str] = []
    for place, (channel, own) in enumerate(zip(channels, numbers, strict=True), 1):
        # Who answers by which table does not depend on the truth: its part of all is a factor.
        part = Fraction(sum(own), total)
        rows += [[part * x for x in row] for row in channel.rows]
        labels += [f"{label} ({place})" for label in channel.reports]
    together = tuple(chain.from_iterable(numbers))
    return Channel.from_rows(rows, labels, channels[0].truths), together


def repeated_channel(channel: Channel, times: Any) -> Channel:
    """The table of `times` fresh reports of each person, in any order.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> twice = repeated_channel(warner, 2)
    >>> twice.reports, [str(x) for x in twice.columns[0]], twice.parity()
    (('no+no', 'no+yes', 'yes+yes'), ['9/16', '3/8', '1/16'], Fraction(9, 1))
    """
    often = whole(times, "times", 1)
    rows: dict[str, list[Fraction]] = {}
    for outcome in combinations_with_replacement(range(channel.shape[0]), often):
        if len(rows) == MOST_REPEATED:
            raise InputError(f"times must be smaller: more than {MOST_REPEATED} outcomes")
        # How often each report came tells all: the orders of one combination are as likely.
        label = "+".join(channel.reports[i] for i in outcome)
        rows[label] = [orders(outcome) * _chance(column, outcome) for column in channel.columns]
    return Channel.from_rows(list(rows.values()), list(rows), channel.truths)


def orders(outcome: Sequence[int]) -> int:
    """In how many orders a combination of reports can come.

    >>> orders((0, 1, 1)), orders((2, 2))
    (3, 1)
    """
    return factorial(len(outcome)) // prod(factorial(n) for n in Counter(outcome).values())


def combined_counts(
    channel: Channel, people: Mapping[tuple[int, ...], int], times: int
) -> tuple[int, ...]:
    """How many people gave each combination of reports, in any order; `people` says how often each
    combination of their places occurred.

    >>> combined_counts(Channel.identity(2), {(0, 1): 3, (1, 0): 2, (1, 1): 1}, 2)
    (0, 5, 1)
    """
    found: Counter[tuple[int, ...]] = Counter()
    for places, count in people.items():
        found[tuple(sorted(places))] += count
    return tuple(
        found[outcome] for outcome in combinations_with_replacement(range(channel.shape[0]), times)
    )


@dataclass(frozen=True)
class SeveralItems:
    """Items that each person answers, each through its own channel.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> both = SeveralItems((warner, Channel.identity(2)))
    >>> both.channel.shape, both.marginal(0, 1), both.gamma
    ((4, 4), (0, 0, 1, 1), inf)
    """

    items: tuple[Channel, ...]

    @cached_property
    def channel(self) -> Channel:
        """The product table: the first item is the slowest index. In the names of whole answers a
        label that has a comma is quoted, as in a CSV file."""
        first, *others = (
            item.relabel([*map(quoted, item.reports)], [*map(quoted, item.truths)])
            for item in self.items
        )
        return reduce(Channel.tensor, others, first)

    @property
    def gamma(self) -> Fraction | float:
        """The largest likelihood ratio of a whole answer: the product of the items'."""
        return self.channel.parity()

    def counts(self, people: Mapping[tuple[int, ...], int]) -> tuple[int, ...]:
        """How often each whole answer was given, from the places of reports that occur together.

        >>> SeveralItems((Channel.identity(2), Channel.identity(2))).counts({(0, 1): 3, (1, 1): 2})
        (0, 3, 0, 2)
        """
        heights = [channel.shape[0] for channel in self.items]
        found = [0] * self.channel.shape[0]
        for places, count in people.items():
            # The first item is the slowest index, as the tensor product has it.
            found[int(np.ravel_multi_index(places, heights))] = count
        return tuple(found)

    def marginal(self, item: int, truth: int) -> tuple[int, ...]:
        """The contrast that is the share of one truth of one item."""
        sizes = [channel.shape[1] for channel in self.items]
        index = whole(item, "item")
        if index >= len(sizes) or whole(truth, "truth") >= sizes[index]:
            raise InputError(f"item and truth must exist, got {item} and {truth}")
        after = prod(sizes[index + 1 :])
        return tuple(int(j // after % sizes[index] == truth) for j in range(prod(sizes)))

    def independence_test(self, counts: Iterable[Any]) -> HypothesisTest:
        """Are the truths of all items independent? By the likelihood ratio of whole answers.

        So are their reports then: the likeliest truths are those of each item by itself.

        >>> both = SeveralItems((Channel.identity(2), Channel.identity(2)))
        >>> round(both.independence_test([45, 15, 15, 25]).p_value, 6)
        0.000165
        """
        model = likelihood_estimate(self.channel, counts).model
        given = model.given[0]
        sizes = [item.shape[1] for item in self.items]

        def apart(shares: np.ndarray) -> np.ndarray:
            every = np.zeros((len(shares), len(given)))
            every[:, given] = shares
            cube = every.reshape(-1, *(item.shape[0] for item in self.items))
            points = np.ones((len(shares), 1))
            for place, item in enumerate(self.items, 1):
                others = tuple(axis for axis in range(1, cube.ndim) if axis != place)
                rows = item.to_numpy()
                told = rows.any(axis=1)
                own = group_maxima(rows[told], cube.sum(axis=others)[:, told], model.total)
                points = (points[:, :, None] * own[:, None]).reshape(len(shares), -1)
            return points

        freedom = prod(sizes) - 1 - sum(size - 1 for size in sizes)
        return held_to(model, apart, composite=True).test(freedom)


def _chance(column: Sequence[Fraction], outcome: tuple[int, ...]) -> Fraction:
    return prod((column[i] for i in outcome), start=Fraction(1))


CHEATER = "cheater"


def with_cheaters(channel: Channel, safe: Any) -> Channel:
    """The table with one more truth, `cheater`, that always gives the report labelled `safe`.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> [[str(x) for x in row] for row in with_cheaters(warner, "no").rows]
    [['3/4', '1/4', '1'], ['1/4', '3/4', '0']]
    """
    place = report_place(channel, safe)
    rows = [[*row, Fraction(int(i == place))] for i, row in enumerate(channel.rows)]
    return Channel.from_rows(rows, channel.reports, [*channel.truths, CHEATER])


def with_stated_cheaters(channel: Channel, safe: Any, share: Any) -> Channel:
    """The table of a population in which this share cheats: the truths are those of the others.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> [[str(x) for x in row] for row in with_stated_cheaters(warner, "no", "1/5").rows]
    [['4/5', '2/5'], ['1/5', '3/5']]
    """
    place = report_place(channel, safe)
    cheating = probability(share, "noncompliance")
    if cheating == 1:
        raise InputError("noncompliance must be below 1: somebody must follow the instructions")
    rows = [
        [(1 - cheating) * x + cheating * int(i == place) for x in row]
        for i, row in enumerate(channel.rows)
    ]
    return Channel.from_rows(rows, channel.reports, channel.truths)


def cheating_estimate(
    channels: Sequence[Channel], counts: Sequence[Iterable[Any]], safe: Sequence[Any]
) -> LikelihoodEstimate:
    """The likeliest truths and share of cheaters, from one sample a table; `safe` is one a table.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> other = Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner, other], [[680, 320], [440, 560]], ["no", "no"])
    >>> found.value.round(6).tolist()
    [0.68, 0.2, 0.12]
    >>> found.of("cheater").test(0).p_value < 0.01
    True
    """
    of_size(safe, len(channels), "safe", "entries, one for each channel")
    extended = [with_cheaters(c, label) for c, label in zip(channels, safe, strict=True)]
    return likelihood_estimate(*pooled_design(extended, counts))


@dataclass(frozen=True)
class IdentifiedRange:
    """The values that the likeliest reports allow, and an interval that covers them."""

    low: float
    high: float
    interval: Interval


def identified_range(
    answer: LikelihoodEstimate, contrast: Iterable[Any], level: Any = "0.95"
) -> IdentifiedRange:
    """What is known of a contrast that need not be identified.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner], [[600, 400]], ["no"])
    >>> known = identified_range(found, [0, 1, 0])
    >>> round(known.low, 4), round(known.high, 4), known.interval.low < known.low
    (0.3, 0.5333, True)
    """
    width = answer.channel.shape[1]
    coefficients = of_size(exact_vector(contrast, "contrast"), width, "contrast")
    model = answer.model
    # Truths enter the likelihood by the reports' chances alone: the likeliest are a polytope.
    system = np.concatenate([model.rows, model.groups])
    right = np.append(model.rows @ model.maximum, 1.0)
    objective = np.array([float(c) for c in coefficients])
    ends = []
    for sign in (1, -1):
        found = least_costs(sign * objective, [SumsBetween.equal(system, right)])
        if found is None:
            raise ArithmeticError("the linear program of an identified range was not solved")
        ends.append(sign * found.value)
    # R is zero on the whole range, so that profile limits cover it.
    interval = LikelihoodContrast(model, (coefficients,)).interval(level, "profile")
    # The ends of a single value are two roundings of it.
    low, high = min(ends), max(ends)
    return IdentifiedRange(low, high, interval)


def report_place(channel: Channel, safe: Any) -> int:
    """The place among the reports of the one that cheaters give."""
    return channel.reports.index(one_of(str(safe), channel.reports, "noncompliance"))
