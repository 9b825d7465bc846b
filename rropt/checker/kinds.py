"""A certificate by its kind: read it all, then prove it."""

from __future__ import annotations

from typing import Any, Protocol

from .doubts import Doubts
from .limits import Size
from .names import named
from .pages import page
from .verdict import Verdict


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


def verdict_on(kind: Any, data: dict[str, Any], size: Size) -> Verdict:
    """Whether every check of this kind succeeds, or which ones logarithms could not decide."""
    if kind not in list(PAGES):
        page(".former_files").refuse_kind(kind)
    known = named(kind, PAGES)
    claim: Claim = getattr(page(PAGES[known]), f"read_{known.replace('-', '_')}")(data, size)
    doubts = Doubts()
    statement = claim.prove(doubts)
    if doubts.reasons:
        return Verdict("undecided", reason=doubts.reasons[0])
    return Verdict("verified", statement=statement)
