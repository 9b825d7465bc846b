"""Decide the statements of the papers, or your own, by machine.

examples:
  rropt prove holohan/lem-1 --recheck
  rropt prove 'holohan/lem-1*' --recheck --html verdicts
  rropt prove examples/own_conjecture.py

`--new my.py` writes a file of claims to begin with. One line per statement as it is decided; a
single one is shown with its counterexample and what is right, and a file's claims with the
hypothesis that would make them true. Exit status: of a single statement or a file 0 proved as
stated, 1 false as stated, 2 undecided (an argument in words decides nothing, nor does a lemma that
is cited); of a pattern 1 if a verdict is not the one in VERDICTS.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from rropt.cli.common import VerbResult, wrapped
from rropt.cli.options import refuse
from rropt.exact import InputError, exact, whole
from rropt.exact.near import near
from rropt.whole_files import writable

OPTIONS = (
    "pattern", "list", "why", "new", "seconds", "jobs", "recheck", "write", "check", "html",
    "export",
)  # fmt: skip

OF_PAPERS = ("jobs", "recheck", "write", "check", "html")
"""Options for statements of the papers, whose verdicts are stored."""


def run(args: argparse.Namespace) -> VerbResult:
    """Decide or recheck, and compare with the committed verdicts."""
    from rropt.proofs import pages, runner

    if args.new is not None:
        refuse(args, ("list", "why", "export", *OF_PAPERS), "be left out with --new")
        return _begun(args.new)
    if args.pattern.endswith(".py"):
        refuse(args, OF_PAPERS, "be left out with a file of claims: it is for those of the papers")
        return _own(args)
    jobs = None if args.jobs is None else whole(args.jobs, "--jobs", 1)
    if not args.check and not runner.chosen(args.pattern):
        meant = near(args.pattern, runner.chosen("*"))
        raise InputError(f"no statement matches {args.pattern!r}{meant or '; '} try 'holohan/*'")
    if args.list:
        return _listed(runner.chosen(args.pattern))
    if args.html is not None:  # minutes of work have somewhere to go
        with writable(args.html, "--html", "folder to write to"):
            Path(args.html).mkdir(parents=True, exist_ok=True)
    quiet = args.json or args.export is not None
    records, wrong = runner.main(
        args.pattern, None, jobs, args.recheck, args.write, args.check, quiet=quiet
    )
    if args.html is not None:
        with writable(args.html, "--html", "folder to write to"):
            pages.write(records, args.html)
    data = {"claims": runner.public(records), "differences": wrong}
    if args.why or args.export is not None or len(records) == 1:
        return _shown(args, [_verdict(r) for r in records], data, wrong)
    text = "\n".join([*([runner.summary(records)] if records else []), *wrong])
    return VerbResult(data, text or "VERDICTS.md is up to date", 1 if wrong else 0)


def _begun(path: str) -> VerbResult:
    """A file that is not there yet, with one claim of each kind."""
    from rropt.proofs.template import TEMPLATE

    with writable(path, "--new", "new file"), open(path, "x") as file:
        file.write(TEMPLATE)
    return VerbResult({"file": path}, f"{path}: change its claims, then rropt prove {path}")


def _listed(names: list[str]) -> VerbResult:
    """What is stored of each."""
    from rropt.proofs import verdicts

    found = []
    for name in names:
        record = verdicts.stored(name.partition("/")[0])[name]
        found.append({"id": name, "verdict": verdicts.named(record), "grade": record["grade"]})
    lines = [f"{one['verdict']:<16} {one['id']:<44} {one['grade'] or ''}" for one in found]
    return VerbResult({"claims": found}, "\n".join(line.rstrip() for line in lines))


def _verdict(record: dict[str, Any]) -> Any:
    from rropt.proofs.conjecture import Verdict
    from rropt.proofs.papers import claim_of

    return Verdict(record, claim=claim_of(record["id"]))


def _shown(args: argparse.Namespace, found: list[Any], data: Any, wrong: list[str]) -> VerbResult:
    """Statements in words, each with its verdict, the counterexample, what is right, and why."""
    from rropt.proofs.bibliography import place, words
    from rropt.proofs.plain_formulas import plain

    known = [v for v in found if v.verdict != "not-mathematical"]
    status = _worst(known)
    if len(found) > 1:
        status = 0
    if args.export is not None:
        return _exported(args.export, known, data, status)
    lines = []
    for verdict in found:
        lines += [plain(f"{verdict.id} ({place(verdict.id)})"), f"  {plain(words(verdict.id))}"]
        lines += [str(verdict), *([verdict.why()] if args.why and verdict in known else [])]
    return VerbResult(data, wrapped("\n".join([*lines, *wrong])), 1 if wrong else status)


def _worst(found: list[Any]) -> int:
    # False is worse than undecided, which is worse than proved.
    return max((v.status for v in found), key=(0, 2, 1).index, default=0)


def _exported(form: str, found: list[Any], data: Any, status: int) -> VerbResult:
    """The claims for another system, and nothing else."""
    from rropt.proofs.exports import exported

    decided = [(v.claim.statement(), v.record) for v in found if v.claim is not None]
    text = exported(decided, form)
    return VerbResult(data | {"export": text}, text, status)


def _own(args: argparse.Namespace) -> VerbResult:
    """The claims of a file; the worst status of them."""
    from rropt.proofs.conjecture import claims_of, prove
    from rropt.proofs.runner import public

    path = args.pattern
    seconds = float(exact(args.seconds, "--seconds"))
    if not Path(path).is_file():
        raise InputError(f"the file of claims must exist, got {path}")
    try:
        claims = claims_of(path)
        found = [] if args.list else [prove(claim, seconds=seconds) for claim in claims]
    except InputError:
        raise
    except Exception as error:  # whatever the code of the user raises
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise InputError(f"{path} must be Python that states claims, got {reason}") from None
    if not claims:
        raise InputError(f"{path} must name a statement or a section of statements")
    if args.list:
        names = [claim.id for claim in claims]
        return VerbResult({"claims": names}, "\n".join(names))
    data: dict[str, Any] = {"claims": public([v.record | {"seconds": 0} for v in found])}
    data["proposals"] = {v.id: v.proposal for v in found}
    if args.export is not None:
        return _exported(args.export, found, data, _worst(found))
    lines = [f"{v}\n{v.why()}" if args.why else str(v) for v in found]
    return VerbResult(data, "\n".join(lines), _worst(found))
