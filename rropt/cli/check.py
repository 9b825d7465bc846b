"""Verify a certificate with the independent checker (standard library only, no solver).

FILE is a certificate, the output of `rropt design --json`, or a page of `rropt design --html`. Of
the latter two the certificate inside is verified; another objective, mechanism, value, bound or gap
beside it is refuted, and what else a saved design says is not checked. A page is drawn again from
its certificate: it is verified if it is the same to the letter, and undecided if it is not. Of a
store of `rropt sweep` every certificate is verified, that it answers what its row asks, and that
the rows are the cells of its spec.
Exit status: 0 verified, 1 refuted, 2 undecided, 3 malformed.

With --coq a certificate that was verified is handed to Coq, which computes everything again
with the theorem: prices of a trace, a guess, a gain, a total variation, a Fisher information, a
chi-square or a Le Cam divergence, and variances at priors and in groups. --json has the theorem.

examples:
  rropt check D.json
"""

from __future__ import annotations

import argparse
import json
import re
import sys

from rropt.checker import MAX_BYTES, Verdict
from rropt.cli.common import BAD_INPUT, VerbResult, wrapped
from rropt.cli.verdict_words import for_people
from rropt.exact import InputError
from rropt.file_verdict import document, file_verdict, inside, verdict_on

SQLITE = b"SQLite format 3\0"
"""How every SQLite file starts."""

PRINTED = "certified; --save FILE"
KEPT = re.compile(r"(?:design|certificate) saved; verify it with: rropt check (\S+)")
"""How the report that `rropt design` prints ends (`rropt.cli.design`)."""

OPTIONS = ("file", "coq")


def run(args: argparse.Namespace) -> VerbResult:
    """The checker's verdict."""
    content = _read(args.file)
    if content.startswith(SQLITE):
        return _store(args.file)
    if document(content).lstrip()[:1] not in (b"{", b"["):
        return _no_certificate(content)
    if document(content).rstrip()[-1:] not in (b"}", b"]"):
        return _malformed("FILE is no whole JSON: it breaks off, or something follows it")
    found = file_verdict(content)
    if args.coq and not found.verdict.status:
        return _by_kernel(content)
    data = _data(found.verdict) | {"scope": found.scope}
    said = _said(content, found.verdict, found.about)
    return VerbResult(data, said, found.verdict.status)


def _data(verdict: Verdict) -> dict[str, str]:
    return {"verdict": verdict.verdict, "statement": verdict.statement, "reason": verdict.reason}


def _said(content: bytes, verdict: Verdict, scope: str = "") -> str:
    """The verdict for people, what of the file it is about, and the exact statement."""
    if verdict.status:
        return str(verdict)
    record = json.loads(inside(content) or document(content))
    words = for_people(record, verdict.statement)
    about = [wrapped(scope)] if scope else []
    if words is None:
        return "\n".join([str(verdict), *about])
    return "\n".join([f"verified: {words}", *about, f"exactly: {verdict.statement}"])


def _no_certificate(content: bytes) -> VerbResult:
    """A file that holds no record at all; of a printed report, where its certificate is."""
    text = content.decode("utf-8", "replace")
    saved = KEPT.search(text)
    reason = "FILE holds no JSON: neither a certificate nor a saved design"
    if saved is not None:
        reason = f"this is the report that was printed; its certificate is in {saved.group(1)}"
    elif PRINTED in text:
        reason = (
            "this is the report that was printed; --save FILE keeps the design with its certificate"
        )
    return _malformed(reason)


def _malformed(reason: str) -> VerbResult:
    """What is said of a file that holds no certificate."""
    verdict = Verdict("malformed", "", reason)
    return VerbResult(_data(verdict) | {"scope": "file"}, str(verdict), BAD_INPUT)


def _by_kernel(content: bytes) -> VerbResult:
    """Coq's answer on the certificate alone, with the theorem that it was asked to check."""
    from rropt.proofs.kernel.kernel_verdict import decide

    found = decide(json.loads(inside(content) or document(content)))
    verdict = Verdict("refuted", "", "Coq does not accept the theorem")
    if found.accepted:
        verdict = Verdict("verified", found.statement, "")
    data = _data(verdict) | {"scope": "kernel", "theorem": found.theorem}
    said = f"{verdict.verdict} by Coq: {verdict.statement or verdict.reason}"
    return VerbResult(data, said, verdict.status)


def _store(path: str) -> VerbResult:
    """The verdict on all certificates of a store."""
    from rropt.sweep.recheck import check_store

    found = check_store(path, verdict_on)
    verdict = found.verdict
    wrong = [{"cell": key, "verdict": v.verdict, "reason": v.reason} for key, v in found.wrong]
    return VerbResult(
        _data(verdict) | {"counts": found.counts, "wrong": wrong}, str(verdict), verdict.status
    )


def _read(path: str) -> bytes:
    """No more than a page with the largest certificate, once: a pipe has nothing twice."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(8 * MAX_BYTES)
        with open(path, "rb") as file:
            return file.read(8 * MAX_BYTES)
    except OSError as error:
        raise InputError(f"FILE must be readable, got {path}: {error.strerror}") from None
