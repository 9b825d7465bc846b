"""The mechanisms that a verb works with: what --design names, and files to compare."""

from __future__ import annotations

import argparse

from rropt.channel import Channel
from rropt.cli.common import listed, read_text
from rropt.design.answer import Answer
from rropt.exact import InputError
from rropt.mechanism_file import mechanism_in, table_in


def mechanism_of(args: argparse.Namespace, path: str | None = None) -> Answer | Channel:
    """What --design names, with the labels of --truths and --reports; or another file like it."""
    if args.design == "-" and getattr(args, "file", None) == "-":
        raise InputError("FILE and --design must not both be -, which is standard input")
    text = read_text(path or args.design, "--design")
    return mechanism_in(text, listed(args.truths), listed(args.reports), "--design")


def designs_by_arm(args: argparse.Namespace) -> dict[str, Answer | Channel]:
    """The mechanisms that --design names, one for each value of --design-column, or column."""
    pairs = [entry.partition("=") for entry in args.design.split(",")]
    if (args.design_column is not None and len(pairs) < 2) or not all(path for _, _, path in pairs):
        raise InputError("--design must be ARM=FILE,ARM=FILE,... with --design-column")
    named = {arm: mechanism_of(args, path) for arm, _, path in pairs}
    if len(named) < len(pairs):
        raise InputError(f"--design must name each arm once, got {args.design}")
    return named


def read_channel(path: str, name: str) -> Channel:
    """The table of a channel file or a saved design."""
    return table_in(read_text(path, name), name)
