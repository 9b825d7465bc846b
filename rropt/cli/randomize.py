"""Draw exact, secure randomized reports for a column of a CSV or Parquet file.

Every answer in the column is replaced by a report drawn with exactly the probabilities of the
design, from the operating system's randomness. The other columns are copied as they are: leave out
what must not be known. Without -o the table is printed as CSV; -o takes .csv, .tsv or .parquet and
files larger than memory. An existing OUT is refused: a second run draws other reports of the same
answers, and spends the privacy budget again.

By a design for a mean (rropt design mean) the answers are numbers, and so is what is estimated. By
a design of many categories whose table is not written out, answers are numbers of truths from 0 on.

examples:
  rropt randomize answers.csv --design D.json --column smokes -o randomized.csv
"""

from __future__ import annotations

import argparse
import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, rules_of
from rropt.cli.design_file import mechanism_of
from rropt.cli.options import refuse
from rropt.cli.process import tell
from rropt.cli.table import OF_DESIGN, OF_READING
from rropt.data.data_file import DataFile
from rropt.exact import several

if TYPE_CHECKING:
    from rropt.data.randomize_file import Randomized, ReportsInPlace

OWN_OUTPUT = True

OPTIONS = ("file", *OF_DESIGN, "column", *OF_READING, "overwrite")


def run(args: argparse.Namespace) -> VerbResult:
    """Write the reports; nothing about the true answers is printed."""
    from rropt.data.randomize_file import write_reports, written_reports

    reports = _reports(args)
    if args.output is None:
        return _printed(args, *written_reports(reports, args.file))
    done = write_reports(reports, args.file, args.output, args.overwrite)
    data = _said(args, done) | {"output": args.output}
    rows = several(done.rows, "row")
    return VerbResult(data, f"{rows} of {args.output}, with reports in {args.column!r}")


def _reports(args: argparse.Namespace) -> ReportsInPlace:
    """By the design: on labels, or on numbers where it is for a mean or is not written out."""
    from rropt.data.randomize_file import on_labels
    from rropt.data.randomize_numbers import on_numbers
    from rropt.data.sampler import ImplicitSampler
    from rropt.survey.estimated_mean import number_sampler
    from rropt.verbs import channel_of, implicit_of

    design = mechanism_of(args)
    rules = rules_of(args)
    sampler = number_sampler(design)
    if sampler is not None:
        return on_numbers(sampler, args.column, rules)
    channel = channel_of(design)
    implicit = implicit_of(channel)
    if implicit is None:
        return on_labels(channel, args.column, rules)
    refuse(args, ("truths",), "be left out: the truths of this design are numbers")
    return on_numbers(ImplicitSampler(implicit), args.column, rules)


def _said(args: argparse.Namespace, done: Randomized) -> dict[str, Any]:
    """What both outputs say; warnings go to standard error beside a text."""
    warnings = done.warnings()
    if not args.json:
        for sentence in warnings:
            tell(f"rropt: warning: {sentence}")
    return {"n": done.rows, "column": args.column, "missing": done.missing, "warnings": warnings}


def _printed(args: argparse.Namespace, done: Randomized, table: bytes) -> VerbResult:
    data = _said(args, done)
    if args.json:
        # A byte order mark is none of the name of the first column.
        text = table.decode("utf-8-sig")
        # A CSV file keeps its separator, which its header says.
        mark = DataFile(Path(args.file), "csv", args.file, held=table).separator
        header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
        place = header.index(args.column)
        data["reports"] = [(row[place] or None) if place < len(row) else None for row in rows]
    return VerbResult(data, table.decode().removesuffix("\n"), octets=table)
