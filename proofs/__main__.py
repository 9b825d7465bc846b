"""python -m proofs [PATTERN] [--json FILE] [--jobs N] [--recheck] [--write] [--check]

Decide the statements of the papers. PATTERN is a shell pattern on ids, such as 'holohan/*'.
"""

from __future__ import annotations

import argparse
import sys

from . import runner


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(prog="python -m proofs", description=__doc__)
    p.add_argument("pattern", nargs="?", default="*", help="shell pattern on ids")
    p.add_argument("--json", metavar="FILE", help="write the verdicts; - for standard output")
    p.add_argument("--jobs", type=int, help="processes; default: one per core")
    p.add_argument("--recheck", action="store_true", help="replay the stored evidence only")
    p.add_argument("--write", action="store_true", help="store the verdicts, write VERDICTS.md")
    p.add_argument("--check", action="store_true", help="is VERDICTS.md what is stored?")
    return p


def main(arguments: list[str] | None = None) -> int:
    """0 when the verdicts are those of VERDICTS.md, 1 when not, 3 for a pattern without ids."""
    args = parser().parse_args(arguments)
    if not args.check and not runner.chosen(args.pattern):
        print(f"no id matches {args.pattern!r}; try 'holohan/*'", file=sys.stderr)
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


if __name__ == "__main__":
    sys.exit(main())
