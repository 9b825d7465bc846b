"""The door for numbers: what `exact` accepts is exact, and everything else is refused by name."""

from __future__ import annotations

import math
import numbers
import re
import sys
import warnings
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from collections.abc import Set as AbstractSet
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import mul
from typing import Any, SupportsFloat, TypeVar

MAX_DIGITS = 4000
"""Longest accepted number, in characters (Python's own conversion limit is 4300)."""

LONGEST_MESSAGE = 1000
"""Characters of a refusal: those that list what there is to choose from have up to 900."""

_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?(?P<exponent>\d{1,4}))?", re.ASCII)
_FRACTION = re.compile(r"[+-]?\d+/\d+", re.ASCII)

Vector = tuple[Fraction, ...]
Table = tuple[Vector, ...]

Number = int | float | Fraction | str | SupportsFloat
"""What `exact` reads: an int, a Decimal, a Fraction, their text, one of sympy, flint or NumPy."""

Numbers = Iterable[Number]
"""A list or an array of them, or a text with commas."""

Entries = TypeVar("Entries", bound=Sized)

NumberOrNumbers = Number | Numbers
NumberTable = Iterable[Numbers]

ROUNDING = Fraction(1, 10**9)
"""So far from one may the sum of a prior be that is meant to be one: floats and printed digits."""


class InputNote(UserWarning):
    """How an input was understood that does not say exactly what it means."""


class InputError(ValueError):
    r"""A refused input: the message names the parameter, the rule and the value, in one line.

    >>> print(InputError("table must be a list, got [[1],\n       [2]]"))
    table must be a list, got [[1], [2]]
    """

    def __init__(self, message: str) -> None:
        line = re.sub(r"\s*\n\s*", " ", str(message))
        if len(line) > LONGEST_MESSAGE:  # an array or a frame that was given in place of a number
            line = f"{line[: LONGEST_MESSAGE - 100]} ... {line[-90:]}"
        super().__init__(line)


def exact(value: Any, name: str = "value") -> Fraction:
    """The exact rational that `value` denotes.

    >>> exact("0.1"), exact("1/3"), exact(0.1), exact(2)
    (Fraction(1, 10), Fraction(1, 3), Fraction(1, 10), Fraction(2, 1))
    """
    if type(value) is Fraction:
        return value
    if isinstance(value, bool):
        raise InputError(f"{name} must be a number, got {value!r}")
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    if isinstance(value, str):
        return _from_text(value, name)
    if isinstance(value, numbers.Integral):
        return Fraction(int(value))
    if isinstance(value, Decimal) and value.is_finite():
        return _from_text(str(value), name)
    if isinstance(value, numbers.Real) and isinstance(value, float):
        return _from_float(float(value), name)
    return _from_foreign(value, name)


def _from_text(value: str, name: str) -> Fraction:
    word = value.strip()
    if len(word) > MAX_DIGITS:
        raise InputError(f"{name} must have at most {MAX_DIGITS} characters, got {len(word)}")
    decimal = _DECIMAL.fullmatch(word)
    if not (decimal or _FRACTION.fullmatch(word)):
        raise InputError(
            f"{name} must be a whole number, a decimal or a fraction such as 1/3, got {value!r}"
        )
    if decimal and len(word) + int(decimal["exponent"] or 0) > MAX_DIGITS:
        raise InputError(f"{name} must have at most {MAX_DIGITS} digits, got {value!r}")
    try:
        return Fraction(word)
    except ZeroDivisionError:
        raise InputError(f"{name} must not have a zero denominator, got {value!r}") from None


def _from_float(value: float, name: str) -> Fraction:
    if not math.isfinite(value):
        raise InputError(f"{name} must be finite, got {value!r}")
    return Fraction(repr(value))


def _from_foreign(value: Any, name: str) -> Fraction:
    """Sympy rationals, flint rationals and NumPy scalars, recognised by what they carry."""
    if getattr(value, "is_Rational", False):
        return Fraction(int(value.p), int(value.q))
    if type(value).__module__.startswith("flint") and hasattr(value, "q"):
        return Fraction(int(value.p), int(value.q))
    if isinstance(value, numbers.Real) and hasattr(value, "dtype"):
        return _from_text(str(value), name)
    raise InputError(
        f"{name} must be an exact number, got {value!r} of type {type(value).__name__}"
    )


