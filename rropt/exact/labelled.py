"""Numbers with labels, in the order of the labels: a dict, a series with an index."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from numbers import Number
from typing import Any

from rropt.exact.number import InputError, exact, labels_in_words

PANDAS = ("Series", "DataFrame")

WHOLE = re.compile(r"-?\d+\.0")
"""A whole number in the text of a float."""


def aligned(labels: Sequence[str], given: Any, name: str) -> Any:
    """Numbers in the order of the labels, where they have labels; nothing is 0. Others stay.

    A pandas index of numbers that are no labels only counts rows; text is labels, known or not.

    >>> aligned(["no", "yes"], {"yes": 3, "no": 4}, "counts"), aligned(["a", "b"], [3, 4], "counts")
    ((4, 3), [3, 4])
    """
    if isinstance(given, Mapping):
        pairs = list(given.items())
    else:
        index = index_of(given)
        places = dict.fromkeys(labels, 0)
        if index is None:
            return given
        if all(label_of(value, places) is None for value in index) and are_numbers(list(index)):
            return given
        pairs = list(zip(index, given, strict=True))
    return by_label(labels, pairs, name)


def shares_of_each(labels: Sequence[str], given: Any, name: str) -> Any:
    """Shares in the order of the labels; "uniform" is the same share for each.

    >>> shares_of_each(["a", "b"], "uniform", "prior"), shares_of_each(["a"], {"a": 1}, "prior")
    ((Fraction(1, 2), Fraction(1, 2)), (1,))
    """
    if isinstance(given, str) and given.strip() == "uniform":
        return (Fraction(1, len(labels)),) * len(labels)
    return aligned(labels, given, name)


def by_label(
    labels: Sequence[str],
    pairs: Sequence[tuple[Any, Any]],
    name: str,
    places: Mapping[str, int] | None = None,
) -> tuple[Any, ...]:
    """Numbers in the order of the labels, from pairs; `places` may know codes of labels too."""
    if places is None:
        places = {label: place for place, label in enumerate(labels)}
    found: list[list[Any]] = [[] for _ in labels]
    unknown = 0
    for value, number in pairs:
        label = label_of(value, places)
        if label is None:
            unknown += 1
        else:
            found[places[label]].append(number)
    if unknown:
        known = labels_in_words(labels)
        raise InputError(f"{name} must be among {known}, got {unknown} that do not fit")
    return tuple(_together(numbers, name) for numbers in found)


def _together(numbers: Sequence[Any], name: str) -> Any:
    """What stands under one label; 1 and "1" may both be keys of a dict."""
    if len(numbers) < 2:
        return numbers[0] if numbers else 0
    return sum(exact(number, name) for number in numbers)


def are_numbers(rows: Iterable[Any]) -> bool:
    """Whether every entry is a number, and none is true or false."""
    return all(isinstance(row, Number) and not isinstance(row, bool) for row in rows)


def entries_of(given: Iterable[Any]) -> list[Any]:
    """As plain Python values, those of an array of whole numbers or texts all at once.

    >>> entries_of(range(3))
    [0, 1, 2]
    """
    kind = getattr(getattr(given, "dtype", None), "kind", "")
    if kind in ("b", "i", "u", "U"):
        return given.tolist()  # type: ignore[attr-defined]
    return list(given)


def label_of(value: Any, labels: Container[str]) -> str | None:
    """The label that a value stands for: its text, a whole number's digits, 0 and 1 for bool.

    So do the texts that programs write for these: 1.0 in a column with gaps, and True.

    >>> label_of(Decimal("1.00"), {"0": 0, "1": 1}), label_of("TRUE", ["0", "1"])
    ('1', '1')
    """
    said = written(value)
    if said in labels:
        return said
    candidates = []
    if getattr(value, "ndim", None) == 0:
        value = value.item()
    if said.lower() in ("true", "false"):
        candidates += [said.lower(), str(int(said.lower() == "true"))]
    elif isinstance(value, (float, Decimal)) and float(value).is_integer():
        candidates.append(str(int(value)))
    elif isinstance(value, str) and WHOLE.fullmatch(said):
        candidates.append(said.removesuffix(".0"))
    return next((text for text in candidates if text in labels), None)


def written(value: Any) -> str:
    """The text of an entry; of a whole number with too many digits for Python's own, another one.

    >>> written(0.5), written(10**5000)[:6]
    ('0.5', '0x31e2')
    """
    try:
        return str(value)
    except ValueError:
        return hex(value)


def is_frame(given: Any) -> bool:
    """Whether something has columns, as frames and tables of every library do.

    A series may have a label that is called so, and of a lazy frame columns are asked for alone.

    >>> is_frame([0, 1])
    False
    """
    return hasattr(type(given), "columns")


def index_of(given: Any) -> Any:
    """The labels that pandas has for the rows of a series or a frame; None where there are none."""
    kind = type(given)
    known = kind.__module__.partition(".")[0] == "pandas" and kind.__name__ in PANDAS
    return given.index if known else None
