"""How numbers and problems are written in a sentence, equal in every checker.

A part of a problem is written in full, or named by the SHA-256 of its canonical JSON. A bound is
rounded, if at all, towards the weaker claim, and the sentence says so.
"""

import hashlib
import json
from collections.abc import Sequence
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import Any

LONGEST_ITEM = 200
SHORT = 10**12
DIGITS = 12
OF_SHARES = "of the covariance of an unbiased estimator of the shares from one respondent"
AS_WRITTEN = str.maketrans("[]", "()", '"')


def _plain(value: Any) -> Any:
    """What JSON itself does not know: numbers, and vectors as they are written."""
    return value.written if hasattr(value, "written") else str(value)


CANONICAL = json.JSONEncoder(default=_plain, sort_keys=True, separators=(",", ":"))


def item(value: Any) -> str:
    """A rational, a word, a count or a list of them: in full, or by its SHA-256.

    >>> item([[Fraction(1), Fraction(3, 2)], ["oo", Fraction(1)]])
    '((1, 3/2), (oo, 1))'
    """
    text = canonical_text(value)
    is_long = len(text) - text.count('"') + text.count(",") > LONGEST_ITEM  # as it is written
    return f"SHA-256 {sha256(text)}" if is_long else text.translate(AS_WRITTEN).replace(",", ", ")


def canonical_text(value: Any) -> str:
    """The canonical JSON of a part of a certificate."""
    return CANONICAL.encode(value)


def sha256(text: str) -> str:
    """The hexadecimal digits of the hash of an ASCII text."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def up(x: Fraction) -> str:
    """The number, or not less than it.

    >>> up(Fraction(1, 3)), up(Fraction(10**13, 3)), down(Fraction(1, 3 * 10**13))
    ('1/3', '3.33333333334e12 (rounded up)', '3.33333333333e-14 (rounded down)')
    """
    return str(x) if is_short(x) else f"{_rounded(x, ROUND_CEILING)} (rounded up)"


def down(x: Fraction) -> str:
    """The number, or not more than it."""
    return str(x) if is_short(x) else f"{_rounded(x, ROUND_FLOOR)} (rounded down)"


def is_short(x: Fraction) -> bool:
    """Whether the number is written in full."""
    return max(abs(x.numerator), x.denominator) < SHORT


def _rounded(x: Fraction, rounding: str) -> str:
    """A quotient of two whole numbers is exact but for this one rounding."""
    to_digits = Context(DIGITS, rounding, Emin=MIN_EMIN, Emax=MAX_EMAX)  # no under- or overflow
    rounded = to_digits.divide(Decimal(x.numerator), Decimal(x.denominator))
    quotient = rounded.normalize(to_digits)  # without zeros at the end
    exponent = quotient.adjusted()  # after rounding, by which 9.99... may become 10
    if -5 <= exponent < DIGITS:
        return f"{quotient:f}"
    return f"{quotient.scaleb(-exponent):f}e{exponent}"


def reached(gap: Fraction, bound: Fraction, words: str) -> str:
    """That the table is best, or what it does: a value in the words of the caller."""
    return "reaches it" if gap.numerator == 0 and is_short(bound) else f"has {words}"


GROUP, WORST_GROUP, WORST_POPULATION = "group", "worst-group", "worst-population"
GROUPS = [GROUP, WORST_GROUP, WORST_POPULATION]


def at_prior(prior: Sequence[Any], sizes: Sequence[int]) -> str:
    """A distribution, once for each class of truths."""
    if max(sizes) == 1:
        return f" at prior {item(prior)}"
    pairs = list(zip(sizes, prior, strict=True))
    written = ", ".join(f"{n} x {q}" if n > 1 else str(q) for n, q in pairs)
    if len(written) + 2 <= LONGEST_ITEM:
        return f" at prior ({written})"
    return f" at prior SHA-256 {sha256(canonical_text(pairs))}"


def said(over: str, words: str, prior: Sequence[Any]) -> str:
    """How a sentence names it."""
    if over == GROUP:
        return f"{words} of a fixed group with shares {item(prior)}"
    every = "fixed groups" if over == WORST_GROUP else "priors"
    return f"a maximum over all {every} of {words}"


def with_delta(words: str, delta: Any) -> str:
    """The words for a level, and for a delta if there is one."""
    return f"({words}, delta = {item(delta)})" if delta else words