def text(value: Fraction) -> str:
    """The canonical string of a rational: lowest terms, no denominator 1.

    >>> text(Fraction(6, 8)), text(Fraction(4, 2))
    ('3/4', '2')
    """
    try:
        return str(value)
    except ValueError:  # Python writes no integer of more than 4300 digits
        raise InputError(
            f"numbers must be short enough to write, got one of {_digits(value)} digits on the "
            "way: give the inputs with fewer digits"
        ) from None


def _digits(value: Fraction) -> int:
    """Digits of the numerator or the denominator, whichever is longer, up to one more."""
    longer = max(value.numerator.bit_length(), value.denominator.bit_length())
    return int(longer * math.log10(2)) + 1


def shown(value: Fraction | int) -> str:
    """A rational as an error message prints it: exact while it is short.

    >>> shown(Fraction(4, 3)), shown(Fraction(10**50, 3))
    ('4/3', 'about 3.33333e+49')
    """
    if max(abs(value.numerator), value.denominator) < 10**40:
        return str(value)
    try:
        return f"about {float(value):.6g}"
    except OverflowError:
        return "a number of more than 300 digits"


def in_double(value: Fraction | float) -> float:
    """The nearest double; infinite where it is beyond all of them, as of a decimal that is read."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def in_digits(value: Fraction, digits: int) -> str:
    """A rational with so many digits, also one that no double holds: e^epsilon of many reports.

    >>> in_digits(Fraction(2, 3), 4), in_digits(Fraction(10**400), 4)
    ('0.6667', '1.000e+400')
    """
    double = in_double(value)
    shown = Decimal(value.numerator) / value.denominator if math.isinf(double) else double
    return f"{shown:.{digits}g}"


def exact_vector(values: Iterable[Any], name: str = "vector") -> tuple[Fraction, ...]:
    """A non-empty vector of exact numbers; an error names the entry."""
    items = _entries(values, name)
    kinds = {*map(type, items)}
    if kinds == {Fraction}:
        return tuple(items)
    if kinds != {str}:
        return tuple(exact(item, f"{name}[{i}]") for i, item in enumerate(items))
    known: dict[str, Fraction] = {}
    for i, word in enumerate(items):
        if word not in known:  # a table has few different entries, and reading takes long
            known[word] = exact(word, f"{name}[{i}]")
    return tuple(map(known.__getitem__, items))


def listed(values: Any, name: str, of: str) -> list[Any]:
    """The entries of a list of anything but numbers; a text, a mapping or a set is none."""
    if isinstance(values, (str, bytes, Mapping, AbstractSet)):
        raise InputError(f"{name} must be a list of {of}, got {values!r}")
    try:
        return list(values)
    except TypeError:
        raise InputError(f"{name} must be a list of {of}, got {values!r}") from None


def one_of(value: Any, choices: Iterable[str], name: str) -> str:
    """The value, which must be one of some words.

    >>> one_of("wald", ("wald", "wilson"), "method")
    'wald'
    """
    known = list(choices)
    if value not in known:
        raise InputError(f"{name} must be one of {', '.join(known)}, got {value!r}")
    return str(value)


def of_size(items: Entries, size: int, name: str, what: str = "entries") -> Entries:
    """The items, of which there must be so many.

    >>> of_size([1, 2], 2, "counts")
    [1, 2]
    """
    if len(items) != size:
        raise InputError(f"{name} must have {size} {what}, got {len(items)}")
    return items


def several(number: float | str, noun: str) -> str:
    """A number of things.

    >>> several(1, "report"), several(0, "report"), several(2.5, "report")
    ('1 report', '0 reports', '2.5 reports')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


MOST_NAMED = 12
"""Groups that a message names: a column with more may say who everybody is."""


def groups_in_words(names: Collection[str]) -> str:
    """The names of groups, where they are few.

    >>> groups_in_words(["land", "town"]), groups_in_words([*map(str, range(60))])
    ("'land', 'town'", '60 groups')
    """
    if len(names) > MOST_NAMED:
        return several(len(names), "group")
    return ", ".join(map(repr, names))


SHOWN = 10
"""Labels that a message lists."""


