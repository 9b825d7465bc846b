"""Estimates with honest uncertainty from a column of reports.

The estimate is unbiased and never clipped; where there are more reports than truths it is efficient
at the prior of the design, or at --prior. The maximum likelihood estimate beside it stays on the
simplex, with a proved bound on the log-likelihood that it misses. Methods of the intervals: wilson
(default), wald, clopper_pearson (exact; two answers or k-ary randomized response), chebyshev,
guaranteed.

With --null, the test of a contrast is an exact binomial one where its reports score two values,
otherwise the score test. With --by, each value of another column is a group with its own estimate;
two groups are compared, with the p-value at which their wilson interval begins to hold zero, and
--weights town=3/4,land=1/4 adds them up by their shares of the population.

examples:
  rropt estimate reports.csv --design D.json --column smokes
  rropt estimate reports.csv --design D.json --column smokes --by region
  rropt estimate --counts 612,388 --design D.json --level 0.99 --json
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rropt.cli.common import Answer, wrapped
from rropt.cli.design_file import add_design, channel_and_prior
from rropt.cli.estimate_groups import group_counts, group_summary, group_text
from rropt.exact import InputError, exact, text

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.estimating import Estimate

WANTED_GAP = 1e-6
"""What the maximum likelihood estimate is asked for; a larger gap is said."""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `rropt estimate`."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="CSV or Parquet file of reports")
    add_design(parser)
    parser.add_argument("--column", metavar="C", help="the column of the reports")
    parser.add_argument("--counts", metavar="N,...", help="counts of the reports, instead of FILE")
    parser.add_argument("--level", metavar="L", default="0.95", help="confidence, default 0.95")
    parser.add_argument("--method", metavar="M", default="wilson", help="of the intervals")
    parser.add_argument("--contrast", metavar="C,...", help="also a combination: --contrast=-1,1")
    parser.add_argument("--null", metavar="V", help="test whether the contrast equals V")
    parser.add_argument("--by", metavar="G", help="a column whose values are groups")
    parser.add_argument("--weights", metavar="A=W,...", help="the groups' shares, with --by")
    parser.add_argument("--prior", metavar="P,...", help="where it is efficient; or the design's")


def run(args: argparse.Namespace) -> Answer:
    """Count, estimate, report."""
    from rropt.estimating import estimate

    channel, prior = _reference(args)
    if args.null is not None and args.contrast is None:
        raise InputError("--null needs --contrast, the combination that it is about")
    groups = group_counts(args, channel)
    counts = [sum(c) for c in zip(*groups.values(), strict=True)] if groups else None
    answer = estimate(channel, counts or _counts(args, channel), prior)
    data = summary(answer, args.level, args.method)
    if args.contrast is not None:
        data["contrast"] = _contrast(answer, args)
    lines = [written(answer, data)]
    if groups:
        parts = {g: estimate(channel, c, prior) for g, c in groups.items()}
        data |= group_summary(parts, args)
        lines.append(group_text(data))
    return Answer(data, wrapped("\n".join(lines)))


def _reference(args: argparse.Namespace) -> tuple[Channel, Any]:
    """The channel, and the distribution at which the estimate is efficient; None: uniform."""
    channel, made_for = channel_and_prior(args)
    if args.prior is not None:
        return channel, args.prior
    return channel, made_for if made_for and min(made_for) > 0 else None


def summary(answer: Estimate, level: Any, method: str) -> dict[str, Any]:
    """The JSON object; null for what the design does not identify."""
    from rropt.estimating import goodness_of_fit, maximum_likelihood

    fit = goodness_of_fit(answer.channel, answer.counts)
    best = maximum_likelihood(answer.channel, answer.counts)
    return {
        "n": answer.n,
        "counts": list(answer.counts),
        "truths": list(answer.channel.truths),
        "estimate": _numbers(answer.value),
        "stderr": _numbers(answer.stderr),
        "interval": _intervals(answer, level, method),
        "level": text(_level(level)),
        "method": method,
        "mle": [float(p) for p in best.distribution],
        "mle_gap": float(best.gap),
        "mle_unique": best.unique,
        "prior": [text(p) for p in answer.prior],
        "covariance": [_numbers(row) for row in answer.covariance],
        "identified": answer.identified.statement(),
        "fit": {"statistic": _number(fit.statistic), "p_value": fit.p_value},
    }


def written(answer: Estimate, data: dict[str, Any]) -> str:
    """The same for a reader."""
    percent = f"{100 * float(_level(data['level'])):g}%"
    lines = [f"{answer.n} reports; {percent} {data['method']} intervals"]
    width = max(len(label) for label in (*data["truths"], "truth"))
    lines.append(f"{'truth':<{width}}  estimate    stderr  {'interval':<22}  likelihood")
    columns = ("truths", "estimate", "stderr", "interval", "mle")
    for label, value, stderr, ends, best in zip(*(data[c] for c in columns), strict=True):
        if value is None:
            lines.append(f"{label:<{width}}  not identified{'':<30}  {best:10.6f}")
        else:
            span = f"[{ends[0]:.6f}, {ends[1]:.6f}]"
            lines.append(f"{label:<{width}}  {value:8.6f}  {stderr:8.6f}  {span:<22}  {best:10.6f}")
    if not answer.identified.everything:
        lines.append(data["identified"])
    if answer.channel.shape[0] > answer.channel.shape[1] and len(set(answer.prior)) > 1:
        lines.append(f"efficient where the distribution is {', '.join(data['prior'])}")
    if data["mle_gap"] > WANTED_GAP:
        lines.append(f"the likelihood may miss its maximum by {data['mle_gap']:.2g} (logarithm)")
    lines.append(f"compatible with the design: p = {data['fit']['p_value']:.4g}")
    if "contrast" in data:
        lines.append(_contrast_line(data["contrast"]))
    return "\n".join(lines)


def _counts(args: argparse.Namespace, channel: Channel) -> Any:
    from rropt.counting import count_reports

    if (args.file is None) == (args.counts is None):
        raise InputError("exactly one of FILE and --counts must be given")
    if args.file is None and args.column is not None:
        raise InputError("--column needs FILE, whose column it is")
    if args.file is not None and args.column is None:
        raise InputError("--column is needed with FILE: the column of the reports")
    return args.counts if args.file is None else count_reports(channel, args.file, args.column)


def _contrast(answer: Estimate, args: argparse.Namespace) -> dict[str, Any]:
    from rropt.estimating import contrast_test, interval

    functional = answer.contrast(args.contrast)
    ends = interval(functional, args.level, args.method)
    data: dict[str, Any] = {
        "coefficients": args.contrast.split(","),
        "estimate": functional.value,
        "stderr": functional.stderr,
        "interval": [ends.low, ends.high],
    }
    if args.null is not None:
        test = contrast_test(functional, exact(args.null, "--null"))
        data |= {"null": args.null, "p_value": test.p_value, "test": test.method}
    return data


def _contrast_line(data: dict[str, Any]) -> str:
    low, high = data["interval"]
    line = f"contrast {','.join(data['coefficients'])}: {data['estimate']:.6f}"
    line += f" (stderr {data['stderr']:.6f}), [{low:.6f}, {high:.6f}]"
    if "null" in data:
        line += f"\n  equal to {data['null']}: p = {data['p_value']:.4g} ({data['test']})"
    return line


def _intervals(answer: Estimate, level: Any, method: str) -> list[list[float] | None]:
    from rropt.estimating import interval

    ends: list[list[float] | None] = []
    for j, known in enumerate(answer.identified.truths):
        if known:
            found = interval(answer.of(j), level, method)
            ends.append([found.low, found.high])
        else:
            ends.append(None)
    return ends


def _level(level: Any) -> Any:
    from rropt.estimating.intervals import confidence_level

    return confidence_level(level)


def _numbers(values: Any) -> list[float | None]:
    return [_number(value) for value in values]


def _number(value: Any) -> float | None:
    from math import isfinite

    return float(value) if isfinite(value) else None
