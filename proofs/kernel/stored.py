"""The polynomial certificates in `proofs/store`, each once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import verdicts
from .export import name_of


def certificates() -> dict[str, tuple[dict[str, Any], list[str]]]:
    """Theorem name -> the certificate and the ids of the claims that rest on it."""
    found: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for claim, record in verdicts.everything().items():
        for certificate in _inside(record):
            _, claims = found.setdefault(name_of(certificate), (certificate, []))
            if claim not in claims:
                claims.append(claim)
    return found


def _inside(evidence: Any) -> Iterator[dict[str, Any]]:
    """Every polynomial certificate in the nested lists of a record."""
    if isinstance(evidence, dict) and evidence.get("kind") == "polynomial":
        yield evidence
        return
    parts = evidence.values() if isinstance(evidence, dict) else evidence
    for part in parts if isinstance(evidence, (dict, list)) else ():
        yield from _inside(part)
