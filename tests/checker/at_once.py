"""What a short page says of a certificate by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rropt.checker.pages import page
from rropt.checker.verdict import Malformed, Refuted, Size


def proved_at_once(name: str, data: dict[str, Any], size: Size) -> str | None:
    """The sentence, where it proves it."""
    try:
        found: str | None = page(name).proved(data, replace(size))
    except (Malformed, Refuted):
        return None
    return found
