"""The worst population of one contrast under one number: a question of two truths.

Let a and b have the least and the largest c_j. Given a table and an estimator of these two, let
each truth j have the mixture of their columns by which c_j is that of theirs. The estimator is
unbiased, and second moments are mixed alike: the variance m.q - (c.q)^2 of a population q is that
of one of a and b alone. What a divergence leaves between mixtures is at most what it leaves
between a and b, in both orders, so the table is private. No table of all truths does better than
its columns of a and b: prices of zero for the others, and for their pairs, bound it. Such a table
tells this contrast and no single share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, issue
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.problem import Problem
from rropt.utility.worst_case import POPULATION, WorstCase


def is_of_two(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    objective: WorstCase = problem.objective
    if objective.contrast is None or objective.interval or problem.truths == 2:
        return False
    is_open = objective.respondents == POPULATION and objective.prior is None
    return is_open and problem.levels is None


def certificate_of_two(problem: Problem) -> Certificate:
    """The certificate of the two truths, written for all."""
    contrast = problem.objective.contrast
    least, most = min(contrast), max(contrast)
    ends = contrast.index(least), contrast.index(most)
    alone = replace(problem, objective=WorstCase([least, most]))
    data = ratio_optimum(alone).certificate.data
    parts = [(c - least) / (most - least) for c in contrast]

    def of_all(entries: Sequence[Any]) -> list[Any]:
        found = [Fraction(0)] * len(contrast)
        for place, entry in zip(ends, entries, strict=True):
            found[place] = entry
        return found

    patterns = [tuple(map(Fraction, r)) for r in data["patterns"]]
    (scenario,) = data["scenarios"]
    told = {
        "prior": of_all(scenario["prior"]),
        "tangents": [of_all(t) for t in scenario["tangents"]],
    }
    changed = {
        "objective": problem.objective.statement(),
        "patterns": [[(1 - part) * x + part * y for part in parts] for x, y in patterns],
        "prices": of_all(data["prices"]),
        "scenarios": [scenario | told],
    }
    if "pair_prices" in data:
        changed["pair_prices"] = [[ends[a], ends[b], z] for a, b, z in data["pair_prices"]]
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    return issue(kept | changed)
