"""Mutual information where the best mass has few truths: sets and prices by cuts, a tree of them.

Sets that pay too little are found on the way through a tree (`price_tree`) and join the program; a
tree without any is the proof of its prices.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from rropt.design.linear.price_tree import PriceTree
from rropt.design.linear.proportional_mixture import by_mass, covered, exact_mixture
from rropt.design.problem import MOST_ENTRIES, Optimum, Problem

LACK = 3e-4
"""Of the bound, what coverage may lack before prices are raised: 100 random shares at epsilon 8
have a tree of 400 leaves then. Where k-ary response is best, little is lacking and nothing lost."""

MOST_ROUNDS = 30
"""Of 100 random shares at epsilon 8 there are ten, of 30 at epsilon 4 too many."""

JOINING = 2
"""Sets a truth that join in a round."""


def solve_branched(problem: Problem) -> Optimum | None:
    """The table and the prices of cuts; None where a tree grows too large."""
    utility = problem.objective
    truths = utility.truths
    if truths**2 > MOST_ENTRIES:
        return None
    masses, order = by_mass(utility)
    heavy_first = masses[order]
    gamma = float(problem.gamma)
    sets = np.eye(truths)
    for _ in range(MOST_ROUNDS):
        paid, weights = _least_prices(sets, heavy_first, gamma)
        tree = PriceTree(heavy_first, paid, gamma, LACK * float(paid.sum()))
        tree.walk()
        if not tree.lacking:
            break
        new = sorted(tree.lacking)[: JOINING * truths]
        sets = np.unique(np.vstack([sets, [high for _, high in new]]), axis=0)
    if tree.lacking or tree.is_cut:
        return None
    rows = np.zeros((np.count_nonzero(weights > 0), truths), dtype=int)
    rows[:, order] = sets[weights > 0]
    found = exact_mixture(rows.tolist(), problem.gamma.lo)
    return None if found is None else covered(problem, *found, tree)


def _least_prices(
    sets: np.ndarray, masses: np.ndarray, gamma: float
) -> tuple[np.ndarray, np.ndarray]:
    """The least prices that these sets pay, in doubles, and the weight of each set in a table."""
    highs = sets @ masses
    means = 1 + (gamma - 1) * highs
    gains = gamma * np.log(gamma) * highs - means * np.log(means)
    found = linprog(
        np.ones(len(masses)),
        A_ub=-(1 + (gamma - 1) * sets),
        b_ub=-gains,
        bounds=(None, None),
        method="highs-ds",
    )
    if found.x is None:
        raise ArithmeticError("the linear program of prices was not solved")
    return found.x, -found.ineqlin.marginals
