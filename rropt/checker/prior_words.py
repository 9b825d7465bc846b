"""How a distribution of truths, and the worst of them, is written in a sentence."""

from collections.abc import Sequence
from typing import Any

from .statement import LONGEST_ITEM, canonical_text, item, sha256

GROUP, WORST_GROUP, WORST_POPULATION = "group", "worst-group", "worst-population"
GROUPS = [GROUP, WORST_GROUP, WORST_POPULATION]


def at_prior(prior: Sequence[Any], sizes: Sequence[int]) -> str:
    """A distribution, once for each class of truths."""
    if max(sizes) == 1:
        return f" at prior {item(prior)}"
    pairs = list(zip(sizes, prior, strict=True))
    written = ", ".join(f"{n} x {q}" if n > 1 else str(q) for n, q in pairs)
    if len(written) + 2 <= LONGEST_ITEM:
        return f" at prior ({written})"
    return f" at prior SHA-256 {sha256(canonical_text(pairs))}"


def said(over: str, words: str, prior: Sequence[Any]) -> str:
    """How a sentence names it."""
    if over == GROUP:
        return f"{words} of a fixed group with shares {item(prior)}"
    every = "fixed groups" if over == WORST_GROUP else "priors"
    return f"a maximum over all {every} of {words}"
