"""Kind cases: few reports, and finitely many tables that can be best, by one of four proofs.

card     two rows about two truths, and the variance of the share
chain    at most m rows about two truths: chains of corners of one convex edge
box      two rows about any truths: one value on a set of them, one on the others
actions  at most m rows, each best for one of n actions: prices for every choice of m
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .limits import Size
from .names import named
from .pages import page

if TYPE_CHECKING:
    from .kinds import Claim

PAGES = {
    "card": ".cases_card",
    "chain": ".cases_chain",
    "box": ".cases_box",
    "actions": ".cases_actions",
}


def read_cases(data: dict[str, Any], size: Size) -> Claim:
    """The fields of a certificate of this kind."""
    proof = named(data.pop("proof", None), PAGES)
    claim: Claim = page(PAGES[proof]).read_proof(data, size)
    return claim
