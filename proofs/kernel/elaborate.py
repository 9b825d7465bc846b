"""From a goal and its polynomial certificates to a derivation that the kernel checks.

The steps are those of `proofs.sequent`: hypotheses taken apart, cases, then comparisons. Nothing
here is trusted: a wrong derivation is refused by the kernel, and the statement is written by
`coq_statement` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy as sp

from ..attack import feasible
from ..context import Context, sided
from ..ledger import Unproved
from ..quotients import vanishes
from ..sequent import assumed, expands_to_zero, flat, parts_of
from .coq_statement import Implication, NotStated, conclusion, hypotheses, numbered
from .denominators import NONNEGATIVE, POSITIVE, Atom, Clearing
from .derivations import Derived, absurd, close, integral, terms
from .leaves import Certificate, Leaf
from .signs import Part, Step

INEQUALITIES = (sp.LessThan, sp.StrictLessThan, sp.GreaterThan, sp.StrictGreaterThan)


def derivation(goal: Implication, known: Mapping[str, Certificate]) -> str:
    """The text of a derivation from certificates by what they state; NotStated or Unproved where
    there is none."""
    return Elaboration(goal, known).run()


class Elaboration:
    """One goal."""

    def __init__(self, goal: Implication, known: Mapping[str, Certificate]):
        self.goal = goal
        self.known = known
        self.clearing = Clearing(list(numbered(goal)))

    def run(self) -> str:
        if self.goal.options.splits:
            raise NotStated("the author's cases")
        given = hypotheses(self.goal)
        return self._assumed(given, Derived(), flat(given), conclusion(self.goal))

    # Hypotheses become facts

    def _assumed(self, new: Sequence[Any], at: Derived, given: list[Any], goal: Any) -> str:
        """Take the new hypotheses apart, in the order of the sequent."""
        if not new:
            return self._cases(at, given, goal)
        first, *rest = new
        if isinstance(first, sp.And):
            return f"Unpack ({self._assumed([*_halves(first), *rest], at, given, goal)})"
        if isinstance(first, sp.Or):
            sides = [
                self._assumed([part, *rest], at, _chosen(given, first, part), goal)
                for part in _halves(first)
            ]
            return f"Fork ({sides[0]}) ({sides[1]})"
        if first == sp.true:
            return f"Intro ({self._assumed(rest, at, given, goal)})"
        if first == sp.false:
            impossible = at.assume(self.clearing.ring.zero, POSITIVE)
            number = len(impossible.facts.listed) - 1
            return f"Intro ({absurd(Step((Part(Fraction(1), ((number, 1),)),)))})"
        return self._compared(self.clearing.atom(first), rest, at, given, goal)

    def _compared(
        self, atom: Atom, rest: Sequence[Any], at: Derived, given: list[Any], goal: Any
    ) -> str:
        for n in atom.nonzero:
            at = at.assume(n**2, POSITIVE)
        at = at.assume(atom.polynomial, atom.sign)
        body = f"Intro ({self._assumed(rest, at, given, goal)})"
        for _ in atom.nonzero:
            body = f"Unpack (Intro ({body}))"
        return body

    # Cases

    def _cases(self, at: Derived, given: list[Any], goal: Any) -> str:
        """A side for each inequation among the hypotheses."""
        for k, h in enumerate(given):
            if isinstance(h, sp.Ne):
                return self._sides(at, given[:k] + given[k + 1 :], h, goal)
        return self._case(at, given, lambda: self._goal(at, given, goal))

    def _sides(self, at: Derived, rest: list[Any], h: Any, goal: Any) -> str:
        """gap >= 0 or -gap > 0; where -gap >= 0 too, the square of the gap is zero."""
        above, below = parts_of(h)
        gap, _ = integral(self.clearing.atom(above).gap)
        high = at.assume(gap, NONNEGATIVE)
        both = high.assume(-gap, NONNEGATIVE)
        square = both.facts.step(gap**2, True)
        if square is None or square.clears or len(square.parts) != 1:
            raise NotStated(f"{h} is not understood")
        count = len(both.facts.listed)
        product = Part(Fraction(1), ((count - 2, 1), (count - 1, 1)))
        equal = absurd(Step((*square.parts, product)))
        first = self._cases(high.assume(gap, POSITIVE), flat([*rest, above]), goal)
        second = self._cases(at.assume(-gap, POSITIVE), flat([*rest, below]), goal)
        return f"Split {terms(gap)} (Split {terms(-gap)} ({equal}) ({first})) ({second})"

    def _case(self, at: Derived, given: list[Any], otherwise: Callable[[], str]) -> str:
        """Hypotheses that contradict each other prove anything."""
        symbols = sorted(set().union(*(h.free_symbols for h in given)), key=str)
        if given and feasible(tuple(symbols), tuple(given)) is None:
            try:
                return self._absurd(at, given)
            except (Unproved, NotStated):
                pass
        return otherwise()

    # Goals

    def _goal(self, at: Derived, given: list[Any], goal: Any) -> str:
        if goal == sp.true:
            return "Done"
        if goal == sp.false:
            return self._absurd(at, given)
        if isinstance(goal, sp.And):
            one, two = (self._goal(at, given, part) for part in _halves(goal))
            return f"Pair ({one}) ({two})"
        if isinstance(goal, sp.Implies):
            return self._implied(at, given, *goal.args)
        if isinstance(goal, sp.Equivalent):
            a, b = goal.args
            return f"Pair ({self._implied(at, given, a, b)}) ({self._implied(at, given, b, a)})"
        if isinstance(goal, sp.Or):
            return self._either(at, given, list(goal.args))
        if isinstance(goal, sp.Ne):
            return self._inequation(at, given, goal)
        return self._comparison(at, given, goal, goal)

    def _implied(self, at: Derived, given: list[Any], a: Any, b: Any) -> str:
        if a.atoms(sp.Implies, sp.Equivalent):
            raise NotStated("an implication in a premise")
        new = [sp.to_nnf(a, simplify=False)]
        again = assumed([*given, a, b])
        return self._assumed(new, at, flat([*given, *new, *again]), b)

    def _either(self, at: Derived, given: list[Any], parts: list[Any]) -> str:
        """Of two inequalities, one that holds where the other fails."""
        if len(parts) != 2 or not all(isinstance(p, INEQUALITIES) for p in parts):
            raise NotStated("a disjunction of other things than two inequalities")
        for k, sides in ((0, ("First", "Second")), (1, ("Second", "First"))):
            try:
                return self._or_else(at, given, parts[k], parts[1 - k], sides)
            except Unproved:
                continue
        raise Unproved("no part could be proved where the other one fails")

    def _or_else(
        self, at: Derived, given: list[Any], one: Any, other: Any, sides: tuple[str, str]
    ) -> str:
        """The first where it holds, the other where it fails."""
        atom = self.clearing.atom(one)
        if atom.nonzero:
            raise NotStated("a quotient in a disjunction")
        gap, _ = integral(atom.gap)
        strict = atom.sign == POSITIVE
        yes = at.assume(gap, atom.sign)
        no = at.assume(-gap, NONNEGATIVE if strict else POSITIVE)
        step = yes.facts.step(atom.polynomial, strict)
        if step is None:
            raise NotStated(f"{one} is not understood")
        denied = flat([*given, sp.Not(one)])
        rest = self._case(no, denied, lambda: self._goal(no, denied, other))
        held, failed = f"{sides[0]} ({close(step)})", f"{sides[1]} ({rest})"
        if strict:
            return f"Split {terms(-gap)} ({failed}) ({held})"
        return f"Split {terms(gap)} ({held}) ({failed})"

    def _inequation(self, at: Derived, given: list[Any], goal: Any) -> str:
        """Strictly on one side, where it is not on the other."""
        above, below = parts_of(goal)
        gap, _ = integral(self.clearing.atom(above).gap)
        for part, other, own in ((above, below, gap), (below, above, -gap)):
            try:
                return self._off_zero(at, given, part, other, own, goal)
            except Unproved:
                continue
        raise Unproved(f"{goal} could not be proved")

    def _off_zero(
        self, at: Derived, given: list[Any], part: Any, other: Any, gap: Any, goal: Any
    ) -> str:
        high, low = at.assume(gap, NONNEGATIVE), at.assume(-gap, POSITIVE)
        denied = flat([*given, sp.Not(other)])
        first = self._case(high, denied, lambda: self._comparison(high, denied, part, goal))
        second = self._comparison(low, given, None, goal)
        return f"Split {terms(gap)} ({first}) ({second})"

    # Comparisons

    def _comparison(self, at: Derived, given: list[Any], proved: Any, goal: Any) -> str:
        """Close the atoms of the goal with the certificates of `proved`; without it, with those
        of the denominators."""
        atom = self.clearing.atom(goal)
        leaf = self._leaf(at, given)
        about = sp.Tuple(goal.lhs, goal.rhs)
        leaf.work(about, lambda context: _settle(context, goal, proved))
        body = leaf.closed(atom.polynomial, atom.sign)
        for n in reversed(atom.nonzero):
            body = f"Pair ({leaf.closed(n**2, POSITIVE)}) ({body})"
        return leaf.at.ended(body)

    def _absurd(self, at: Derived, given: list[Any]) -> str:
        leaf = self._leaf(at, given)
        leaf.work(sp.Integer(-1), _contradicted)
        step = leaf.contradiction()
        if step is None:
            raise NotStated("a contradiction is not understood")
        return leaf.at.ended(absurd(step))

    def _leaf(self, at: Derived, given: list[Any]) -> Leaf:
        return Leaf(self.clearing, self.known, self.goal.options, at.fresh(), given)


def _halves(f: Any) -> tuple[Any, Any]:
    """The first part of a conjunction or disjunction, and the others."""
    one, *others = f.args
    return one, others[0] if len(others) == 1 else f.func(*others, evaluate=False)


def _chosen(given: list[Any], whole: Any, part: Any) -> list[Any]:
    """The hypotheses where this part of a disjunction holds."""
    if whole not in given:
        return given
    k = given.index(whole)
    return flat([*given[:k], *given[k + 1 :], part])


def _settle(context: Context, goal: Any, proved: Any) -> None:
    """As `Prover` does: what the goal divides by, then the comparison that proves it."""
    context.defined(goal.lhs)
    context.defined(goal.rhs)
    if proved is None:
        return
    if not isinstance(proved, sp.Eq):
        gap, strict = sided(proved)
        context.sign(context.reduce(gap), strict)
        return
    difference = context.reduce(proved.lhs - proved.rhs)
    if vanishes(difference):
        return
    top, _ = sp.fraction(sp.cancel(difference))
    if sp.expand(top) != 0 and not expands_to_zero(difference):
        context.sign(top, False)
        context.sign(-top, False)


def _contradicted(context: Context) -> None:
    denied = [-top for top, strict in context.constraints if strict]
    if not any(context.certifies(e, False) for e in (sp.Integer(-1), *denied)):
        raise Unproved("the hypotheses were not shown to be contradictory")
