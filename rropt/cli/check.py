"""Verify a certificate with the independent checker (standard library only, no solver).

Exit status: 0 verified, 1 refuted, 2 undecided, 3 malformed.

Example: rropt check design.json
"""

from __future__ import annotations

import argparse

from rropt.check import check_file
from rropt.cli.common import Answer
from rropt.exact import InputError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a certificate, or a design saved with --save")


def run(args: argparse.Namespace) -> Answer:
    try:
        verdict = check_file(args.file)
    except OSError as error:
        raise InputError(f"FILE must be readable, got {args.file}: {error.strerror}") from None
    data = {"verdict": verdict.verdict, "statement": verdict.statement, "reason": verdict.reason}
    return Answer(data, str(verdict), verdict.status)
