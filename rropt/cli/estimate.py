"""Estimates with honest uncertainty from a column of reports.

The estimate is the maximum likelihood one, on the simplex, with a proved bound on the
log-likelihood that it misses; its standard error comes from the observed information, its interval
from the profile likelihood, with a cutoff that is moved where reports are too few for the
chi-square distribution (of up to 8 truths; --method profile leaves it). --method linear gives the
unbiased linear estimate, never clipped, efficient at the prior of the design or at --prior, with
its wilson interval; so do wilson, wald, clopper_pearson (exact; two answers or k-ary randomized
response), chebyshev and guaranteed with theirs.

With --null, a contrast is tested by the likelihood ratio (linear: exactly where its reports score
two values, otherwise by the score). With --by, each value of another column is a group with its own
estimate; several columns (--by region,sex) are crossed. Two groups are compared, more are tested
for equality, and --shares town=3/4,land=1/4 adds them up by their shares of the population.
--odds also compares the odds of two groups, with an interval that holds for rare truths too.

--weights W takes sampling weights from a column, with --strata, --clusters and a finite
--population: pseudo-likelihood, linearised standard errors, and intervals and tests with the design
effect; --by, --contrast, --null and --shares as before.

--noncompliance LABEL allows for people who always give this report: each share is then a range,
from no such people to as many as the reports allow; --noncompliance LABEL=S states their share, and
the estimates are those of the others.

Several tables in one survey: --design-column version --design A=a.json,B=b.json takes all people
together in one likelihood, column version saying who answered by which; with --noncompliance, two
tables tell the share of cheaters. --column smokes,drinks estimates the joint distribution of
several questions, by one design or one for each. --repeated may,june takes several reports of one
question, freshly drawn or, with --memoised, drawn once and given again. Each says what a person's
whole answer spends.

--correlations smokes,drinks,age finds Pearson's correlations of the answers behind these columns:
--design smokes=a.json,drinks=b.json names those that were reported by a design (one file is that of
all), the others are open numbers. Truths are their labels as numbers, or 0 and 1.

By a design for a mean (rropt design mean) the mean of the numbers behind the reports is estimated,
with its standard error and its normal interval at --level.

examples:
  rropt estimate reports.csv --design D.json --column smokes
  rropt estimate reports.csv --design D.json --column smokes --by region
  rropt estimate --counts 612,388 --design D.json --level 0.99 --json
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import channel_and_prior, implicit_design_of, mean_design_of
from rropt.cli.estimate_cheating import (
    cheating_summary,
    cheating_text,
    stated_channel,
)
from rropt.cli.estimate_designs import run_several, wants_several
from rropt.cli.estimate_distribution import (
    contrast_summary,
    methods_of,
    summary,
    written,
)
from rropt.cli.estimate_groups import group_counts, group_summary, group_text
from rropt.cli.estimate_numbers import run_mean
from rropt.cli.estimate_survey import SURVEY, run_survey, wants_survey
from rropt.cli.options import OF_DESIGN, OF_READING
from rropt.cli.reading_options import rules_of
from rropt.exact import InputError, text

if TYPE_CHECKING:
    from rropt.channel import Channel


OPTIONS = (
    "file", *OF_DESIGN, "column", *OF_READING, "counts", "level", "method", "simultaneous",
    "contrast", "null", "by", "shares", "odds", "prior", *SURVEY, "noncompliance", "design_column",
    "repeated", "memoised", "correlations",
)  # fmt: skip


def run(args: argparse.Namespace) -> VerbResult:
    """Count, estimate, report."""
    from rropt.estimating import estimate
    from rropt.estimating.unbiased_linear import efficient_prior

    if args.odds and (wants_several(args) or wants_survey(args)):
        raise InputError("--odds must be left out with several designs, questions or weights")
    if args.correlations is not None:
        from rropt.cli.estimate_correlations import run_correlations

        return run_correlations(args)
    implicit = None if wants_several(args) else implicit_design_of(args)
    if implicit is not None:
        from rropt.cli.estimate_supports import run_supports

        return run_supports(args, implicit)
    if args.simultaneous:
        _refuse_what_is_alone(args)
    if wants_several(args):
        return run_several(args)
    mean = mean_design_of(args)
    if mean is not None:
        return run_mean(args, mean)
    channel, prior = _reference(args)
    if wants_survey(args):
        return run_survey(args, channel)
    if args.noncompliance is not None:
        channel = stated_channel(args, channel)
    estimator, method = methods_of(args.method)
    groups = group_counts(args, channel)
    counts = [sum(c) for c in zip(*groups.values(), strict=True)] if groups else None
    answer = estimate(channel, counts or _counts(args, channel), prior, estimator)
    data = summary(answer, args.level, method, args.simultaneous) | {
        "prior": [text(share) for share in efficient_prior(channel, prior)]
    }
    if args.contrast is not None:
        data["contrast"] = contrast_summary(answer, args, method)
    if args.noncompliance is not None:
        data["cheating"] = cheating_summary(args, channel, answer.counts)
    lines = [written(answer, data)]
    if "cheating" in data:
        lines.append(cheating_text(data["cheating"], data["truths"]))
    if groups:
        parts = {g: estimate(channel, c, prior, estimator) for g, c in groups.items()}
        data |= group_summary(parts, args, method)
        lines.append(group_text(data))
    return VerbResult(data, wrapped("\n".join(lines)))


def _refuse_what_is_alone(args: argparse.Namespace) -> None:
    """Intervals hold together within one distribution, estimated by likelihood."""
    others = wants_several(args) or wants_survey(args) or mean_design_of(args) is not None
    if others or args.by is not None or args.method not in ("likelihood", "profile"):
        raise InputError(
            "--simultaneous must be given with the shares of one distribution by likelihood: "
            "without groups, weights, several designs, and --method likelihood or profile"
        )


def _reference(args: argparse.Namespace) -> tuple[Channel, Any]:
    """The channel, and the distribution at which the estimate is efficient; None: uniform."""
    channel, made_for = channel_and_prior(args)
    if args.prior is not None:
        return channel, args.prior
    return channel, made_for if made_for and min(made_for) > 0 else None


def _counts(args: argparse.Namespace, channel: Channel) -> Any:
    from rropt.data import count_reports

    if (args.file is None) == (args.counts is None):
        raise InputError("exactly one of FILE and --counts must be given")
    if args.file is None and args.column is not None:
        raise InputError("--column needs FILE, whose column it is")
    if args.file is not None and args.column is None:
        raise InputError("--column is needed with FILE: the column of the reports")
    if args.file is None:
        return args.counts
    return count_reports(channel, args.file, args.column, rules_of(args))
