"""A certificate by its kind: read it all, then prove it."""

from collections.abc import Callable
from typing import Any

from .pages import named, page
from .verdict import AGAIN, Doubts, Size, Verdict, well_formed

PAGES = {
    "prices": ".kind_prices",
    "gradient": ".kind_gradient",
    "symmetric": ".kind_symmetric",
    "cases": ".kinds",
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
    # A list is searched without a hash, which what is no word may lack.
    well_formed(kind in list(PAGES), f"there is no such kind now: {AGAIN}")
    read = getattr(page(PAGES[kind]), f"read_{kind.replace('-', '_')}")
    doubts = Doubts()
    statement: str = read(data, size)(doubts)
    if doubts.reasons:
        return Verdict("undecided", reason=doubts.reasons[0])
    return Verdict("verified", statement=statement)


def read_cases(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """Few reports, and finitely many tables that can be best, by one of four proofs:

    card     two rows about two truths, and the variance of the share
    chain    at most m rows about two truths: chains of corners of one convex edge
    box      two rows about any truths: one value on a set of them, one on the others
    actions  at most m rows, each best for one of n actions: prices for every choice of m
    """
    name = named(data.pop("proof", None), ["card", "chain", "box", "actions"])
    found: Callable[[Doubts], str] = getattr(page(f".cases_{name}"), f"read_{name}")(data, size)
    return found
