"""Verify a certificate with the independent checker (standard library only, no solver).

FILE is a certificate, the output of `rropt design --json`, or a page of `rropt design --html`. Of
the latter two the certificate inside is verified; another objective, mechanism, value, bound or gap
beside it is refuted, and what else a saved design says is not checked. A page is drawn again from
its certificate: it is verified if it is the same to the letter, and undecided if it is not. Of a
store of `rropt sweep` every certificate is verified, that it answers what its row asks, and that
the rows are the cells of its spec.
Exit status: 0 verified, 1 refuted, 2 undecided, 3 malformed.

With --coq a certificate that was verified is handed to Coq, which computes everything again
with the theorem: prices of a trace, a guess, a gain, a mutual or a Fisher information or a
divergence of two truths, variances, largest eigenvalues, determinants, coefficients of models
and their log-determinants. --json has the theorem. The first time Coq compiles the theories, a
minute or two; they are kept in the folder of caches ($XDG_CACHE_HOME or ~/.cache).

examples:
  rropt check D.json
"""

from __future__ import annotations

import argparse
import json
import sys

from rropt.certificate import shown_verdict
from rropt.checker import MAX_BYTES
from rropt.cli.common import VerbResult, wrapped
from rropt.cli.options import refuse
from rropt.file_verdict import FileVerdict, document, file_verdict, inside, verdict_on
from rropt.whole_files import readable

SQLITE = b"SQLite format 3\0"
"""How every SQLite file starts."""

OPTIONS = ("file", "coq")


def run(args: argparse.Namespace) -> VerbResult:
    """The checker's verdict."""
    content = _read(args.file)
    if content.startswith(SQLITE):
        refuse(args, ("coq",), "be left out with a store: it is asked of one certificate")
        return _store(args.file)
    found = file_verdict(content)
    # Coq takes long, and is asked only about what the checker has accepted.
    if args.coq and not found.verdict.status:
        return _by_kernel(content)
    return VerbResult(found.to_json(), _said(found), found.verdict.status)


def _said(found: FileVerdict) -> str:
    """The verdict for people, what of the file it is about, and the exact statement."""
    verdict = found.verdict
    about = [wrapped(found.about)] if found.about else []
    if verdict.status:
        return str(verdict)
    if not verdict.words:
        return "\n".join([str(verdict), *about])
    return "\n".join([f"verified: {verdict.words}", *about, f"exactly: {verdict.statement}"])


def _by_kernel(content: bytes) -> VerbResult:
    """Coq's answer on the certificate alone, with the theorem that it was asked to check."""
    from rropt.proofs.kernel.kernel_verdict import decide

    found = decide(json.loads(inside(content) or document(content)))
    verdict = found.verdict
    data = verdict.to_json() | {"scope": "kernel", "theorem": found.theorem}
    said = f"{verdict.verdict} by Coq: {verdict.statement or verdict.reason}"
    return VerbResult(data, said, verdict.status)


def _store(path: str) -> VerbResult:
    """The verdict on all certificates of a store."""
    from rropt.sweep.recheck import check_store

    found = check_store(path, verdict_on)
    verdict = found.verdict
    wrong = [{"cell": key, "verdict": v.verdict, "reason": v.reason} for key, v in found.wrong]
    data = shown_verdict(verdict, {}).to_json() | {"counts": found.counts, "wrong": wrong}
    return VerbResult(data, str(verdict), verdict.status)


def _read(path: str) -> bytes:
    """No more than a page with the largest certificate, once: a pipe has nothing twice."""
    if path == "-":
        return sys.stdin.buffer.read(8 * MAX_BYTES)
    with readable(path, "FILE", "be readable"), open(path, "rb") as file:
        return file.read(8 * MAX_BYTES)
