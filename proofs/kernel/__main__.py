"""python -m proofs.kernel [--json FILE] [--jobs N] [--write] [--goals FOLDER]

Hand every general lemma, every stored polynomial certificate and every goal that `goals.json` names
to Coq. Exit status: 0 when all are accepted and rest on nothing but the axioms of the reals, 1 when
not, 2 without Coq.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from .. import runner
from . import coq, verify


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m proofs.kernel", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write what was accepted")
    parser.add_argument("--jobs", type=int, default=2, help="processes, default 2")
    parser.add_argument(
        "--write",
        action="store_true",
        help="first write the names of the goals that Coq accepts, and what claims rest on since",
    )
    parser.add_argument(
        "--goals", metavar="FOLDER", help="write the goals as Coq files here, and do nothing else"
    )
    args = parser.parse_args(arguments)
    if args.goals:
        print(f"{verify.export_goals(Path(args.goals), args.jobs)} goals in {args.goals}")
        return 0
    if coq.coqc() is None:
        print(coq.MISSING, file=sys.stderr)
        return 2
    stale: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        if args.write:
            verify.write_goals(Path(folder), args.jobs)
            _, stale = runner.main(jobs=args.jobs, recheck=True, write=True, quiet=True)
        outcome = verify.everything(Path(folder), args.jobs)
    if args.json:
        Path(args.json).write_text(json.dumps(outcome.to_json(), indent=1) + "\n")
    print("\n".join([str(outcome), *stale]))
    return 0 if outcome.whole and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
