"""What one does with a mechanism: answer by it, count reports, estimate from them, and test.

Every job takes a Design, a Device, a Channel or its rows, and refuses anything else in one
sentence.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Unpack, cast

from rropt.channel import Channel, as_channel
from rropt.design.answer import Answer
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    iterates,
    probability,
)
from rropt.exact.labelled import aligned, is_frame

if TYPE_CHECKING:
    from rropt.channel.implicit import ImplicitChannel
    from rropt.data.entry_rules import Codes, EntryRules, ReadingOptions
    from rropt.devices.model import Device
    from rropt.survey import EstimatedDistribution, HypothesisTest, Interval
    from rropt.survey.estimated_mean import EstimatedMean
    from rropt.survey.support_estimate import SupportEstimate

    Mechanism = Answer | Device | Channel | Sequence[Sequence[Any]]

__test__: dict[str, str] = {}
"""What is called `test` here is none of pytest's."""


def channel_of(design: Mechanism | Mapping[str, Mechanism]) -> Channel:
    """The table that people answer by."""
    return as_channel(design, "design")


def implicit_of(channel: Channel) -> ImplicitChannel | None:
    """The same channel, if it is one that is never written out."""
    from rropt.channel.implicit import ImplicitChannel

    return channel if isinstance(channel, ImplicitChannel) else None


def randomize(design: Mechanism, answers: Iterable[Any], codes: Codes | None = None) -> Any:
    """A private report for each true answer, by its label; drawn exactly, never reproducible.

    A list for a list, and a series with the same name and index for a series. `codes` are what the
    answers have for labels: {0: "no", 1: "yes"}.

    >>> randomize(Channel.identity(2), [0, 1, 1])
    ['0', '1', '1']
    """
    return _reported(design, answers, codes, os.urandom)


def simulate(
    design: Mechanism, answers: Iterable[Any], seed: int, codes: Codes | None = None
) -> Any:
    """Reports for a study on made-up people: reproducible, so NOT private, as the seed undoes them.

    As `randomize`, but never for answers of real people.

    >>> flip = [["1/2", "1/2"], ["1/2", "1/2"]]
    >>> simulate(flip, [0, 1] * 50, seed=7) == simulate(flip, [0, 1] * 50, seed=7)
    True
    """
    from rropt.data.sampler import seeded

    return _reported(design, answers, codes, seeded(seed))


def _reported(
    design: Mechanism, answers: Iterable[Any], codes: Codes | None, source: Callable[[int], bytes]
) -> Any:
    """Reports that the bytes of a source decide, in the form of the answers."""
    from rropt.data.private_column import like
    from rropt.data.sampler import randomize_implicit, randomize_labels
    from rropt.survey.estimated_mean import number_sampler

    if isinstance(answers, (str, bytes)) or is_frame(answers) or not iterates(answers):
        raise InputError(f"answers must be a column of labels, got {_kind(answers)}")
    sampler = number_sampler(design)
    if sampler is not None:
        from rropt.data.number_sampler import randomize_numbers

        return like(answers, randomize_numbers(sampler, answers, source))
    channel = channel_of(design)
    implicit = implicit_of(channel)
    if implicit is not None:
        return like(answers, randomize_implicit(implicit, answers, source, codes))
    return like(answers, randomize_labels(channel, answers, source, codes), channel.reports)


def count(
    design: Mechanism, rows: Any, column: str | None = None, **reading: Unpack[ReadingOptions]
) -> tuple[int, ...]:
    """How often each report of the design occurs in a list, an array, a frame or a file.

    `reading` is how entries are read: `missing` ("refuse" or "drop"), `na`, the words for a missing
    answer, and `codes`, what the data have for labels.

    >>> count(Channel.identity(2), [1, 0, 1])
    (1, 2)
    >>> count(Channel.identity(2), ["y", "n", "NA"], codes="n=0,y=1", missing="drop")
    (1, 1)
    """
    from rropt.data import count_reports
    from rropt.data.entry_rules import EntryRules

    return count_reports(channel_of(design), rows, column, EntryRules.of(**reading))


