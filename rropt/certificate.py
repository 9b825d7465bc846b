"""Certificates: what one says, how it is written, and the rule that none is issued unchecked.

A certificate is a JSON record in the format "rropt-certificate/2": the statement of a problem, a
table, and the evidence (prices, multipliers, an identity) from which `rropt.checker` decides by
exact arithmetic whether the statement is proved. Each kind is a function there, whose arguments are
the fields: one too many or too few is malformed. Rationals are strings in lowest terms, enclosures
are lists of two of them, counts and indices are JSON integers, floats do not occur.
`Certificate.to_json` is canonical (sorted keys, no spaces), so equal certificates are equal byte by
byte.

A certificate of kind prices says how many truths there are, or with `"truths": [5, 1]` that there
is a class of five truths that the problem does not tell apart, and one more. Priors and prices have
one entry a class, each of them per truth, and so has a pattern: `"3"` where all truths of the class
have that value, `[["3", 1], ["1", 4]]` where one has 3 and four have 1. Such a row stands for all
its rearrangements within the class, equally weighted, and its weight is that of all of them.

The smallest example: two answers of Warner's device at epsilon = ln 3 have the largest trace,
because the prices 3/4 per truth cover the four patterns in {1, 3}^2.

>>> from fractions import Fraction
>>> quarter, price = Fraction(1, 4), Fraction(3, 4)
>>> certificate = issue({
...     "kind": "prices",
...     "privacy": {"gamma": "3", "delta": "0"},
...     "truths": 2,
...     "utility": {"name": "trace"},
...     "patterns": [["3", "1"], ["1", "3"]],
...     "weights": [quarter, quarter],
...     "value": 2 * price,
...     "prices": [price, price],
...     "bound": 2 * price,
...     "gap": Fraction(0),
...     "cover": {"proof": "actions"},
... })
>>> print(certificate.check().statement[54:])
trace (sum over reports of the largest entry) above 3/2, and this table reaches it
>>> certificate.to_json()[:50]
'{"bound":"3/2","cover":{"proof":"actions"},"format'

A wrong claim is never issued:

>>> issue({**certificate.data, "bound": "7/5"})
Traceback (most recent call last):
    ...
rropt.certificate.CertificateError: refuted: bound is not what the prices add up to
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any

from rropt.checker import FORMAT, Malformed, Verdict, certificate_in, check
from rropt.exact import Gamma, InputError, text
from rropt.exact.recorded import Recorded
from rropt.verdict_words import for_people
from rropt.whole_files import in_utf8, save_text

LOG = logging.getLogger("rropt")

GUARD = re.compile(r"\b(too (large|long|many)|more than)\b")
"""How the checker names what is beyond the work that it takes."""

OF_MODELS = ("coefficients", "log-determinant")
"""Objectives of kind gradient that are about the coefficients of a model."""

WITHOUT_TABLE = ("random-cut", "windows")
"""Kinds of mechanisms for all numbers of an interval, which have no table."""


class CertificateError(Exception):
    """A certificate that the checker does not accept: a defect of whoever produced it."""


class UndecidedCertificate(CertificateError, InputError):
    """A certificate that turns on digits of logarithms beyond those that the checker takes."""


class LargeCertificate(CertificateError, InputError):
    """A certificate that is longer, or more work, than the checker takes."""


@dataclass(frozen=True)
class ShownVerdict(Recorded, Verdict):
    """A verdict that notebooks display; the checker itself knows nothing of them.

    `record` is the certificate that it is about.
    """

    record: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def words(self) -> str:
        """What is verified, in a sentence for people; the exact statement decides."""
        return "" if self.status else for_people(self.record, self.statement) or ""

    def to_json(self) -> dict[str, str]:
        """The verdict, what is proved, and else why not."""
        return {"verdict": self.verdict, "statement": self.statement, "reason": self.reason}

    def _repr_html_(self) -> str:
        return f"<p><b>{self.verdict}</b>: {escape(self.statement or self.reason)}</p>"

    def _repr_latex_(self) -> str:
        return rf"$\textsf{{{self.verdict}}}$"


def shown_verdict(verdict: Verdict, record: Mapping[str, Any]) -> ShownVerdict:
    """The checker's verdict on the record of a certificate."""
    return ShownVerdict(verdict.verdict, verdict.statement, verdict.reason, record)


