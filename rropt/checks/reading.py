"""Reading a certificate: exact numbers in their one form, records with exactly their keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import ROUND_DOWN, Context, Decimal
from fractions import Fraction
from math import lcm
from typing import Any

MAX_DIGITS = 4000  # of one integer
MAX_BITS = 1 << 16  # of a common denominator
MAX_WORK = 1 << 22  # numbers multiplied in one file
RATIONAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


class Stop(Exception):
    """The first thing that failed: (verdict, reason)."""


def verify(kind: Callable[[dict[str, Any]], str], body: dict[str, Any]) -> tuple[str, str]:
    """("verified", the sentence proved), or another verdict and its reason."""
    try:
        return "verified", kind(body)
    except Stop as stop:
        return stop.args


def need(condition, reason: str, verdict: str = "refuted") -> None:
    if not condition:
        raise Stop(verdict, reason)


def fields(record, required: str, optional: str = "") -> list:
    """The values of a record with exactly these keys (None for an absent optional one)."""
    names, extra = required.split(), optional.split()
    need(isinstance(record, dict), f"expected a record of {required}", "malformed")
    for name in names:
        need(name in record, f'"{name}" is missing', "malformed")
    unknown = sorted(record.keys() - {*names, *extra})
    need(not unknown, f"unknown or inapplicable key {ascii(unknown[:1])[1:30]}", "malformed")
    return [record.get(name) for name in names + extra]


def listed(value, what: str, length: int | None = None) -> list:
    need(isinstance(value, list), f"{what} must be a list", "malformed")
    need(length in (None, len(value)), f"{what} must have {length} entries", "malformed")
    return value


def natural(value, what: str, low: int = 0, high: int = 10**18) -> int:
    ok = type(value) is int and low <= value <= high
    need(ok, f"{what} must be an integer from {low} to {high}", "malformed")
    return value


def number(value, what: str) -> Fraction:
    match = RATIONAL.fullmatch(value) if isinstance(value, str) else None
    if not match:
        raise Stop("malformed", f'{what} must be a rational in lowest terms such as "3/4"')
    need(max(map(len, match.groups("1"))) <= MAX_DIGITS, f"{what} has too many digits", "malformed")
    top, bottom = map(int, match.groups("1"))
    found = Fraction(top, bottom)
    lowest = found.denominator == bottom and (bottom > 1 or "/" not in value)
    need(lowest, f"{what} is not in lowest terms", "malformed")
    return found


def span(value, what: str) -> tuple[Fraction, Fraction]:
    """An exact number, or an enclosure of one by two."""
    both = vector(value, what, 2) if isinstance(value, list) else [number(value, what)] * 2
    need(both[0] <= both[1], f"{what} has its ends reversed", "malformed")
    return both[0], both[1]


def vector(value, what: str, length: int | None = None) -> list[Fraction]:
    return [number(entry, what) for entry in listed(value, what, length)]


def matrix(value, what: str, columns: int | None = None, rows: int | None = None) -> list:
    found = [vector(row, what, columns) for row in listed(value, what, rows)]
    even = found and found[0] and len({len(row) for row in found}) == 1
    need(even, f"{what} must be a table of rows of equal length", "malformed")
    return found


def distribution(value, what: str, length: int) -> list[Fraction]:
    found = vector(value, what, length)
    need(
        min(found) >= 0 and total(found) == 1,
        f"{what} must be non-negative and add up to 1",
        "malformed",
    )
    return found


def square(value, what: str, k: int):
    found = matrix(value, what, k, k)
    need(found == [list(column) for column in zip(*found, strict=True)], f"{what} is not symmetric")
    return found


def common(values) -> tuple[list[int], int]:
    """Integers over one common denominator."""
    values, bottom = list(values), 1
    for value in values:
        bottom = lcm(bottom, value.denominator)
        need(bottom.bit_length() <= MAX_BITS, "the common denominator is too large", "malformed")
    return [value.numerator * (bottom // value.denominator) for value in values], bottom


def integers(rows) -> tuple[list[list[int]], int]:
    flat, bottom = common(value for row in rows for value in row)
    return [flat[i : i + len(rows[0])] for i in range(0, len(flat), len(rows[0]))], bottom


def total(values) -> Fraction:
    tops, bottom = common(values)
    return Fraction(sum(tops), bottom)


def dot(x, y):
    return sum(a * b for a, b in zip(x, y, strict=True))


def times(a, b):
    columns = list(zip(*b, strict=True))
    return [[dot(row, column) for column in columns] for row in a]


def trace(a, b):
    return sum(dot(x, y) for x, y in zip(a, b, strict=True))


def show(value: Fraction) -> str:
    """The number, or the first digits of it: never rounded up."""
    if max(abs(value.numerator), value.denominator) < 10**12:
        return str(value)
    digits = Context(12, ROUND_DOWN).divide(Decimal(value.numerator), Decimal(value.denominator))
    return f"{digits:g}..."
