"""The engine of the ratios: search, refine, make exact, certify.

**An interval of prevalences** of two truths, over which the largest variance is least. An unbiased
estimator has a variance that is a concave parabola in the prevalence: the best one at the worst
prevalence of a table shows what the table does over the whole interval. The bound comes from a few
prevalences with dual shares; the worst prevalence of each table joins them until value and bound
meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import cast

import numpy as np

from rropt.certificate import Certificate, CertificateError, LargeCertificate
from rropt.design.engine.asked_pool import AskedPool
from rropt.design.engine.clamped_rows import (
    WithoutDelta,
    is_clamped,
    largest_delta,
    refuse_shareless,
    refuse_useless,
    telling,
    too_large,
)
from rropt.design.engine.contrast_refinement import contrast_refined
from rropt.design.engine.eigenvalue_master import eigenvalue_refined, eigenvalue_search
from rropt.design.engine.matrix_pool import MatrixPool
from rropt.design.engine.path import PathPoint, RatioFound, search
from rropt.design.engine.pool import ExactPool, Pool
from rropt.design.engine.posed import Posed, first_tight, is_asked, tightest
from rropt.design.engine.power_pool import PowerPool
from rropt.design.engine.ratio_certificate import Certified, certified
from rropt.design.engine.ratio_evidence import inner_tangents, mended_table, worst_prevalence
from rropt.design.engine.ratio_question import RatioQuestion
from rropt.design.engine.refinement import refined, vertex
from rropt.design.engine.repair import ExactTable, given_table
from rropt.design.engine.tree_pool import TreePool
from rropt.design.engine.window_path import WindowPool, window_search
from rropt.design.levels.merged_truths import MergedTruths, mirrored
from rropt.design.levels.renyi_design import private_table
from rropt.design.levels.renyi_table import within_checker
from rropt.design.problem import Problem
from rropt.exact import InputError, Table, log_bounds
from rropt.exact.entries import entrywise, scaled
from rropt.patterns.extreme import rows_of
from rropt.privacy import Privacy
from rropt.privacy.bound_forms import LOW
from rropt.privacy.levels import Levels

RARE = 1e-11
"""Of the mass and of each budget, for a report that costs nothing: its numbers are 1e11."""

COVERED = 1e-12
"""A pattern that falls short by less is covered but for rounding: what it is worth is about 1."""

WORTH_NO_OTHER = Fraction(1, 10**6)
"""The relative gap below which a search that asks for patterns is not begun again: where groups
are the worst the path may get lost."""

TIGHT_IF_MENDED = Fraction(1, 10**10)
"""The relative gap below which no other table is tried: two reports that make up for rounding cost
about 3e-11 of 40 truths."""

SPREAD = (0.25, 1.0, 4.0, 16.0, 64.0, 256.0)
"""Of the root of a delta, the share of equal shares in a prior: the bound loses it, and by what
truths are worth alone delta over it."""

PAID = 1e-9
"""Beyond what the table shows: prices of 20 shares 0.7^j at epsilon 1 cover where they pay 7e-5
more, and a later stage's 1e-15."""


@dataclass(frozen=True)
class RatioOptimum:
    """A certified answer with the search that found it."""

    problem: Problem
    """With the lines that the bound rests on, where there are some."""

    question: RatioQuestion
    found: RatioFound
    best: ExactTable
    certified: Certified

    @property
    def certificate(self) -> Certificate:
        return self.certified.certificate

    @property
    def relative_gap(self) -> Fraction:
        """The gap as a share of the bound."""
        return self.certified.relative_gap

    @property
    def value(self) -> tuple[Fraction, Fraction]:
        """What the table is worth; of a determinant the logarithm."""
        low, high = self.certified.value
        if self.question.is_determinant:
            return log_bounds(low)[0], log_bounds(high)[1]
        return low, high

    @property
    def bound(self) -> Fraction:
        """What no table is below."""
        if self.question.is_determinant:
            return log_bounds(self.certified.bound)[0]
        return self.certified.bound


