"""Blackwell's order of two mechanisms, and whether one is admissible, by three routes.

| route | P is at least as good as A | A is admissible |
|---|---|---|
| certificate | a garbling C, or a gain under which A is better | a better table, or a gain |
| symbolic | C = A P'(P P')^-1, in sympy | ranks of the inequalities that reports meet |
| numeric | the least abs(A - C P), in cvxpy | whether a report can be taken apart, in cvxpy |

A distance of 1e-8 is no yes against a certified no that is as close. The gain G of the certificate
says how far: of two tables that differ by d in n k entries no gain differs by more than n k d max
|G|; and where halves of reports differ by d at most, R parts earn at most 2 R k^2 d max |G| more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.channel.display import aligned
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck.found import NotPosed
from rropt.crosscheck.numeric import order_programs as numeric
from rropt.crosscheck.numeric.limits import Array, limits_of
from rropt.crosscheck.symbolic import order_algebra as symbolic
from rropt.crosscheck.symbolic.exact_limits import exact_limits
from rropt.exact.recorded import Recorded
from rropt.order import Admissibility, Comparison, Separation

CERTIFICATE = "certificate"
WORDS = {True: "yes", False: "no", None: "cannot tell"}


@dataclass(frozen=True)
class RouteVerdict:
    """What one route answers to each question, None where it cannot tell, and how long it took."""

    route: str
    answers: tuple[bool | None, ...]
    distances: tuple[float, ...]
    """How far from a yes, in doubles."""

    seconds: float

    def cells(self) -> list[str]:
        """As a line of a table."""
        words = [WORDS[answer] for answer in self.answers]
        if self.distances:
            pairs = zip(words, self.distances, strict=True)
            words = [f"{word} ({distance:.1e})" for word, distance in pairs]
        return [self.route, *words, f"{self.seconds:.3f}"]


@dataclass(frozen=True)
class VerdictTable(Recorded):
    """What each route answers, the certified one first."""

    asked: Comparison | Admissibility
    questions: tuple[str, ...]
    rows: tuple[RouteVerdict, ...]
    silent: Mapping[str, str] = field(default_factory=dict)
    """Why the other routes say nothing."""

    def __str__(self) -> str:
        lines = [["route", *self.questions, "seconds"], *(row.cells() for row in self.rows)]
        silent = (f"{name} is silent: {why}" for name, why in self.silent.items())
        return "\n".join([*aligned(lines, str.ljust), *silent])

    def to_json(self) -> list[dict[str, Any]]:
        """The rows as JSON-ready records."""
        return [
            {
                "route": row.route,
                "answers": dict(zip(self.questions, row.answers, strict=True)),
                "distances": list(row.distances),
                "seconds": row.seconds,
            }
            for row in self.rows
        ]


Route = Callable[[], Sequence[Any]]
"""Answers, or distances that doubles read."""


def crosscheck_order(asked: Comparison | Admissibility) -> VerdictTable:
    """A verdict on the order by every route; a disagreement is an error.

    >>> from rropt.order import admissible, compare
    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> table = crosscheck_order(compare([["2/3", "1/3"], ["1/3", "2/3"]], warner))
    >>> [(row.route, row.answers) for row in table.rows]
    [('certificate', (True, False)), ('symbolic', (True, False)), ('numeric', (True, False))]
    >>> [row.answers for row in crosscheck_order(admissible(warner, 3)).rows]
    [(True,), (True,), (True,)]
    """
    if isinstance(asked, Comparison):
        return _of_comparison(asked)
    return _of_admissibility(asked)


def _of_comparison(asked: Comparison) -> VerdictTable:
    sure = asked.garbling is not None, asked.reverse_garbling is not None
    A = asked.A
    P = asked.P

    def in_sympy() -> Sequence[bool]:
        return symbolic.is_garbling(A.rows, P.rows), symbolic.is_garbling(P.rows, A.rows)

    def in_doubles() -> Sequence[float]:
        first = _doubles(A)
        second = _doubles(P)
        return numeric.residual(first, second), numeric.residual(second, first)

    reports, truths = A.shape
    others = P.shape[0]
    shown = (
        _shown(asked.separation, reports * truths),
        _shown(asked.reverse_separation, others * truths),
    )
    return _compared(asked, ("A = C P", "P = C A"), sure, shown, in_sympy, in_doubles)


def _of_admissibility(asked: Admissibility) -> VerdictTable:
    truths = asked.channel.shape[1]
    question = SimpleNamespace(privacy=asked.privacy, truths=truths)
    parts = 0 if asked.dominating is None else asked.dominating.shape[0]
    shown = (_shown(asked.separation, 2 * parts * truths**2),)

    def in_sympy() -> Sequence[bool]:
        return (symbolic.has_extreme_reports(asked.channel.rows, exact_limits(question)),)

    def in_doubles() -> Sequence[float]:
        return (numeric.unevenness(_doubles(asked.channel), limits_of(question)),)

    return _compared(asked, ("admissible",), (asked.admissible,), shown, in_sympy, in_doubles)


def _compared(
    asked: Comparison | Admissibility,
    questions: tuple[str, ...],
    sure: tuple[bool, ...],
    shown: tuple[float, ...],
    in_sympy: Route,
    in_doubles: Route,
) -> VerdictTable:
    rows = [RouteVerdict(CERTIFICATE, sure, (), 0.0)]
    silent: dict[str, str] = {}
    for name, route in (("symbolic", in_sympy), ("numeric", in_doubles)):
        start = perf_counter()
        try:
            found = tuple(route())
        except NotPosed as reason:
            silent[name] = str(reason)
            continue
        distances = found if name == "numeric" else ()
        # Only doubles answer by distances: what the symbolic route finds are answers already.
        answers = tuple(map(numeric.told, distances, shown)) or found
        row = RouteVerdict(name, answers, distances, perf_counter() - start)
        for question, known, said in zip(questions, sure, answers, strict=True):
            if said is not None and said is not known:
                raise Disagreement(
                    f"{name} and certificate disagree about the order: is it so that {question}? "
                    f"{name} says {row.cells()[1:-1]}, certificate says {WORDS[known]}"
                )
        rows.append(row)
    return VerdictTable(asked, questions, tuple(rows), silent)


def _shown(separation: Separation | None, factor: int) -> float:
    """At least how far the tables are, as a gain shows."""
    if separation is None:
        return inf
    most = max(abs(entry) for entry in chain.from_iterable(separation.gain))
    return float((separation.first - separation.second) / (factor * most))


def _doubles(channel: Channel) -> Array:
    return np.array(channel.rows, dtype=float)
