"""As few reports as a restricted number allows, at no loss.

The patterns of an optimal table share its prices: any weights w >= 0 with

    sum_r w_r r = 1,     sum_r w_r e_p(r) <= d_p for each budget,     the same sum_r w_r u(r)

are as good, and at a vertex of these the patterns in use are independent. No claim is made that
fewer reports cannot do.
"""

from __future__ import annotations

from dataclasses import replace

from rropt.channel.implicit import reports_in_words
from rropt.design.linear.pattern_program import best_weights
from rropt.design.linear.symmetric import reports_of
from rropt.design.problem import Optimum, Problem, SymmetricOptimum, linear_utility
from rropt.exact import InputError
from rropt.privacy.bound_forms import LOW

REASON = (
    "; no proof is known here that so few are best: it is of convex utilities of two truths, of "
    "two reports under one number, and of gains, guesses and traces with few choices of actions"
)


def admitted(problem: Problem, optimum: Optimum | SymmetricOptimum) -> Optimum | SymmetricOptimum:
    """The optimum, with fewer reports where the problem restricts them and it has too many."""
    if problem.outputs is None:
        return optimum
    if isinstance(optimum, SymmetricOptimum):
        refuse_more(problem, reports_of(optimum, problem))
        return optimum
    return optimum if len(optimum.patterns) <= problem.outputs else _vertex(problem, optimum)


def refuse_more(problem: Problem, reports: int) -> None:
    """Refuse a table of more reports than the problem allows."""
    if problem.outputs is not None and reports > problem.outputs:
        least = reports_in_words(reports)
        raise InputError(
            f"outputs must be any or at least {least}, the reports of the optimum that was found, "
            f"got {problem.outputs}{REASON}"
        )


def _vertex(problem: Problem, optimum: Optimum) -> Optimum:
    """A vertex over the patterns in use: the weights at hand are one point of its program, so that
    it is worth no less.
    """
    used = optimum.patterns
    solution = best_weights(linear_utility(problem), problem.cone, LOW, used)
    kept = [(r, w) for r, w in zip(used, solution.x, strict=True) if w]
    patterns, weights = zip(*kept, strict=True)
    return replace(optimum, patterns=patterns, weights=weights)
