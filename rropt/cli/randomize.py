"""Draw exact, secure randomized reports for a column of a CSV or Parquet file.

Every answer in the column is replaced by a report drawn with exactly the probabilities of the
design, from the operating system's randomness. The other columns are copied as they are: leave out
what must not be known. Without -o the table is printed as CSV; -o takes .csv, .tsv or .parquet and
files larger than memory.

Example:
  rropt randomize answers.csv --design D.json --column smokes -o reports.csv
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from rropt.cli.common import Answer
from rropt.cli.design_file import add_design, design_of

OWN_OUTPUT = True


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `rropt randomize`."""
    parser.add_argument("file", metavar="FILE", help="CSV or Parquet file with the true answers")
    add_design(parser)
    parser.add_argument("--column", metavar="C", required=True, help="the column of the answers")
    parser.add_argument("-o", "--output", metavar="OUT", help="where the reports go")


def run(args: argparse.Namespace) -> Answer:
    """Write the reports; nothing about the true answers is printed."""
    from rropt.counting import randomize_file

    channel = design_of(args)
    if args.output is not None:
        rows = randomize_file(channel, args.file, args.column, args.output)
        data = {"n": rows, "column": args.column, "output": args.output}
        return Answer(data, f"{rows} reports in column {args.column!r} of {args.output}")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "reports.csv"
        rows = randomize_file(channel, args.file, args.column, str(target))
        return _printed(args, rows, target)


def _printed(args: argparse.Namespace, rows: int, target: Path) -> Answer:
    from rropt.counting.files import scan

    reports: list[str] = []
    if args.json:
        reports = scan(target).select(args.column).collect()[args.column].to_list()
    with target.open(encoding="utf-8", newline="") as file:
        text = file.read()
    return Answer({"n": rows, "column": args.column, "reports": reports}, text.removesuffix("\n"))
