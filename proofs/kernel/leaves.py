"""One comparison under polynomial hypotheses: its certificates as facts with their identities.

`Context` proves as `proofs.sequent` does; each certificate that it met becomes a cut, in the facts
that the kernel has at this place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..certificates import Constraint, monomials
from ..context import Context, eliminate
from ..ledger import Ledger, Options
from .coq_statement import NotStated
from .denominators import NONNEGATIVE, POSITIVE, VANISHES, Clearing
from .derivations import Derived, close, integral
from .signs import Part, Step, as_coefficient

Certificate = Mapping[str, Any]
ONE = Fraction(1)


def key(certificate: Certificate) -> str:
    """What a certificate states."""
    stated = [certificate[k] for k in ("variables", "constraints", "equalities", "claim")]
    return json.dumps(stated)


@dataclass
class Recalled(Ledger):
    """Certificates looked up by what they state; those that were met, in order."""

    known: Mapping[str, Certificate] = field(default_factory=dict)
    met: list[Certificate] = field(default_factory=list)

    def certify(
        self,
        ring: Any,
        constraints: Sequence[Constraint],
        claim: Constraint,
        equalities: Sequence[Any],
        options: Options,
    ) -> bool:
        stated = {
            "variables": [str(g) for g in ring.gens],
            "constraints": [_stated(c) for c in constraints],
            "equalities": [monomials(e) for e in equalities],
            "claim": _stated(claim),
        }
        found = self.known.get(key(stated))
        if found is not None:
            self.met.append(found)
        return found is not None


def _stated(c: Constraint) -> dict[str, Any]:
    return {"polynomial": monomials(c.polynomial), "strict": c.strict}


class Leaf:
    """The facts of one comparison, and the cuts that led to them."""

    def __init__(
        self,
        clearing: Clearing,
        known: Mapping[str, Certificate],
        options: Options,
        at: Derived,
        given: Sequence[Any],
    ):
        self.clearing, self.known, self.options = clearing, known, options
        self.at, self.given = at, list(given)
        self.ring = clearing.ring
        self.solved: list[tuple[Any, Any, int]] = []  # variable, value, number of the zero fact
        self._eliminate()

    def work(self, about: Any, prove: Callable[[Context], None]) -> None:
        """Prove with the stored certificates, and cut in every one that was met."""
        ledger = Recalled(known=self.known)
        prove(Context.build(ledger, self.options, self.given, about))
        for certificate in ledger.met:
            self._cut(certificate)

    # Variables that linear equations give

    def _eliminate(self) -> None:
        substitution, rest = eliminate(self.given)
        used = list(self.given)
        for h in rest:
            used.remove(h)
        for h, (symbol, _) in zip(used, substitution, strict=True):
            self._solve(h, self.clearing.variables[symbol])
        if self.solved:
            for number in range(len(self.at.facts.listed)):
                self._reduce(number)

    def _reduce(self, number: int) -> None:
        """The same fact without the variables that are given."""
        fact = self.at.facts.listed[number]
        reduced, ideal = self.reduced(fact.polynomial)
        if not ideal or not reduced:
            return
        zero = fact.sign == VANISHES
        own = () if zero else (Part(ONE, ((number, 1),)),)
        kept = [(number, self.ring.one)] if zero else []
        minus = [(i, -m) for i, m in ideal]
        self._add(reduced, fact.sign, Step(own, (), (*kept, *minus)))

    def _solve(self, h: Any, variable: Any) -> None:
        """The fact that variable - value vanishes; earlier values lose the variable."""
        raw = self.clearing.atom(h).polynomial
        number = self.at.facts.place(raw, (VANISHES,))
        if number is None:
            raise NotStated(f"{h} is no hypothesis")
        top, ideal = self.reduced(raw)
        slope = top.diff(variable)
        if not slope or not slope.is_ground:
            raise NotStated(f"{h} does not give {variable}")
        value = variable - top.quo_ground(slope.LC)
        scale = self.ring(self.ring.domain(1) / slope.LC)
        minus = [(i, -m * scale) for i, m in ideal]
        new = self._add(variable - value, VANISHES, Step((), (), ((number, scale), *minus)))
        self.solved = [self._without(entry, variable, value, new) for entry in self.solved]
        self.solved.append((variable, value, new))

    def _without(self, entry: Any, variable: Any, value: Any, new: int) -> tuple[Any, Any, int]:
        own, old, number = entry
        fresh = old.compose(variable, value)
        if fresh == old:
            return entry
        quotient = (old - fresh).quo(variable - value)
        zeros = [self._times(number, own - old), self._times(new, variable - value, quotient)]
        return own, fresh, self._add(own - fresh, VANISHES, Step((), (), tuple(zeros)))

    def reduced(self, p: Any) -> tuple[Any, list[tuple[int, Any]]]:
        """p with the values put in, and p less that as multiples of zero facts."""
        ideal = []
        for variable, value, number in self.solved:
            fresh = p.compose(variable, value)
            if fresh != p:
                quotient = (p - fresh).quo(variable - value)
                ideal.append(self._times(number, variable - value, quotient))
            p = fresh
        return p, ideal

    def _times(self, number: int, polynomial: Any, factor: Any = 1) -> tuple[int, Any]:
        """factor * polynomial as a multiple of the fact, which is a multiple of the polynomial."""
        ratio = self.at.facts.ratio(polynomial, number)
        return number, self.ring(factor) * as_coefficient(self.ring, ratio)

    # Certificates become facts

    def _add(self, polynomial: Any, sign: str, step: Step) -> int:
        """A cut, with integer coefficients; its number."""
        known = self.at.facts.place(polynomial, (sign,))
        if known is not None and sign != VANISHES:
            return known
        whole, factor = integral(polynomial)
        self.at = self.at.cut(whole, sign, step.scaled(factor))
        return len(self.at.facts.listed) - 1

    def _cut(self, certificate: Certificate) -> None:
        claim = certificate["claim"]
        polynomial = self._read(certificate["variables"], claim["polynomial"])
        sign = POSITIVE if claim["strict"] else NONNEGATIVE
        if self.at.facts.place(polynomial, (POSITIVE, sign)) is None:
            self._add(polynomial, sign, self._converted(certificate))

    def _read(self, names: Sequence[str], listed: Any) -> Any:
        """A polynomial of a certificate, in the variables of the goal."""
        places = [[str(g) for g in self.ring.gens].index(n) for n in names if n != "unit"]
        found = self.ring.zero
        for c, powers in listed:
            exponents = [0] * self.ring.ngens
            for place, power in zip(places, powers, strict=False):
                exponents[place] = power
            found += self.ring({tuple(exponents): as_coefficient(self.ring, Fraction(c))})
        return found

    def _converted(self, certificate: Certificate) -> Step:
        """The identity of a certificate in the facts of this place."""
        names = certificate["variables"]
        numbers = {
            i: self._known(self._read(names, c["polynomial"]), c["strict"])
            for i, c in enumerate(certificate["constraints"])
            if _uses(certificate, i)
        }
        size, clears = _product(numbers, certificate["multiplier"])
        parts = []
        for term in certificate["terms"]:
            weight, picks = _product(numbers, term["factors"])
            root = None if term["square"] is None else self._read(names, term["square"])
            if Fraction(term["coefficient"]):
                parts.append(Part(Fraction(term["coefficient"]) * weight / size, picks, root))
        zeros = []
        for index, multiplier in certificate["equality_terms"]:
            number, ratio = self._zero(self._read(names, certificate["equalities"][index]))
            factor = as_coefficient(self.ring, ratio / size)
            zeros.append((number, self._read(names, multiplier) * factor))
        return Step(tuple(parts), clears, tuple(zeros))

    def _known(self, polynomial: Any, strict: bool) -> tuple[int, Fraction]:
        """The number of the fact that it is positive, or not negative, and how many times that
        fact it is."""
        sign = POSITIVE if strict else NONNEGATIVE
        number = self.at.facts.place(polynomial, (POSITIVE, sign))
        if number is None:
            step = self.at.facts.step(polynomial, strict)
            if step is None:
                raise NotStated(f"{polynomial} is no fact")
            number = self._add(polynomial, sign, step)
        return number, self.at.facts.ratio(polynomial, number)

    def _zero(self, polynomial: Any) -> tuple[int, Fraction]:
        """The number of the fact that it vanishes, and how many times that fact it is."""
        for sign in (1, -1):
            number = self.at.facts.place(sign * polynomial, (VANISHES,))
            if number is not None:
                return number, self.at.facts.ratio(polynomial, number)
        for number, fact in enumerate(self.at.facts.listed):
            step = self.at.facts.multiple(polynomial, number) if fact.sign == VANISHES else None
            if step is not None:
                new = self._add(polynomial, VANISHES, step)
                return new, self.at.facts.ratio(polynomial, new)
        raise NotStated(f"{polynomial} = 0 is no fact")

    # What the facts say

    def closed(self, polynomial: Any, sign: str) -> str:
        """The text that closes an atom of the goal."""
        reduced, ideal = self.reduced(polynomial)
        if sign == VANISHES:
            step = self._vanishing(reduced)
        else:
            step = self.at.facts.step(reduced, sign == POSITIVE)
        if step is None:
            raise NotStated(f"{reduced} is not concluded from the facts")
        cleared = self.ring.one
        for number, power in step.clears:
            cleared *= self.at.facts.listed[number].polynomial ** power
        extra = [(number, m * cleared) for number, m in ideal]
        return close(Step(step.parts, step.clears, (*step.vanishing, *extra)))

    def _vanishing(self, p: Any) -> Step | None:
        """A multiple of a fact that vanishes, or of one that is neither below nor above zero."""
        if not p:
            return Step()
        self._squeeze(p)
        for number, fact in enumerate(self.at.facts.listed):
            if fact.sign == VANISHES:
                quotient, left = p.div(fact.polynomial)
                if not left:
                    return Step((), (), ((number, quotient),))
        return None

    def _squeeze(self, p: Any) -> None:
        for fact in self.at.facts.listed:
            if fact.sign == NONNEGATIVE and not p.div(fact.polynomial)[1]:
                whole, _ = integral(fact.polynomial)
                up, down = (self.at.facts.step(sign * whole, False) for sign in (1, -1))
                if up is not None and down is not None:
                    self.at = self.at.zero(whole, up, down)
                    return

    def contradiction(self) -> Step | None:
        """-1 >= 0, or p > 0 and -p >= 0: so 0 > 0."""
        facts = self.at.facts
        minus = facts.place(self.ring(-1), (NONNEGATIVE, POSITIVE))
        if minus is not None:
            weight = facts.ratio(self.ring(-1), minus)
            return Step((Part(ONE, ()), Part(weight, ((minus, 1),))))
        for number, fact in enumerate(facts.listed):
            other = facts.place(-fact.polynomial, (NONNEGATIVE, POSITIVE))
            if fact.sign == POSITIVE and other is not None:
                weight = facts.ratio(-fact.polynomial, other)
                return Step((Part(ONE, ((number, 1),)), Part(weight, ((other, 1),))))
        return None


def _uses(certificate: Certificate, i: int) -> bool:
    in_terms = any(t["factors"][i] for t in certificate["terms"])
    return in_terms or bool(certificate["multiplier"][i])


def _product(
    numbers: Mapping[int, tuple[int, Fraction]], powers: Sequence[int]
) -> tuple[Fraction, tuple[tuple[int, int], ...]]:
    """A product of constraints as a number times facts."""
    weight = ONE
    picks: dict[int, int] = {}
    for i, power in enumerate(powers):
        if power:
            number, ratio = numbers[i]
            weight *= ratio**power
            picks[number] = picks.get(number, 0) + power
    return weight, tuple(sorted(picks.items()))
