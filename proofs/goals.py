"""What a claim may assert, and how it is decided.

Grades, best first. A statement has the worst grade of its parts.

| grade | method | what was done |
|---|---|---|
| A | exact identity | expansion to zero over the rationals, or the sign of a constant |
| B | polynomial certificate | stored, and verified by the independent checker |
| C | exact linear programming | a rational primal and dual solution, or a Farkas certificate |
| D | exhaustive enumeration | every case of a finite statement, in exact arithmetic |
| E | interval subdivision | ball arithmetic on boxes that cover the domain |
| F | obligations | an induction or summation schema, each obligation discharged by a method above |
| G | two solvers | z3 and cvc5 agree that the negation has no real solution |
| H | one solver | only one of them answered |

A refutation is an exact counterexample that is evaluated again whenever it is replayed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Any, Callable, Iterable, Sequence

import sympy as sp

from .attack import Point, admits, counterexample, points, violated
from .exactly import NotRational, enclose, evaluate
from .sequent import Ledger, Options, Prover, Unproved

GRADES = {"sign": "A", "identity": "A", "polynomial": "B", "lp": "C",
          "enumeration": "D", "interval": "E", "obligations": "F", "solvers": "G",
          "solver": "H"}
METHODS = {"sign": "exact identity", "identity": "exact identity",
           "polynomial": "polynomial certificate", "lp": "exact linear programming", "enumeration": "exhaustive enumeration",
           "interval": "interval subdivision", "obligations": "obligations",
           "solvers": "z3 and cvc5", "solver": "one solver"}


@dataclass(frozen=True)
class Decision:
    """The outcome for one goal."""

    status: str
    kinds: frozenset[str] = frozenset()
    witness: Any = None
    evidence: tuple[Any, ...] = ()
    near: int = 0
    note: str = ""


class NearMissAccepted(Exception):
    """A false variant was proved: the method cannot be trusted."""


class Goal:
    """Something to decide: attack first, then prove, then see that near misses are refused."""

    label: str = ""

    def attack(self) -> Any:
        """A JSON-ready exact counterexample, or None."""
        return None

    def prove(self, ledger: Ledger) -> None:
        raise Unproved("no method")

    def replays(self, witness: Any) -> bool:
        """Does the stored counterexample still refute the goal?"""
        return False

    def near_misses(self) -> list[Goal]:
        """False variants that the same method must refuse."""
        return []

    def given(self, *more: Any) -> Goal:
        raise TypeError(f"state the goals under the hypothesis yourself: {type(self).__name__}")


def decide(goal: Goal) -> Decision:
    """Attack, prove, and count the near misses that were refused."""
    witness = goal.attack()
    if witness is not None:
        return Decision("refuted", frozenset(), witness)
    ledger = Ledger()
    try:
        goal.prove(ledger)
    except Unproved as stop:
        return Decision("undecided", note=str(stop))
    return Decision("proved", frozenset(ledger.kinds), None, tuple(ledger.evidence),
                    refuse(goal.near_misses()))


def refuse(variants: Iterable[Goal]) -> int:
    """How many false variants were refused; NearMissAccepted if one was proved."""
    count = 0
    for variant in variants:
        try:
            variant.prove(Ledger())
        except Unproved:
            count += 1
            continue
        raise NearMissAccepted(f"proved a false variant: {variant}")
    return count


def _text(point: Point) -> dict[str, str]:
    return {str(s): str(v) for s, v in sorted(point.items(), key=lambda item: str(item[0]))}


@dataclass(frozen=True)
class Holds(Goal):
    """`conclusion` for all real (or integer) values of its symbols that satisfy `hypotheses`."""

    conclusion: Any
    hypotheses: tuple[Any, ...] = ()
    options: Options = Options()
    by: str = "certificate"
    label: str = ""
    box: tuple[tuple[Any, Any, Any], ...] = ()
    also: tuple[Any, ...] = ()
    refuses: tuple[Any, ...] = ()

    @property
    def symbols(self) -> list[sp.Symbol]:
        return sorted(set(self.also).union(self.conclusion.free_symbols, *(
            h.free_symbols for h in self.hypotheses)), key=str)

    @property
    def domain(self) -> list[Any]:
        bounds = [b for s, lo, hi in self.box for b in (s >= lo, s <= hi)]
        return [*self.hypotheses, *bounds]

    def given(self, *more: Any) -> Holds:
        return replace(self, hypotheses=(*self.hypotheses, *more))

    def attack(self) -> Any:
        return _attacked(self)

    def replays(self, witness: Any) -> bool:
        values = {s: Fraction(witness["at"][str(s)]) for s in self.symbols}
        return admits(values, self.domain) and violated(self.conclusion, values)

    def prove(self, ledger: Ledger) -> None:
        if ledger.stored is not None:
            _replay(self, ledger)
            return
        found = _proof(self)
        if isinstance(found, str):
            raise Unproved(found)
        ledger.evidence += found.evidence
        ledger.kinds |= found.kinds

    def near_misses(self) -> list[Goal]:
        sample = list(_take(points(self.symbols, self.domain, [self.conclusion], 60), 60))
        variants = [*self.refuses, *_mutants(self.conclusion, sample)]
        false = [v for v in variants if any(violated(v, p) for p in sample)]
        return [replace(self, conclusion=v, refuses=()) for v in false]


@lru_cache(maxsize=None)
def _attacked(goal: Holds) -> Any:
    point = counterexample(goal.symbols, goal.domain, goal.conclusion)
    if point is None:
        return None
    return {"at": _text(point), "fails": goal.label or str(goal.conclusion)}


@lru_cache(maxsize=None)
def _proof(goal: Holds) -> Ledger | str:
    """The evidence, or why there is none; claims share many obligations."""
    ledger = Ledger()
    try:
        _PROVERS[goal.by](goal, ledger)
    except Unproved as stop:
        return str(stop)
    return ledger


_SEEN: dict[Holds, list[Any]] = {}


def _replay(goal: Holds, ledger: Ledger) -> None:
    """Replay, unless the same goal was replayed with the same evidence before."""
    start = ledger.taken
    known = _SEEN.get(goal)
    if known is not None and (ledger.stored or [])[start:start + len(known)] == known:
        ledger.taken += len(known)
        return
    _PROVERS[goal.by](goal, ledger)
    _SEEN[goal] = list((ledger.stored or [])[start:ledger.taken])


def _take(items: Iterable[Any], n: int) -> Iterable[Any]:
    return (item for item, _ in zip(items, range(n)))


def _certificate(goal: Holds, ledger: Ledger) -> None:
    try:
        Prover(ledger, goal.options).prove(list(goal.domain), goal.conclusion)
    except (sp.PolynomialError, NotImplementedError) as error:
        raise Unproved(f"not polynomial: {error}") from error


def _smt(goal: Holds, ledger: Ledger) -> None:
    from .smt import solvers_agree

    ledger.kinds.add(solvers_agree(goal.domain, goal.conclusion))


def _interval(goal: Holds, ledger: Ledger) -> None:
    from .interval import covers

    ledger.evidence.append({"boxes": covers(goal.conclusion, goal.hypotheses, goal.box)})
    ledger.kinds.add("interval")


_PROVERS = {"certificate": _certificate, "smt": _smt, "interval": _interval}


def _mutants(conclusion: Any, sample: Sequence[Point]) -> list[Any]:
    """Variants with a constant moved, a side scaled or the direction reversed."""
    if isinstance(conclusion, sp.And):
        return [m for part in conclusion.args[:3] for m in _mutants(part, sample)]
    if isinstance(conclusion, sp.Eq):
        left, right = conclusion.args
        return [sp.Eq(left, right + 1, evaluate=False),
                sp.Eq(left, sp.Rational(9, 8) * right, evaluate=False)]
    if isinstance(conclusion, (sp.StrictLessThan, sp.LessThan)):
        return _mutants(conclusion.reversed, sample)
    if isinstance(conclusion, (sp.StrictGreaterThan, sp.GreaterThan)):
        difference = conclusion.lhs - conclusion.rhs
        return [difference <= 0, *_moved(difference, sample)]
    return [sp.to_nnf(sp.Not(conclusion), simplify=False)]


def _moved(difference: Any, sample: Sequence[Point]) -> list[Any]:
    """The smallest sampled value, raised by a little: false at that very point."""
    values = [v for v in (_value(difference, p) for p in sample) if v is not None]
    if not values:
        return []
    least = min(values)
    bump = max(abs(least), Fraction(1)) / 16
    raised = least + bump
    return [difference >= sp.Rational(raised.numerator, raised.denominator)]


def _value(e: Any, point: Point) -> Fraction | None:
    try:
        return evaluate(e, point)
    except (ZeroDivisionError, NotRational):
        return None


@dataclass(frozen=True)
class Cases(Goal):
    """`predicate(case)` for every case of a finite list, in exact arithmetic.

    `cases` is a function, so that a claim costs nothing until it is decided. `false` holds
    predicates that must fail somewhere.
    """

    cases: Callable[[], Iterable[Any]]
    predicate: Callable[[Any], bool]
    label: str = ""
    kind: str = "enumeration"
    false: tuple[Callable[[Any], bool], ...] = ()
    names: tuple[str, ...] = ()

    def attack(self) -> Any:
        for index, case in enumerate(self.cases()):
            if not self._holds(case):
                return {"case": index, "at": self._shown(case), "fails": self.label}
        return None

    def _shown(self, case: Any) -> Any:
        return _plain(dict(zip(self.names, case)) if self.names else case)

    def _holds(self, case: Any) -> bool:
        try:
            return bool(self.predicate(case))
        except ZeroDivisionError:
            return False

    def replays(self, witness: Any) -> bool:
        for index, case in enumerate(self.cases()):
            if index == witness["case"]:
                return witness["at"] == self._shown(case) and not self._holds(case)
        return False

    def prove(self, ledger: Ledger) -> None:
        count = 0
        for case in self.cases():
            count += 1
            if not self._holds(case):
                raise Unproved(f"fails at {_plain(case)}")
        if not count:
            raise Unproved("no case was given")
        ledger.evidence.append({"cases": count})
        ledger.kinds.add(self.kind)

    def near_misses(self) -> list[Goal]:
        opposite = replace(self, predicate=lambda case: not self._holds(case), false=())
        return [opposite, *(replace(self, predicate=p, false=()) for p in self.false)]


def _plain(x: Any) -> Any:
    """A case as JSON: containers stay, everything else becomes text."""
    if isinstance(x, dict):
        return {str(k): _plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(v) for v in x]
    if isinstance(x, (bool, int, str)) or x is None:
        return x
    return str(x)


@dataclass(frozen=True)
class Printed(Goal):
    """A printed decimal is the correctly rounded value of an expression without symbols."""

    expression: Any
    printed: str
    label: str = ""
    _unit: Fraction = field(default=Fraction(0), init=False)

    @property
    def unit(self) -> Fraction:
        digits = len(self.printed.partition(".")[2])
        return Fraction(1, 10**digits)

    def _agrees(self) -> bool | None:
        """Ties may go up or to the even digit."""
        error = sp.Abs(self.expression - sp.Rational(self.printed))
        half = sp.Rational(self.unit.numerator, 2 * self.unit.denominator)
        try:
            steps = evaluate(self.expression, {}) / self.unit
        except NotRational:
            return enclose(sp.LessThan(error, half, evaluate=False), {}, 256)
        return Fraction(self.printed) / self.unit in (floor(steps + Fraction(1, 2)), round(steps))

    def attack(self) -> Any:
        return None if self._agrees() is not False else self._witness()

    def _witness(self) -> dict[str, Any]:
        digits = len(self.printed.partition(".")[2]) + 4
        return {"printed": self.printed, "value": _decimal(self.expression, digits)}

    def replays(self, witness: Any) -> bool:
        return self._agrees() is False and witness == self._witness()

    def prove(self, ledger: Ledger) -> None:
        if self._agrees() is not True:
            raise Unproved(f"{self.printed} was not confirmed")
        ledger.kinds.add("interval" if self.expression.atoms(sp.exp, sp.log, sp.Pow) & {
            a for a in self.expression.atoms(sp.exp, sp.log, sp.Pow)
            if not a.is_rational} else "identity")

    def near_misses(self) -> list[Goal]:
        digits = len(self.printed.partition(".")[2])
        moved = [Fraction(self.printed) + k * self.unit for k in (-1, 1)]
        return [replace(self, printed=f"{float(m):.{digits}f}") for m in moved]


def _decimal(expression: Any, digits: int) -> str:
    return str(sp.N(expression, digits))


@dataclass(frozen=True)
class Obligations(Goal):
    """An induction or summation schema, written as goals that together give the statement."""

    schema: str
    goals: tuple[Goal, ...]
    label: str = ""

    def attack(self) -> Any:
        found = ((i, g.attack()) for i, g in enumerate(self.goals))
        return next(({"obligation": i, **w} for i, w in found if w is not None), None)

    def replays(self, witness: Any) -> bool:
        rest = {k: v for k, v in witness.items() if k != "obligation"}
        return self.goals[witness["obligation"]].replays(rest)

    def prove(self, ledger: Ledger) -> None:
        for goal in self.goals:
            goal.prove(ledger)
        ledger.kinds.add("obligations")

    def near_misses(self) -> list[Goal]:
        return [m for g in self.goals for m in g.near_misses()]

    def given(self, *more: Any) -> Obligations:
        return replace(self, goals=tuple(g.given(*more) for g in self.goals))


@dataclass(frozen=True)
class Contradicted(Goal):
    """A statement that is false because `facts`, which are proved, contradict it.

    For denials that no single point refutes: an existence claim, a limit, a wrong codomain.
    """

    facts: tuple[Goal, ...]
    witness: Any
    label: str = ""

    def attack(self) -> Any:
        ledger = Ledger()
        try:
            for fact in self.facts:
                if fact.attack() is not None:
                    return None
                fact.prove(ledger)
        except Unproved:
            return None
        return {"because": self.witness}

    def replays(self, witness: Any) -> bool:
        return self.attack() == witness


# The vocabulary of the claims


def reals(names: str) -> Any:
    """Real variables without any assumption: hypotheses are stated, not hidden in the symbol."""
    return sp.symbols(names)


def integers(names: str) -> Any:
    """Integer variables."""
    return sp.symbols(names, integer=True)


def holds(conclusion: Any, *given: Any, degree: int = 4, squares: Sequence[Any] = (),
          splits: Sequence[Any] = (), multiply: bool = False, by: str = "certificate",
          box: Sequence[Any] = (), label: str = "", also: Sequence[Any] = (),
          refuses: Sequence[Any] = ()) -> Holds:
    """For all values that satisfy the hypotheses, the conclusion.

    >>> x, y = reals("x y")
    >>> decide(holds(x * y <= 1, x >= 0, x <= 1, y >= 0, y <= 1)).status
    'proved'
    >>> decide(holds(x * y < 1, x >= 0, x <= 1, y >= 0, y <= 1)).witness["at"]
    {'x': '1', 'y': '1'}
    """
    if conclusion in (sp.true, sp.false, True, False):
        raise ValueError(f"sympy evaluated the conclusion to {conclusion}; write it unevaluated")
    options = Options(degree, tuple(squares), multiply, tuple(splits))
    return Holds(conclusion, _known(given), options, by, label, tuple(box), tuple(also),
                 tuple(refuses))


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
        pairs = list(zip(sp.Matrix(left), sp.Matrix(right)))
        conclusion = sp.And(*(sp.Eq(a, b, evaluate=False) for a, b in pairs), evaluate=False)
    else:
        conclusion = sp.Eq(left, right, evaluate=False)
    return holds(conclusion, *given, label=label, **options)


def cases(of: Callable[[], Iterable[Any]], predicate: Callable[[Any], bool], label: str,
          kind: str = "enumeration", false: Sequence[Callable[[Any], bool]] = (),
          names: str = "") -> Cases:
    """The predicate holds in every case; `names` says what the entries of a case are.

    >>> decide(cases(lambda: range(10), lambda n: n * n >= n, "n^2 >= n")).status
    'proved'
    """
    return Cases(of, predicate, label, kind, tuple(false), tuple(names.split()))


def check(predicate: Callable[[], bool], label: str, kind: str = "enumeration",
          witness: Any = "the computation") -> Cases:
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
