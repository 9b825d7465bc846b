"""How numbers and problems are written in a sentence, equal in every checker.

A part of a problem is written in full, or named by the SHA-256 of its canonical JSON. A bound is
rounded, if at all, towards the weaker claim, and the sentence says so.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

LONGEST_ITEM = 200
SHORT = 10**12
DIGITS = 12
AS_WRITTEN = str.maketrans("[]", "()", '"')


def item(value: Any) -> str:
    """A rational, a word, a count or a list of them: in full, or by its SHA-256.

    >>> item([[Fraction(1), Fraction(3, 2)], ["oo", Fraction(1)]])
    '((1, 3/2), (oo, 1))'
    """
    text = canonical_text(value)
    written = text.translate(AS_WRITTEN).replace(",", ", ")
    return written if len(written) <= LONGEST_ITEM else f"SHA-256 {sha256(text)}"


def canonical_text(value: Any) -> str:
    """The canonical JSON of a part of a certificate."""
    return json.dumps(value, default=str, sort_keys=True, separators=(",", ":"))


def sha256(text: str) -> str:
    """The hexadecimal digits of the hash of an ASCII text."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def up(x: Fraction) -> str:
    """The number, or not less than it.

    >>> up(Fraction(1, 3)), up(Fraction(10**13, 3)), down(Fraction(1, 3 * 10**13))
    ('1/3', '3.33333333334e12 (rounded up)', '3.33333333333e-14 (rounded down)')
    """
    return str(x) if is_short(x) else f"{_rounded(x, 1)} (rounded up)"


def down(x: Fraction) -> str:
    """The number, or not more than it."""
    return str(x) if is_short(x) else f"{_rounded(x, -1)} (rounded down)"


def is_short(x: Fraction) -> bool:
    """Whether the number is written in full."""
    return max(abs(x.numerator), x.denominator) < SHORT


def _rounded(x: Fraction, direction: int) -> str:
    sign = "-" if x < 0 else ""
    exponent = _exponent(abs(x))
    digits = _scaled(abs(x), DIGITS - 1 - exponent, direction if x > 0 else -direction)
    if digits == 10**DIGITS:
        digits //= 10
        exponent += 1
    return sign + _decimal(str(digits), exponent)


def _exponent(x: Fraction) -> int:
    """The e with 10^e <= x < 10^(e + 1)."""
    guess = (x.numerator.bit_length() - x.denominator.bit_length()) * 30103 // 100000
    while _scaled(x, -guess, -1) >= 10:
        guess += 1
    while _scaled(x, -guess, -1) < 1:
        guess -= 1
    return guess


def _scaled(x: Fraction, power: int, direction: int) -> int:
    """The whole number next to 10^power x, above it or below it."""
    top = x.numerator * 10 ** max(0, power)
    bottom = x.denominator * 10 ** max(0, -power)
    return -(-top // bottom) if direction > 0 else top // bottom


def _decimal(digits: str, exponent: int) -> str:
    if not -5 <= exponent < DIGITS:
        return f"{_trimmed(digits[0], digits[1:])}e{exponent}"
    if exponent < 0:
        return _trimmed("0", "0" * (-exponent - 1) + digits)
    return _trimmed(digits[: exponent + 1], digits[exponent + 1 :])


def _trimmed(whole: str, fraction: str) -> str:
    kept = fraction.rstrip("0")
    return f"{whole}.{kept}" if kept else whole


def reached(gap: Fraction, bound: Fraction, words: str) -> str:
    """That the table is best, or what it does: a value in the words of the caller."""
    return "reaches it" if gap == 0 and is_short(bound) else f"has {words}"


def at_prior(prior: Sequence[Fraction], sizes: Sequence[int]) -> str:
    """A distribution, once for each class of truths."""
    if max(sizes) == 1:
        return f" at prior {item(list(prior))}"
    pairs = list(zip(sizes, prior, strict=True))
    written = ", ".join(f"{n} x {q}" if n > 1 else str(q) for n, q in pairs)
    if len(written) + 2 <= LONGEST_ITEM:
        return f" at prior ({written})"
    return f" at prior SHA-256 {sha256(canonical_text(pairs))}"
