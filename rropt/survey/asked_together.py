"""Estimates of people who answered by several designs, several questions or several times.

Each is one table (`pooled_designs.py`), whose likelihood is that of all. So is a table that some
do not follow, who give one report whatever is asked (`pooled_designs.py`): as many as the reports
allow, or a stated share. An estimate tells beside the shares what a whole answer spends of
privacy, the distribution of each question, and what is known of those who do not comply.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, log, prod
from typing import Any, TypeAlias

import numpy as np

from rropt.channel import Channel
from rropt.data.counts import counted_survey
from rropt.data.entry_rules import EntryRules
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError, Number, Numbers, text
from rropt.survey.asked_designs import columns_named, table_of, tables_of
from rropt.survey.estimated import EstimatedDistribution
from rropt.survey.likelihood_estimate import LikelihoodEstimate, estimate
from rropt.survey.pooled_designs import (
    CHEATER,
    MOST_REPEATED,
    SeveralItems,
    cheating_estimate,
    combined_counts,
    identified_range,
    orders,
    pooled_design,
    repeated_channel,
    report_place,
    with_cheaters,
    with_stated_cheaters,
)

Beside: TypeAlias = dict[str, Any]
"""What is told beside the shares by its name: plain data, or what finds it from the estimate, the
level and the kind of intervals."""


def spent(gammas: Mapping[str, Fraction | float]) -> Beside:
    """How much a whole answer tells of any two truths at most, by the value of a design column.

    >>> spent({"": Fraction(3)})
    {'privacy': {'': {'gamma': '3', 'epsilon': 1.0986122886681098}}}
    """
    return {"privacy": {whose: _loss(gamma) for whose, gamma in gammas.items()}}


def _loss(gamma: Fraction | float) -> dict[str, Any]:
    if gamma == inf:
        return {"gamma": "oo", "epsilon": None}
    ratio = Fraction(gamma)
    return {"gamma": text(ratio), "epsilon": log(ratio.numerator) - log(ratio.denominator)}


def each_question(columns: Sequence[str], items: SeveralItems) -> Beside:
    """The distribution of each of several questions, by its column."""

    def one(answer: Any, place: int, level: Number, method: str) -> dict[str, Any]:
        truths = items.items[place].truths
        shares = [answer.contrast(items.marginal(place, j)) for j in range(len(truths))]
        ends = [share.interval(level, method) for share in shares]
        return {
            "truths": list(truths),
            "estimate": [share.value for share in shares],
            "interval": [[end.low, end.high] for end in ends],
        }

    def each(answer: Any, level: Number, method: str) -> dict[str, Any]:
        return {name: one(answer, i, level, method) for i, name in enumerate(columns)}

    return {"items": each}


def if_some_cheat(label: str) -> Beside:
    """What the shares may be if some, nobody knows how many, give one report whatever is asked."""

    def told(answer: Any, level: Number, method: str) -> dict[str, Any]:
        found = cheating_estimate([answer.channel], [answer.counts], [label])
        shares = np.eye(len(found.names), dtype=int).tolist()
        ranges = [identified_range(found, share, level) for share in shares]
        return {
            "safe": label,
            "range": [[each.low, each.high] for each in ranges],
            "interval": [[each.interval.low, each.interval.high] for each in ranges],
        }

    return {"cheating": told}


def compliance(answer: Any, level: Number, method: str) -> dict[str, Any] | None:
    """Does everybody comply? Told where several designs tell those apart who do not."""
    # Where cheaters are not told apart their share is a range, and zero is not tested.
    if not answer.identified.everything:
        return None
    test = answer.of(CHEATER).test(0)
    return {"p_value": test.p_value, "test": test.method}


@dataclass(frozen=True)
class AskedTogether:
    """How people were asked: by which designs, which questions, how often, and if all comply."""

    column: str | Sequence[str] | None = None
    design_column: str | None = None
    repeated: Sequence[str] | None = None
    memoised: bool = False
    noncompliance: str | None = None

    def __post_init__(self) -> None:
        if self.memoised and self.repeated is None:
            raise InputError("memoised must be given with repeated, the columns of the reports")
        if self.repeated is not None and self.design_column is not None:
            raise InputError("design_column must be left out with repeated")
        if self.repeated is not None and self.column is not None:
            raise InputError("column must be left out with repeated, which names the columns")
        several = self.repeated is not None or self._of_questions
        if several and self.noncompliance is not None:
            raise InputError("noncompliance must be left out for several questions or reports")

    @property
    def _of_questions(self) -> bool:
        return not (self.column is None or isinstance(self.column, str))

    @property
    def several(self) -> bool:
        """Whether there are several designs, questions or reports of a person."""
        given = (self.design_column, self.repeated)
        return any(name is not None for name in given) or self._of_questions

    def estimate(
        self, design: Any, data: Any, prior: Numbers | None, method: str, rules: EntryRules
    ) -> EstimatedDistribution:
        """The shares, and what is told beside them."""
        read = self._of_columns if self.repeated is None else self._of_reports
        if self.design_column is not None:
            read = self._by_designs
        channel, counts, beside, apart = read(design, data, rules)
        found = replace(estimate(channel, counts, prior, method), beside=beside)
        return replace(found, apart=apart) if isinstance(found, LikelihoodEstimate) else found

    def _by_designs(self, design: Any, data: Any, rules: EntryRules) -> Any:
        """One population; the design is {value of the design column: design}."""
        if not isinstance(self.column, str) or not isinstance(self.design_column, str):
            raise InputError("column and design_column must each name one column of the data")
        (channels,) = tables_of(design, [self.column], self.design_column)
        columns = SurveyColumns((self.column,), design_column=self.design_column)
        found = counted_survey(columns, data, [channels], rules)
        asked = {}
        for place, (value, table) in enumerate(channels.items()):
            own = found.counts(table.shape[0], found.used == place)
            if any(own):
                asked[value] = own
        unasked = [value for value in channels if value not in asked]
        tables = [channels[value] for value in asked]
        # The loss is of those who follow the table: a column of cheaters would make it infinite.
        beside = spent({value: table.parity() for value, table in channels.items()})
        if unasked:
            beside["unasked"] = unasked
        if self.noncompliance is not None:
            label, share = label_and_share(self.noncompliance)
            if share is not None:
                raise InputError(
                    "noncompliance must be a label alone with several designs, where the share is "
                    f"estimated, got {self.noncompliance}"
                )
            tables = [with_cheaters(table, label) for table in tables]
            beside["compliance"] = compliance
        # The pooled table has each arm's part of all as a factor.
        counts = list(asked.values())
        sizes = [sum(own) for own in counts]
        apart = sum(size * log(size / sum(sizes)) for size in sizes)
        return *pooled_design(tables, counts), beside, apart

    def _of_columns(self, design: Any, data: Any, rules: EntryRules) -> Any:
        """The joint distribution of several questions, by one design or {column: design}."""
        columns = columns_named(self.column, "column", least=2)
        tables = [table for (table,) in map(dict.values, tables_of(design, columns))]
        items = SeveralItems(tuple(tables))
        cells = prod(channel.shape[0] for channel in items.items)
        if cells > MOST_REPEATED:
            raise InputError(f"column must have at most {MOST_REPEATED} whole answers, got {cells}")
        counts = items.counts(_combinations(items.items, data, columns, rules))
        beside = each_question(columns, items) | spent({"": items.gamma})
        return items.channel, counts, beside, 0.0

    def _of_reports(self, design: Any, data: Any, rules: EntryRules) -> Any:
        """One question asked several times: reports drawn freshly, or once and given again."""
        columns = columns_named(self.repeated, "repeated", least=2)
        channel = table_of(design)
        times = len(columns)
        found = _combinations([channel] * times, data, columns, rules)
        if not self.memoised:
            # Fresh reports are independent given the truth: their likelihood ratios multiply.
            table = repeated_channel(channel, times)
            apart = sum(count * log(orders(places)) for places, count in found.items())
            beside = spent({"": channel.parity() ** times})
            return table, combined_counts(channel, found, times), beside, apart
        differing = sum(count for places, count in found.items() if len(set(places)) > 1)
        if differing:
            raise InputError(
                f"columns {', '.join(columns)} must hold the same report in each row where they "
                f"are memoised, got {differing} of {sum(found.values())} rows that differ"
            )
        # Memoised reports are one draw, which counts and costs once.
        once = {places[:1]: count for places, count in found.items()}
        return channel, combined_counts(channel, once, 1), spent({"": channel.parity()}), 0.0


def _combinations(
    tables: Sequence[Channel], data: Any, columns: tuple[str, ...], rules: EntryRules
) -> dict[tuple[int, ...], int]:
    """How often the reports of several columns occur together, by their places in the tables."""
    channels = [{"": table} for table in tables]
    return counted_survey(SurveyColumns(columns), data, channels, rules).combinations()


def with_noncompliance(channel: Channel, label: str, share: str | None) -> tuple[Channel, Beside]:
    """The table where some give one report whatever is asked, and what is told beside the estimate.

    An unknown share, None, leaves the table as it is.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"])
    >>> table, told = with_noncompliance(warner, "no", "1/5")
    >>> [[str(x) for x in row] for row in table.rows], told
    ([['4/5', '2/5'], ['1/5', '3/5']], {'cheating': {'safe': 'no', 'share': '1/5'}})
    """
    if share is not None:
        stated = {"safe": label, "share": share}
        return with_stated_cheaters(channel, label, share), {"cheating": stated}
    report_place(channel, label)
    return channel, if_some_cheat(label)


def label_and_share(said: str) -> tuple[str, str | None]:
    """The report that some give whatever is asked, and how many do if that is known.

    >>> label_and_share("no"), label_and_share("no=1/10")
    (('no', None), ('no', '1/10'))
    """
    if not isinstance(said, str):
        raise InputError(f"noncompliance must be a report, or REPORT=SHARE, got {said!r}")
    label, equals, share = said.rpartition("=")
    return (label, share) if equals else (said, None)
