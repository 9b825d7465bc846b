"""Values with their counts, and their match with the labels of a channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.exact import InputError

SHOWN = 10
"""Labels in a message; what was found beside them is a respondent's, and never shown."""


@dataclass(frozen=True)
class Tally:
    """How often each value occurs; missing ones under None or a nan. `name` is for messages."""

    counts: Mapping[Any, int]
    name: str


def match(tally: Tally, labels: Sequence[str], missing: str = "refuse") -> tuple[int, ...]:
    """The counts in the order of the labels; anything else is refused.

    Missing values are refused, or left out with `missing="drop"`.

    >>> match(Tally({1: 5, "0": 2, None: 1}, "data"), ["0", "1"], missing="drop")
    (2, 5)
    """
    require_missing(missing, ("refuse", "drop"))
    found = {value: count for value, count in tally.counts.items() if count}
    total = sum(found.values())
    if not total:
        raise InputError(f"{tally.name} must contain at least one value, got none")
    position = {label: i for i, label in enumerate(labels)}
    counts, unknown, absent = [0] * len(labels), 0, 0
    for value, count in found.items():
        label = label_of(value, position)
        if label is not None:
            counts[position[label]] += count
        elif is_missing(value):
            absent += count
        else:
            unknown += count
    if absent and missing == "refuse":
        raise InputError(
            f"{tally.name} must have no missing values, got {absent} of {total} missing"
            ' (missing="drop", or --missing drop, leaves them out)'
        )
    if unknown:
        raise InputError(unfitting(tally.name, labels, unknown, total))
    if not sum(counts):
        raise InputError(f"{tally.name} must contain at least one value, got none")
    return tuple(counts)


def require_missing(choice: str, choices: Sequence[str]) -> None:
    """What is done with missing values is one of these words."""
    if choice not in choices:
        raise InputError(f"missing must be one of {', '.join(choices)}, got {choice!r}")


def unfitting(name: str, labels: Sequence[str], unknown: int, total: int) -> str:
    """The labels that are expected, and how many values are none of them: never which."""
    known = ", ".join(repr(label) for label in labels[:SHOWN])
    more = " ..." if len(labels) > SHOWN else ""
    return (
        f"{name} must hold only the labels {known}{more}, got {unknown} of {total} that do not fit"
    )


def label_of(value: Any, position: Mapping[str, int]) -> str | None:
    """The label that a value stands for: its text, a whole number's digits, 0 and 1 for bool."""
    candidates = [str(value)]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, bool):
        candidates += [str(value).lower(), str(int(value))]
    elif isinstance(value, float) and value.is_integer():
        candidates.append(str(int(value)))
    return next((text for text in candidates if text in position), None)


def key_of(value: Any, name: str) -> Any:
    """The value, None for every kind of missing one; lists and the like are no labels."""
    try:
        hash(value)
    except TypeError:
        raise InputError(f"{name} must hold labels, got a {type(value).__name__}") from None
    return None if is_missing(value) else value


def merged(rows: list[tuple[Any, ...]], name: str) -> dict[Any, int]:
    """One entry a value; every kind of missing value under None."""
    counts: dict[Any, int] = {}
    for value, count in rows:
        key = key_of(value, name)
        counts[key] = counts.get(key, 0) + int(count)
    return counts


def is_missing(value: Any) -> bool:
    """Whether a value is None, a nan, or the missing value of a data frame library."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value
