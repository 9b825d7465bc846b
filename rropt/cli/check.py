"""Verify a certificate with the independent checker (standard library only, no solver).

FILE is a certificate, the output of `rropt design --json`, or a page of `rropt design --html`. Of
the latter two the certificate inside is verified; another table, value, bound or gap beside it is
refuted; what else they say is not checked, and the answer says so. Of a store of `rropt sweep`
every certificate is, that it answers what its row asks, and that the rows are the cells of its
spec.
Exit status: 0 verified, 1 refuted, 2 undecided, 3 malformed.

With --kernel a certificate that was verified is handed to Coq, which computes everything again
with the theorem: prices of a trace, a guess, a gain or a total variation. --json has the theorem.

Example: rropt check D.json
"""

from __future__ import annotations

import argparse
import json
import sys
from fractions import Fraction
from typing import Any

from rropt.checker import MAX_BYTES, Verdict, check
from rropt.checker.documents import certificate_in
from rropt.checker.verdict import Malformed
from rropt.cli.channel_files import EMBEDDED
from rropt.cli.common import Answer
from rropt.cli.documents import channel_in
from rropt.exact import InputError, log_bounds

SQLITE = b"SQLite format 3\0"
"""How every SQLite file starts."""

ALONE = ", the certificate alone (what the file says around it was not checked)"


def configure(parser: argparse.ArgumentParser) -> None:
    """One file."""
    help_line = "a certificate, a saved design, a report, a store; - is a pipe"
    parser.add_argument("file", metavar="FILE", help=help_line)
    parser.add_argument("--kernel", action="store_true", help="let Coq decide too (needs coqc)")


def run(args: argparse.Namespace) -> Answer:
    """The checker's verdict."""
    content = _read(args.file)
    if content.startswith(SQLITE):
        return _store(args.file)
    verdict = verdict_on(content)
    data = {"verdict": verdict.verdict, "statement": verdict.statement, "reason": verdict.reason}
    if args.kernel and not verdict.status:
        return _by_kernel(content)
    if verdict.status or _inside(content) is None:
        return Answer(data | {"scope": "file"}, str(verdict), verdict.status)
    said = f"verified{ALONE}: {verdict.statement}"
    return Answer(data | {"scope": "certificate"}, said, verdict.status)


def _by_kernel(content: bytes) -> Answer:
    """Coq's answer on the certificate alone, with the theorem that it was asked to check."""
    from rropt.proofs.kernel.theorem_of_design import decide

    found = decide(json.loads(_inside(content) or _document(content)))
    verdict = "verified" if found.accepted else "refuted"
    reason = "" if found.accepted else "Coq does not accept the theorem"
    statement = found.statement if found.accepted else ""
    data = {"verdict": verdict, "statement": statement, "reason": reason, "scope": "kernel"}
    said = f"{verdict} by Coq: {statement or reason}"
    return Answer(data | {"theorem": found.theorem}, said, int(not found.accepted))


def _store(path: str) -> Answer:
    """The verdict on all certificates of a store."""
    from rropt.sweep.recheck import check_store

    found = check_store(path, verdict_on)
    verdict = found.verdict
    wrong = [{"cell": key, "verdict": v.verdict, "reason": v.reason} for key, v in found.wrong]
    data = {"verdict": verdict.verdict, "statement": verdict.statement, "reason": verdict.reason}
    return Answer(data | {"counts": found.counts, "wrong": wrong}, str(verdict), verdict.status)


def verdict_on(content: bytes) -> Verdict:
    """The verdict on a certificate, or on a document that has one inside and shows a table."""
    try:
        inside = _inside(content)
    except Malformed as reason:
        return Verdict("malformed", "", str(reason))
    verdict = check(content if inside is None else inside)
    if verdict.status or inside is None:
        return verdict
    document = json.loads(_document(content))
    different = _difference(document, document["certificate"])
    page = content.decode("utf-8", "replace")
    if different is None and EMBEDDED.search(page):
        different = _drawn_otherwise(document, page)
    if different is None:
        return verdict
    return Verdict("refuted", "", f"the {different} shown is not the one in the certificate")


def _read(path: str) -> bytes:
    """No more than a page with the largest certificate, once: a pipe has nothing twice."""
    try:
        if path == "-":
            return sys.stdin.buffer.read(8 * MAX_BYTES)
        with open(path, "rb") as file:
            return file.read(8 * MAX_BYTES)
    except OSError as error:
        raise InputError(f"FILE must be readable, got {path}: {error.strerror}") from None


def _inside(content: bytes) -> bytes | None:
    """The text of the certificate in a document or a page; None for anything else."""
    return certificate_in(_document(content))


def _document(content: bytes) -> bytes:
    """What a page embeds, or the file itself."""
    embedded = EMBEDDED.search(content.decode("utf-8", "replace"))
    return embedded.group(1).encode() if embedded else content


