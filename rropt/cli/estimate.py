"""Estimates with honest uncertainty from a column of reports.

The estimate is the maximum likelihood one, on the simplex, with a proved bound on the
log-likelihood that it misses; its standard error comes from the observed information, its interval
from the profile likelihood, with a cutoff that is moved where reports are too few for the
chi-square distribution (--method profile leaves it). --method linear gives the unbiased linear
estimate, never clipped, efficient at the prior of the design or at --prior, with its wilson
interval; so do wilson, wald, clopper_pearson (exact; two answers or k-ary randomized response),
chebyshev and guaranteed with theirs.

With --null, a contrast is tested by the likelihood ratio (linear: exactly where its reports score
two values, otherwise by the score). With --by, each value of another column is a group with its own
estimate; several columns (--by region,sex) are crossed. Two groups are compared, more are tested
for equality, and --weights town=3/4,land=1/4 adds them up by their shares of the population.

--weight W takes sampling weights from a column, with --strata, --clusters and a finite
--population: pseudo-likelihood, linearised standard errors, and intervals with the design effect.

--safe LABEL allows for people who always give this report: each share is then a range, from no such
people to as many as the reports allow; --cheating S states their share, and the estimates are those
of the others.

By a design for a mean (rropt design mean) the mean of the numbers behind the reports is estimated,
with its standard error and its normal interval at --level.

examples:
  rropt estimate reports.csv --design D.json --column smokes
  rropt estimate reports.csv --design D.json --column smokes --by region
  rropt estimate --counts 612,388 --design D.json --level 0.99 --json
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import add_design, channel_and_prior, mean_design_of
from rropt.cli.estimate_cheating import (
    add_cheating,
    cheating_summary,
    cheating_text,
    stated_channel,
)
from rropt.cli.estimate_groups import (
    group_counts,
    group_summary,
    group_text,
    interval_of,
    null_line,
    shown_error,
    value_test,
)
from rropt.cli.estimate_numbers import run_mean
from rropt.cli.estimate_survey import add_survey, run_survey, wants_survey
from rropt.exact import InputError, exact, prior_vector, text

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating import EstimatedDistribution, Interval

WANTED_GAP = 1e-6
"""What the maximum likelihood estimate is asked for; a larger gap is said."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `rropt estimate`."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="CSV or Parquet file; - is a pipe")
    add_design(parser)
    parser.add_argument("--column", metavar="C", help="the column of the reports")
    parser.add_argument("--missing", metavar="M", default="refuse", help="refuse or drop rows")
    parser.add_argument("--counts", metavar="N,...", help="counts of the reports, instead of FILE")
    parser.add_argument("--level", metavar="L", default="0.95", help="confidence, default 0.95")
    parser.add_argument("--method", metavar="M", default="likelihood", help="see above")
    parser.add_argument("--contrast", metavar="C,...", help="also a combination: --contrast=-1,1")
    parser.add_argument("--null", metavar="V", help="test whether the contrast equals V")
    parser.add_argument("--by", metavar="G", help="columns whose values are groups")
    parser.add_argument("--weights", metavar="A=W,...", help="the groups' shares, with --by")
    parser.add_argument("--prior", metavar="P,...", help="where it is efficient; or the design's")
    add_survey(parser)
    add_cheating(parser)


def run(args: argparse.Namespace) -> VerbResult:
    """Count, estimate, report."""
    from rropt.estimating import estimate

    mean = mean_design_of(args)
    if mean is not None:
        return run_mean(args, mean)
    channel, prior = _reference(args)
    if wants_survey(args):
        return run_survey(args, channel)
    if args.safe is not None or args.cheating is not None:
        channel = stated_channel(args, channel)
    estimator, method = methods_of(args.method)
    if args.null is not None and args.contrast is None:
        raise InputError("--null needs --contrast, the combination that it is about")
    groups = group_counts(args, channel)
    counts = [sum(c) for c in zip(*groups.values(), strict=True)] if groups else None
    answer = estimate(channel, counts or _counts(args, channel), prior, estimator)
    data = summary(answer, args.level, method) | {"prior": _prior(channel, prior)}
    if args.contrast is not None:
        data["contrast"] = _contrast(answer, args, method)
    if args.safe is not None:
        data["cheating"] = cheating_summary(args, channel, answer.counts)
    lines = [written(answer, data)]
    if "cheating" in data:
        lines.append(cheating_text(data["cheating"], data["truths"]))
    if groups:
        parts = {g: estimate(channel, c, prior, estimator) for g, c in groups.items()}
        data |= group_summary(parts, args, method)
        lines.append(group_text(data))
    return VerbResult(data, wrapped("\n".join(lines)))


def methods_of(method: str) -> tuple[str, str]:
    """The estimate and the interval that --method names."""
    from rropt.estimating import METHODS

    if method in ("likelihood", "profile"):
        return "likelihood", method
    if method != "linear" and method not in METHODS:
        names = ", ".join(("likelihood", "profile", "linear", *METHODS))
        raise InputError(f"--method must be one of {names}, got {method!r}")
    return "linear", "wilson" if method == "linear" else method


def _prior(channel: Channel, prior: Any) -> list[str]:
    """Where a linear estimate is efficient."""
    width = channel.shape[1]
    reference = [Fraction(1, width)] * width if prior is None else prior
    return [text(p) for p in prior_vector(reference, "prior", positive=True)]


def _reference(args: argparse.Namespace) -> tuple[Channel, Any]:
    """The channel, and the distribution at which the estimate is efficient; None: uniform."""
    channel, made_for = channel_and_prior(args)
    if args.prior is not None:
        return channel, args.prior
    return channel, made_for if made_for and min(made_for) > 0 else None


