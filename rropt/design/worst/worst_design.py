"""The table and the estimator of the least worst case, certified.

Contrasts of a fixed group are told for certain where privacy allows it. At high levels, where
little is lost, the path of the engine crawls: `cone_program` tells it from the numbers themselves,
and what patterns lack is found in exact numbers.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from operator import mul

from rropt.certificate import Certificate, CertificateError, issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.blocks.equal_shares import equal_shares_design, is_of_equal_shares
from rropt.design.engine.clamped_rows import is_clamped
from rropt.design.engine.ratio_design import ratio_optimum
from rropt.design.engine.repair import UnbiasedTable
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.design.worst.eigenvalue_design import eigenvalue_certificate
from rropt.design.worst.extreme_truths import certificate_of_two, is_of_two
from rropt.design.worst.fixed_group import group_by_patterns
from rropt.design.worst.random_cut import random_cut_design
from rropt.design.worst.windows_design import windows_design
from rropt.design.worst.worst_certificate import WorstPrices, certified
from rropt.design.worst.worst_line import TIGHT, is_line_with_delta, line_certificate
from rropt.design.worst.worst_over import (
    determinant_over,
    even_certificate,
    is_even,
    refuse_many,
    worst_over,
)
from rropt.design.worst.worst_search import is_separable
from rropt.exact import InputError, log_bounds
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.convert import dot
from rropt.one_thread import on_one_thread
from rropt.privacy.conditions import Conditions
from rropt.utility.worst_case import GROUP, Mean, WorstCase, WorstDeterminant
from rropt.utility.worst_eigenvalue import WorstEigenvalue

LARGEST_OF_WINDOWS = 70_000_000
"""e^18.06: the gap is 3 % of the value at epsilon 17, 19 % at 18; beyond, searches of 5 to 15 s
ended in a gap of 99 % or in none."""

FAR = 100
"""Times their width from zero numbers are told from their middle. Of 0, 1 and 5 beside 10^12 the
doubles of their squares left a gap of 7 %, beside 10^8 one of 1e-7, beside 500 none."""

FEW_TRUTHS = 10
"""Up to this many numbers all patterns are tried, which ends with more digits."""


@on_one_thread
def worst_design(problem: Problem, total: int | None) -> Answer:
    """Solve, certify, and name the reports by their numbers."""
    objective: WorstCase = problem.objective
    if total is not None and (objective.interval or isinstance(objective, WorstEigenvalue)):
        raise InputError(f"denominator must be left out for the {objective.label}")
    if objective.everywhere:
        return _everywhere(problem, objective)
    if objective.bins and problem.delta:
        raise InputError(
            "delta must be 0 for a density: with a delta the few points of a certificate bound the "
            "average loosely"
        )
    if total is None and is_of_equal_shares(problem):
        return equal_shares_design(problem)
    return _searched(problem, total)


def _searched(problem: Problem, total: int | None) -> Answer:
    """With an estimator of its own in the certificate."""
    _refuse_no_level(problem)
    objective: WorstCase = problem.objective
    certificate = _certified(problem, total)
    data = certificate.data
    if Fraction(data["bound"]) <= 0 and Fraction(data["gap"]):
        if objective.interval:
            raise _too_few_points(objective)
        raise _too_extreme(objective)  # nothing is proved of a variance
    names = objective.names_of_truths
    table = Channel.from_patterns(data["patterns"], data["weights"], truths=names)
    refuse_more(problem, table.shape[0])
    value, bound = value_and_bound(objective, certificate)
    return Answer(
        problem=problem,
        value=value,
        bound=bound,
        certificate=certificate,
        table=table,
        remarks=() if total is None else (f"table over 1/{total}: rounded",),
    )


def _everywhere(problem: Problem, objective: WorstCase) -> Answer:
    """The random cut where it is the best mechanism, else windows."""
    if problem.delta:
        raise InputError(
            "points must be given, a few, where delta is above 0: without them only mechanisms "
            "without a delta are known for an interval"
        )
    if problem.outputs is not None:
        raise InputError("points must be given where outputs are: an interval has more reports")
    _refuse_no_level(problem)
    if problem.gamma.lo > LARGEST_OF_WINDOWS:
        raise InputError(
            "epsilon must be at most 18 for all numbers of an interval: beyond, doubles no longer "
            "tell the prices of windows apart"
        )
    try:
        found = random_cut_design(problem) or windows_design(problem)
    except (ArithmeticError, ValueError, CertificateError):
        raise _too_extreme(objective) from None
    if found.bound <= 0:
        raise _too_extreme(objective)  # nothing is proved of a variance
    return found


def value_and_bound(
    objective: WorstCase, certificate: Certificate
) -> tuple[CertifiedNumber, CertifiedNumber]:
    """As they are reported: of a determinant the logarithms."""
    value, bound = (Fraction(certificate.data[name]) for name in ("value", "bound"))
    if isinstance(objective, WorstDeterminant):
        return CertifiedNumber.of(log_bounds(value)), CertifiedNumber.of(log_bounds(bound)[0])
    return CertifiedNumber.of(value), CertifiedNumber.of(bound)


def _refuse_no_level(problem: Problem) -> None:
    """One number that lets no truth be told apart; of a matrix the search says which it leaves."""
    if problem.levels is None and not problem.delta and problem.gamma.lo <= 1:
        raise InputError(
            "every level must be above 1 for a worst case: truths that must not be told apart at "
            "all leave no unbiased estimator"
        )
    if isinstance(problem.objective, WorstEigenvalue) and problem.cone.has_orders:
        raise InputError(
            "privacy must have no budget of a Renyi divergence for e-optimal at the worst group"
        )


def _certified(problem: Problem, total: int | None) -> Certificate:
    """The certificate of the exact optimum, or of a table over 1/N near it."""
    try:
        middle = _middle_of_far(problem.objective)
        if middle:
            return _moved(problem, total, middle)
        told = revealing_certificate(problem) if _is_grouped(problem.objective) else None
        if told is not None:
            return told
        if total is None:
            return _exact(problem)
        if is_even(problem):
            return even_certificate(problem, total)
        if isinstance(problem.objective, WorstDeterminant):
            refuse_many(problem)
            return determinant_over(problem, total).certificate
        return worst_over(problem, _exact(problem), total)
    except InputError:
        raise
    except (ArithmeticError, ValueError, CertificateError):
        raise _too_extreme(problem.objective) from None


def _middle_of_far(objective: WorstCase) -> Fraction:
    """That of numbers far from zero beside their width; 0 for others."""
    if not isinstance(objective, Mean) or objective.interval:
        return Fraction(0)
    low, high = min(objective.values), max(objective.values)
    if len(set(map(float, objective.values))) < len(set(objective.values)):
        raise InputError(
            "values must be told apart by doubles: subtract a number that is near all of them"
        )
    return (low + high) / 2 if abs(low + high) / 2 > FAR * (high - low) > 0 else Fraction(0)


def _moved(problem: Problem, total: int | None, middle: Fraction) -> Certificate:
    """By the certificate of the numbers less their middle m, which no variance depends on.

    With the prior q the tangents p become p + m q and the prices y become y + 2 m p + m^2 q, so
    that a pattern lacks what it lacked, and the bound stays.
    """
    mean: Mean = problem.objective
    beside = Mean([x - middle for x in mean.values], mean.prior, mean.respondents)
    data = _certified(replace(problem, objective=beside), total).data
    (scenario,) = data["scenarios"]
    (tangents,), (estimators,) = scenario["tangents"], scenario["estimators"]
    columns = [map(Fraction, column) for column in (data["prices"], tangents, scenario["prior"])]
    prices, moved = [], []
    for y, p, q in zip(*columns, strict=True):
        prices.append(y + 2 * middle * p + middle**2 * q)
        moved.append(p + middle * q)
    told = {"tangents": [moved], "estimators": [[Fraction(x) + middle for x in estimators]]}
    changed = {
        "objective": mean.statement(),
        "prices": prices,
        "scenarios": [scenario | told],
    }
    return issue(data | changed)


def _exact(problem: Problem) -> Certificate:
    """By the engine; eigenvalues and many numbers at one level have searches of their own."""
    if isinstance(problem.objective, WorstEigenvalue):
        return eigenvalue_certificate(problem)
    if is_of_two(problem):
        return certificate_of_two(problem)
    if (is_separable(problem) and _is_long(problem.objective)) or is_line_with_delta(problem):
        return line_certificate(problem)
    refuse_many(problem)
    return _no_looser_than_by_cones(problem)


def _too_few_points(objective: WorstCase) -> InputError:
    return InputError(
        f"points must be more than {objective.truths} for {objective.label} at this level: shifts "
        f"to one of so few add {float(objective.spread):.2g} to the variance, beside which nothing "
        "is proved of it"
    )


def _too_extreme(objective: WorstCase) -> InputError:
    return InputError(
        f"{objective.label} could not be certified here: the level is too extreme for the "
        "floating-point search"
    )


def _no_looser_than_by_cones(problem: Problem) -> Certificate:
    """By the engine, and by cones where it fails or leaves a gap.

    Numbers that are equal may leave it nothing to tell truths apart by, and at a high level, from
    epsilon 8 on, the path of a fixed group crawls: what is lost there is small beside the numbers,
    and `cone_program` tells it from them: over windows, and exactly over all patterns.
    """
    separable = is_separable(problem)
    try:
        found = ratio_optimum(problem)
    except InputError:
        if not separable:
            raise
        return line_certificate(problem)
    if found.certified.relative_gap < TIGHT:
        return found.certificate
    searches = [line_certificate] if separable else []
    if _is_grouped(problem.objective) and _has_pairs(problem):
        searches.append(group_by_patterns)
    tried = [found.certificate]
    for search in searches:
        with suppress(ArithmeticError, ValueError, CertificateError):
            tried.append(search(problem))
    return min(tried, key=lambda certificate: Fraction(certificate.data["gap"]))


def _is_grouped(objective: WorstCase) -> bool:
    """Whether sums of variances in a fixed group are asked for, of numbers that are all truths."""
    is_sum = objective.respondents == GROUP and not isinstance(objective, WorstEigenvalue)
    return is_sum and not objective.interval


def _has_pairs(problem: Problem) -> bool:
    """Whether budgets are those of pairs of truths."""
    return not isinstance(problem.levels, Conditions)


def _is_long(objective: WorstCase) -> bool:
    """Whether numbers are too many for all patterns, or of a grid."""
    return objective.truths > FEW_TRUTHS or objective.interval


def revealing_certificate(problem: Problem) -> Certificate | None:
    """A table that tells everybody's numbers for certain; None where it is not private.

    Its reports are what a private table without a variance tells at least. No variance is below
    zero, which the tangents q c show with the prices q c^2: (sum q c r)^2 <= (q.r) sum q c^2 r.
    """
    if problem.levels is None and problem.delta < 1:
        return None
    objective: WorstCase = problem.objective
    contrasts = objective.contrasts
    numbers = list(zip(*contrasts, strict=True))
    told = list(dict.fromkeys(numbers))
    rows = [tuple(Fraction(each == one) for each in numbers) for one in told]
    if not problem.cone.obeyed_by(rows):
        return None
    k = objective.truths
    prior = list(objective.prior or [Fraction(1, k)] * k)
    slopes = [list(map(mul, prior, c)) for c in contrasts]
    constants = [q * dot(c, c) for q, c in zip(prior, numbers, strict=True)]
    estimators = [list(x) for x in zip(*told, strict=True)]
    table = UnbiasedTable(rows, [Fraction(1)] * len(rows), estimators)
    prices = WorstPrices(constants, [], Fraction(0), slopes, prior)
    if problem.levels is not None or not is_clamped(problem):
        return certified(problem, table, prices, "extremes", (0.0,))
    return certified(problem, table, prices, "line" if len(contrasts) == 1 else "form", (0.0,))
