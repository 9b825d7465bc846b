"""The shares of many truths on the command line, by a design whose table is not written out."""

from __future__ import annotations

import argparse
from typing import Any

from rropt.channel.implicit import ImplicitChannel
from rropt.cli.common import VerbResult
from rropt.cli.estimate_numbers import OTHERS
from rropt.cli.options import refuse
from rropt.cli.reading_options import rules_of
from rropt.estimating.support_estimate import SHOWN, SupportEstimate, estimate_supports
from rropt.exact import InputError

INTERVALS = {"likelihood": False, "wilson": False, "linear": False}
INTERVALS |= {"clopper_pearson": True, "guaranteed": True}
"""Whether the intervals of each --method are guaranteed; the estimate is the unbiased one."""


def run_supports(args: argparse.Namespace, channel: ImplicitChannel) -> VerbResult:
    """All shares with standard errors and intervals; the largest in words."""
    refuse(args, (*OTHERS, "counts"), "be left out for a design whose table is not written")
    if args.method not in INTERVALS:
        raise InputError(
            f"--method must be one of {', '.join(INTERVALS)} for a design whose table is not "
            f"written, got {args.method}"
        )
    found = estimate_supports(channel, _reports(args))
    data = found.to_json(args.level, args.simultaneous, INTERVALS[args.method])
    return VerbResult(data, "\n".join(_lines(found, data)))


def _reports(args: argparse.Namespace) -> list[str]:
    """Of a file, each as often as it occurs."""
    from rropt.data.file_counts import tally_file

    if args.file is None or args.column is None:
        raise InputError("FILE must be given, with the reports in --column")
    rules, found = rules_of(args), []
    absent = 0
    for value, number in tally_file(args.file, args.column).counts.items():
        if rules.is_missing(value):
            absent += number
        else:
            found += [str(value)] * number
    if absent and rules.missing == "refuse":
        raise InputError(
            f"reports must not be missing, got {absent} missing (--missing drop leaves them out)"
        )
    return found


def _lines(found: SupportEstimate, data: dict[str, Any]) -> list[str]:
    """The largest shares, one a line."""
    many = len(found.truths)
    together = ", all at once" if data["simultaneous"] else ""
    lines = [f"the {min(SHOWN, many)} largest of {many} shares, from {found.n} reports"]
    for label, value, error in found.top():
        low, high = data["intervals"][found.truths.index(label)]
        lines.append(f"{label:>8}  {value:.6g} +- {error:.2g}   {low:.6g} .. {high:.6g}")
    return [*lines, f"intervals: level {data['level']}{together}, {data['interval_method']}"]