def estimate(
    design: Mechanism | Mapping[str, Mechanism],
    reports: Any = None,
    column: str | Sequence[str] | None = None,
    prior: Numbers | None = None,
    method: str = "likelihood",
    *,
    by: Any = None,
    weights: Any = None,
    strata: Any = None,
    clusters: Any = None,
    population: Number | Mapping[str, Number] | None = None,
    counts: Any = None,
    design_column: str | None = None,
    repeated: Sequence[str] | None = None,
    memoised: bool = False,
    noncompliance: str | None = None,
    **reading: Unpack[ReadingOptions],
) -> EstimatedDistribution | SupportEstimate | EstimatedMean:
    """The estimated distribution of the truths; `method` is "likelihood" or "linear".

    By a design for a mean of numbers it is their mean, which is linear. By a table that is not
    written out the shares are linear too, and `by_likelihood()` is the most likely distribution.

    A linear estimate is efficient at `prior`, or else at that of the design.

    `reports` are rows, counted as `count` does, or counts: {report: count}, a series with a label
    for each count, or numbers that can be no rows. They may stand before the design as well.
    `counts` says that numbers are counts, or names the column of them in a frame whose `column` has
    the labels. `by` asks
    for the estimate of each group too, in `groups`. `weights`, `strata` and `clusters` say how
    people were drawn, `population` from how many. Each of these is the name of a column, or a list,
    array or series beside the reports; `by` may be several names, whose values are crossed.
    `reading` is as in `count`. Of several designs, {value: design}, `design_column` is the column
    that says who answered by which: all people together are one likelihood. Of several columns,
    by one design or {column: design}, it is the joint distribution of their truths; `repeated` are
    columns of one question asked again, freshly reported or `memoised`. `noncompliance` is a report
    that some give whatever is asked, "no", or with the share of those who do, "no=1/10".

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> estimate(warner, {"0": 600, "1": 400})
    Likelihood estimate from 1000 reports (0: 0.7 +- 0.031, 1: 0.3 +- 0.031)
    >>> import pyarrow
    >>> data = pyarrow.table({"a": [0, 0, 1, 1], "b": [0, 0, 1, 0]})
    >>> estimate(Channel.identity(2), data, column=["a", "b"]).params.to_dict()
    {'0,0': 0.5, '0,1': 0.0, '1,0': 0.25, '1,1': 0.25}
    >>> estimate(warner, [0, 1, 0, 0], by=["town", "town", "land", "land"]).groups["land"]
    Likelihood estimate from 2 reports (0: 1 +- 1.1, 1: 0 +- 1.1)
    """
    from rropt.data.entry_rules import EntryRules
    from rropt.data.frame_columns import library_of
    from rropt.survey import estimate as estimated
    from rropt.survey.asked_together import (
        AskedTogether,
        label_and_share,
        with_noncompliance,
    )
    from rropt.survey.estimated_mean import mean_of

    rules = EntryRules.of(**reading)
    asked = AskedTogether(column, design_column, repeated, memoised, noncompliance)
    survey = {"by": by, "weights": weights, "strata": strata, "clusters": clusters}
    survey["population"] = population
    if asked.several:
        _refuse(survey | {"counts": counts}, "be left out for several designs, columns or reports")
        together = asked.estimate(design, reports, prior, method, rules)
        return replace(together, frames=library_of(reports))
    named = column if isinstance(column, str) else None
    if isinstance(design, Answer) and mean_of(design) is not None:
        others = {"prior": prior, "noncompliance": noncompliance}
        _refuse(survey | others, "be left out for a design for a mean")
        if method not in ("likelihood", "linear"):
            raise InputError("method must be left out for a design for a mean: it is linear")
        return estimate_mean_of(design, reports, named, counts, **reading)
    if isinstance(getattr(reports, "channel", reports), Channel):
        design, reports = reports, design
    channel = channel_of(design)
    implicit = implicit_of(channel)
    if implicit is not None:
        others = {"prior": prior, "counts": counts, "noncompliance": noncompliance}
        _refuse(survey | others, "be left out where the table is not written out")
        return _estimate_implicit(implicit, reports, column, method, rules)
    if prior is None and all(survey[name] is None for name in SAMPLED):
        prior = _made_for(design)
    beside: dict[str, Any] = {}
    if noncompliance is not None:
        label, share = label_and_share(noncompliance)
        if share is None:
            _refuse(survey, "be left out with noncompliance whose share is not stated (no=1/10)")
        channel, beside = with_noncompliance(channel, label, share)
    if any(given is not None for given in survey.values()):
        from rropt.data.respondents import SurveyColumns
        from rropt.survey.survey_groups import estimate_records

        if isinstance(reports, Mapping) or counts is not None:
            raise InputError(
                "reports must be one for each respondent where by, weights, strata, clusters or a "
                "population are given, got counts"
            )
        column_of_reports = reports if column is None else column
        columns = SurveyColumns(
            (column_of_reports,),
            _groupings(by, named),
            weights=weights,
            strata=strata,
            clusters=clusters,
        )
        whole = estimate_records(channel, reports, columns, prior, method, population, rules)
    else:
        whole = estimated(channel, _counts(channel, reports, named, rules, counts), prior, method)
    return replace(whole, beside=beside, frames=library_of(reports))


