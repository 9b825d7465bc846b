"""Frozen data whose fields are computed from what it is made of."""

from __future__ import annotations

from typing import Any


def fill(frozen: Any, **fields: Any) -> None:
    """The fields of frozen data, set once, in its own constructor.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, init=False)
    ... class Share:
    ...     per_cent: int
    ...     def __init__(self, share):
    ...         fill(self, per_cent=round(100 * share))
    >>> Share(0.25)
    Share(per_cent=25)
    """
    for name, value in fields.items():
        object.__setattr__(frozen, name, value)
