"""A design as LaTeX: its table, value, bound and closed form."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.channel import Channel
from rropt.closed import closed_form
from rropt.design.answer import Answer, Value, ends

LONGEST = 12


def design_latex(design: Answer) -> str:
    r"""One display: P = table, value, bound, and the closed form where there is one.

    >>> from rropt import LocalDP, Trace, optimal
    >>> print(design_latex(optimal(LocalDP("ln(3)"), Trace(2))).splitlines()[0])
    $\displaystyle P = \begin{pmatrix}\frac{3}{4} & \frac{1}{4} \\ \frac{1}{4} & \frac{3}{4}\end{pmatrix}
    """  # noqa: E501
    parts = [] if design.table is None else [f"P = {matrix(design.table)}"]
    parts.append(rf"\text{{value }} {number(design.value)}")
    parts.append(rf"\text{{bound }} {number(design.bound)}")
    form = closed_form(design)
    if form is not None:
        from sympy import latex

        parts.append(rf"\text{{closed form }} {latex(form)}")
    return "$\\displaystyle " + "\n,\\quad ".join(parts) + "$"


def matrix(channel: Channel) -> str:
    """The table in parentheses."""
    lines = r" \\ ".join(" & ".join(map(entry, row)) for row in channel.rows)
    return rf"\begin{{pmatrix}}{lines}\end{{pmatrix}}"


def entry(value: Fraction) -> str:
    r"""A short fraction, else its decimal.

    >>> entry(Fraction(3, 4)), entry(Fraction(2))
    ('\\frac{3}{4}', '2')
    """
    if value.denominator == 1:
        return str(value)
    if len(str(value.denominator)) > LONGEST:
        return f"{float(value):.6f}"
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def number(value: Value) -> str:
    """A value or both ends of its enclosure."""
    if value == math.inf:
        return r"\infty"
    lo, hi = ends(value)
    if lo == hi:
        return entry(lo)
    return rf"\in [{float(lo):.10g}, {float(hi):.10g}]"
