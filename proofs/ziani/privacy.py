"""Section 1.3: the privacy of randomized response."""

from __future__ import annotations

from itertools import product
from typing import Any

import sympy as sp

from ..claims import Section, definition, states
from ..goals import Goal, check, every, holds, identity, reals, sentence
from .response import DOMAIN, half, law, p

section = Section("ziani")
E = reals("E")
SAFE = (p > 0, p <= half)


def probability(bit: int, event: tuple[int, ...]) -> Any:
    return sum((law(bit, p)[o] for o in event), sp.Integer(0))


EVENTS = ((), (0,), (1,), (0, 1))
LEVEL = (1 - p) / p


def private(given: tuple = DOMAIN) -> list[Goal]:
    """P(M(b) in S) <= e^epsilon P(M(1-b) in S), e^epsilon the larger of the two ratios."""
    larger = holds(p / (1 - p) <= LEVEL, *given)
    rows = [
        holds(probability(b, S) <= LEVEL * probability(1 - b, S), *given)
        for b in (0, 1)
        for S in EVENTS
        if S
    ]
    return [larger, *rows]


POSITIVE = "p > 0"


@section("thm-2")
def thm_2():
    return states(*private(), assuming=POSITIVE, under=private(SAFE))


@section("thm-2/reduction")
def reduction():
    """The logarithm is increasing, so the larger ratio has the larger logarithm."""
    return states(
        holds(p / (1 - p) <= LEVEL, *DOMAIN),
        assuming=POSITIVE,
        under=[sentence("larger_level")],
    )


@section("thm-2/proof/dp-definition")
def dp_definition():
    return definition("differential privacy as a ratio")


@section("thm-2/proof/databases")
def databases():
    """All databases of one person, and those that differ in the one entry."""
    listed = list(product((0, 1), repeat=1))

    def neighbours(pair):
        first, second = pair
        return (first != second) == (second == (1 - first[0],))

    return [
        check(lambda: listed == [(0,), (1,)], "two databases"),
        every({"x": listed, "y": listed}, neighbours, "the neighbour is 1-b"),
    ]


@section("thm-2/proof/outcomes")
def outcomes():
    """The empty event and the sure event satisfy P <= e^epsilon P for every e^epsilon >= 1."""
    trivial = [
        every(
            {"b": (0, 1)},
            lambda bit: law(bit, half).keys() == {0, 1},
            "the outcomes are 0 and 1",
        )
    ]
    sure = [
        sp.LessThan(probability(b, S), E * probability(1 - b, S), evaluate=False)
        for b in (0, 1)
        for S in ((), (0, 1))
    ]
    return [*trivial, *(holds(h, E >= 1, *DOMAIN) for h in sure if h != sp.true)]


def _ratio(reported_truth: bool, bit: int) -> Any:
    o = bit if reported_truth else 1 - bit
    return law(bit, p)[o] / law(1 - bit, p)[o]


def _defined(left: Any, right: Any) -> Any:
    """An equality that is violated where a side is undefined."""
    return sp.Eq(left, right, evaluate=False)


@section("thm-2/proof/ratio-1")
def ratio_1():
    goals = [
        holds(_defined(_ratio(True, b), law(b, p)[b] / law(1 - b, p)[b]), *DOMAIN) for b in (0, 1)
    ]
    return states(*goals, assuming=POSITIVE, given=[p > 0])


@section("thm-2/proof/ratio-2")
def ratio_2():
    return [
        holds(_defined(_ratio(False, b), law(b, p)[1 - b] / law(1 - b, p)[1 - b]), *DOMAIN)
        for b in (0, 1)
    ]


@section("thm-2/proof/value-1")
def value_1():
    return states(
        *(holds(_defined(_ratio(True, b), LEVEL), *DOMAIN) for b in (0, 1)),
        assuming=POSITIVE,
        given=[p > 0],
    )


@section("thm-2/proof/value-2")
def value_2():
    return [holds(_defined(_ratio(False, b), p / (1 - p)), *DOMAIN) for b in (0, 1)]


@section("thm-2/proof/bound")
def bound():
    return states(*private(), assuming=POSITIVE, under=private(SAFE))


@section("thm-2/case-half")
def case_half():
    return [
        identity(LEVEL.subs(p, half), sp.Integer(1)),
        *(identity(law(0, half)[o], law(1, half)[o]) for o in (0, 1)),
        identity(sp.log(1), sp.Integer(0)),
    ]


@section("thm-2/case-zero")
def case_zero():
    """ln((1-p)/p) exceeds every level once p is small enough."""
    return sentence("level_without_bound")
