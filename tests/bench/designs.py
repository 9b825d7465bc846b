"""Certified designs beside general-purpose solvers on the same full program.

Ours: from the question to the issued certificate, which the checker has verified. Baselines: the
solve alone of the program over all 2^k patterns, written out beforehand for HiGHS; with cvxpy the
program of `crosscheck.numeric`, posed and solved. The baselines prove nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .machine_limits import beside_the_machine, empty_loop
from .measure import Bar, Result, Task, alone, in_turn, timed

PATIENCE = 60.0
"""Seconds after which a baseline is given up: its figure is then a lower bound."""


def skewed(truths: int) -> list[Fraction]:
    """Zipf's law: the prior of truth j is proportional to 1 / (j + 1)."""
    masses = [Fraction(1, j + 1) for j in range(truths)]
    return [mass / sum(masses) for mass in masses]


TIED = (37, 11, 23, 5, 31, 17, 3, 29, 13, 7, 19, 2, 41, 43, 9, 15)
"""Small whole weights: many sets of truths have the same mass, so many patterns tie."""


def tied(truths: int) -> list[Fraction]:
    """A prior under which thousands of patterns are equally good."""
    head = TIED[:truths]
    return [Fraction(weight, sum(head)) for weight in head]


def question(truths: int) -> Any:
    """Mutual information under Zipf's prior at gamma 3."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    return Problem(LocalDP.from_gamma(3), MutualInformation(skewed(truths)))


def ours(problem: Any) -> Task:
    from rropt.certified import optimal

    return lambda: optimal(problem.privacy, problem.objective, crosscheck=False)


def highs(problem: Any, seconds: float = math.inf) -> Task:
    """scipy's HiGHS on the full program: maximise u.w with sum w_r r = 1.

    Without presolve it takes 0.3 to 0.9 of the time at 14 truths.
    """
    import numpy as np
    from scipy.optimize import linprog

    k, gamma = problem.truths, float(problem.gamma)
    high = (np.arange(1, 2**k - 1)[:, None] >> np.arange(k)) & 1
    rows = 1 + (gamma - 1) * high
    utilities, sums = problem.objective.floats(rows), np.ones(k)
    options = {"time_limit": seconds, "presolve": False}
    return lambda: linprog(-utilities, A_eq=rows.T, b_eq=sums, method="highs", options=options)


def clarabel(problem: Any) -> Task:
    """cvxpy poses the readable program and Clarabel solves it."""
    from rropt.crosscheck.numeric.route import numeric

    return lambda: numeric(problem)


def linear() -> Iterator[Result]:
    """k = 8 to 20 truths: 2^k patterns."""
    for k in (8, 10, 12, 14, 16):
        problem, rounds = question(k), 3 if k < 16 else 2
        bar = Bar("faster", 20) if k == 16 else None
        mine, theirs = in_turn(ours(problem), highs(problem), rounds)
        yield Result("linear", title(k), mine, "HiGHS, full program", theirs, bar)
    for k in (8, 10, 12, 14, 16):
        problem = question(k)
        mine, theirs = in_turn(ours(problem), clarabel(problem), 2)
        yield Result("linear", title(k), mine, "cvxpy + Clarabel, full program", theirs)
    yield with_ties()
    for what, problem in other_questions(16):
        mine, theirs = in_turn(ours(problem), highs(problem), 2)
        bar = Bar("faster", 20)
        yield Result("linear", f"{what}, k = 16", mine, "HiGHS, full program", theirs, bar)
    yield from largest()


def largest() -> Iterator[Result]:
    """At k = 18 the full program takes about a minute, once; at k = 20 it would take gigabytes."""
    answers: list[Any] = []
    baseline = highs(question(18), PATIENCE)
    mine, theirs = alone(ours(question(18)), 2), timed(lambda: answers.append(baseline()))
    given_up = "" if answers[0].success else f", limit {PATIENCE:.0f} s"
    yield Result("linear", title(18), mine, f"HiGHS, full program{given_up}", theirs)
    yield Result("linear", title(20), alone(ours(question(20)), 2), bar=Bar("seconds", 3))


def with_ties() -> Result:
    """The case that suits the baseline best: it is fast on ties, exact certificates are not."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    problem = Problem(LocalDP.from_gamma(3), MutualInformation(tied(16)))
    mine, theirs = in_turn(ours(problem), highs(problem), 3)
    what = "mutual information, k = 16, prior with ties"
    return Result("linear", what, mine, "HiGHS, full program", theirs, Bar("faster", 20))


