"""Formulas as MathML, which browsers set without any library, and that of each objective.

What an objective optimises is a formula in the weights w_r of the patterns r.
"""

from __future__ import annotations

import math
from fractions import Fraction
from html import escape
from typing import Any

from rropt.design.answer import Value, ends
from rropt.exact.bounds import rounded_ends
from rropt.utility.objective import Objective

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


def number(value: Value, digits: int = 10, rounding: str | None = None) -> str:
    """A value: a short fraction with its decimal, a decimal, an enclosure, or infinity; with a
    rounding the end of the enclosure that it rounds.
    """
    if value == math.inf:
        return mo("∞")
    lo, hi = ends(value)
    low, high = rounded_ends(lo, hi, digits, rounding)
    if lo != hi:
        return mn(low) if low == high else row(mo("["), mn(low), mo(","), mn(high), mo("]"))
    if lo.denominator == 1:
        return fraction(lo)
    return row(fraction(lo), mo("="), mn(low)) if is_short(lo) else row(mo("≈"), mn(low))


def expression(formula: Any) -> str:
    """A sympy expression, or text where it is not one."""
    from sympy import Basic
    from sympy.printing.mathml import mathml

    if not isinstance(formula, Basic):
        return f"<mtext>{escape(str(formula))}</mtext>"
    return str(mathml(formula, printer="presentation"))


R = mi("r")
W = sub(mi("w"), mi("r"))
Q = mi("q")
PI = mi("π")


def _r(index: str) -> str:
    return sub(R, mi(index) if index.isalpha() else mn(index))


QR = row(sub(Q, mi("j")), _r("j"))

FISHER = frac(
    sup(row(mo("("), _r("1"), mo("-"), _r("0"), mo(")")), mn(2)),
    row(mo("("), mn(1), mo("-"), PI, mo(")"), _r("0"), mo("+"), PI, _r("1")),
)
GAIN = row(under("max", mi("a")), under("∑", mi("j")), sub(mi("G"), mi("aj")), QR)
"""Of a loss as well: it is a gain with the opposite sign."""

UTILITIES = {
    "variance": FISHER,
    "warner": FISHER,
    "trace": row(under("max", mi("j")), _r("j")),
    "guess": row(under("max", mi("j")), QR),
    "gain": GAIN,
    "loss": GAIN,
    "mutual-information": row(
        under("∑", mi("j")), QR, word("log"), frac(_r("j"), row(Q, mo("·"), R))
    ),
    "f-divergence": row(_r("b"), mi("f"), mo("("), frac(_r("a"), _r("b")), mo(")")),
}
COVARIANCE = row(
    mi("Cov"),
    mo("="),
    sup(
        row(
            mo("("),
            under("∑", R),
            W,
            frac(row(R, sup(R, mo("′"))), row(PI, mo("·"), R)),
            mo(")"),
        ),
        row(mo("-"), mn(1)),
    ),
    mo("-"),
    PI,
    sup(PI, mo("′")),
)
CRITERIA = {
    "a-optimal": row(word("tr"), mi("Cov")),
    "c-optimal": row(sup(mi("c"), mo("′")), mi("Cov"), mi("c")),
    "d-optimal": row(word("log"), word("det"), mi("Cov")),
    "e-optimal": row(sub(mi("λ"), mi("max")), mo("("), mi("Cov"), mo(")")),
}


def objective_formula(objective: Objective) -> str:
    """The objective as MathML; empty for a utility of the user's own.

    >>> from rropt.utility import Trace
    >>> "max" in objective_formula(Trace(3))
    True
    """
    criterion = CRITERIA.get(objective.formula)
    if criterion is not None:
        return row(word("min"), criterion, mo(","), '<mspace width="1em"/>', COVARIANCE)
    utility = UTILITIES.get(objective.formula)
    if utility is None:
        return ""
    total = row(under("∑", R), W, utility)
    if objective.prevalence is not None:
        return row(word("min"), mi("Var"), mo("="), frac(mn(1), row(mi("n"), total)))
    return row(word("max"), total)


def privacy_formula(delta: Any) -> str:
    """The cone of patterns, or the inequality on each pair of truths."""
    gamma = mi("γ")
    if not delta:
        largest = row(under("max", mi("j")), _r("j"))
        least = row(under("min", mi("j")), _r("j"))
        return row(largest, mo("≤"), gamma, least)
    excess = row(mo("["), _r("a"), mo("-"), gamma, _r("b"), sub(mo("]"), mo("+")))
    return row(under("∑", R), W, excess, mo("≤"), mi("δ"))


def matrix_formula() -> str:
    """The bound of each pair of truths in every report."""
    level = sub(mi("g"), row(mi("a"), mi("b")))
    return row(_r("a"), mo("≤"), level, _r("b"))


def balance_formula() -> str:
    """Each column adds up to one."""
    return row(under("∑", R), W, R, mo("="), mn(1))