def _difference(shown: dict[str, Any], certificate: dict[str, Any]) -> str | None:
    """What a design shows that its verified certificate does not say; None if nothing."""
    table = shown.get("channel")
    if table is not None and _merged(_rows(table)) != _merged(_certified_rows(certificate)):
        return "table"
    for name in ("gamma", "delta"):
        if name in shown and _numbers(shown[name]) != _numbers(certificate["privacy"].get(name)):
            return name
    if certificate.get("device") == "two-answers" and str(shown.get("outputs", 2)) != "2":
        return "number of outputs"
    for name in ("value", "bound"):
        if name in shown and not _is_proved(name, _numbers(shown[name]), certificate):
            return name
    return "gap" if {"value", "bound", "gap"} <= shown.keys() and _other_gap(shown) else None


def _other_gap(shown: dict[str, Any]) -> bool:
    """Whether the gap is not the largest distance of the value from the bound."""
    value, bound = _numbers(shown["value"]), _numbers(shown["bound"])
    if not (isinstance(value, list) and isinstance(bound, list)):
        return _numbers(shown["gap"]) != [0]
    return _numbers(shown["gap"]) != [max(abs(v - b) for v in value for b in bound)]


def _drawn_otherwise(document: dict[str, Any], page: str) -> str | None:
    """What a page shows its reader that its data do not say; None if nothing.

    The page is compared with what rropt draws of the data, so a page edited by hand is noticed.
    """
    from rropt.report.html import drawn

    try:
        parts = drawn(document)
    except (KeyError, TypeError, ValueError):
        return "table"
    return next((name for name, part in parts.items() if part not in page), None)


def _is_proved(name: str, said: Any, certificate: dict[str, Any]) -> bool:
    """Whether this is the value or the bound of a verified certificate, in the words of a design.

    A variance is shown where an information is certified. Of a curved design the certificate has
    the upper end of the value; the lower one lies between it and the bound.
    """
    value, bound = _numbers(certificate["value"]), _numbers(certificate["bound"])
    if certificate.get("utility", {}).get("name") == "fisher-information":
        value, bound = _reciprocals(value), _reciprocals(bound)
    if certificate["kind"] == "gradient":
        value, bound = _in_logarithms(value, bound, certificate)
        inside = isinstance(said, list) and said[-1:] == value and bound[0] <= said[0]
        return said == bound if name == "bound" else inside
    return bool(said == (value if name == "value" else bound))


def _in_logarithms(value: Any, bound: Any, certificate: dict[str, Any]) -> tuple[Any, Any]:
    """Determinants are shown as logarithms, rounded outwards."""
    if certificate["objective"]["name"] != "d-optimal":
        return value, bound
    return [log_bounds(value[0])[1]], [log_bounds(bound[0])[0]]


def _numbers(value: Any) -> list[Fraction] | str | None:
    """One number or the two ends of an enclosure; what is neither stays as it is."""
    try:
        found = [_exact(end) for end in (value if isinstance(value, list) else [value])]
    except ValueError:
        return str(value)
    return sorted(found)


def _reciprocals(ends: Any) -> Any:
    """A variance is shown where an information is certified; "oo" where that is zero."""
    if not isinstance(ends, list):
        return ends
    return "oo" if 0 in ends else sorted(1 / end for end in ends)


def _certified_rows(certificate: dict[str, Any]) -> list[list[Fraction]] | None:
    """The table that a verified certificate speaks about, classes of truths written out."""
    if "table" in certificate:
        return _rows(certificate["table"])
    if isinstance(certificate.get("truths"), list):
        return sorted(list(row) for row in channel_in(certificate).rows)
    weights = map(Fraction, certificate["weights"])
    pairs = zip(weights, certificate["patterns"], strict=True)
    return sorted([w * Fraction(entry) for entry in pattern] for w, pattern in pairs)


def _merged(rows: list[list[Fraction]] | None) -> dict[tuple[Fraction, ...], Fraction] | None:
    """Direction and mass of the reports: a report split in two proportional ones is the same."""
    if rows is None:
        return None
    masses: dict[tuple[Fraction, ...], Fraction] = {}
    for row in rows:
        if any(row):
            total = sum(row) or Fraction(1)
            direction = tuple(entry / total for entry in row)
            masses[direction] = masses.get(direction, Fraction(0)) + total
    return masses


def _rows(table: Any) -> list[list[Fraction]] | None:
    """The rows in a fixed order; None for what is no table of exact numbers."""
    try:
        return sorted([_exact(entry) for entry in row] for row in table)
    except (TypeError, ValueError):
        return None


def _exact(entry: Any) -> Fraction:
    """A number in writing. No design has exponents: 1e99999999 takes minutes to write out."""
    if not isinstance(entry, str) or "e" in entry.lower():
        raise ValueError
    try:
        return Fraction(entry)
    except ZeroDivisionError:
        raise ValueError from None
