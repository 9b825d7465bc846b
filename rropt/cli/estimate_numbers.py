"""The mean of a column of numbers on the command line."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.options import refuse
from rropt.cli.reading_options import rules_of
from rropt.design.answer import Answer
from rropt.exact import InputError, exact, exact_vector, text

OTHERS = (
    "contrast", "null", "by", "shares", "prior", "weights", "strata", "clusters", "population",
    "noncompliance",
)  # fmt: skip
"""Options for shares of categories."""


def run_mean(args: argparse.Namespace, design: Answer) -> VerbResult:
    """The estimate, its standard error and interval."""
    refuse(args, OTHERS, "be left out for a design for a mean")
    if args.method not in ("likelihood", "linear"):
        raise InputError("--method must be left out for a design for a mean: it is linear")
    from rropt.estimating.estimated_mean import mean_in_range

    found = mean_in_range(design, _estimated(args, design))
    low, high = found.interval(args.level)
    data = {
        "n": found.n,
        "estimate": text(found.value),
        "mean": float(found.value),
        "stderr": found.stderr,
        "interval": [low, high],
        "level": text(exact(args.level, "--level")),
        "method": "linear",
        "notes": list(found.notes),
    }
    lines = [
        f"mean      {float(found.value):.8g} +- {found.stderr:.3g}   from {found.n} reports",
        f"interval  {low:.8g} .. {high:.8g}   (level {data['level']}, normal)",
        *map(wrapped, found.notes),
    ]
    return VerbResult(data, "\n".join(lines))


def _estimated(args: argparse.Namespace, design: Answer) -> Any:
    from rropt.data.counts import count_reports
    from rropt.design.answer_facts import numbers_of
    from rropt.estimating.estimated_mean import estimate_mean, mean_of_reports, reports_are_numbers

    in_writing = reports_are_numbers(design)
    if args.counts is not None:
        if in_writing or args.file is not None:
            raise InputError("--counts must be left out where the reports are in a file of numbers")
        counts = [int(n) for n in _whole(args.counts, design.channel.shape[0])]
        return estimate_mean(numbers_of(design), counts)
    if args.file is None:
        raise InputError("FILE must be given, with the reports in --column")
    if in_writing:
        return mean_of_reports(args.file, args.column, rules_of(args))
    counted = count_reports(design.channel, args.file, args.column, rules_of(args))
    return estimate_mean(numbers_of(design), counted)


def _whole(counts: str, size: int) -> list[Fraction]:
    found = list(exact_vector(counts, "--counts"))
    if len(found) != size or any(n < 0 or n.denominator != 1 for n in found):
        raise InputError(f"--counts must be {size} whole numbers, one a report")
    return found
