"""Derivations as the kernel reads them: `derivation` and `step` in `theories/Sequents.v`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from .denominators import VANISHES
from .export import listed
from .signs import Part, Powers, SignFacts, Step, primitive


@dataclass(frozen=True)
class Derived:
    """The facts at one place, and the text of the cuts that led from there to here."""

    facts: SignFacts = field(default_factory=SignFacts)
    cuts: tuple[str, ...] = ()

    def assume(self, polynomial: Any, sign: str) -> Derived:
        """A fact that the kernel adds by itself."""
        return Derived(self.facts.add(polynomial, sign), self.cuts)

    def cut(self, polynomial: Any, sign: str, step: Step) -> Derived:
        """A fact that a step shows."""
        text = f"Cut {terms(polynomial)} {sign} ({step_text(step)})"
        return Derived(self.facts.add(polynomial, sign), (*self.cuts, text))

    def zero(self, polynomial: Any, up: Step, down: Step) -> Derived:
        """Neither below nor above zero."""
        text = f"Zero {terms(polynomial)} ({step_text(up)}) ({step_text(down)})"
        return Derived(self.facts.add(polynomial, VANISHES), (*self.cuts, text))

    def fresh(self) -> Derived:
        """The same facts, with no cut to write yet."""
        return Derived(self.facts)

    def ended(self, body: str) -> str:
        """The cuts, then the rest."""
        return "".join(f"{cut} (" for cut in self.cuts) + body + ")" * len(self.cuts)


def close(step: Step) -> str:
    return f"Close ({step_text(step)})"


def absurd(step: Step) -> str:
    return f"Absurd ({step_text(step)})"


def step_text(step: Step) -> str:
    """The identity with integer coefficients."""
    roots = [1 if part.root is None else _denominator(part.root) for part in step.parts]
    weights = [part.weight / r**2 for part, r in zip(step.parts, roots, strict=True)]
    bottoms = [w.denominator for w in weights]
    whole = lcm(*bottoms, *(_denominator(m) for _, m in step.vanishing))
    scaled = [
        _part(part, int(w * whole), r)
        for part, w, r in zip(step.parts, weights, roots, strict=True)
    ]
    zeros = listed(f"({number}, {terms(m * whole)})" for number, m in step.vanishing)
    return f"Step {whole} {_powers(step.clears)} {listed(scaled)} {zeros}"


def _part(part: Part, weight: int, scale: int) -> str:
    root = "None" if part.root is None else f"(Some {terms(part.root * scale)})"
    return f"Part {weight} {_powers(part.picks)} {root}"


def _powers(powers: Powers) -> str:
    return listed(f"({number}, {power}%N)" for number, power in powers)


def terms(p: Any) -> str:
    """A polynomial with integer coefficients."""
    return listed(_terms(p))


def _terms(p: Any) -> Iterator[str]:
    for powers, c in sorted(p.terms()):
        if c.denominator != 1:
            raise ValueError(f"{c} is no integer")
        number = f"({c.numerator})" if c < 0 else str(c.numerator)
        yield f"T {number} {listed(map(str, _trimmed(powers)))}"


def _trimmed(powers: Sequence[int]) -> Sequence[int]:
    """Without the zeros at the end."""
    last = max((i for i, e in enumerate(powers) if e), default=-1)
    return powers[: last + 1]


def _denominator(p: Any) -> int:
    return lcm(*(int(c.denominator) for c in p.coeffs())) if p else 1


def integral(p: Any) -> tuple[Any, Fraction]:
    """A positive multiple with integer coefficients, and how many times it is the polynomial."""
    found = primitive(p)
    if not p:
        return found, Fraction(1)
    ratio = found.LC / p.LC
    return found, Fraction(int(ratio.numerator), int(ratio.denominator))
