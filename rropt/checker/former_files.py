"""Files that a former version wrote: the reason why they are malformed says how to make them again.

What was never written has another reason, or none of its own.
"""

from typing import Any

from .verdict import FORMAT, Malformed

OLD_FORMAT = "rropt-certificate/1"
KINDS = {
    "model": "gradient",
    "vertices": "cases",
    "two-reports": "cases",
    "corner-chains": "cases",
    "fewer-reports": "cases",
}
"""The kind that a former one is part of."""

AGAIN = "make it again with rropt design ... --save FILE"


def refuse_format(format: Any) -> None:
    """A text that is not of this format."""
    if format == OLD_FORMAT:
        raise Malformed(f"this is a certificate of format 1: {AGAIN}")
    raise Malformed(f"format must be {FORMAT}")


def refuse_kind(kind: Any) -> None:
    """A kind that there was."""
    if isinstance(kind, str) and kind in KINDS:
        raise Malformed(f"kind {kind} is part of kind {KINDS[kind]} now: {AGAIN}")
