"""The vocabulary of the claims: what a claim may assert. Methods and grades: `goals/base.py`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from rropt.exact import InputError

from ..ledger import Options
from ..text import read
from .base import GRADES, METHODS, Decision, Goal, NearMissAccepted, decide, refuse, worst
from .domains import Domain
from .finite import Cases, Sample
from .induction import Induction, induction
from .mutants import Once
from .printed import Printed
from .rules import falling, fold
from .schema import Argued, Contradicted, Group, Instance, instance
from .sentence import Sentence, sentence
from .universal import Holds

ONE_COMPUTATION = Domain.of({"computation": ("the one that is named",)})

__all__ = [
    "GRADES",
    "METHODS",
    "Argued",
    "Cases",
    "Contradicted",
    "Decision",
    "Goal",
    "Holds",
    "Induction",
    "Instance",
    "NearMissAccepted",
    "Printed",
    "Sample",
    "Sentence",
    "argued",
    "by",
    "check",
    "contradicted",
    "crosscheck",
    "decide",
    "every",
    "falling",
    "fold",
    "holds",
    "identity",
    "induction",
    "integers",
    "printed",
    "reals",
    "refuse",
    "sample",
    "sentence",
    "together",
    "within",
    "worst",
]


def reals(names: str) -> Any:
    """Real variables without any assumption: hypotheses are stated, not hidden in the symbol.

    >>> x, y = reals("x y")
    >>> x.is_positive is None
    True
    """
    return sp.symbols(names)


def integers(names: str) -> Any:
    """Integer variables.

    >>> n = integers("n")
    >>> decide(holds(n >= 1, n > 0, by="any")).status
    'proved'
    """
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
    at: Mapping[Any, Any] | None = None,
) -> Holds:
    """For all values that satisfy the hypotheses, the conclusion, which is none of them.

    >>> x, y = reals("x y")
    >>> decide(holds(x * y <= 1, x >= 0, x <= 1, y >= 0, y <= 1)).status
    'proved'
    >>> decide(holds(x * y < 1, x >= 0, x <= 1, y >= 0, y <= 1)).witness["at"]
    {'x': '1', 'y': '1'}
    """
    conclusion = read(conclusion) if isinstance(conclusion, str) else conclusion
    if not isinstance(conclusion, (sp.logic.boolalg.Boolean, bool)):
        raise InputError(
            f"a conclusion must be a relation of sympy or a text, got {_said(conclusion)}"
        )
    if conclusion in (sp.true, sp.false, True, False):
        raise InputError(
            f"a conclusion must say something, got {conclusion}, which sympy has made of it; a "
            "text such as 'x/x == 1' is read as it stands"
        )
    known = _known([read(h) if isinstance(h, str) else h for h in given])
    if conclusion in known:
        raise InputError(f"the conclusion {conclusion} is a hypothesis")
    options = Options(degree, tuple(squares), multiply, tuple(splits))
    return Holds(
        conclusion, known, options, by, label, tuple(box), tuple(also), tuple(refuses), _place(at)
    )


def _place(at: Mapping[Any, Any] | None) -> tuple[tuple[Any, Fraction], ...]:
    """A point of the domain that the author names, where the search meets none."""
    return tuple((s, Fraction(str(value))) for s, value in (at or {}).items())


def _said(thing: Any) -> str:
    """What was given, or its type where it is too long for a sentence."""
    try:
        words = repr(thing)
    except ValueError:
        return f"a {type(thing).__name__}"
    return words if len(words) <= 80 and "\n" not in words else f"a {type(thing).__name__}"


def _known(given: Sequence[Any]) -> tuple[Any, ...]:
    for h in given:
        if not isinstance(h, (sp.logic.boolalg.Boolean, bool)):
            raise InputError(
                f"a hypothesis must be a relation of sympy or a text, got a {type(h).__name__}"
            )
    if any(h in (sp.false, False) for h in given):
        raise InputError("a hypothesis must hold somewhere, got one that is false for all values")
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


def every(
    domain: Mapping[str, Collection[Any]],
    predicate: Callable[[Any], bool],
    label: str,
    false: Sequence[Callable[[Any], bool]] = (),
    names: str = "",
    balls: bool = False,
) -> Cases:
    """The predicate holds for every member of a finite domain, which is the whole domain of the
    statement: the product of named collections. `balls`: decided by enclosures.

    >>> decide(every({"bit": (0, 1)}, lambda n: n * n == n, "n^2 = n")).status
    'proved'
    """
    labels = tuple(names.split())
    return Cases(predicate, label, labels, Domain.of(domain), tuple(false), balls)


def sample(
    of: Callable[[], Iterable[Any]],
    predicate: Callable[[Any], bool],
    label: str,
    false: Sequence[Callable[[Any], bool]] = (),
    names: str = "",
    balls: bool = False,
) -> Sample:
    """Some cases of a statement about more of them. It may refute; it never proves.

    >>> decide(sample(lambda: range(40), lambda n: n < 41, "n < 41")).status
    'undecided'
    """
    return Sample(predicate, label, tuple(names.split()), of, False, tuple(false))


def crosscheck(
    of: Callable[[], Iterable[Any]],
    predicate: Callable[[Any], bool],
    label: str,
    false: Sequence[Callable[[Any], bool]] = (),
    names: str = "",
    balls: bool = False,
) -> Sample:
    """A sample beside goals that prove the statement in general: it may refute them.

    >>> decide(crosscheck(lambda: range(40), lambda n: n < 41, "n < 41")).status
    'supported'
    """
    return Sample(predicate, label, tuple(names.split()), of, True, tuple(false))


def check(
    predicate: Callable[[], bool],
    label: str,
    balls: bool = False,
    false: Callable[[], bool] | None = None,
) -> Cases:
    """One exact computation, without a variable; `false` is one like it that must fail.

    >>> decide(check(lambda: 3**4 == 81, "3^4", false=lambda: 3**4 == 82)).status
    'proved'
    """
    wrong = () if false is None else (Once(false),)
    return Cases(Once(predicate), label, (), ONE_COMPUTATION, wrong, balls)


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


def by(name: str, *goals: Goal, **arguments: Any) -> Instance:
    """A citation: the general lemma of this name at these values of its parameters, with what is
    left to check there. That it fits the statement is for the reader to see, so it is no proof.

    >>> by("power-rises", q=sp.Symbol("q"), n=sp.Symbol("n", integer=True)).lemma.statement
    'If q > 1 then q^(n+1) > q^n >= 1'
    """
    if name == "fold":
        raise ValueError("fold computes its premises: state the steps by goals.fold")
    return instance(name, arguments, goals)


def together(*goals: Goal) -> Group:
    """All of the goals, as one.

    >>> x = reals("x")
    >>> decide(together(holds(x**2 >= 0), identity((x + 1) ** 2, x**2 + 2 * x + 1))).status
    'proved'
    """
    return Group(tuple(goals))


def argued(schema: str, *goals: Goal) -> Argued:
    """Goals that give a statement over all k or n by an argument in words: no proof.

    >>> x = reals("x")
    >>> sorted(decide(argued("so for every n", holds(x**2 >= 0))).kinds)
    ['argued', 'sign']
    """
    return Argued(tuple(goals), "", schema)


def contradicted(witness: Any, *facts: Goal) -> Contradicted:
    """The statement is false because the facts are proved.

    >>> x = reals("x")
    >>> decide(contradicted("no x has x^2 < 0", holds(x**2 >= 0))).status
    'refuted'
    """
    return Contradicted(tuple(facts), witness)
