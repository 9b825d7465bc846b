"""A-, D-, E- and c-optimal designs, also robust ones, as designs.

**In another order of truths.** No table is better or worse for the names of its truths: a sum of
variances, a determinant and a largest eigenvalue are the same in every order. A certificate of kind
`symmetric` names classes one after the other, so that where truths are too many for a search over
all patterns the question is asked with its truths in the order of falling shares. Their names, or
their numbers in the question, go with them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

from rropt.certificate import Certificate
from rropt.channel import Channel
from rropt.design.answer import Answer, ends, simplify
from rropt.design.blocks.equal_shares import equal_shares_design, is_of_equal_shares
from rropt.design.curved.class_design import (
    class_design,
    is_of_few_shares,
    is_of_protected_classes,
    is_relaxed_in_classes,
)
from rropt.design.curved.contrast_design import contrast_design, is_one_contrast
from rropt.design.curved.share_classes import fall_or_rise
from rropt.design.deployed.deploy import deployed, in_words
from rropt.design.engine.posed import ALWAYS_SEARCHED
from rropt.design.engine.ratio_design import certified_table, ratio_optimum, solve_interval
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem, in_order, require_criterion, resolved
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.one_thread import on_one_thread
from rropt.privacy import Criterion
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Curved, Minimax, VarianceOverInterval


@on_one_thread
def curved_design(problem: Problem, total: int | None) -> Answer:
    """Solve, certify and, if asked, make deployable."""
    _refuse_useless(problem)
    if isinstance(problem.objective, VarianceOverInterval):
        return _interval_design(problem, total)
    if total is None and is_one_contrast(problem):
        return contrast_design(problem)
    if total is None and is_of_equal_shares(problem):
        return equal_shares_design(problem)
    if total is None and (is_of_few_shares(problem) or is_of_protected_classes(problem)):
        in_classes = class_design(problem)
        if in_classes is not None:
            return in_classes
    try:
        optimum = ratio_optimum(problem)
    except InputError:
        # Long numbers of steep shares: a proof in classes is short, with a gap of about 1e-3.
        in_classes = None
        if total is None and is_relaxed_in_classes(problem):
            in_classes = class_design(problem)
        if in_classes is None:
            raise
        return in_classes
    table = _table(optimum.certificate)
    notes: tuple[str, ...] = ()
    if total is not None:
        over = deployed(problem, table.rows, total, reports=problem.outputs)
        notes = (in_words(over, total, table.shape[0]),)
        _refuse_unidentified(over.table, total)
        optimum = certified_table(optimum, over.table.rows, total)
        table = _table(optimum.certificate)
    refuse_more(problem, table.shape[0])
    return Answer(
        problem=problem,
        value=simplify(optimum.value),
        bound=CertifiedNumber.of(optimum.bound),
        certificate=optimum.certificate,
        table=table,
        remarks=notes,
    )


def _interval_design(problem: Problem, total: int | None) -> Answer:
    """The design for an interval of prevalences."""
    if total is not None:
        raise InputError("denominator must be left out for an interval of prevalences")
    certificate = solve_interval(problem)
    table = _table(certificate)
    refuse_more(problem, table.shape[0])
    worst = float(Fraction(certificate.data["scenarios"][0]["prior"][1]))
    remark = f"the worst prevalence is about {worst:.6g}"
    return Answer.certified(problem, certificate, table, (remark,))


def minimax_regret(privacy: Criterion, priors: Any, contrast: Any = None) -> Answer:
    """The answer whose largest loss against the best design for each prior is least."""
    require_criterion(privacy)
    objective = with_best_offsets(privacy, Minimax(priors, contrast))
    return curved_design(resolved(Problem(privacy, objective)), None)


def with_best_offsets(privacy: Criterion, objective: Minimax) -> Minimax:
    """The same priors, each with what the best design for it alone does.

    The best values are certified one by one; their bounds are the offsets.
    """
    priors = [at.prior for at in objective.scenarios]
    contrast = objective.contrast
    singles = [resolved(Problem(privacy, _single(prior, contrast))) for prior in priors]
    best = [curved_design(single, None) for single in singles]
    offsets = [ends(answer.bound)[0].limit_denominator(2**40) for answer in best]
    return Minimax(priors, contrast, offsets)


def _single(prior: Any, contrast: Any) -> Curved:
    return AOptimal(prior) if contrast is None else COptimal(prior, contrast)


def _table(certificate: Certificate) -> Channel:
    data = certificate.data
    return Channel.from_patterns(data["patterns"], data["weights"])


def _refuse_useless(problem: Problem) -> None:
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError(
            "gamma must be above 1 where delta is 0 for this objective: every private table is "
            "useless and the covariance is infinite"
        )


def _refuse_unidentified(table: Channel, total: int) -> None:
    if flint.fmpz_mat([list(row) for row in table.numerators]).rank() < table.shape[1]:
        raise InputError(
            f"denominator must be larger: no table over 1/{total} near the optimum identifies the "
            "distribution"
        )


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
