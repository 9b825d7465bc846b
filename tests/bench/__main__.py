"""python -m tests.bench [NAME ...]: run the comparisons, print each with its bar."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

THREADS = (
    "OPENBLAS_NUM_THREADS",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    "RAYON_NUM_THREADS",
    "POLARS_MAX_THREADS",
)


def main(words: Sequence[str]) -> int:
    """Run, print, and keep or publish."""
    from tests.bench import run

    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(run.SUBJECTS))
    parser.add_argument("--json", metavar="FILE", help="keep the results of this run")
    parser.add_argument("--update", metavar="FILE", help="keep them beside the other subjects'")
    parser.add_argument("--write-readme", action="store_true", help="put the kept run in README.md")
    parser.add_argument("--check", action="store_true", help="is README.md what the kept run says?")
    parser.add_argument("--compare", action="store_true", help="run, and say what became slower")
    parser.add_argument("--results", metavar="FILE", type=Path, default=run.KEPT)
    args = parser.parse_args(words)
    if args.write_readme or args.check:
        from tests.bench import readme

        return readme.main(json.loads(args.results.read_text()), args.write_readme)
    unknown = [name for name in args.names if name not in run.SUBJECTS]
    if unknown:
        parser.error(f"no such subject: {unknown[0]}; there are {', '.join(run.SUBJECTS)}")
    found = run.everything(args.names or list(run.SUBJECTS))
    if args.json:
        Path(args.json).write_text(json.dumps(found, indent=1) + "\n")
    if args.update:
        kept = json.loads(Path(args.update).read_text())
        Path(args.update).write_text(json.dumps(run.updated(kept, found), indent=1) + "\n")
    if args.compare:
        from tests.bench import compare

        print()
        return compare.report(json.loads(args.results.read_text())["results"], found["results"])
    return 0


if __name__ == "__main__":
    if any(os.environ.get(name) != "1" for name in THREADS):
        os.environ.update(dict.fromkeys(THREADS, "1"))
        os.execv(sys.executable, [sys.executable, "-m", "tests.bench", *sys.argv[1:]])
    sys.exit(main(sys.argv[1:]))