def summary(answer: EstimatedDistribution, level: Any, method: str) -> dict[str, Any]:
    """The JSON object; null for what the design does not identify."""
    from rropt.estimating import goodness_of_fit, maximum_likelihood

    fit = goodness_of_fit(answer.channel, answer.counts)
    best = maximum_likelihood(answer.channel, answer.counts)
    intervals = _intervals(answer, level, method)
    return {
        "n": answer.n,
        "counts": list(answer.counts),
        "truths": list(answer.channel.truths),
        "estimate": _numbers(answer.value),
        "stderr": _numbers(answer.stderr),
        "interval": [None if found is None else [found.low, found.high] for found in intervals],
        "level": text(_level(level)),
        "method": method,
        "estimator": answer.method,
        "interval_method": [None if found is None else found.method for found in intervals],
        "mle": [float(p) for p in best.distribution],
        "mle_gap": float(best.gap),
        "mle_unique": best.unique,
        "covariance": [_numbers(row) for row in answer.covariance],
        "identified": answer.identified.statement(),
        "fit": {
            "statistic": _number(fit.statistic),
            "p_value": fit.p_value,
            "degrees_of_freedom": fit.degrees_of_freedom,
            "method": fit.method,
        },
        **_by_likelihood(answer),
    }


def _by_likelihood(answer: EstimatedDistribution) -> dict[str, Any]:
    """What only a likelihood has: the standard error by the expected information."""
    from rropt.estimating import LikelihoodEstimate

    if not isinstance(answer, LikelihoodEstimate):
        return {}
    return {"stderr_expected": _numbers(answer.expected_stderr)}


def written(answer: EstimatedDistribution, data: dict[str, Any]) -> str:
    """The same for a reader."""
    percent = f"{100 * float(_level(data['level'])):g}%"
    names = ", ".join(dict.fromkeys(name for name in data["interval_method"] if name))
    lines = [f"{answer.n} reports; {data['estimator']} estimate; {percent} intervals: {names}"]
    width = max(len(label) for label in (*data["truths"], "truth"))
    lines.append(f"{'truth':<{width}}  estimate    stderr  {'interval':<22}  likelihood")
    columns = ("truths", "estimate", "stderr", "interval", "mle")
    for label, value, stderr, ends, best in zip(*(data[c] for c in columns), strict=True):
        if value is None:
            lines.append(f"{label:<{width}}  not identified{'':<30}  {best:10.6f}")
        else:
            span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
            error = shown_error(stderr)
            lines.append(f"{label:<{width}}  {value:8.6f}  {error:>8}  {span:<22}  {best:10.6f}")
    if not answer.identified.everything:
        lines.append(data["identified"])
    if _is_efficient_somewhere(answer, data["prior"]):
        lines.append(f"efficient where the distribution is {', '.join(data['prior'])}")
    if data["mle_gap"] > WANTED_GAP:
        lines.append(f"the likelihood may miss its maximum by {data['mle_gap']:.2g} (logarithm)")
    fit = data["fit"]
    lines.append(f"compatible with the design: p = {fit['p_value']:.4g} ({fit['method']})")
    if "contrast" in data:
        lines.append(_contrast_line(data["contrast"]))
    return "\n".join(lines)


def _is_efficient_somewhere(answer: EstimatedDistribution, prior: list[str]) -> bool:
    """Whether a linear estimate has a choice, and has made one that is worth saying."""
    reports, truths = answer.channel.shape
    return answer.method == "linear" and reports > truths and len(set(prior)) > 1


def _counts(args: argparse.Namespace, channel: Channel) -> Any:
    from rropt.counting import count_reports

    if (args.file is None) == (args.counts is None):
        raise InputError("exactly one of FILE and --counts must be given")
    if args.file is None and args.column is not None:
        raise InputError("--column needs FILE, whose column it is")
    if args.file is not None and args.column is None:
        raise InputError("--column is needed with FILE: the column of the reports")
    if args.file is None:
        return args.counts
    return count_reports(channel, args.file, args.column, args.missing)


def _contrast(
    answer: EstimatedDistribution, args: argparse.Namespace, method: str
) -> dict[str, Any]:
    functional = answer.contrast(args.contrast)
    ends = interval_of(functional, args.level, method)
    data: dict[str, Any] = {
        "coefficients": args.contrast.split(","),
        "estimate": functional.value,
        "stderr": _number(functional.stderr),
        "interval": [ends.low, ends.high],
        "method": ends.method,
    }
    if args.null is not None:
        test = value_test(functional, exact(args.null, "--null"))
        data |= {"null": args.null, "p_value": test.p_value, "test": test.method}
    return data


def _contrast_line(data: dict[str, Any]) -> str:
    low, high = data["interval"]
    line = f"contrast {','.join(data['coefficients'])}: {data['estimate']:.6f}"
    line += f" (stderr {shown_error(data['stderr'])}), [{low:.6f}, {high:.6f}]"
    if "null" in data:
        line += "\n" + null_line(data)
    return line


def _intervals(answer: EstimatedDistribution, level: Any, method: str) -> list[Interval | None]:
    """One a truth; two truths mirror each other."""
    if answer.channel.shape[1] == 2 and answer.identified.everything:
        second = interval_of(answer.of(1), level, method)
        return [replace(second, low=1 - second.high, high=1 - second.low), second]
    known = answer.identified.truths
    return [
        interval_of(answer.of(j), level, method) if seen else None for j, seen in enumerate(known)
    ]


def _level(level: Any) -> Any:
    from rropt.estimating.intervals import confidence_level

    return confidence_level(level)


def _numbers(values: Any) -> list[float | None]:
    return [_number(value) for value in values]


def _number(value: Any) -> float | None:
    from math import isfinite

    return float(value) if isfinite(value) else None