def ratio_optimum(problem: Problem) -> RatioOptimum:
    """The certified optimum."""
    if is_clamped(problem):
        refuse_useless(problem)
        allowed, private = WithoutDelta.of(problem).answered(ratio_optimum)
        return _telling_truths(problem, private, allowed.best)
    if is_asked(problem):
        return _asked(problem, cast(Levels, problem.levels))
    merged = MergedTruths.of(problem)
    if merged is None:
        pose = partial(RatioQuestion, problem.objective)
        found = tightest(problem, pose, path_end, path_ends, _optimum)
    else:
        of_classes = merged.problem(problem)
        pose = partial(RatioQuestion, of_classes.objective)
        certify = partial(_of_truths, problem, merged)
        found = tightest(of_classes, pose, path_end, path_ends, certify)
    if found is not None:
        return found
    raise _uncertified(problem)


def _asked(problem: Problem, levels: Levels) -> RatioOptimum:
    """From one start after the other while a gap is left."""
    pool: AskedPool = TreePool(levels) if levels.tree(LOW) else MatrixPool(levels)
    posed = Posed(problem, RatioQuestion(problem.objective, pool), None)
    answers: list[RatioOptimum] = []
    for _ in pool.starts():
        found = first_tight(posed, path_ends, _mended, TIGHT_IF_MENDED)
        if found is not None:
            answers.append(found)
            if found.relative_gap < WORTH_NO_OTHER:
                break
    if not answers:
        raise _uncertified(problem)
    return min(answers, key=lambda found: found.relative_gap)


def _uncertified(problem: Problem) -> InputError:
    return InputError(
        f"{problem.objective.label} could not be certified here: the level or the prior is too "
        "extreme for the floating-point search"
    )


def optimum_of(problem: Problem, pool: ExactPool) -> RatioOptimum | None:
    """The certified optimum of the patterns of a pool; None where nothing could be certified."""
    if is_clamped(problem):
        private = optimum_of(WithoutDelta.of(problem).bounds, pool)
        return private and _telling_truths(problem, private, private.best)
    posed = Posed(problem, RatioQuestion(problem.objective, pool), None)
    return first_tight(posed, path_ends, _optimum if pool.truths <= MOST_SOLVED else _mended)


def path_ends(question: RatioQuestion) -> Iterator[RatioFound]:
    """What is refined at a stage of the path, as soon as its prices cover all patterns.

    Failing that, at the last stages first, what is refined there and then the stages themselves,
    on few of their patterns: at small levels thousands are as good as each other.
    """
    pool = question.pool
    left: list[tuple[list[RatioFound], RatioFound]] = []
    for found in stages(question):
        uncovered = []
        for end in _refinements(question, found):
            if covers(pool, end) and not (question.is_eigenvalue and _left(end) > PAID):
                yield end
            else:
                uncovered.append(end)
        left.append((uncovered, found))
    for uncovered, found in reversed(left):
        yield from uncovered
        if not question.is_eigenvalue:
            yield from _while_regular(_on_few(question, found))
            yield found


def _on_few(question: RatioQuestion, found: RatioFound) -> Iterator[RatioFound]:
    """The same worth by fewer patterns, if there are too many."""
    fewer = vertex(question.saddle, found)
    if len(fewer.point.keys) < len(found.point.keys):
        yield fewer


def path_end(question: RatioQuestion) -> RatioFound | None:
    """What is first refined so that its prices cover all patterns; failing that, the last stage."""
    last = None
    for found in stages(question):
        for end in _refinements(question, found):
            if end.is_table and covers(question.pool, end):
                return end
        if found.is_table:
            last = found
    return last


def stages(question: RatioQuestion) -> Iterator[RatioFound]:
    """The stages of the path."""
    if question.is_eigenvalue:
        ((point,),) = question.points
        return _while_regular(eigenvalue_search(question.pool, point))
    if not isinstance(question.pool, WindowPool):
        return _while_regular(search(question.pool, question.saddle))
    if question.is_open:
        return _while_regular(_on_few_runs(question))
    return _while_regular(window_search(question.pool, question))


def _on_few_runs(question: RatioQuestion) -> Iterator[RatioFound]:
    """The end of the path at the worst prior; hundreds of runs are nearly as good as the best.

    What is refined at earlier stages takes as long again, and one of 60 questions needed it.
    """
    *_, found = search(question.pool, question.saddle)
    yield vertex(question.saddle, found)


