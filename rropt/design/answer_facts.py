"""What follows from an answer and costs more than it: each is found on first use, once.

Whether the table is the only optimum: every optimal table splits into extreme patterns whose price
equals their utility (complementary slackness). So if these tight patterns are just those in use, if
their columns and the priced excesses determine the weights, and if the utility is strictly smaller
on merged patterns, the table is unique up to the order and the splitting of its reports. Decided
exactly; where prices or utilities are enclosures the question is left open.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from operator import add

import flint

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer, Restriction, ends, found_once, simplify
from rropt.design.problem import Optimum, Problem, linear_utility
from rropt.design.report_counts import has_fewer_reports, is_card
from rropt.exact import InputError
from rropt.exact.convert import dot
from rropt.exact.linear_algebra import rational_matrix
from rropt.patterns.extreme import Pattern
from rropt.privacy.bound_forms import LOW
from rropt.utility import Variance
from rropt.utility.curved import Curved
from rropt.utility.worst_case import WorstCase

MOST_RANKED = 64
"""Largest number of truths for which the rank of the table is computed."""

MOST_SHARES = 4
"""Of a least favourable prior so many are told, the largest."""

FAINT = 1e-9
"""Smaller shares are those of a search that ended."""

MOST_TRUTHS = {False: 10, True: 5}
"""Largest number of truths for which the tight patterns are listed: pure, and with deltas."""


@found_once
def optima(answer: Answer) -> tuple[Channel, ...] | None:
    """All optimal tables, up to the order and the splitting of reports; None where not decided."""
    # Cards have no patterns and prices, and list their own optima.
    if answer.optimum is None or answer.table is None:
        return answer.minimisers
    return only_table(answer.problem, answer.optimum, answer.table)


@found_once
def notes(answer: Answer) -> tuple[str, ...]:
    """The solver's remarks, and whether a linear design's table identifies the distribution."""
    return (*answer.remarks, *consequent_notes(answer))


def numbers_of(design: Answer) -> list[Fraction]:
    """The number of each report of a design for a mean, by which it is unbiased."""
    (numbers,) = design.certificate.data["scenarios"][0]["estimators"]
    return [Fraction(x) for x in numbers]


def ends_of_reports(design: Answer) -> tuple[Fraction, Fraction]:
    """The least and the largest number of a report of a design for a mean."""
    data = design.certificate.data
    low, high = min(design.problem.objective.values), max(design.problem.objective.values)
    if design.certificate.kind == "random-cut":
        # Of numbers from -1 to 1, as windows.
        farthest = max(map(Fraction, data["lengths"]))
    elif design.certificate.kind == "windows":
        told = max(abs(int(number)) for *_, number in data["windows"])
        farthest = max(Fraction(data["unit"]) * told, Fraction(1))
    else:
        numbers = numbers_of(design)
        return min(numbers), max(numbers)
    half = (high - low) / 2
    middle = (low + high) / 2
    return middle - half * farthest, middle + half * farthest


def consequent_notes(answer: Answer) -> tuple[str, ...]:
    """Those that follow from the table and its certificate."""
    return (*_universal(answer), *_identification(answer), *_worst_case(answer))


def _universal(answer: Answer) -> tuple[str, ...]:
    """Of two truths one table is best for everything."""
    if not answer.certificate.data.get("universal"):
        return ()
    return (
        "best for every objective at once: every other mechanism of this privacy is this one "
        "with its reports randomized again",
    )


def _identification(answer: Answer) -> tuple[str, ...]:
    """Whether the reports tell any two distributions of the truths apart: the rank of the table.

    Cards and curved designs have full rank wherever their value is finite.
    """
    problem = answer.problem
    table = answer.table
    if table is None or is_card(problem) or isinstance(problem.objective, Curved):
        return ()
    if table.shape[1] > MOST_RANKED:
        return ()
    rank = flint.fmpz_mat([list(row) for row in table.numerators]).rank()
    k = table.shape[1]
    if rank == k:
        return ()
    return (f"this table does not identify the distribution: its rank is {rank} on {k} categories",)


def _worst_case(answer: Answer) -> tuple[str, ...]:
    """Which prior is the worst, or what happens between the points of a grid."""
    objective = answer.problem.objective
    if not isinstance(objective, WorstCase) or objective.everywhere:
        return ()
    if answer.certificate.kind == "symmetric":
        return ("no shares are worse for it than equal ones",)
    if objective.interval:
        return (
            "numbers between the truths are moved to one of their two neighbours by a random "
            "shift, which is undone in the report; it adds "
            f"{float(objective.spread):.2g} to the value, a quarter of that on twice the points",
        )
    if objective.prior is not None:
        return ("the variance is that of the reports, in a group with these shares",)
    (scenario,) = answer.certificate.data["scenarios"]
    shares = list(map(Fraction, scenario["prior"]))
    seen = [j for j, share in enumerate(shares) if share > FAINT]
    places = sorted(seen, key=lambda j: -shares[j])[:MOST_SHARES]
    names = answer.channel.truths
    said = ", ".join(f"{float(shares[j]):.4g} on truth {names[j]}" for j in sorted(places))
    others = " and others" if len(seen) > len(places) else ""
    return (f"least favourable prior: {said}{others}",)


@found_once
def restriction(answer: Answer) -> Restriction | None:
    """Fewer reports against the proved optimum with any number of them; a card at 0 < prior < 1."""
    problem = answer.problem
    objective = problem.objective
    if is_card(problem):
        if answer.value == math.inf or objective.prior in (0, 1):
            return None
        objective = Variance(objective.prior)
    elif not has_fewer_reports(problem):
        return None
    try:
        data = _certificate(Problem(problem.privacy, objective, None)).data
    except InputError:
        return None  # no optimum with any number of reports is known
    bound = Fraction(data["bound"])
    proved = objective.report((bound, bound))[0]
    if not proved:
        return None
    lo, hi = data["value"] if isinstance(data["value"], list) else [data["value"]] * 2
    unrestricted = simplify(objective.report((Fraction(lo), Fraction(hi))))
    return Restriction(unrestricted, proved, ends(answer.value)[0] / proved)


def _certificate(problem: Problem) -> Certificate:
    """Of a linear design."""
    from rropt.design.engine.linear_design import linear_design

    return linear_design(problem, None).certificate


def only_table(problem: Problem, optimum: Optimum, table: Channel) -> tuple[Channel, ...] | None:
    """The table alone when it is proved to be the only optimum, else None.

    >>> from rropt import LocalDP, Trace, optimal
    >>> len(optimal(LocalDP("ln(3)"), Trace(3)).optima)
    1
    """
    if not problem.is_exact or problem.levels is not None:
        return None
    if problem.gamma.hi == 1 or problem.delta == 1:
        return None
    if problem.truths > MOST_TRUTHS[not problem.is_pure]:
        return None
    tight = _tight(problem, optimum)
    if tight is None or {_ray(r) for r in tight} != {_ray(r) for r in optimum.patterns}:
        return None
    if _can_merge(problem, tight) or not _independent(problem, optimum, tight):
        return None
    return (table,)


def _ray(pattern: Pattern) -> Pattern:
    return tuple(entry / sum(pattern) for entry in pattern)


def _tight(problem: Problem, optimum: Optimum) -> list[Pattern] | None:
    """The extreme patterns whose price is their utility; None where a utility is no rational."""
    utility = linear_utility(problem)
    cone = problem.cone
    tight = []
    for r in cone.patterns(LOW):
        lo, hi = utility.bounds(r)
        if lo != hi:
            return None
        charge = dot(optimum.prices, r)
        if optimum.pair_prices:
            spent = cone.excesses(LOW, r)
            charge += sum((optimum.pair_prices.get(key, 0) * x for key, x in spent.items()), 0)
        if charge == lo:
            tight.append(r)
    return tight


def _can_merge(problem: Problem, tight: list[Pattern]) -> bool:
    """Whether two tight patterns can share a report at no loss: then there are many optima."""
    utility = linear_utility(problem)

    def worth(r: Pattern) -> Fraction:
        return utility.bounds(r)[0]

    # Two speak for all: what is linear on a larger sum is so on every two of its parts.
    pairs = combinations(tight, 2)
    return any(worth(tuple(map(add, r, s))) == worth(r) + worth(s) for r, s in pairs)


def _independent(problem: Problem, optimum: Optimum, tight: list[Pattern]) -> bool:
    """Whether the columns and the priced excesses leave no freedom in the weights."""
    priced = sorted(optimum.pair_prices)
    rows = []
    for r in tight:
        spent = problem.cone.excesses(LOW, r) if priced else {}
        rows.append([*r, *(spent.get(key, Fraction(0)) for key in priced)])
    return rational_matrix(rows).rank() == len(tight)