@dataclass(frozen=True)
class Certificate(Recorded):
    """A certificate as a JSON-ready record; one that was read keeps the text that it was.

    >>> import rropt as rr
    >>> certificate = rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5)).certificate
    >>> certificate.kind, certificate.check().verdict
    ('prices', 'verified')
    """

    data: dict[str, Any]
    source: bytes | None = field(default=None, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.to_json())

    @property
    def kind(self) -> str:
        """Which theorem it rests on; empty in a record that says none, which `check` refuses."""
        return str(self.data.get("kind", ""))

    @property
    def is_card(self) -> bool:
        """Whether it is about yes/no cards: it names their device."""
        return "device" in self.data

    @property
    def has_few_reports(self) -> bool:
        """Whether its bound is for mechanisms with so many reports only."""
        return self.kind == "cases" and not self.is_card

    @property
    def prior(self) -> tuple[Fraction, ...] | None:
        """The distribution of truths at which the table is worth its value, if it is just one."""
        return _prior(self.data)

    def to_json(self) -> str:
        """The canonical text: equal certificates are byte-equal."""
        return CANONICAL.encode(self.data)

    def save(self, path: str | Path) -> None:
        """Write the canonical text to a file, which appears when it is complete."""
        save_text(path, self.to_json() + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Certificate:
        """The certificate in a file, or in that of a saved design, read without believing it.

        `check` is about this very text.
        """
        try:
            source = _certificate_text(in_utf8(Path(path).read_bytes()))
            data = json.loads(source, parse_constant=_refuse)
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"{path} must be a certificate file: {error}") from None
        if not isinstance(data, dict):
            raise InputError(f"{path} must hold one JSON object")
        return cls(data, source)

    def check(self) -> ShownVerdict:
        """The verdict of the independent checker."""
        return self.check_text(self.to_json() if self.source is None else self.source)

    def check_text(self, source: str | bytes) -> ShownVerdict:
        """The same for a text of this record, where one is at hand."""
        started = perf_counter()
        found = check(source)
        seconds = perf_counter() - started
        LOG.info("checked a certificate (%s) in %.2f s: %s", self.kind, seconds, found.verdict)
        return shown_verdict(found, self.data)

    def _repr_html_(self) -> str:
        return f"<p><b>Certificate</b> ({escape(str(self.kind))}): {escape(str(self.check()))}</p>"


def _certificate_text(source: bytes) -> bytes:
    """What a saved design has as its certificate; any other file is one itself, or malformed."""
    try:
        return certificate_in(source) or source
    except Malformed:
        return source


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no number of JSON")


def _prior(data: Mapping[str, Any]) -> tuple[Fraction, ...] | None:
    """By kind; a class of truths stands for each of them."""
    if "device" in data:
        share = Fraction(data["prior"])
        return 1 - share, share
    if data["kind"] == "gradient":
        robust = "interval" in data["objective"] or "over" in data["objective"]
        alone = len(data["scenarios"]) == 1 and not robust and not is_for_model(data)
        return tuple(map(Fraction, data["scenarios"][0]["prior"])) if alone else None
    if "shares" in data:
        return tuple(Fraction(q) for q in chain.from_iterable(data["shares"]))
    if data["kind"] == "symmetric":
        if "over" in data["objective"]:
            return None
        return _written_prior(data["prior"], data["truths"])
    if data["kind"] not in ("prices", "cases") or "prior" not in data["utility"]:
        return None
    return _written_prior(data["utility"]["prior"], data["truths"])


def is_for_model(data: Mapping[str, Any]) -> bool:
    """Whether it is about coefficients of a model, whose truths have probabilities by covariates.

    >>> is_for_model({"kind": "gradient", "objective": {"name": "log-determinant"}})
    True
    """
    return data["kind"] == "gradient" and data["objective"]["name"] in OF_MODELS


def _written_prior(given: Sequence[str], truths: Any) -> tuple[Fraction, ...]:
    """The entry of a class stands for each of its truths."""
    sizes = truths if isinstance(truths, list) else [1] * len(given)
    return tuple(Fraction(q) for q, size in zip(given, sizes, strict=True) for _ in range(size))


def issue(data: Mapping[str, Any]) -> Certificate:
    """The certificate of this record, which the checker has verified; else `CertificateError`."""
    written = PARTS.encode({"format": FORMAT, **data})
    certificate = Certificate(EXACT.decode(written))
    verdict = certificate.check_text(written)
    if verdict.verdict == "undecided":
        raise UndecidedCertificate(f"epsilon is too close to 0 to be certified ({verdict})")
    if verdict.verdict == "malformed" and GUARD.search(verdict.reason):
        raise LargeCertificate(
            f"the problem must be smaller, or its numbers shorter, to be checked ({verdict.reason})"
        )
    if verdict.status:
        raise CertificateError(str(verdict))
    return certificate


def canonical(value: Any) -> Any:
    """Exact values as JSON: fractions as strings in lowest terms, sequences as lists.

    >>> canonical({"weights": (Fraction(2, 4), Fraction(3)), "truths": 2})
    {'weights': ['1/2', '3'], 'truths': 2}
    """
    return EXACT.decode(PARTS.encode(value))


def _canonical_part(value: Any) -> Any:
    """What JSON itself does not know."""
    if type(value) is Fraction:
        return text(value)
    if isinstance(value, Mapping):
        return dict(value)
    return _not_exact(value)


def _not_exact(value: Any) -> Any:
    raise CertificateError(f"a certificate holds exact values only, got {value!r}")


CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)
"""Equal records are equal texts."""

PARTS = json.JSONEncoder(default=_canonical_part, check_circular=False)
EXACT = json.JSONDecoder(parse_float=_not_exact, parse_constant=_not_exact)
"""From exact values to their text, and from there to what a file holds."""


def privacy_statement(gamma: Gamma, delta: Fraction = Fraction(0)) -> dict[str, Any]:
    """The record of a privacy level: gamma itself, or epsilon with an enclosure of e^epsilon.

    >>> from rropt.exact import gamma_from_value
    >>> privacy_statement(gamma_from_value("5/2"))
    {'gamma': '5/2', 'delta': '0'}
    """
    if gamma.lo == gamma.hi:
        return {"gamma": text(gamma.lo), "delta": text(delta)}
    if gamma.epsilon is None:
        raise CertificateError("an inexact gamma needs the rational epsilon that it comes from")
    ends = [text(gamma.lo), text(gamma.hi)]
    return {"epsilon": text(gamma.epsilon), "gamma": ends, "delta": text(delta)}