def _refinements(question: RatioQuestion, found: RatioFound) -> Iterator[RatioFound]:
    """The last digits on the patterns in use."""
    if question.is_eigenvalue:
        ((point,),) = question.points
        yield from _while_regular(eigenvalue_refined(point, found))
        return
    if question.direction is not None:
        truths = question.pool.truths
        # An optimum has two reports a truth: among many more Newton's method singles none out.
        if truths > MOST_SOLVED and len(found.point.keys) > CROWDED * truths:
            return
        yield from _while_regular(contrast_refined(question, found))
    yield from _while_regular(refined(question.saddle, found))


def covers(pool: Pool, found: RatioFound) -> bool:
    """Whether neither patterns nor what is worst are off by more than rounding."""
    # Theta that is not in use must have vanished: else the worst case is not yet the worst.
    unused = found.point.theta[found.point.theta <= found.point.theta_spare]
    if float(unused.sum()) > COVERED:
        return False
    charges = found.point.charges
    sizes = [charges.balance, charges.excess, *(part.top for part in found.at.quotients)]
    if not all(np.isfinite(part).all() for part in sizes):
        return False
    return not len(pool.worst(found.at.quotients, charges, COVERED, 1)[0])


def _left(found: RatioFound) -> float:
    """What charges pay for beyond the least eigenvalue of the information, which f has as -t."""
    charges = found.point.charges
    return float(charges.balance[-1] + charges.excess.sum()) + found.at.value


def _while_regular(found: Iterator[RatioFound]) -> Iterator[RatioFound]:
    """What is found before a step leads to weights that do not tell all truths apart."""
    try:
        yield from found
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def _optimum(posed: Posed[RatioQuestion], found: RatioFound) -> RatioOptimum:
    best = posed.searched(_with_costless(posed.question, found.point), posed.question.bits)
    return _shown(posed, found, posed.table or best, best)


def _shown(
    posed: Posed[RatioQuestion], found: RatioFound, table: ExactTable, best: ExactTable
) -> RatioOptimum:
    """With the certificate of a table, by what was found of the best one."""
    problem = posed.problem
    question = posed.question
    shown = certified(problem, question, found, table, best)
    point = found.point
    # On the path theta s = mu: in the end one of both vanishes.
    used = point.theta > point.theta_spare
    if question.is_open and not used.all() and shown.relative_gap > TIGHT:
        bare = np.where(used, point.theta, 0.0)
        with suppress(ArithmeticError, ValueError, CertificateError):
            at = replace(found, point=replace(point, theta=bare))
            without = certified(problem, question, at, table, best)
            shown = min(shown, without, key=lambda each: each.relative_gap)
    return RatioOptimum(problem, question, found, best, shown)


def _telling_truths(problem: Problem, private: RatioOptimum, allowed: ExactTable) -> RatioOptimum:
    """What is best without the delta, and with chance delta the truth.

    - allowed: the best private table; `private` has the prices that bound all of them
    """
    if not private.question.is_open:
        for scenario in problem.objective.scenarios:
            refuse_shareless(scenario.prior)
    question, best = private.question, private.best
    table = telling(problem, allowed)
    root = sqrt(largest_delta(problem))
    shown: Certified | None = None
    for found in _spread_priors(question, private.found, root):
        try:
            answer = certified(problem, question, found, table, best)
        except LargeCertificate:
            raise  # it says what is too large
        except (ArithmeticError, ValueError, CertificateError):
            continue
        if shown is not None and answer.bound < shown.bound:
            break
        shown = answer
        if 0 <= answer.relative_gap < root:
            break
    if shown is None:
        raise _uncertified(problem)
    if shown.bound <= 0 < private.certified.bound:
        raise too_large(problem)
    return replace(private, problem=problem, certified=shown)


