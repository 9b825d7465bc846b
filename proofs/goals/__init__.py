"""The vocabulary of the claims: what a claim may assert. Methods and grades: `goals/base.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import sympy as sp

from ..ledger import Options
from .base import GRADES, METHODS, Decision, Goal, NearMissAccepted, decide, refuse
from .finite import Cases
from .printed import Printed
from .schema import Contradicted, Obligations
from .universal import Holds

__all__ = [
    "GRADES",
    "METHODS",
    "Cases",
    "Contradicted",
    "Decision",
    "Goal",
    "Holds",
    "NearMissAccepted",
    "Obligations",
    "Printed",
    "cases",
    "check",
    "contradicted",
    "decide",
    "holds",
    "identity",
    "integers",
    "obligations",
    "printed",
    "reals",
    "refuse",
    "within",
]


def reals(names: str) -> Any:
    """Real variables without any assumption: hypotheses are stated, not hidden in the symbol."""
    return sp.symbols(names)


def integers(names: str) -> Any:
    """Integer variables."""
    return sp.symbols(names, integer=True)


def holds(
    conclusion: Any,
    *given: Any,
    degree: int = 4,
    squares: Sequence[Any] = (),
    splits: Sequence[Any] = (),
    multiply: bool = False,
    by: str = "certificate",
    box: Sequence[Any] = (),
    label: str = "",
    also: Sequence[Any] = (),
    refuses: Sequence[Any] = (),
) -> Holds:
    """For all values that satisfy the hypotheses, the conclusion, which is none of them.

    >>> x, y = reals("x y")
    >>> decide(holds(x * y <= 1, x >= 0, x <= 1, y >= 0, y <= 1)).status
    'proved'
    >>> decide(holds(x * y < 1, x >= 0, x <= 1, y >= 0, y <= 1)).witness["at"]
    {'x': '1', 'y': '1'}
    """
    if conclusion in (sp.true, sp.false, True, False):
        raise ValueError(f"sympy evaluated the conclusion to {conclusion}; write it unevaluated")
    known = _known(given)
    if conclusion in known:
        raise ValueError(f"the conclusion {conclusion} is a hypothesis")
    options = Options(degree, tuple(squares), multiply, tuple(splits))
    return Holds(conclusion, known, options, by, label, tuple(box), tuple(also), tuple(refuses))


def _known(given: Sequence[Any]) -> tuple[Any, ...]:
    if any(h in (sp.false, False) for h in given):
        raise ValueError("a hypothesis is false for all values")
    return tuple(sp.sympify(h) for h in given if h not in (sp.true, True))


def identity(left: Any, right: Any, *given: Any, label: str = "", **options: Any) -> Holds:
    """Two expressions or matrices are equal wherever the hypotheses hold.

    >>> x = reals("x")
    >>> decide(identity((x + 1)**2, x**2 + 2*x + 1)).kinds
    frozenset({'identity'})
    """
    if hasattr(left, "shape"):
        pairs = list(zip(sp.Matrix(left), sp.Matrix(right), strict=False))
        conclusion = sp.And(*(sp.Eq(a, b, evaluate=False) for a, b in pairs), evaluate=False)
    else:
        conclusion = sp.Eq(left, right, evaluate=False)
    return holds(conclusion, *given, label=label, **options)


def cases(
    of: Callable[[], Iterable[Any]],
    predicate: Callable[[Any], bool],
    label: str,
    kind: str = "enumeration",
    false: Sequence[Callable[[Any], bool]] = (),
    names: str = "",
) -> Cases:
    """The predicate holds in every case; `names` says what the entries of a case are.

    >>> decide(cases(lambda: range(10), lambda n: n * n >= n, "n^2 >= n")).status
    'proved'
    """
    return Cases(of, predicate, label, kind, tuple(false), tuple(names.split()))


def check(
    predicate: Callable[[], bool],
    label: str,
    kind: str = "enumeration",
    witness: Any = "the computation",
) -> Cases:
    """One exact computation."""
    return Cases(lambda: [witness], lambda _: predicate(), label, kind)


def printed(expression: Any, text: str, label: str = "") -> Printed:
    """The printed decimal is right to its last digit.

    >>> decide(printed(sp.exp(1), "2.718")).status
    'proved'
    >>> decide(printed(sp.exp(1), "2.719")).status
    'refuted'
    """
    return Printed(sp.sympify(expression), text, label)


def within(conclusion: Any, box: Sequence[Any], *given: Any, label: str = "") -> Holds:
    """A strict statement on a box, by interval subdivision: box = [(symbol, lo, hi), ...].

    >>> x = reals("x")
    >>> decide(within(sp.exp(x) > 1 + x, [(x, 1, 2)])).status
    'proved'
    """
    return holds(conclusion, *given, by="interval", box=box, label=label)


def obligations(schema: str, *goals: Goal) -> Obligations:
    """A schema over all k or n, as goals; the schema is named in the statement's scope."""
    return Obligations(schema, tuple(goals))


def contradicted(witness: Any, *facts: Goal) -> Contradicted:
    """The statement is false because the facts are proved."""
    return Contradicted(tuple(facts), witness)
