"""The mechanisms that a verb works with: what --design names, and files to compare."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from rropt.cli.common import listed, read_text
from rropt.exact import InputError

if TYPE_CHECKING:
    from rropt.channel import Channel
    from rropt.design.answer import Answer


def mechanism_of(args: argparse.Namespace, path: str | None = None) -> Answer | Channel:
    """What --design names, with the labels of --truths and --reports; or another file like it."""
    if args.design == "-" and getattr(args, "file", None) == "-":
        raise InputError("FILE and --design must not both be -, which is standard input")
    from rropt.mechanism_file import mechanism_in

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
    from rropt.mechanism_file import table_in

    return table_in(read_text(path, name), name)


def read_record(path: str, name: str, accepted: str = "a record") -> Any:
    """The JSON document of a file, in which numbers keep their digits."""
    from rropt.mechanism_file import record_in

    return record_in(read_text(path, name), name, accepted)