def _spread_priors(question: RatioQuestion, found: RatioFound, root: float) -> Iterator[RatioFound]:
    """What is found; of an open prior also what is nearer to equal shares, step by step.

    A truth without a share is worth as much alone as its tangent says, however much that is. Of a
    prior that is mixed with equal shares patterns are worth at most 1 / (1 - share) times as much.
    The bound loses about the root of the delta.
    """
    yield found
    if question.is_open:
        for share in (root * factor for factor in SPREAD):
            if share < 1:
                theta = found.point.theta
                mixed = (1 - share) * theta + share * theta.mean()
                charges = found.point.charges.times(1 / (1 - share))
                yield replace(found, point=replace(found.point, theta=mixed, charges=charges))


def _of_truths(
    problem: Problem, merged: MergedTruths, posed: Posed[RatioQuestion], found: RatioFound
) -> RatioOptimum:
    """The certified optimum of all truths by what is found for their classes."""
    of_classes = posed.question
    pool = cast(PowerPool, of_classes.pool)
    question = RatioQuestion(problem.objective, pool.of_truths(merged))
    budgets = merged.all_budgets(within_checker(pool.conditions))
    privacy = Privacy.of(budgets, problem.privacy.describe())
    table = posed.searched(found.point, question.bits)
    rows = rows_of(table.weights, table.patterns)
    if question.is_open and merged.number == 2:
        rows = mirrored(rows)
    # Of many truths fewer orders can be looked at.
    rows = private_table(merged.rows(rows), budgets)
    point = found.point
    if question.is_open:
        spare = point.theta_spare[list(merged.classes)]
        point = replace(point, theta=merged.parted(point.theta), theta_spare=spare)
    told = of_classes.basis @ inner_tangents(of_classes, found, 0)[:, 0]
    tangent = question.basis.T @ merged.parted(told) / np.sqrt(question.size)
    whole = Posed(replace(problem, privacy=privacy), question, given_table(rows))
    return _optimum(whole, replace(found, point=point, tangents=(tangent,)))


def _with_costless(question: RatioQuestion, point: PathPoint) -> PathPoint:
    """With a little of the reports that cost nothing, without which numbers are not unbiased."""
    fresh = np.setdiff1d(question.costless, point.keys)
    excess = question.pool.features(fresh).excess
    little = RARE / excess.max(axis=1, initial=1.0)
    keys = np.append(point.keys, fresh)
    return replace(point, keys=keys, weights=np.append(point.weights, little))


def _mended(posed: Posed[RatioQuestion], found: RatioFound) -> RatioOptimum:
    """The same of one contrast, without an exact solve: two more reports make up for rounding."""
    question = posed.question
    pool = cast(WindowPool | AskedPool, question.pool)
    table = mended_table(question, found, pool.least_level)
    return _shown(posed, found, table, table)


def certified_table(optimum: RatioOptimum, rows: Table, total: int) -> RatioOptimum:
    """The certificate of a table over 1/total that is given, by the prices of the optimum."""
    try:
        table = given_table(rows)
        problem = optimum.problem
        question = optimum.question
        found = certified(problem, question, optimum.found, table, optimum.best)
    except (ArithmeticError, ValueError, CertificateError):
        raise InputError(
            f"denominator must be larger: the table over 1/{total} near the optimum could not be "
            "certified"
        ) from None
    return replace(optimum, certified=found)


MOST_SOLVED = 64
"""Truths whose weights are solved for: of 200 the numbers are too long for a checker."""

CROWDED = 2
"""Patterns in use a truth, of large contrasts, among which refinement takes seconds in vain."""

MOST_ROUNDS = 12

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the rounds."""


def solve_interval(problem: Problem) -> Certificate:
    """The certified design, by adding the worst prevalence of each candidate."""
    best = found = ratio_optimum(problem)
    for _ in range(MOST_ROUNDS):
        if found.certified.relative_gap < best.certified.relative_gap:
            best = found
        objective = problem.objective
        worst = worst_prevalence(_rows(found.certificate), objective.low, objective.high)
        # A prevalence that is seen already would pose the same problem again.
        if best.certified.relative_gap < TIGHT or worst in objective.seen:
            break
        problem = replace(problem, objective=objective.with_prevalence(worst))
        found = ratio_optimum(problem)
    return best.certificate


def _rows(certificate: Certificate) -> Table:
    """The table of a certificate."""
    data = certificate.data
    patterns = entrywise(Fraction, data["patterns"])
    return tuple(map(scaled, patterns, map(Fraction, data["weights"])))
