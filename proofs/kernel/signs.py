"""What is known of polynomials at one place of a derivation, and the identities that follow.

A sign is read off the factors of a polynomial: `p * M = c * (product of facts) * square`, where M
is a product of positive facts. What is found is an identity that the kernel expands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any

from .denominators import NONNEGATIVE, POSITIVE, VANISHES

Powers = tuple[tuple[int, int], ...]  # (number of the fact, power)
Factors = dict[Any, int]


@dataclass(frozen=True)
class Part:
    """weight * product of facts * root^2."""

    weight: Fraction
    picks: Powers
    root: Any = None


@dataclass(frozen=True)
class Step:
    """p * product of positive facts = sum of parts + sum of multipliers times zero facts."""

    parts: tuple[Part, ...] = ()
    clears: Powers = ()
    vanishing: tuple[tuple[int, Any], ...] = ()

    def scaled(self, factor: Fraction) -> Step:
        """The same for a positive multiple of p."""
        parts = tuple(Part(p.weight * factor, p.picks, p.root) for p in self.parts)
        zeros = tuple((i, m * as_coefficient(m.ring, factor)) for i, m in self.vanishing)
        return Step(parts, self.clears, zeros)


@dataclass(frozen=True)
class Fact:
    polynomial: Any
    sign: str


@cache
def factored(p: Any) -> tuple[Fraction, tuple[tuple[Any, int], ...]]:
    """A polynomial as a number times powers of irreducible ones."""
    constant, pieces = p.factor_list()
    return Fraction(int(constant.numerator), int(constant.denominator)), tuple(pieces)


@dataclass(frozen=True)
class SignFacts:
    """The facts so far, in the order in which the kernel numbers them."""

    listed: tuple[Fact, ...] = ()
    places: Mapping[Any, int] = field(default_factory=dict)

    def add(self, polynomial: Any, sign: str) -> SignFacts:
        number = len(self.listed)
        places = {(primitive(polynomial), sign): number, **self.places}
        return SignFacts((*self.listed, Fact(polynomial, sign)), places)

    def place(self, polynomial: Any, signs: Sequence[str]) -> int | None:
        """The number of a fact that says so of a positive multiple of the polynomial."""
        shape = primitive(polynomial)
        found = [self.places[shape, s] for s in signs if (shape, s) in self.places]
        return found[0] if found else None

    def ratio(self, polynomial: Any, number: int) -> Fraction:
        """How many times that fact the polynomial is."""
        return _leading(polynomial) / _leading(self.listed[number].polynomial)

    def step(self, target: Any, strict: bool) -> Step | None:
        """Why target >= 0 (or > 0)."""
        signs = (POSITIVE,) if strict else (POSITIVE, NONNEGATIVE)
        number = self.place(target, signs)
        if number is not None:
            return Step((Part(self.ratio(target, number), ((number, 1),)),))
        if not target or target.is_ground:
            value = _leading(target) if target else Fraction(0)
            wrong = value < 0 or (strict and value == 0)
            return None if wrong else Step((Part(value, ()),) if value else ())
        return self._by_factors(target, strict) or self._by_division(target, strict)

    def _by_factors(self, target: Any, strict: bool) -> Step | None:
        constant, pieces = factored(target)
        found = self.cover(constant, dict(pieces), strict)
        return None if found is None else Step((found,))

    def cover(self, constant: Fraction, powers: Factors, strict: bool) -> Part | None:
        """The product as a positive number times facts times a square."""
        for picks, sign, rest in self._covers(powers, strict, frozenset()):
            if sign * constant > 0:
                return self._part(constant, powers, picks, rest)
        return None

    def _part(self, constant: Fraction, powers: Factors, picks: Powers, rest: Factors) -> Part:
        weight = abs(constant)
        for number, power in picks:
            weight /= abs(factored(self.listed[number].polynomial)[0]) ** power
        root = None
        if rest:
            root = next(iter(rest)).ring.one
            for f, k in rest.items():
                root *= f ** (k // 2)
        return Part(weight, picks, root)

    def _covers(
        self, powers: Factors, strict: bool, tried: frozenset[int]
    ) -> Iterator[tuple[Powers, int, Factors]]:
        """SignFacts whose product is the powers, up to a square that is left over."""
        open_ = [f for f, k in powers.items() if k % 2 or strict]
        if not open_:
            yield (), 1, powers
            return
        first = open_[0]
        for number, fact in enumerate(self.listed):
            if fact.sign == VANISHES or (strict and fact.sign != POSITIVE) or number in tried:
                continue
            constant, pieces = factored(fact.polynomial)
            own = dict(pieces)
            if first not in own or any(powers.get(f, 0) < k for f, k in own.items()):
                continue
            left = {f: k - own.get(f, 0) for f, k in powers.items()}
            left = {f: k for f, k in left.items() if k}
            for picks, sign, rest in self._covers(left, strict, tried):
                yield _more(picks, number), sign * (1 if constant > 0 else -1), rest

    def _by_division(self, target: Any, strict: bool) -> Step | None:
        """target * M = fact, or its square where the target is one, with M positive."""
        for number, fact in enumerate(self.listed):
            if fact.sign == VANISHES or (strict and fact.sign != POSITIVE):
                continue
            for power in (1, 2):
                found = self._divided(target, number, fact.polynomial, power)
                if found is not None:
                    return found
        return None

    def _divided(self, target: Any, number: int, whole: Any, power: int) -> Step | None:
        ratio, left = (whole**power).div(target)
        if left or not ratio:
            return None
        constant, pieces = factored(ratio)
        cleared = self.cover(constant, dict(pieces), True)
        if cleared is None:
            return None
        return Step((Part(1 / cleared.weight, ((number, power),)),), cleared.picks)

    def multiple(self, target: Any, number: int) -> Step | None:
        """Why target >= 0 where a multiple of it is zero: target * M = m * fact."""
        ratio, left = self.listed[number].polynomial.div(target)
        if left or not ratio:
            return None
        constant, pieces = factored(ratio)
        cleared = self.cover(constant**2, {f: 2 * k for f, k in pieces}, True)
        if cleared is None:
            return None
        factor = as_coefficient(ratio.ring, 1 / cleared.weight) * ratio
        return Step((), cleared.picks, ((number, factor),))


def as_coefficient(ring: Any, value: Fraction) -> Any:
    return ring.domain(value.numerator, value.denominator)


def _more(picks: Powers, number: int) -> Powers:
    found = dict(picks)
    found[number] = found.get(number, 0) + 1
    return tuple(sorted(found.items()))


def _leading(p: Any) -> Fraction:
    value = p.LC
    return Fraction(int(value.numerator), int(value.denominator))


def primitive(p: Any) -> Any:
    """The positive multiple with coprime integer coefficients."""
    if not p:
        return p
    scale = lcm(*(int(c.denominator) for c in p.coeffs()))
    content, reduced = (p * scale).primitive()
    return reduced if content > 0 else -reduced
