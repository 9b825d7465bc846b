"""The part of `rropt estimate` that finds correlations: --correlations smokes,drinks,age."""

from __future__ import annotations

import argparse

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.design_file import design_of, designs_by_arm
from rropt.cli.options import refuse
from rropt.cli.reading_options import rules_of
from rropt.exact import InputError

OTHERS = (
    "column", "counts", "simultaneous", "contrast", "null", "by", "shares", "prior", "population",
    "noncompliance", "design_column", "repeated",
)  # fmt: skip
"""Options that are about shares."""


def run_correlations(args: argparse.Namespace) -> VerbResult:
    """The correlations of the columns, of which those with a design were reported through it."""
    from rropt.data.data_file import data_file
    from rropt.data.frame_columns import file_frame
    from rropt.regression import correlations

    refuse(args, OTHERS, "not be given with correlations")
    if args.file is None:
        raise InputError("correlations needs FILE")
    columns = args.correlations.split(",")
    design = designs_by_arm(args) if "=" in args.design else design_of(args)
    reported = set(design) & set(columns) if isinstance(design, dict) else set(columns)
    rules = rules_of(args)
    found = correlations(
        design,
        file_frame(data_file(args.file), rules, reported),
        columns,
        weights=args.weights,
        clusters=args.clusters,
        strata=args.strata,
        missing=rules,
    )
    return VerbResult(found.to_json(args.level), wrapped(found.summary(args.level)))
