"""The order of truths in which a design in classes has those of like shares beside each other.

No table is better or worse for the names of its truths: a sum of variances, a determinant and a
largest eigenvalue are the same in every order. A certificate of kind `symmetric` names classes one
after the other, so that where truths are too many for a search over all patterns the question is
asked with its truths in the order of falling shares. Their names, or their numbers in the question,
go with them.
"""

from __future__ import annotations

from rropt.design.curved.class_design import is_of_few_shares, is_relaxed_in_classes
from rropt.design.curved.share_classes import fall_or_rise
from rropt.design.engine.posed import ALWAYS_SEARCHED
from rropt.design.problem import Problem, in_order
from rropt.utility.at_prior import AOptimal, DOptimal, EOptimal


def order_of_shares(problem: Problem) -> tuple[int, ...] | None:
    """The truths by falling shares, where only in this order the question is one of classes.

    >>> import rropt as rr
    >>> problem = rr.Problem(rr.LocalDP(1), rr.AOptimal(["0.01", "0.04"] * 20))
    >>> order_of_shares(problem)[:3]
    (1, 3, 5)
    """
    objective = problem.objective
    if not isinstance(objective, (AOptimal, DOptimal, EOptimal)):
        return None
    if problem.truths <= ALWAYS_SEARCHED or fall_or_rise(objective.prior):
        return None
    if is_of_few_shares(problem):
        return None
    order = tuple(sorted(range(problem.truths), key=lambda truth: -objective.prior[truth]))
    ordered = in_order(problem, order)
    is_of_classes = is_of_few_shares(ordered) or is_relaxed_in_classes(ordered)
    return order if is_of_classes else None
