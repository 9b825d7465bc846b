"""Closed forms: recalled, derived, and cross-checked against the certified optimum.

| module | what it holds |
|---|---|
| published | the closed forms of the literature, each with its id, its conditions, corrections |
| recall | the form of one certified design, verified by exact substitution |
| derivation, regions | a piecewise closed form over a box of parameters, with a proof of cover |
| crosschecking | every route to the same optimum, in one table |
| explanation | the derivation of a design in words and in LaTeX |

Importing this package imports no sympy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rropt.lazily import names_of

if TYPE_CHECKING:
    import sympy

_HOME = {
    "crosscheck": "rropt.crosscheck.crosschecking",
    "derive": "rropt.closed.derived.derivation",
    "explain": "rropt.report.explanation",
    "explain_latex": "rropt.report.explanation",
}


def closed_form(design: Any) -> sympy.Expr | None:
    """The optimum of a design as a sympy expression in gamma, delta, pi and k, or None.

    An expression is returned only if, at the parameters of the design, it equals the certified
    value (rational gamma) or lies in the certified enclosure (gamma = e^epsilon, ball arithmetic).

    >>> import rropt as rr
    >>> closed_form(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5), crosscheck=False))
    gamma*k/(gamma + k - 1)
    """
    if type(design.problem.objective).__name__ in ("Custom", "Average", "Minimax"):
        return None
    from rropt.closed.recalled.recall import recall

    return recall(design)


__getattr__ = names_of(__name__, _HOME)
