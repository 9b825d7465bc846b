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
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from rropt.cli.common import VerbResult, rules_of
from rropt.cli.design_file import design_of, implicit_design_of, mean_design_of
from rropt.cli.table import OF_DESIGN, OF_READING
from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.data.entry_rules import EntryRules
    from rropt.data.randomize_file import Randomized

    ToFile = Callable[..., Randomized]
    ToText = Callable[[str, str, EntryRules], tuple[Randomized, bytes]]

OWN_OUTPUT = True


OPTIONS = ("file", *OF_DESIGN, "column", *OF_READING, "overwrite")


def run(args: argparse.Namespace) -> VerbResult:
    """Write the reports; nothing about the true answers is printed."""
    to_file, to_text = _writers(args)
    if args.output is None:
        return _printed(args, *to_text(args.file, args.column, rules_of(args)))
    done = to_file(
        args.file, args.column, args.output, missing=rules_of(args), overwrite=args.overwrite
    )
    data = _said(args, done) | {"output": args.output}
    return VerbResult(data, f"{done.rows} rows of {args.output}, with reports in {args.column!r}")


def _writers(args: argparse.Namespace) -> tuple[ToFile, ToText]:
    """What writes the reports of a design: on labels, or on numbers where it is for a mean."""
    implicit = implicit_design_of(args)
    mean = mean_design_of(args) if implicit is None else None
    if mean is None and implicit is None:
        from rropt.data.randomize_file import randomize_to_file, randomize_to_text

        channel = design_of(args)
        return partial(randomize_to_file, channel), partial(randomize_to_text, channel)
    from rropt.data.randomize_numbers import numbers_to_file, numbers_to_text
    from rropt.verbs import number_sampler

    sampler: Any
    if implicit is not None:
        from rropt.data.sampler import ImplicitSampler

        _refuse_labels(args)
        sampler = ImplicitSampler(implicit)
    else:
        sampler = number_sampler(mean)  # type: ignore[arg-type]
    return partial(numbers_to_file, sampler), partial(numbers_to_text, sampler)


def _refuse_labels(args: argparse.Namespace) -> None:
    if args.truths is not None:
        raise InputError("--truths must be left out: the truths of this design are numbers")


def _said(args: argparse.Namespace, done: Randomized) -> dict[str, Any]:
    """What both outputs say; warnings go to standard error beside a text."""
    warnings = done.warnings()
    if not args.json:
        for sentence in warnings:
            print(f"rropt: warning: {sentence}", file=sys.stderr)
    return {"n": done.rows, "column": args.column, "missing": done.missing, "warnings": warnings}


def _printed(args: argparse.Namespace, done: Randomized, table: bytes) -> VerbResult:
    data, text = _said(args, done), table.decode("utf-8-sig")
    if args.json:
        header, *rows = csv.reader(io.StringIO(text, newline=""))
        place = header.index(args.column)
        data["reports"] = [(row[place] or None) if place < len(row) else None for row in rows]
    return VerbResult(data, table.decode().removesuffix("\n"))
