"""The verdict on a file: a certificate, a saved design or a page, and what of it was checked.

The certificate inside is verified by the independent checker. Another objective, mechanism, value,
bound or gap beside it is refuted. A page is drawn again from its certificate: it is verified if it
is the same to the letter, and undecided if it is not. Of a file that holds no certificate it is
said where that is, if a report of rropt was printed into it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rropt.certificate import Certificate, ShownVerdict, shown_verdict
from rropt.checker import MAX_BYTES, Malformed, Verdict, certificate_in
from rropt.checker import check as checked
from rropt.design.answer import Answer
from rropt.design.document import difference
from rropt.exact import InputError
from rropt.exact.recorded import Recorded
from rropt.whole_files import in_utf8, readable

EMBEDDED = re.compile(r'<script type="application/json" id="design">(.*?)</script>', re.DOTALL)
"""Where a page has its design."""

ALONE = "the certificate alone was checked, and not what the file says around it"
DESIGN = (
    "objective, privacy, mechanism, value, bound and gap of the file are those that are proved; "
    "nothing else in it was checked"
)
PAGE = "the page is what rropt draws of it; labels, question and date are the author's words"
EDITED = (
    "the page is not what rropt draws of its certificate, which alone is verified: its text may "
    "have been edited, or another version drew it"
)
ALONE_VERIFIED = "the certificate alone is verified, the page cannot be drawn again from it: "

NO_JSON = "the file holds no JSON: neither a certificate nor a saved design"
NO_CERTIFICATE = "the file holds a mechanism without a certificate: there is nothing to check"
NOT_WHOLE = "the file is no whole JSON: it breaks off, or something follows it"
NOT_SAVED = "certified; --save FILE"
SAVED = re.compile(r"(?:design|certificate) saved; verify it with: rropt check (\S+)")
"""How the report that `rropt design` prints ends."""


@dataclass(frozen=True)
class FileVerdict(Recorded):
    """The verdict, and what of the file it is about: "file", "design", "page" or "certificate"."""

    verdict: ShownVerdict
    scope: str = "file"
    about: str = ""
    """The scope in words."""

    def to_json(self) -> dict[str, str]:
        """The verdict, what is proved or why not, and the scope."""
        return self.verdict.to_json() | {"scope": self.scope}


def check(evidence: Answer | Certificate | Mapping[str, Any] | str | Path) -> ShownVerdict:
    """The verdict of the independent checker on a design, a certificate, or a file with one.

    What a saved design or a page says beside its certificate is checked too.

    >>> check({"kind": "nonsense"}).verdict
    'malformed'
    """
    if isinstance(evidence, Answer):
        evidence = evidence.certificate
    if isinstance(evidence, Certificate):
        return evidence.check()
    if isinstance(evidence, Mapping):
        certificate = evidence.get("certificate")
        return Certificate(certificate if isinstance(certificate, dict) else dict(evidence)).check()
    if not isinstance(evidence, (str, Path)):
        raise InputError(
            "evidence must be a Design, a Certificate, its record or a file, got "
            f"{repr(evidence)[:60]}"
        )
    with readable(evidence, "evidence"), Path(evidence).open("rb") as file:
        content = file.read(8 * MAX_BYTES)
    return file_verdict(content).verdict


def file_verdict(content: bytes) -> FileVerdict:
    """The verdict on what a file holds."""
    content = in_utf8(content)
    said = document(content).strip()
    if said[:1] not in (b"{", b"["):
        return FileVerdict(ShownVerdict("malformed", "", _no_certificate(content)))
    if said[-1:] not in (b"}", b"]"):
        return FileVerdict(ShownVerdict("malformed", "", NOT_WHOLE))
    verdict = verdict_on(content)
    if verdict.verdict == "malformed" and _has_mechanism_alone(said):
        return FileVerdict(ShownVerdict("malformed", "", NO_CERTIFICATE))
    if verdict.status:
        return FileVerdict(ShownVerdict(verdict.verdict, verdict.statement, verdict.reason))
    text = inside(content)
    data = json.loads(text or document(content))
    shown = shown_verdict(verdict, data)
    return FileVerdict(shown) if text is None else _around(content, Certificate(data, text), shown)


def _has_mechanism_alone(said: bytes) -> bool:
    """Whether the file is one of a channel, with no certificate and nothing of one."""
    try:
        record = json.loads(said)
    except (ValueError, RecursionError):
        return False
    names = set(record) if isinstance(record, dict) else set()
    return "channel" in names and not names & {"kind", "certificate", "format"}


def _no_certificate(content: bytes) -> str:
    """Why a file without any record is none; of a printed report, where its certificate is."""
    text = content.decode("utf-8", "replace")
    saved = SAVED.search(text)
    if saved is not None:
        return f"this is the report that was printed; its certificate is in {saved.group(1)}"
    if NOT_SAVED in text:
        return (
            "this is the report that was printed; --save FILE keeps the design with its certificate"
        )
    return NO_JSON


def verdict_on(content: bytes) -> Verdict:
    """The verdict on a certificate, or on a document that has one inside and shows a table."""
    try:
        certificate = inside(content)
    except Malformed as reason:
        return Verdict("malformed", "", str(reason))
    verdict = checked(content if certificate is None else certificate)
    if verdict.status or certificate is None:
        return verdict
    record = json.loads(document(content))
    different = difference(record, record["certificate"])
    page = content.decode("utf-8", "replace")
    if different is None and EMBEDDED.search(page):
        different = _drawn_otherwise(record, page)
    if different is None:
        return verdict
    return Verdict("refuted", "", f"the {different} shown is not the one in the certificate")


def _around(content: bytes, certificate: Certificate, verdict: ShownVerdict) -> FileVerdict:
    """What is said of a file with this verified certificate inside."""
    from rropt.design.stated_problem import OtherThanCertified
    from rropt.redrawn import is_redrawn
    from rropt.saved_design import loaded

    said = document(content)
    is_page = said is not content
    try:
        design = loaded(said, certificate)
        if not is_page:
            return FileVerdict(verdict, "design", DESIGN)
        if is_redrawn(content, said, design):
            return FileVerdict(verdict, "page", PAGE)
        return FileVerdict(ShownVerdict("undecided", "", EDITED))
    except OtherThanCertified as other:
        return FileVerdict(ShownVerdict("refuted", "", str(other)))
    except InputError as obstacle:  # a goal that its certificate does not state in full
        if is_page:
            return FileVerdict(ShownVerdict("undecided", "", f"{ALONE_VERIFIED}{obstacle}"))
        return FileVerdict(verdict, "certificate", ALONE)


def inside(content: bytes) -> bytes | None:
    """The text of the certificate in a document or a page; None for anything else."""
    return certificate_in(document(content))


def document(content: bytes) -> bytes:
    """What a page embeds, or the file itself."""
    embedded = EMBEDDED.search(content.decode("utf-8", "replace"))
    return embedded.group(1).encode() if embedded else content


def _drawn_otherwise(record: dict[str, Any], page: str) -> str | None:
    """What a page shows its reader that its data do not say; None if nothing.

    The page is compared with what rropt draws of the data, so a page edited by hand is noticed.
    """
    from rropt.report.html import drawn

    try:
        parts = drawn(record)
    except (KeyError, TypeError, ValueError):
        return "table"
    return next((name for name, part in parts.items() if part not in page), None)
