"""A-, D- and E-optimality at equal shares with a delta: staircases up to the order of the truths.

As without a delta the information of a table that tells no truths apart has one eigenvalue a on
what sums to zero, now

    a = sum_t W_t (|r|^2 - s^2 / k) / ((k - 1) s / k),    s the sum of the pattern r,

a linear program over types of staircases with one row for the columns and one for the pairs. Its
prices, times what the tangents say, cover the utility of the certificate.
"""

from __future__ import annotations

from fractions import Fraction

from rropt import lp
from rropt.certificate import Certificate, issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.blocks.equal_shares import goal_of, has_equal_shares, shown
from rropt.design.levels.universal_table import level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.linear.symmetric import (
    MOST_TYPED,
    are_few,
    arrangements,
    mean_excess,
    orbit_size,
    staircase_types,
)
from rropt.design.problem import Orbit, Problem, Runs
from rropt.exact.bounds import short
from rropt.exact.certified_number import CertifiedNumber

FEW_TRUTHS = 6
"""Up to this many truths all staircases are listed."""

MOST_ENCLOSED = 10
"""With an enclosed gamma exact numbers are long: 10 truths take 5 s, 12 two minutes."""


def is_of_equal_shares_with_delta(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if problem.levels is not None or not 0 < problem.delta < 1:
        return False
    most = MOST_TYPED if problem.gamma.is_exact else MOST_ENCLOSED
    return has_equal_shares(problem.objective) and FEW_TRUTHS < problem.truths <= most


def equal_shares_delta_design(problem: Problem) -> Answer:
    """The best types, certified by a price of the truths and one of the pairs."""
    primal, types = _program(problem, problem.gamma.lo)
    dual = primal
    if not problem.gamma.is_exact:
        dual, _ = _program(problem, problem.gamma.hi)
    orbits = tuple(Orbit(runs, w) for runs, w in zip(types, primal.x, strict=True) if w)
    refuse_more(problem, sum(orbit_size(orbit.runs) for orbit in orbits))
    information = sum(
        (o.weight * _information(o.runs, problem.truths) for o in orbits), Fraction(0)
    )
    certificate = _certificate(problem, orbits, information, dual)
    data = certificate.data
    table = _written(orbits, problem.truths)
    value, bound = shown(problem, information, Fraction(data["value"]), Fraction(data["bound"]))
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(value),
        bound=CertifiedNumber.of(bound),
        certificate=certificate,
        table=table,
        orbits=() if table else orbits,
    )


def _program(problem: Problem, gamma: Fraction) -> tuple[lp.Solution, list[Runs]]:
    """The largest a."""
    k = problem.truths
    types = staircase_types(k, gamma)
    solution = lp.maximize(
        [_information(runs, k) for runs in types],
        [[_sum(runs) / k for runs in types]],
        [Fraction(1)],
        [[mean_excess(runs, gamma) for runs in types]],
        [problem.delta],
    )
    return solution, types


def _information(runs: Runs, k: int) -> Fraction:
    """What a pattern adds to a."""
    total = _sum(runs)
    squares = sum((n * x * x for x, n in runs), Fraction(0))
    return (squares - total**2 / k) * k / ((k - 1) * total)


def _sum(runs: Runs) -> Fraction:
    return sum((n * x for x, n in runs), Fraction(0))


def _certificate(
    problem: Problem, orbits: tuple[Orbit, ...], information: Fraction, dual: lp.Solution
) -> Certificate:
    """Tangents at the information of the table, and the prices of the program in their units."""
    k = problem.truths
    goal = goal_of(problem.objective)
    share = Fraction(1, k)
    tangent = short(1 / information)
    own, mean = goal.covered(k, tangent)
    price = short(own * (k - 1) * dual.dual_eq[0] / k + mean * k)
    pair_price = short(own * dual.dual_ub[0] / k)
    paid = k * price + problem.delta * k * (k - 1) * pair_price
    value = short(goal.value(k, information))
    bound = short(goal.bound(k, tangent, paid), up=False)
    data = {
        "kind": "symmetric",
        "privacy": level_record(problem),
        "truths": [k],
        "prior": [share],
        "patterns": [[list(map(list, orbit.runs))] for orbit in orbits],
        "weights": [orbit.weight for orbit in orbits],
        "tangents": {"own": [tangent], "means": [[share**2]]},
        "prices": [price],
        "pair_prices": [[0, 0, pair_price]],
        "value": value,
        "bound": bound,
        "gap": value - bound,
        "cover": {"proof": "extremes"},
    }
    return issue(data | goal.stated)


def _written(orbits: tuple[Orbit, ...], k: int) -> Channel | None:
    """The table, where it is small."""
    if not are_few([[orbit.runs] for orbit in orbits], k, whole_orbits=True):
        return None
    patterns = []
    weights = []
    for orbit in orbits:
        members = arrangements(orbit.runs)
        patterns += members
        weights += [orbit.weight / len(members)] * len(members)
    return Channel.from_patterns(patterns, weights)
