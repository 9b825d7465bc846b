"""Every method, for a goal that names none: what it says is brought to polynomials, step by step.

| what occurs | what is proved instead |
|---|---|
| remainders | every remainder of the variables |
| abs, sign, Min, Max | each case |
| floor, ceiling | the same for an integer next to it |
| an integer between two bounds | each of its values |
| integers | p > -1 for p >= 0, and p >= 1 where p > 0 is known |
| log, exp in one variable | the signs of derivatives |
| log, exp | variables with tangents |
| roots | variables with their powers |
| a box around everything | enclosures on its parts |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import sympy as sp

from ..functions import CURVED, FLOORS, STEPPED, Curves, bases, cases, expanded, floors, replaced
from ..interval import covers
from ..ledger import Ledger, Refuted, Unproved
from ..roots import radicands, without_roots
from ..slopes import at_least_zero, interval_of, is_smooth
from ..whole import listed, loosened, remainders_show, tightened

Method = Callable[[Any, Ledger], None]
MOST_BOXES = 3000  # a few seconds; a claim that needs more is tight somewhere, where none is enough
ORDERED = (sp.GreaterThan, sp.StrictGreaterThan, sp.LessThan, sp.StrictLessThan)


class EveryMethod:
    """The methods above one that proves statements about rational functions."""

    def __init__(self, rational: Method, certificate: Method) -> None:
        self.rational = rational
        self.certificate = certificate

    def prove(self, goal: Any, ledger: Ledger) -> None:
        """By the first method that succeeds; Unproved with the last reason, that of boxes aside."""
        reason = Unproved("no method")
        for method in self._methods(goal):
            length, taken, kinds = len(ledger.evidence), ledger.taken, set(ledger.kinds)
            try:
                return method(goal, ledger)
            except Refuted:
                raise
            except Unproved as stop:
                reason = reason if method == self._boxes else stop
                del ledger.evidence[length:]
                ledger.taken, ledger.kinds = taken, kinds
        raise reason

    def _methods(self, goal: Any) -> Iterator[Method]:
        statements = (goal.conclusion, *goal.hypotheses)
        integers = [s for s in goal.symbols if s.is_integer]
        if integers:
            yield self._remainders
        if _has(statements, sp.Mod):
            return
        if _has(statements, *STEPPED):
            yield self._cases
        elif _has(statements, *FLOORS):
            yield self._floors
        elif listed(integers, goal.hypotheses):
            yield self._values
        elif _has(statements, *CURVED):
            yield self._slopes
            yield self._curves
        else:
            if integers:
                yield self._integers
            yield self._roots
        yield self._boxes

    def _remainders(self, goal: Any, ledger: Ledger) -> None:
        if not remainders_show(goal.conclusion, goal.hypotheses):
            raise Unproved("not all remainders have it")
        ledger.kinds.add("enumeration")

    def _cases(self, goal: Any, ledger: Ledger) -> None:
        for condition, f, value in cases((goal.conclusion, *goal.hypotheses)) or ():
            self._part(goal, [condition], f, value, ledger)

    def _part(self, goal: Any, more: list[Any], f: Any, value: Any, ledger: Ledger) -> None:
        """The goal with a value for a part of it."""
        known = [*more, *(replaced(h, f, value) for h in goal.hypotheses)]
        conclusion = _decided(replaced(goal.conclusion, f, value))
        given = [h for h in map(_decided, known) if h != sp.true]
        if conclusion == sp.true or sp.false in given:
            return
        self.prove(replace(goal, conclusion=conclusion, hypotheses=tuple(given), at=()), ledger)

    def _floors(self, goal: Any, ledger: Ledger) -> None:
        (conclusion, *given), known = floors((goal.conclusion, *goal.hypotheses))
        self.prove(replace(goal, conclusion=conclusion, hypotheses=(*given, *known), at=()), ledger)

    def _values(self, goal: Any, ledger: Ledger) -> None:
        symbol, values = listed([s for s in goal.symbols if s.is_integer], goal.hypotheses) or (
            None,
            [],
        )
        for value in values:
            self._part(goal, [], symbol, sp.Integer(value), ledger)
        ledger.kinds.add("enumeration")

    def _integers(self, goal: Any, ledger: Ledger) -> None:
        part = replace(
            goal,
            conclusion=loosened(goal.conclusion),
            hypotheses=tuple(tightened(goal.hypotheses)),
        )
        if (part.conclusion, part.hypotheses) == (goal.conclusion, goal.hypotheses):
            raise Unproved("nothing is known of whole numbers here")
        self._roots(part, ledger)

    def _slopes(self, goal: Any, ledger: Ledger) -> None:
        """An inequality in one variable."""
        c = goal.conclusion
        (x, *others) = goal.symbols or (None,)
        if others or x is None or not isinstance(c, ORDERED) or not is_smooth(c.lhs - c.rhs, x):
            raise Unproved("not an inequality of smooth functions in one variable")
        gap = c.lhs - c.rhs if isinstance(c, ORDERED[:2]) else c.rhs - c.lhs
        inside, low_is_in, high_is_in = interval_of(x, goal.hypotheses)

        def rational(conclusion: Any, given: Any) -> None:
            self.certificate(replace(goal, conclusion=conclusion, hypotheses=tuple(given)), ledger)

        strict = isinstance(c, (sp.StrictGreaterThan, sp.StrictLessThan))
        at_least_zero(gap, inside, rational, strict)
        for end, is_in in ((inside.low, low_is_in), (inside.high, high_is_in)):
            if strict and is_in and end is not None:
                self._number(gap.subs(x, sp.Rational(end.numerator, end.denominator)) > 0)
        ledger.kinds.add("lemma")

    def _number(self, statement: Any) -> None:
        if statement != sp.true:
            raise Unproved(f"{statement} is not known")

    def _curves(self, goal: Any, ledger: Ledger) -> None:
        statements = [goal.conclusion, *goal.hypotheses]
        positive = {base for base in bases(statements) if self._is_positive(base, goal)}
        opened = [expanded(s, positive) for s in statements]
        curves = Curves(opened)
        conclusion, *given = [curves.stated(s) for s in opened]
        known = (*given, *curves.tangents())
        self._roots(replace(goal, conclusion=conclusion, hypotheses=known, at=()), ledger)
        ledger.kinds.add("lemma")

    def _is_positive(self, base: Any, goal: Any) -> bool:
        plain = tuple(h for h in goal.hypotheses if not h.has(*CURVED))
        try:
            self.certificate(replace(goal, conclusion=base > 0, hypotheses=plain), Ledger())
        except Unproved:
            return False
        return True

    def _roots(self, goal: Any, ledger: Ledger) -> None:
        """The lemma `root-of-order`."""
        under = radicands([goal.conclusion, *goal.hypotheses])
        if not under:
            return self.rational(goal, ledger)
        plain = tuple(h for h in goal.hypotheses if not radicands([h]))
        for e in under:
            self._roots(replace(goal, conclusion=e >= 0, hypotheses=plain), ledger)
        conclusion, given = without_roots(goal.conclusion, goal.hypotheses)
        ledger.kinds.add("lemma")
        return self.rational(replace(goal, conclusion=conclusion, hypotheses=tuple(given)), ledger)

    def _boxes(self, goal: Any, ledger: Ledger) -> None:
        """Enclosures, where the hypotheses bound every variable by numbers."""
        box = []
        for s in goal.symbols:
            inside, _, _ = interval_of(s, goal.hypotheses)
            if inside.low is None or inside.high is None:
                raise Unproved(f"{s} is not bounded by numbers")
            box.append((s, inside.low, inside.high))
        if not box:
            raise Unproved("no variable")
        ledger.evidence.append({"boxes": covers(goal.conclusion, goal.hypotheses, box, MOST_BOXES)})
        ledger.kinds.add("interval")


def _decided(statement: Any) -> Any:
    """Its truth, where it is about numbers alone."""
    return statement if statement.free_symbols else statement.doit()


def _has(statements: tuple[Any, ...], *functions: Any) -> bool:
    return any(s.has(*functions) for s in statements)