SAMPLED = ("weights", "strata", "clusters", "population")
"""What makes reports those of a sampled population, whose estimate is by likelihood."""


def _made_for(design: Any) -> tuple[Fraction, ...] | None:
    """The prior of a design, where its linear estimate has an efficiency."""
    prior = design.certificate.prior if isinstance(design, Answer) else None
    return prior if prior and min(prior) > 0 else None


def _refuse(options: Mapping[str, Any], why: str) -> None:
    """Refuse the first of the options that is given."""
    for name, given in options.items():
        if given is not None:
            raise InputError(f"{name} must {why}")


def _estimate_implicit(
    channel: ImplicitChannel,
    reports: Any,
    column: Any,
    method: str,
    rules: EntryRules,
) -> SupportEstimate:
    """The shares of many truths, from reports that name some of them."""
    from rropt.survey.support_estimate import estimate_supports

    many = isinstance(reports, (str, bytes)) or is_frame(reports) or not iterates(reports)
    if column is None and many:
        raise InputError(f"reports must be a column of reports, got {_kind(reports)}")
    return estimate_supports(channel, reports, method, column, rules)


def estimate_mean_of(
    design: Answer,
    reports: Any,
    column: str | None = None,
    counts: Any = None,
    **reading: Unpack[ReadingOptions],
) -> EstimatedMean:
    """The mean of the numbers behind the reports of a design for a mean."""
    from rropt.data.entry_rules import EntryRules
    from rropt.data.stated_counts import report_counts
    from rropt.design.answer_facts import numbers_of
    from rropt.survey.estimated_mean import (
        ReportMoments,
        estimate_mean,
        mean_of_reports,
        reports_are_numbers,
    )

    rules = EntryRules.of(**reading)
    moments = ReportMoments.of(design)
    if reports_are_numbers(design):
        if counts is not None:
            raise InputError("counts must be left out where the reports are numbers")
        return mean_of_reports(reports, moments, column, rules)
    found = report_counts(design.channel, _counts(design.channel, reports, column, rules, counts))
    return estimate_mean(numbers_of(design), found, moments)


def interval(
    design: Mechanism,
    reports: Any,
    truth: int | str | None = None,
    column: str | None = None,
    level: Number = "0.95",
    **reading: Unpack[ReadingOptions],
) -> Interval:
    """The confidence interval of the share of one truth; of the second of two where none is named.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = interval(warner, [600, 400])
    >>> round(found.low, 3), round(found.high, 3)
    (0.24, 0.361)
    """
    share = _share(_table_of_shares(design), reports, truth, column, **reading)
    return share.interval(level)


