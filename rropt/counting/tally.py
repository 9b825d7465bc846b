"""Values with their counts, and their match with the labels of a channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rropt.exact import InputError

EXAMPLES = 5


@dataclass(frozen=True)
class Tally:
    """How often each value occurs; missing ones under None or a nan. `name` is for messages."""

    counts: Mapping[Any, int]
    name: str


def match(tally: Tally, labels: Sequence[str]) -> tuple[int, ...]:
    """The counts in the order of the labels; anything else is refused.

    >>> match(Tally({1: 5, "0": 2}, "data"), ["0", "1"])
    (2, 5)
    """
    found = {value: count for value, count in tally.counts.items() if count}
    total = sum(found.values())
    if not total:
        raise InputError(f"{tally.name} must contain at least one value, got none")
    position = {label: i for i, label in enumerate(labels)}
    counts, unknown, missing = [0] * len(labels), {}, 0
    for value, count in found.items():
        label = label_of(value, position)
        if label is not None:
            counts[position[label]] += count
        elif is_missing(value):
            missing += count
        else:
            unknown[value] = count
    if missing:
        raise InputError(
            f"{tally.name} must have no missing values, got {missing} of {total} missing"
        )
    if unknown:
        raise InputError(_unknown_message(tally.name, labels, unknown, total))
    return tuple(counts)


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
        raise InputError(f"{name} must hold labels, got {value!r}") from None
    return None if is_missing(value) else value


def is_missing(value: Any) -> bool:
    """Whether a value is None, a nan, or the missing value of a data frame library."""
    return value is None or type(value).__name__ in ("NAType", "NaTType") or value != value


def _unknown_message(
    name: str, labels: Sequence[str], unknown: Mapping[Any, int], total: int
) -> str:
    ranked = sorted(unknown.items(), key=lambda item: -item[1])
    examples = ", ".join(f"{value!r} ({count} times)" for value, count in ranked[:EXAMPLES])
    known = ", ".join(repr(label) for label in labels[: 2 * EXAMPLES])
    more = " ..." if len(labels) > 2 * EXAMPLES else ""
    return (
        f"{name} must hold only the labels {known}{more}, got {examples}: "
        f"{sum(unknown.values())} of {total} values"
    )
