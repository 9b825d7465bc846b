"""The certificate inside a document, as the text that it is: nothing is written anew.

A document is a JSON object without `format` and with an object `certificate`, such as
`rropt design --json` prints. Only the certificate in it is checked.
"""

import json
import re

from .parse import MAX_DOCUMENT_BYTES, each_key_once
from .verdict import Malformed, well_formed

SPACE = re.compile(r"[ \t\n\r]*")
# Numbers outside the certificate stay text: a long one must not cost time.
DECODER = json.JSONDecoder(object_pairs_hook=each_key_once, parse_int=str, parse_float=str)


def certificate_in(source: bytes) -> bytes | None:
    """The text of the certificate in a document; None for what is no document."""
    well_formed(len(source) <= MAX_DOCUMENT_BYTES, f"more than {MAX_DOCUMENT_BYTES} bytes")
    try:
        members = _members(source.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    inside = members.get("certificate", "")
    is_document = "format" not in members and inside.startswith("{")
    return inside.encode() if is_document else None


def _members(text: str) -> dict[str, str]:
    """The texts of the members of an object; ValueError if it is none."""
    found: dict[str, str] = {}
    position = _after(text, 0, "{")
    closing = "}"
    if text[position : position + 1] == closing:
        return found
    while True:
        name, position = DECODER.raw_decode(text, position)
        start = _after(text, position, ":")
        _, position = DECODER.raw_decode(text, start)
        if name in found:
            raise Malformed("a key occurs twice")  # else two readers could check two certificates
        found[name] = text[start:position]
        position = _skip(text, position)
        if text[position : position + 1] == closing:
            break
        position = _after(text, position, ",")
    if _skip(text, position + 1) != len(text):
        raise ValueError("more than one value")
    return found


def _after(text: str, position: int, sign: str) -> int:
    """The position of what follows this sign."""
    position = _skip(text, position)
    if text[position : position + 1] != sign:
        raise ValueError(f"{sign} is missing")
    return _skip(text, position + 1)


def _skip(text: str, position: int) -> int:
    match = SPACE.match(text, position)
    return match.end() if match else position
