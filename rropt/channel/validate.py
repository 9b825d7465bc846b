"""What is refused when a channel is built, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from rropt.exact import InputError, Table, iterates, over_common_denominator, probability, shown
from rropt.exact.entries import entrywise
from rropt.exact.labelled import written

MOST_LABELS = 10**6
"""Truths of a mechanism without a table, of a uniform prior, or of classes in a file."""

FORM = '{"channel": [["3/4","1/4"],["1/4","3/4"]]}'


def checked_columns(distributions: Table, kind: str) -> None:
    """Refuse what is not one distribution of reports a truth; `kind` is how it was written."""
    for j, distribution in enumerate(distributions):
        numerators, unit = over_common_denominator(distribution)
        if min(numerators) < 0:
            i = next(i for i, n in enumerate(numerators) if n < 0)
            place = (i, j) if kind == "column" else (j, i)
            entry = shown(distribution[i])
            raise InputError(f"channel entry {place} must not be negative, got {entry}")
        if sum(numerators) != unit:
            total = sum(distribution)
            raise InputError(
                f"channel {kind} {j} must add up to one, got {shown(total)} "
                f"(off by {shown(total - 1)})"
            )


def labels(names: Any, count: int, name: str) -> tuple[str, ...]:
    """`count` different labels; 0, 1, 2, ... when none are given."""
    if names is None:
        return tuple(str(i) for i in range(count))
    if isinstance(names, (str, bytes)) or not iterates(names):
        raise InputError(f"{name} must be {count} different labels, got {names!r}")
    words = tuple(map(written, names))
    if len(words) != count or len(set(words)) != count:
        raise InputError(f"{name} must be {count} different labels, got {list(words)}")
    for word in words:
        if not word.strip():
            raise InputError(
                f"{name} must be {count} labels, none of them blank, got {list(words)}"
            )
        require_writable_text(word, name)
    return words


def require_writable_text(word: Any, name: str) -> None:
    """Refuse what no file could keep, such as octets that the terminal's encoding did not know."""
    try:
        word.encode()
    except (AttributeError, UnicodeEncodeError):
        raise InputError(f"{name} must be text that UTF-8 can write, got {word!r}") from None


def pair_deltas(given: Any, truths: int) -> Table | None:
    """A delta for each ordered pair of truths, of one number or a matrix; None if all are zero.

    >>> pair_deltas("1/4", 2), pair_deltas(0, 2)
    (((Fraction(1, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(1, 4))), None)
    """
    if not isinstance(given, (list, tuple)):
        delta = probability(given, "delta")
        return ((delta,) * truths,) * truths if delta else None
    fits = (isinstance(row, (list, tuple)) and len(row) == truths for row in given)
    if len(given) != truths or not all(fits):
        raise InputError(f"deltas must be a number or a matrix on {truths} truths")
    found = entrywise(partial(probability, name="delta"), given)
    return found if any(map(any, found)) else None


def indices(order: Any, count: int, name: str) -> tuple[int, ...]:
    """A non-empty list of different positions below `count`."""
    try:
        kept = tuple(order)
    except TypeError:
        kept = ()
    plain = all(isinstance(i, int) and not isinstance(i, bool) and 0 <= i < count for i in kept)
    if not kept or not plain or len(set(kept)) != len(kept):
        raise InputError(
            f"{name} must be different whole numbers from 0 to {count - 1}, got {order}"
        )
    return kept


def parse_json(document: Any) -> Mapping[str, Any]:
    """The object of a channel file, from a mapping or from JSON text."""
    data = document
    if isinstance(document, (str, bytes)):
        try:
            data = json.loads(document)
        except (ValueError, RecursionError):
            raise InputError(f"a channel file must be valid JSON such as {FORM}") from None
    if not isinstance(data, Mapping) or "channel" not in data:
        raise InputError(f"a channel file must be {FORM}")
    return data