def other_questions(k: int) -> Iterator[tuple[str, Any]]:
    """Other linear objectives on as many truths."""
    from rropt.design import Problem
    from rropt.privacy import LocalDP
    from rropt.utility import FDivergence, Gain, Guess

    rows = [[(7 * a + 3 * j) % 11 for j in range(k)] for a in range(6)]
    for what, objective in (
        ("guess", Guess(skewed(k))),
        ("gain of 6 actions", Gain(rows, skewed(k))),
        ("Hellinger divergence", FDivergence("hellinger", (0, 1), k)),
    ):
        yield what, Problem(LocalDP.from_gamma(3), objective)


def title(k: int) -> str:
    return f"mutual information, k = {k}: {2**k:,} patterns"


def trace() -> Iterator[Result]:
    """A million truths by symmetry, kept as orbits."""
    from rropt.certified import optimal
    from rropt.privacy import LocalDP
    from rropt.utility import Trace

    level = LocalDP("ln(3)")
    run = alone(lambda: optimal(level, Trace(10**6), crosscheck=False), 5)
    yield Result("trace", "trace, k = 1,000,000", run, bar=Bar("seconds", 0.1))


def curved() -> Iterator[Result]:
    """A-optimal designs for a skewed prior, with the certified gap."""
    from rropt.design import Problem
    from rropt.design.engine.ratio_design import ratio_optimum
    from rropt.privacy import LocalDP
    from rropt.utility.at_prior import AOptimal

    for k, gamma in ((6, "3"), (8, "3"), (10, "3/2"), (10, "10"), (10, "3")):
        problem = Problem(LocalDP.from_gamma(gamma), AOptimal(skewed(k)))
        mine, theirs = in_turn(ours(problem), clarabel(problem), 2)
        bar = Bar("faster", 30) if k == 10 else None
        what = f"A-optimal, skewed prior, k = {k}, gamma = {gamma}"
        yield Result("curved", what, mine, "cvxpy + Clarabel, full program", theirs, bar)
    gap = float(ratio_optimum(problem).certified.relative_gap)
    what = "A-optimal, k = 10: certified relative gap"
    yield Result("curved", what, mine, bar=Bar("gap", 1e-9), figure=gap)


def checking() -> Iterator[Result]:
    """The exact check of a 2^16-pattern certificate beside the float solve that it replaces."""
    from rropt.checker import check

    problem = question(16)
    written = ours(problem)().certificate.to_json()
    mine, theirs = in_turn(lambda: check(written), highs(problem), 2)
    what = "exact check of a 2^16-pattern certificate"
    bar = Bar("seconds", 0.05)
    yield Result("check", what, mine, "HiGHS solves the same in floats", theirs, bar)
    octets = written.encode()
    limits: dict[str, Task] = {
        f"its {len(octets):,} octets read as JSON": lambda: json.loads(octets),
        f"empty loop over {len(octets):,} octets": lambda: empty_loop(octets),
        "empty loop over 65,536 patterns": lambda: empty_loop(range(2**16)),
    }
    yield from beside_the_machine("check", what, lambda: check(written), limits)


def totals() -> Iterator[Result]:
    """The same check for other utilities of 16 truths."""
    from rropt.checker import check

    for what, problem in other_questions(16):
        written = ours(problem)().certificate.to_json()
        run = alone(lambda text=written: check(text), 3)
        yield Result("checks", f"check: {what}, k = 16", run, bar=Bar("seconds", 0.15))
