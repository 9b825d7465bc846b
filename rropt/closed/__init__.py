"""Closed forms: recalled, or derived with their regions of validity.

| room | what it holds |
|---|---|
| recalled | the closed forms of the literature, each with its id, its conditions, corrections; the form of one certified design, verified by exact substitution |
| derived | a piecewise closed form over a box of parameters, with a proof of cover |

What is printed needs no algebra, so that importing this package imports no sympy.
"""  # noqa: E501

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.closed.formula import Formula
from rropt.closed.recalled.recall import from_literature, recall
from rropt.design.answer import Answer, found_once
from rropt.first_use import names_of

if TYPE_CHECKING:
    import sympy

_HOME = {"derive": "rropt.closed.derived.derivation"}


@found_once
def formula(answer: Answer) -> Formula | None:
    """The optimum of a design in gamma, delta, pi and k as text, or None.

    A formula is returned only if, at the parameters of the design, it equals the certified value
    (rational gamma) or lies in the certified enclosure (gamma = e^epsilon, ball arithmetic).

    >>> import rropt as rr
    >>> str(formula(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5))))
    'gamma*k/(gamma + k - 1)'
    """
    if answer.problem.levels is not None or answer.certificate.has_few_reports:
        return None
    if getattr(answer.problem.objective, "robust", "") == "worst":
        return recall(answer, [from_literature])
    if type(answer.problem.objective).__name__ in ("Custom", "Average", "Minimax"):
        return None
    return recall(answer)


def closed_form(answer: Answer) -> sympy.Expr | None:
    """The same as a sympy expression.

    >>> import rropt as rr
    >>> closed_form(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(5)))
    gamma*k/(gamma + k - 1)
    """
    found = formula(answer)
    return None if found is None else found.expression


__getattr__ = names_of(__name__, _HOME)
