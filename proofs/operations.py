"""Exact and rigorous operations: rationals, and balls with three-valued comparisons."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, reduce
from typing import Any

import flint


class NotRational(Exception):
    """The exact value is irrational, or no number is enclosed: something may be undefined."""


MOST_EXPONENT = 10_000  # a power of more digits than a page is left to enclosures


def _moderate(exponent: Any) -> int:
    if abs(exponent) > MOST_EXPONENT:
        raise NotRational
    return int(exponent)


class Exact:
    """Operations on rationals.

    >>> Exact.sqrt(Exact.number(9, 4))
    3/2
    """

    number = staticmethod(cache(flint.fmpq))

    @staticmethod
    def power(base: Any, exponent: Any) -> Any:
        exponent = flint.fmpq(exponent)
        if base == 0 and exponent < 0:
            raise ZeroDivisionError("zero in a denominator")
        if exponent.q == 1:
            return flint.fmpq(base) ** _moderate(exponent.p)
        return Exact.root(base, int(exponent.q)) ** _moderate(exponent.p)

    @staticmethod
    def sqrt(x: Any) -> Any:
        return Exact.root(x, 2)

    @staticmethod
    def root(x: Any, order: int) -> Any:
        if x < 0:
            raise ZeroDivisionError("root of a negative number")
        p, q = (flint.fmpz(part).root(order) for part in (x.p, x.q))
        if p**order == x.p and q**order == x.q:
            return flint.fmpq(p, q)
        raise NotRational

    @staticmethod
    def exp(x: Any) -> Any:
        if x == 0:
            return flint.fmpq(1)
        raise NotRational

    @staticmethod
    def log(x: Any) -> Any:
        if x <= 0:
            raise ZeroDivisionError("logarithm of a number that is not positive")
        if x == 1:
            return flint.fmpq(0)
        raise NotRational

    @staticmethod
    def constant(name: str) -> Any:
        raise NotRational

    absolute = staticmethod(abs)
    smallest = staticmethod(min)
    largest = staticmethod(max)

    @staticmethod
    def floor(x: Any) -> Any:
        return flint.fmpq(x.floor())

    @staticmethod
    def ceiling(x: Any) -> Any:
        return -Exact.floor(-x)

    @staticmethod
    def sign(x: Any) -> Any:
        return flint.fmpq((x > 0) - (x < 0))

    @staticmethod
    def remainder(x: Any, by: Any) -> Any:
        if by == 0:
            raise ZeroDivisionError("remainder of a division by zero")
        return x - by * Exact.floor(x / by)

    @staticmethod
    def compare(kind: str, a: Any, b: Any) -> bool:
        return {"<": a < b, "<=": a <= b, "==": a == b, "!=": a != b}[kind]


class Ball:
    """Operations on balls; comparisons are three-valued.

    >>> Ball.compare("<", Ball.number(1, 3), Ball.number(1, 2))
    True
    """

    @staticmethod
    def number(p: int, q: int) -> flint.arb:
        return flint.arb(flint.fmpq(p, q))

    @staticmethod
    def power(base: Any, exponent: Any) -> flint.arb:
        if isinstance(exponent, (int, Fraction)) and Fraction(exponent).denominator == 1:
            return base ** int(exponent)
        if isinstance(exponent, flint.arb) and exponent.is_exact() and exponent.is_integer():
            return base ** int(exponent.unique_fmpz() or 0)
        return base**exponent

    @staticmethod
    def sqrt(x: flint.arb) -> flint.arb:
        return x.sqrt()

    @staticmethod
    def exp(x: flint.arb) -> flint.arb:
        return x.exp()

    @staticmethod
    def log(x: flint.arb) -> flint.arb:
        return x.log()

    @staticmethod
    def constant(name: str) -> flint.arb:
        return {"pi": flint.arb.pi(), "E": flint.arb(1).exp()}[name]

    @staticmethod
    def absolute(x: flint.arb) -> flint.arb:
        return abs(x)

    @staticmethod
    def smallest(*xs: flint.arb) -> flint.arb:
        return reduce(lambda a, b: a.min(b), xs)

    @staticmethod
    def largest(*xs: flint.arb) -> flint.arb:
        return reduce(lambda a, b: a.max(b), xs)

    @staticmethod
    def floor(x: flint.arb) -> flint.arb:
        return x.floor()

    @staticmethod
    def ceiling(x: flint.arb) -> flint.arb:
        return -((-x).floor())

    @staticmethod
    def sign(x: flint.arb) -> flint.arb:
        if x > 0 or x < 0:
            return flint.arb(1 if x > 0 else -1)
        return flint.arb(0, 1) if x != 0 or not x.is_exact() else flint.arb(0)

    @staticmethod
    def remainder(x: flint.arb, by: flint.arb) -> flint.arb:
        return x - by * (x / by).floor()

    @staticmethod
    def hull(a: Any, b: Any) -> Any:
        """What holds both; for truth values, what both say."""
        if isinstance(a, flint.arb) and isinstance(b, flint.arb):
            return a.union(b)
        return a if a == b and not isinstance(a, flint.arb) else None

    @staticmethod
    def compare(kind: str, a: Any, b: Any) -> bool | None:
        if not (a.is_finite() and b.is_finite()):
            raise NotRational  # undefined, or too large to say
        if kind in ("==", "!="):
            equal = False if not a.overlaps(b) else (True if a.is_exact() and a == b else None)
            return equal if kind == "==" or equal is None else not equal
        holds, fails = (a < b, a >= b) if kind == "<" else (a <= b, a > b)
        return True if holds else False if fails else None


def conjunction(*values: bool | None) -> bool | None:
    return False if False in values else None if None in values else True


def negation(value: bool | None) -> bool | None:
    return None if value is None else not value


def disjunction(*values: bool | None) -> bool | None:
    return negation(conjunction(*map(negation, values)))
