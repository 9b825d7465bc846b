"""The worst case of one contrast that is a question of two truths.

**A worst population under one number.** Let a and b have the least and the largest c_j. Given a
table and an estimator of these two, let each truth j have the mixture of their columns by which c_j
is that of theirs. The estimator is unbiased, and second moments are mixed alike: the variance
m.q - (c.q)^2 of a population q is that of one of a and b alone. What a divergence leaves between
mixtures is at most what it leaves between a and b, in both orders, so the table is private.

**A contrast of two values under levels.** Let a and b be of different values and no two others of
different values have a smaller level, in either order. Truths of one value have one column, that of
a or b: the table obeys all levels, and what it does to a group or a population it does to a and b.

No table of all truths does better than its columns of a and b: prices of zero for the others, and
for their pairs, bound it. Such a table tells this contrast and no single share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, cast

from rropt.certificate import Certificate, issue
from rropt.design.engine.posed import is_asked
from rropt.design.engine.ratio_design import optimum_of, ratio_optimum
from rropt.design.engine.tree_pool import TreePool
from rropt.design.levels.universal_table import level_record
from rropt.design.problem import Problem
from rropt.privacy import Privacy
from rropt.privacy.levels import Levels
from rropt.utility.worst_case import POPULATION, WorstCase


def is_of_two(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    objective: WorstCase = problem.objective
    if objective.contrast is None or objective.interval or problem.truths == 2:
        return False
    if problem.levels is None:
        return objective.respondents == POPULATION and objective.prior is None
    return is_asked(problem) and objective.prior is None and closest_pair(problem) is not None


def closest_pair(problem: Problem) -> tuple[int, int] | None:
    """Truths with the least and the largest entry of a contrast of two values that no others are
    closer than, in either order, if there are such.

    >>> levels = Privacy([["1", "2", "4"], ["2", "1", "2"], ["4", "2", "1"]])
    >>> closest_pair(Problem(levels.on(3), WorstCase([0, 0, 1])))
    (1, 2)
    """
    contrast, levels = problem.objective.contrast, cast(Levels, problem.levels)
    if len({*contrast}) > 2:
        return None
    low, high = ([a for a, c in enumerate(contrast) if c == end] for end in _ends(contrast))
    pairs = list(product(low, high))

    def bounds(pair: tuple[int, int]) -> list[Fraction | float]:
        a, b = pair
        return [g for matrix in (levels.lo, levels.hi) for g in (matrix[a][b], matrix[b][a])]

    least = [min(column) for column in zip(*map(bounds, pairs), strict=True)]
    return next((pair for pair in pairs if bounds(pair) == least), None)


def certificate_of_two(problem: Problem) -> Certificate:
    """The certificate of the two truths, written for all."""
    contrast = problem.objective.contrast
    least, most = _ends(contrast)
    objective = WorstCase([least, most], problem.objective.respondents)
    if problem.levels is None:
        ends = contrast.index(least), contrast.index(most)
        data = ratio_optimum(replace(problem, objective=objective)).certificate.data
    else:
        ends = cast("tuple[int, int]", closest_pair(problem))
        data = _under_levels(cast(Levels, problem.levels).of_truths(ends), objective)
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
        "privacy": level_record(problem),
        "objective": problem.objective.statement(),
        "patterns": [[(1 - part) * x + part * y for part in parts] for x, y in patterns],
        "prices": of_all(data["prices"]),
        "scenarios": [scenario | told],
    }
    if "forests" in data["cover"]:
        named = [[[ends[c], ends[p]] for c, p in forest] for forest in data["cover"]["forests"]]
        changed["cover"] = data["cover"] | {"forests": named}
    if "pair_prices" in data:
        changed["pair_prices"] = [[ends[a], ends[b], z] for a, b, z in data["pair_prices"]]
    kept = {name: entry for name, entry in data.items() if name not in ("format", "universal")}
    return issue(kept | changed)


def _ends(contrast: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    return min(contrast), max(contrast)


def _under_levels(levels: Levels, objective: WorstCase) -> dict[str, Any]:
    """Of two truths, which are a tree."""
    problem = Problem(Privacy.of(levels, ""), objective)
    found = optimum_of(problem, TreePool(levels))
    if found is None:
        raise ArithmeticError("two truths were not certified")
    return found.certificate.data