def test(
    design: Mechanism,
    reports: Any,
    value: Number | Numbers,
    truth: int | str | None = None,
    column: str | None = None,
    alternative: str = "two-sided",
    **reading: Unpack[ReadingOptions],
) -> HypothesisTest:
    """Is the share of a truth `value`, or are the shares of all truths these? By the likelihood
    ratio; one share of two truths is the second.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> round(test(warner, [600, 400], "1/5").p_value, 4)
    0.001
    >>> round(test(warner, [600, 400], ["4/5", "1/5"]).p_value, 4)
    0.001
    """
    from rropt.survey import LikelihoodEstimate, distribution_test

    channel = _table_of_shares(design)
    if isinstance(value, str) or not iterates(value):
        share = _share(channel, reports, truth, column, **reading)
        found: HypothesisTest = share.test(probability(value, "value"), alternative)
        return found
    if truth is not None or alternative != "two-sided":
        raise InputError("truth and alternative must be left out where all shares are tested")
    answer = _estimated(channel, reports, column, **reading)
    if not isinstance(answer, LikelihoodEstimate):
        raise InputError(
            "weights, strata, clusters, population and method must be left out where all shares "
            "are tested; the share of one truth is tested with them"
        )
    shares = channel.checked_prior(cast("Numbers", value), "value")
    return distribution_test(answer.channel, answer.counts, shares)


def _table_of_shares(design: Mechanism) -> Channel:
    """The table of a design, whose reports are labels."""
    from rropt.survey.estimated_mean import reports_are_numbers

    if isinstance(design, Answer) and reports_are_numbers(design):
        raise InputError(
            "intervals and tests are of shares, but the reports of this design are numbers; "
            "estimate(...), which is their mean, has .interval() and .test(value)"
        )
    return channel_of(design)


def _share(channel: Channel, reports: Any, truth: Any, column: Any, **reading: Any) -> Any:
    """The estimated share of one truth, of a table that is written out."""
    return _estimated(channel, reports, column, **reading).of(truth)


def _estimated(channel: Channel, reports: Any, column: Any, **reading: Any) -> Any:
    """The estimate by a table that is written out."""
    if implicit_of(channel) is not None:
        raise InputError(
            "intervals and tests need a table that is written out; "
            "estimate(...).conf_int() has the intervals of all shares of this one"
        )
    if "contrast" in reading:
        raise InputError(
            "contrast must be left out here, where shares are meant; "
            "estimate(...).contrast(...) has .interval() and .test(value)"
        )
    return estimate(channel, reports, column, **reading)


def _counts(
    channel: Channel, reports: Any, column: str | None, rules: EntryRules, counts: Any = None
) -> tuple[Any, ...]:
    """Counts as they are given, or found in rows."""
    from rropt.data import count_reports
    from rropt.data.stated_counts import stated_counts

    rules = rules.for_reports(channel)
    if isinstance(counts, str):
        from rropt.data.respondents import SurveyColumns
        from rropt.survey.survey_groups import sums_of, survey_cells

        if column is None:
            raise InputError("column must name the labels where counts names their counts")
        # A row that stands for so many people is one with a weight.
        columns = SurveyColumns((column,), weights=counts)
        (cells,) = survey_cells(channel, reports, columns, rules).values()
        return tuple(sums_of(channel, cells))
    if counts is not None:
        if reports is not None:
            raise InputError("reports must be left out where counts are given")
        if not iterates(counts):
            raise InputError(f"counts must be one number for each report, got {counts!r}")
        return tuple(aligned(channel.reports, counts, "counts"))
    stated = None if column is not None else stated_counts(channel.reports, reports, rules)
    return count_reports(channel, reports, column, rules) if stated is None else stated


def _groupings(by: Any, column: str | None) -> tuple[Any, ...]:
    """The columns of the groups: several names in a frame, else one."""
    if by is None:
        return ()
    if column is not None and isinstance(by, (list, tuple)):
        return tuple(by)
    return (by,)


def _kind(answers: Any) -> str:
    """The type of what may be somebody's true answer, which no message repeats."""
    return f"an object of type {type(answers).__name__}"
