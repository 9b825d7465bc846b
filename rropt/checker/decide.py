"""The verdict on a certificate: read it, then prove it."""

from __future__ import annotations

import json
from typing import Any, Protocol

from .limits import Size
from .pages import named, page
from .parse import parse_certificate
from .verdict import Doubts, Malformed, Refuted, Verdict


class Claim(Protocol):
    """A certificate that has been read."""

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""


PAGES = {
    "prices": ".kind_prices",
    "gradient": ".kind_gradient",
    "symmetric": ".kind_symmetric",
    "cases": ".kind_cases",
    "random-cut": ".kind_random_cut",
    "windows": ".kind_windows",
    "shuffled": ".kind_shuffled",
    "garbling": ".blackwell",
    "separation": ".blackwell",
    "polynomial": ".kind_polynomial",
}
"""Where each kind is read and proved; a page is imported when a certificate of its kind comes."""

AT_ONCE = {
    "actions probability-of-a-right-guess": ".actions_at_once",
    "actions gain": ".actions_at_once",
    "line fisher-information": ".fisher_at_once",
    "tree mutual-information": ".information_at_once",
}
"""The page that may decide kind prices with this proof of coverage and this utility at once."""


def check(source: dict[str, Any] | str | bytes) -> Verdict:
    """The verdict on a certificate, given as JSON text, as bytes or as the parsed dictionary."""
    try:
        return _checked(json.dumps(source) if isinstance(source, dict) else source)
    except Malformed as reason:
        return Verdict("malformed", reason=str(reason))
    except Refuted as reason:
        return Verdict("refuted", reason=str(reason))
    except Exception as error:  # whatever a hostile text provokes is not a certificate
        return Verdict("malformed", reason=f"not of the form of a kind: {error!a}"[:160])


def _checked(source: str | bytes) -> Verdict:
    data, size = parse_certificate(source)
    doubts = Doubts()
    if data.get("kind") not in list(PAGES):
        page(".former_files").refuse_kind(data.get("kind"))
    kind = named(data.pop("kind"), PAGES)
    statement = _at_once(kind, data, size)
    if statement is None:
        claim: Claim = getattr(page(PAGES[kind]), f"read_{kind.replace('-', '_')}")(data, size)
        statement = claim.prove(doubts)
    if doubts.reasons:
        return Verdict("undecided", reason=doubts.reasons[0])
    return Verdict("verified", statement=statement)


def _at_once(kind: str, data: dict[str, Any], size: Size) -> str | None:
    """The sentence of a file that one short page decides; None where longer ones must."""
    cover, utility = data.get("cover"), data.get("utility")
    if kind != "prices" or not isinstance(cover, dict) or not isinstance(utility, dict):
        return None
    name = AT_ONCE.get(f"{cover.get('proof')} {utility.get('name')}")
    found: str | None = page(name).proved(data, size) if name else None
    return found
