"""The checker against its specification, `rropt.checker.plain`, on small certificates."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rropt.checker.plain import proves

MOST_TRUTHS = 3
MOST_ROWS = 12
MOST_BYTES = 6000


class Disagreement(BaseException):
    """No Exception: the checker takes those for signs of a malformed text."""


def compare(source: str | bytes, verdict: str, compared: set[bytes]) -> None:
    """What is verified the specification proves, and nothing else."""
    text = source.encode() if isinstance(source, str) else source
    key = hashlib.sha256(text).digest()
    if len(text) > MOST_BYTES or key in compared or verdict == "undecided":
        return
    compared.add(key)
    data = json.loads(text)
    proved = proves(data) if is_small(data) else None
    if proved is None:
        return
    if proved != (verdict == "verified"):
        raise Disagreement(f"{verdict}, but to the specification {proved}: {data}")


def is_small(data: dict[str, Any]) -> bool:
    """Few enough truths and rows for enumeration without cleverness."""
    if data["kind"] == "polynomial":
        return True
    if data["kind"] == "cases" and data["proof"] == "chain" and data["reports"] > 2:
        several = len(data["privacy"].get("conditions", [])) > 2
        return data["reports"] == 3 and not several
    listed = data["kind"] == "cases"
    truths = len(data["table"][0] if listed else data.get("prices", [0, 0]))
    if data["kind"] == "symmetric" and isinstance(data["truths"], list):
        truths = sum(data["truths"])
    rows = len(data.get("patterns", data.get("A", [])))
    return truths <= MOST_TRUTHS and rows <= MOST_ROWS
