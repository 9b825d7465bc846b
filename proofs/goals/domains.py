"""Finite domains: named parts, each a finite collection that is listed in full."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

SHOWN = 6


@dataclass(frozen=True)
class Domain:
    """The product of finite collections.

    >>> domain = Domain.of({"n": range(2, 5), "bit": (0, 1)})
    >>> domain.words(), len(list(domain)), len(domain)
    ('n = 2, ..., 4; bit in {0, 1}', 6, 6)
    """

    parts: tuple[tuple[str, Collection[Any]], ...]

    @staticmethod
    def of(parts: Mapping[str, Collection[Any]]) -> Domain:
        """A generator, or anything else without a length, is no list of a domain."""
        for name, values in parts.items():
            if not name.strip():
                raise ValueError("each part of a domain must have a name, got none")
            if not isinstance(values, Collection) or isinstance(values, str):
                raise ValueError(f"{name} must be a finite collection, got {values!r}")
            if not len(values):
                raise ValueError(f"{name} must have a value, got {values!r}")
        return Domain(tuple(parts.items()))

    def __len__(self) -> int:
        return prod(len(values) for _, values in self.parts)

    def __iter__(self) -> Iterator[Any]:
        """Each member: the value of the only part, or a tuple."""
        if len(self.parts) == 1:
            return iter(self.parts[0][1])
        return product(*(values for _, values in self.parts))

    def words(self) -> str:
        """Which values, for a reader."""
        return "; ".join(_listed(name, values) for name, values in self.parts)


def _listed(name: str, values: Collection[Any]) -> str:
    if isinstance(values, range) and len(values) > 2:
        step = "" if values.step == 1 else f", {values[1]}"
        return f"{name} = {values[0]}{step}, ..., {values[-1]}"
    if len(values) > SHOWN:
        return f"{name}: all {len(values)} values"
    return f"{name} in {{{', '.join(map(_word, values))}}}"


def _word(value: Any) -> str:
    return f"({', '.join(map(_word, value))})" if isinstance(value, (tuple, list)) else str(value)