def labels_in_words(labels: Sequence[Any]) -> str:
    """Some labels, the first where they are many.

    >>> labels_in_words(["no", "yes"]), labels_in_words([*map(str, range(60))])[-7:]
    ("'no', 'yes'", "'9' ...")
    """
    more = " ..." if len(labels) > SHOWN else ""
    return ", ".join(map(repr, labels[:SHOWN])) + more


def says_infinity(value: Any) -> bool:
    """Whether a value, as it is written, is infinity.

    >>> says_infinity(" oo"), says_infinity(float("inf")), says_infinity("1")
    (True, True, False)
    """
    return str(value).strip() in ("oo", "inf", "infinity", "∞")


def iterates(value: Any) -> bool:
    """Whether something has entries; an array without a dimension has none."""
    return hasattr(value, "__iter__") and getattr(value, "ndim", 1) != 0


def _entries(values: Iterable[Any], name: str) -> list[Any]:
    """The entries of a list, or of a text with commas."""
    if isinstance(values, str):
        return list(values.split(","))
    if isinstance(values, (bytes, Mapping, AbstractSet)):
        raise InputError(f"{name} must be a list of numbers, got {values!r}")
    try:
        items = list(values)
    except TypeError:
        raise InputError(f"{name} must be a list of numbers, got {values!r}") from None
    if not items:
        raise InputError(f"{name} must not be empty: numbers such as 1/2,1/3,1/6")
    return items


def prior_vector(
    values: Iterable[Any], name: str = "prior", positive: bool = False
) -> tuple[Fraction, ...]:
    """A probability vector, exactly: entries non-negative (or positive), sum one.

    Whole counts, and what sums to one within 1e-9, such as `[1/3] * 3` in floats, are divided by
    their sum, and an `InputNote` says so.

    >>> prior_vector(["0.7", "20%", "0.1"])
    (Fraction(7, 10), Fraction(1, 5), Fraction(1, 10))
    """
    prior = _shares(values, name, positive)
    masses, unit = over_common_denominator(prior)
    total = Fraction(sum(masses), unit)
    if total == 1:
        return prior
    counts = total > 1 and all(entry.denominator == 1 for entry in prior)
    if not counts and abs(total - 1) > ROUNDING:
        raise InputError(f"{name} must sum to one, got {shown(total)}")
    kind = "of counts" if counts else "rounded"
    warn_caller(f"{name} is {kind}: it is divided by its sum, {shown(total)}", InputNote)
    return tuple(entry / total for entry in prior)


def warn_caller(said: str, kind: type[Warning]) -> None:
    """A warning at the line of whoever called rropt."""
    frame = sys._getframe(1)
    depth = 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("rropt."):
        frame = frame.f_back
        depth = depth + 1
    warnings.warn(said, kind, stacklevel=depth)


def share_vector(values: Iterable[Any], name: str) -> tuple[Fraction, ...]:
    """Shares of a whole, which are meant to the last digit: non-negative, sum one.

    >>> share_vector("3/4,1/4", "weights")
    (Fraction(3, 4), Fraction(1, 4))
    """
    shares = _shares(values, name, positive=False)
    if sum(shares) != 1:
        raise InputError(f"{name} must sum to one, got {shown(Fraction(sum(shares)))}")
    return shares


def _shares(values: Iterable[Any], name: str, positive: bool) -> tuple[Fraction, ...]:
    items = _entries(values, name)
    shares = tuple(share(item, f"{name}[{i}]") for i, item in enumerate(items))
    least = 1 if positive else 0
    for i, entry in enumerate(shares):
        if entry.numerator < least:
            rule = "positive" if positive else "non-negative"
            raise InputError(f"{name}[{i}] must be {rule}, got {shown(entry)}")
    return shares


def share(value: Any, name: str) -> Fraction:
    """An exact number; 25% is 1/4.

    >>> share("2.5%", "margin")
    Fraction(1, 40)
    """
    if isinstance(value, str) and value.strip().endswith("%"):
        return exact(value.strip()[:-1], name) / 100
    if isinstance(value, str) and value.strip() == "uniform":
        raise InputError(f"{name} must say how many truths are equal, got 'uniform': 1,1,1 for 3")
    return _of_few_digits(exact(value, name), name)


def _of_few_digits(number: Fraction, name: str) -> Fraction:
    """Refuse what Python does not write."""
    if _digits(number) > MAX_DIGITS:
        raise InputError(f"{name} must have at most {MAX_DIGITS} digits, got {_digits(number)}")
    return number


