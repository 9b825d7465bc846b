"""python -m proofs [PATTERN] [--json FILE] [--jobs N] [--recheck] [--write] [--check]

Decide the statements of the papers. PATTERN is a shell pattern on ids, such as 'holohan/*'.
"""

from __future__ import annotations

import argparse
import os
import sys

from . import runner


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m proofs", description=__doc__)
    p.add_argument("pattern", nargs="?", default="*", help="shell pattern on ids")
    p.add_argument("--json", metavar="FILE", help="write the verdicts; - for standard output")
    p.add_argument("--jobs", type=int, help="processes; default: one per core")
    p.add_argument("--recheck", action="store_true", help="replay the stored evidence only")
    p.add_argument(
        "--write",
        action="store_true",
        help="store the verdicts, write VERDICTS.md; with --recheck: today's evidence",
    )
    p.add_argument("--check", action="store_true", help="is VERDICTS.md what is stored?")
    return p


def refusal(args: argparse.Namespace) -> str | None:
    """What is wrong with the arguments, found before minutes of work."""
    if not args.check and not runner.chosen(args.pattern):
        return f"no id matches {args.pattern!r}; try 'holohan/*'"
    if args.jobs is not None and args.jobs < 1:
        return f"--jobs must be a positive integer, got {args.jobs}"
    if args.json not in (None, "-") and not runner.is_writable(args.json):
        return f"--json must be a writable file, or - for standard output, got {args.json}"
    return None


def main(arguments: list[str] | None = None) -> int:
    """0 when the verdicts are those of VERDICTS.md, 1 when not, 3 for arguments it cannot use."""
    args = parser().parse_args(arguments)
    if wrong_argument := refusal(args):
        print(wrong_argument, file=sys.stderr)
        return 3
    quiet = args.json == "-"
    records, wrong = runner.main(
        args.pattern, args.json, args.jobs, args.recheck, args.write, args.check, quiet
    )
    if records and not quiet:
        print("\n" + runner.summary(records))
    for text in wrong:
        print(text, file=sys.stderr)
    return 1 if wrong else 0


def guarded() -> int:
    """The command, ended by a reader that closed the pipe or by Ctrl-C without a traceback."""
    try:
        return main()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(guarded())
