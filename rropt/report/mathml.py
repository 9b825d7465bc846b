"""Formulas as MathML, which browsers set without any library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Any

from rropt.design.answer import Value, ends

LONGEST = 12
"""Longest numerator or denominator that is set as a fraction, in digits."""


def mi(name: str) -> str:
    """An identifier."""
    return f"<mi>{escape(name)}</mi>"


def mn(number: Any) -> str:
    """A number."""
    return f"<mn>{escape(str(number))}</mn>"


def mo(sign: str) -> str:
    """An operator."""
    return f"<mo>{escape(sign)}</mo>"


def row(*parts: str) -> str:
    """Parts side by side."""
    return f"<mrow>{''.join(parts)}</mrow>"


def frac(top: str, bottom: str) -> str:
    """A fraction."""
    return f"<mfrac>{top}{bottom}</mfrac>"


def sub(base: str, index: str) -> str:
    """An index."""
    return f"<msub>{base}{index}</msub>"


def sup(base: str, exponent: str) -> str:
    """A power."""
    return f"<msup>{base}{exponent}</msup>"


def under(sign: str, index: str) -> str:
    """A sum or a maximum with its index below."""
    return f"<munder>{mo(sign)}{index}</munder>"


def word(name: str) -> str:
    """A function's name with its space."""
    return f'{mi(name)}<mspace width="0.3em"/>'


def math_element(body: str, block: bool = False) -> str:
    """The element that a browser sets."""
    kind = ' display="block"' if block else ' displaystyle="true"'
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"{kind}>{body}</math>'


def fraction(value: Fraction) -> str:
    """A rational as a fraction.

    >>> fraction(Fraction(3, 4))
    '<mfrac><mn>3</mn><mn>4</mn></mfrac>'
    """
    if value.denominator == 1:
        return mn(value.numerator) if value >= 0 else row(mo("-"), mn(-value.numerator))
    body = frac(mn(abs(value.numerator)), mn(value.denominator))
    return body if value > 0 else row(mo("-"), body)


def is_short(value: Fraction) -> bool:
    """Whether a reader wants to see the fraction."""
    return max(len(str(abs(value.numerator))), len(str(value.denominator))) <= LONGEST


def number(value: Value, digits: int = 10) -> str:
    """A value: a short fraction with its decimal, a decimal, an enclosure, or infinity."""
    if value == math.inf:
        return mo("∞")
    lo, hi = ends(value)
    low, high = f"{float(lo):.{digits}g}", f"{float(hi):.{digits}g}"
    if lo != hi:
        return mn(low) if low == high else row(mo("["), mn(low), mo(","), mn(high), mo("]"))
    if lo.denominator == 1:
        return fraction(lo)
    return row(fraction(lo), mo("="), mn(low)) if is_short(lo) else row(mo("≈"), mn(low))


def matrix(rows: Sequence[Sequence[Fraction]]) -> str:
    """A table of fractions in parentheses."""
    lines = (
        "<mtr>" + "".join(f"<mtd>{fraction(entry)}</mtd>" for entry in line) + "</mtr>"
        for line in rows
    )
    return row(mo("("), f"<mtable>{''.join(lines)}</mtable>", mo(")"))


def expression(formula: Any) -> str:
    """A sympy expression, or text where it is not one."""
    from sympy import Basic
    from sympy.printing.mathml import mathml

    if not isinstance(formula, Basic):
        return f"<mtext>{escape(str(formula))}</mtext>"
    return str(mathml(formula, printer="presentation"))