def probability(value: Any, name: str) -> Fraction:
    """An exact number between 0 and 1, ends included; 25% is 1/4."""
    number = share(value, name)
    if not 0 <= number <= 1:
        raise InputError(f"{name} must lie between 0 and 1, got {shown(number)}")
    return number


def whole(value: Any, name: str, least: int = 0, most: int | None = None) -> int:
    """An exact whole number, at least `least`, and at most `most` where that is given.

    >>> whole("52", "denominator", 1)
    52
    """
    try:
        number = exact(value, name)
    except InputError:
        rule = f"{name} must be a whole number of at least {least}"
        raise InputError(f"{rule}, got {value!r}") from None
    if number.denominator != 1 or number < least:
        raise InputError(f"{name} must be a whole number of at least {least}, got {shown(number)}")
    if most is not None and number > most:
        raise InputError(f"{name} must be at most {most}, got {shown(number)}")
    return int(number)


def positive(value: Any, name: str) -> Fraction:
    """An exact number above zero.

    >>> positive("1/2", "margin")
    Fraction(1, 2)
    """
    number = _of_few_digits(exact(value, name), name)
    if number <= 0:
        raise InputError(f"{name} must be positive, got {shown(number)}")
    return number


def exact_table(rows: Any, name: str = "table") -> Table:
    """A non-empty rectangular table of exact numbers."""
    refused = isinstance(rows, (str, bytes, Mapping, AbstractSet))
    if refused or not iterates(rows):
        raise InputError(f"{name} must be a list of rows, got {rows!r}")
    listed = list(rows)
    if not listed:
        raise InputError(f"{name} must not be empty")
    table = tuple(exact_vector(row, f"{name} row {i}") for i, row in enumerate(listed))
    for i, row in enumerate(table):
        if len(row) != len(table[0]):
            raise InputError(
                f"{name} must be rectangular: row 0 has {len(table[0])} entries, "
                f"row {i} has {len(row)}"
            )
    return table


def over_common_denominator(values: Sequence[Fraction]) -> tuple[tuple[int, ...], int]:
    """Numerators over the least common denominator, and that denominator."""
    ratios = [value.as_integer_ratio() for value in values]
    denominator = math.lcm(*{bottom for _, bottom in ratios})
    return tuple([top * (denominator // bottom) for top, bottom in ratios]), denominator


def whole_rows(table: Sequence[Sequence[Fraction]]) -> tuple[list[tuple[int, ...]], int]:
    """The rows of a table as numerators over the least common denominator, and that denominator.

    >>> whole_rows(exact_table([["1/2", "1/3"], ["1/2", "2/3"]]))
    ([(3, 2), (3, 4)], 6)
    """
    flat, denominator = over_common_denominator(list(chain.from_iterable(table)))
    width = len(table[0])
    return [flat[start : start + width] for start in range(0, len(flat), width)], denominator


def primitive(row: Sequence[int]) -> tuple[int, ...]:
    """The direction of a row as integers without a common factor; zeros stay."""
    common = math.gcd(*row) or 1
    return tuple([entry // common for entry in row])


def masses_by_direction(rows: Iterable[Sequence[Fraction]]) -> dict[tuple[int, ...], Fraction]:
    """What the rows of each direction add up to, as multiples of it: a report that is split in two
    proportional ones is the same.

    >>> masses_by_direction([(Fraction(1, 4), Fraction(1, 2)), (Fraction(1, 2), Fraction(1))])
    {(1, 2): Fraction(3, 4)}
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for row in rows:
        if any(row):
            multiples, unit = over_common_denominator(row)
            direction = primitive(multiples)
            mass = Fraction(math.gcd(*multiples), unit)
            found[direction] = found.get(direction, Fraction(0)) + mass
    return found


def weighted_sum(weights: Sequence[Fraction], values: Sequence[Fraction]) -> Fraction:
    """The sum of weight times value, by way of whole numbers.

    >>> weighted_sum([Fraction(1, 2), Fraction(1, 3)], [Fraction(1), Fraction(3, 4)])
    Fraction(3, 4)
    """
    masses, below = over_common_denominator(weights)
    whole_values, unit = over_common_denominator(values)
    return Fraction(sum(map(mul, masses, whole_values)), below * unit)
