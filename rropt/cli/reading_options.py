"""How the entries of a file are read: the options that every verb with data shares."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rropt.data.entry_rules import EntryRules

KINDS = ".csv, .tsv, .txt, .parquet or .xlsx; - is a pipe"
"""What a file of data may be; its separator, decimal comma and encoding are seen in it."""


def add_reading(parser: argparse.ArgumentParser, missing: str) -> None:
    """--missing, --na, --codes; `missing` says what --missing may be."""
    parser.add_argument("--missing", metavar="M", default="refuse", help=missing)
    parser.add_argument(
        "--na", metavar="W,...", help="words for a missing answer (blanks, NA, NaN, null, #N/A)"
    )
    parser.add_argument(
        "--codes", metavar="C=L,...", help="what the file has for a label: 0=no,1=yes"
    )


def rules_of(args: argparse.Namespace) -> EntryRules:
    """The rules that the options state."""
    from rropt.data.entry_rules import EntryRules

    return EntryRules.of(args.missing, args.na, args.codes)
