"""Decide the statements of the papers, or your own, by machine.

examples:
  rropt prove holohan/lem-1 --recheck
  rropt prove 'holohan/lem-1*' --recheck --html verdicts
  rropt prove examples/own_conjecture.py

One line per statement as it is decided; a single one is shown with its counterexample and what is
right, and a file's claims with the hypothesis that would make them true. Exit status: of a single
statement or a file 0 proved as stated, 1 false as stated, 2 undecided (an argument in words decides
nothing, nor does a lemma that is cited); of a pattern 1 if a verdict is not the one in VERDICTS.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rropt.cli.common import VerbResult, wrapped
from rropt.exact import InputError, exact, whole

OPTIONS = ("pattern", "seconds", "jobs", "recheck", "write", "html", "check")


def run(args: argparse.Namespace) -> VerbResult:
    """Decide or recheck, and compare with the committed verdicts."""
    from rropt.proofs import runner

    if args.pattern.endswith(".py"):
        return _own(args.pattern, float(exact(args.seconds, "--seconds")))
    jobs = None if args.jobs is None else whole(args.jobs, "--jobs", 1)
    if not args.check and not runner.chosen(args.pattern):
        raise InputError(f"no statement matches {args.pattern!r}; try 'holohan/*'")
    _refuse_places(args)
    records, wrong = runner.main(
        args.pattern, None, jobs, args.recheck, args.write, args.check, quiet=args.json
    )
    if args.html is not None:
        _write_pages(records, args.html)
    data = {"claims": runner.public(records), "differences": wrong}
    if len(records) == 1:
        return _single(records[0], data, wrong)
    text = "\n".join([*([runner.summary(records)] if records else []), *wrong])
    return VerbResult(data, text or "VERDICTS.md is up to date", 1 if wrong else 0)


def _single(record: dict[str, Any], data: Any, wrong: list[str]) -> VerbResult:
    """The statement in words, the verdict, the counterexample, what is right."""
    from rropt.proofs.bibliography import place, words
    from rropt.proofs.conjecture import Verdict

    verdict = Verdict(record)
    said = [f"{record['id']} ({place(record['id'])})", f"  {words(record['id'])}", str(verdict)]
    known = record["verdict"] == "not-mathematical"
    text = wrapped("\n".join([*said, *wrong]))
    return VerbResult(data, text, 1 if wrong else 0 if known else verdict.status)


def _own(path: str, seconds: float) -> VerbResult:
    """The claims of a file; the worst status of them."""
    from rropt.proofs.conjecture import claims_of, prove
    from rropt.proofs.runner import public

    if not Path(path).is_file():
        raise InputError(f"the file of claims must exist, got {path}")
    try:
        found = [prove(claim, seconds=seconds) for claim in claims_of(path)]
    except InputError:
        raise
    except Exception as error:  # whatever the code of the user raises
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"{path} must be Python that states claims, got {reason}") from None
    if not found:
        raise InputError(f"{path} must name a statement or a section of statements")
    data = {"claims": public([v.record | {"seconds": 0} for v in found])}
    data["proposals"] = {v.id: v.proposal for v in found}
    status = max((v.status for v in found), key=(0, 2, 1).index)
    return VerbResult(data, "\n".join(map(str, found)), status)


def _refuse_places(args: argparse.Namespace) -> None:
    """Minutes of work have somewhere to go."""
    from rropt.proofs import runner

    if args.output is not None and not runner.is_writable(args.output):
        raise InputError(f"-o must be a writable file, got {args.output}")
    try:
        if args.html is not None:
            Path(args.html).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _no_folder(args.html, error) from None


def _no_folder(folder: str, error: OSError) -> InputError:
    return InputError(f"--html must be a folder to write to, got {folder}: {error.strerror}")


def _write_pages(records: list[dict[str, Any]], folder: str) -> None:
    from rropt.proofs import pages

    try:
        pages.write(records, folder)
    except OSError as error:
        raise _no_folder(folder, error) from None
