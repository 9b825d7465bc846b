"""Do people follow the table? Those who do not are one more truth, whose share is estimated.

Cheaters are one more truth, whose column is the safe report for sure. One table with as many
reports as truths cannot tell them from the others; two tables with different safe reports, or more
reports, can (Clark and Desharnais 1998). Where they are not identified, the estimate is a range:
every distribution that gives the likeliest reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.estimating.hypotheses import HypothesisTest
from rropt.estimating.intervals import Interval
from rropt.estimating.likelihood_contrast import LikelihoodContrast, ratio_test
from rropt.estimating.likelihood_estimate import LikelihoodEstimate, likelihood_estimate
from rropt.estimating.pooled_designs import pooled_design
from rropt.exact import InputError, exact_vector, probability

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
    place, cheating = report_place(channel, safe), probability(share, "noncompliance")
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
    """
    if len(safe) != len(channels):
        raise InputError(f"safe must be one for each channel, got {len(safe)} for {len(channels)}")
    extended = [with_cheaters(c, label) for c, label in zip(channels, safe, strict=True)]
    return likelihood_estimate(*pooled_design(extended, counts))


def compliance_test(answer: LikelihoodEstimate) -> HypothesisTest:
    """Does nobody cheat? `answer` comes from `cheating_estimate`, where cheaters are identified.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> other = Channel.from_rows([["1/4", "3/4"], ["3/4", "1/4"]], ["no", "yes"])
    >>> found = cheating_estimate([warner, other], [[680, 320], [440, 560]], ["no", "no"])
    >>> compliance_test(found).p_value < 0.01
    True
    """
    return ratio_test(answer.contrast([int(t == CHEATER) for t in answer.channel.truths]), 0)


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
    from scipy.optimize import linprog

    coefficients = exact_vector(contrast, "contrast")
    if len(coefficients) != answer.channel.shape[1]:
        raise InputError(f"contrast must have {answer.channel.shape[1]} entries")
    model = answer.model
    system = np.concatenate([model.rows, model.groups])
    right = np.append(model.rows @ model.maximum, 1.0)
    objective = np.array([float(c) for c in coefficients])
    ends = [
        sign * linprog(sign * objective, A_eq=system, b_eq=right, method="highs").fun
        for sign in (1, -1)
    ]
    interval = LikelihoodContrast(model, (coefficients,)).interval(level, "profile")
    low, high = min(ends), max(ends)
    return IdentifiedRange(low, high, interval)


def report_place(channel: Channel, safe: Any) -> int:
    """The place among the reports of the one that cheaters give."""
    label = str(safe)
    if label not in channel.reports:
        raise InputError(
            f"noncompliance must be one of {', '.join(channel.reports)}, got {label!r}"
        )
    return channel.reports.index(label)
