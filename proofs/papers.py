"""The papers: one module or folder each, named as in the ids with `_` for `-`.

A paper's module keeps `SECTIONS`, a list of `Section`s. Only the paper asked for is imported.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from .claims import Claim


@cache
def claims(paper: str) -> dict[str, Claim]:
    """The claims of one paper by id; empty when it has no module yet.

    >>> claims("no-such-paper")
    {}
    """
    name = f"{__package__}.{paper.replace('-', '_')}"
    if find_spec(name) is None:
        return {}
    found: dict[str, Claim] = {}
    for claim in (c for section in import_module(name).SECTIONS for c in section):
        if claim.id in found:
            raise ValueError(f"two claims for {claim.id}")
        found[claim.id] = claim
    return found


def claim_of(name: str) -> Claim | None:
    """The claim of an id, if it was written."""
    return claims(name.partition("/")[0]).get(name)
