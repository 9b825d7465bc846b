"""The privacy of a problem as the engine of the ratios sees it: a pool, and a table if it is known.

Hard forms and levels are a pool as they are, and so are the powers of Renyi budgets (`power_pool`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, inf
from typing import Any, Generic, Protocol, TypeVar, cast

import numpy as np

from rropt.certificate import CertificateError, LargeCertificate
from rropt.design.engine.listed_pool import ListedPool
from rropt.design.engine.path import PathPoint, RatioFound
from rropt.design.engine.pool import Array, CubePool, ExactPool, Pool, Quotient
from rropt.design.engine.power_pool import PowerPool, under_powers
from rropt.design.engine.repair import ExactTable, exact_table, given_table
from rropt.design.levels.merged_truths import equal_columns
from rropt.design.levels.renyi_design import private_table
from rropt.design.levels.renyi_table import exact_rows, within_checker
from rropt.design.levels.universal_table import universal_table
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.privacy import Conditions, Privacy
from rropt.privacy.levels import Levels
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.worst_case import WorstCase

TIGHT = Fraction(1, 10**11)
"""A relative gap below this ends the trials."""

ENOUGH = Fraction(1, 10**9)
"""A relative gap below this ends them before the path is gone back to an earlier stage."""

MOST_TRUTHS = 4
"""Under a Renyi budget."""

ALWAYS_SEARCHED = 20
"""Truths of which a search over patterns ends, with a gap of rounding errors, if its certificate is
not too large, as that of a determinant of 20 shares 2^-j."""

MOST_OF_BEST_SIZE = {21: 750_000, 22: 750_000, 23: 750_000, 24: 750_000, 25: 2100}
"""Of more truths traces and determinants are searched, where few patterns are good: 24 different
shares at gamma 2 take 12 to 18 seconds (735,471 sets of eight), and at gamma 3/2 (1,961,256 of ten)
over two minutes. Of 25 (2300 sets of three) the certificate is too large."""

MOST_OF_EIGENVALUE = 22
"""The same of a largest eigenvalue at every level: 22 take 4 to 10 seconds, of 24 at epsilon 1 and
3 the certificate is too large."""


MOST_LISTED = 8
"""Truths under levels for one contrast: with nine a list of patterns takes longer, and on a path at
epsilon 4 a step its gaps are a thousand times as large."""


class AskedOfPool(Protocol):
    """A question with the pool that it is about."""

    @property
    def pool(self) -> Pool: ...


Question = TypeVar("Question", bound=AskedOfPool)


@dataclass(frozen=True)
class Posed(Generic[Question]):
    """A problem, with the budgets that its bound rests on, and the question about its pool."""

    problem: Problem
    question: Question
    table: ExactTable | None
    """Where it is not that of the search."""

    def searched(self, point: PathPoint, bits: int) -> ExactTable:
        """The table of the search; under powers, where no pattern is exact, what is known."""
        pool = self.question.pool
        if self.table is not None and isinstance(pool, PowerPool):
            return self.table
        return exact_table(cast(ExactPool, pool), point.keys, point.weights, bits)


class CertifiedSearch(Protocol):
    """A certified answer with the search that found it."""

    @property
    def found(self) -> RatioFound: ...

    @property
    def relative_gap(self) -> Fraction: ...


Answered = TypeVar("Answered", bound=CertifiedSearch)
Pose = Callable[[Pool], Question]
End = Callable[[Question], RatioFound | None]
Search = Callable[[Question], Iterator[RatioFound]]
Certify = Callable[[Posed[Question], RatioFound], Answered]


def is_searched(problem: Problem) -> bool:
    """Whether a search over {1, g}^k ends within half a minute: always, or where so few truths are
    high that few patterns have the size that is best at equal shares."""
    k = problem.truths
    if k <= ALWAYS_SEARCHED:
        return True
    objective = problem.objective
    if not isinstance(objective, (AOptimal, DOptimal, EOptimal)) or objective.robust:
        return False
    if len({*objective.scenarios[0].prior}) <= ALWAYS_SEARCHED:
        return False  # sets of alike truths are tied
    if isinstance(objective, EOptimal):
        return k <= MOST_OF_EIGENVALUE
    return comb(k, round(k / (1 + problem.gamma.lo))) <= MOST_OF_BEST_SIZE.get(k, 0)


def pool_of(problem: Problem) -> ExactPool:
    """All extreme patterns of the problem's privacy, for its lower end."""
    if problem.levels is None and not problem.delta:
        if not is_searched(problem):
            raise InputError(
                f"categories must be at most {ALWAYS_SEARCHED} for {problem.objective.label} at "
                f"this level and prior, got {problem.truths}"
            )
        return CubePool(problem.truths, problem.gamma.lo)
    return ListedPool(problem.cone)


def is_asked(problem: Problem) -> bool:
    """Whether one contrast at one prior, given or the worst, is asked for under levels of too many
    truths for a list of patterns."""
    levels, objective = problem.levels, problem.objective
    one = isinstance(objective, (COptimal, WorstCase)) and objective.contrast is not None
    many = problem.truths > MOST_LISTED
    return one and many and isinstance(levels, Levels) and levels.is_everywhere


def tightest(
    problem: Problem,
    pose: Pose[Question],
    end: End[Question],
    search: Search[Question],
    certify: Certify[Question, Answered],
) -> Answered | None:
    """The certified answer with the smallest gap; None where nothing could be certified.

    - pose: the question about a pool
    - end: what is found, where no pattern is exact
    - search: the same where patterns are, the best first
    - certify: the answer that shows it
    """
    levels = problem.levels
    if isinstance(levels, Conditions) and levels.has_orders:
        return _under_powers(problem, levels, pose, end, certify)
    # Of two truths the best table may be known: the search then finds its prices.
    rows = universal_table(problem)
    table = None if rows is None else given_table(rows)
    return first_tight(Posed(problem, pose(pool_of(problem)), table), search, certify)


def _under_powers(
    problem: Problem,
    budgets: Conditions,
    pose: Pose[Question],
    end: End[Question],
    certify: Certify[Question, Answered],
) -> Answered | None:
    """The best table for the powers of the budgets, which have prices themselves."""
    if problem.truths > MOST_TRUTHS:
        raise InputError(
            f"categories must be at most {MOST_TRUTHS} for this objective under a Renyi budget, "
            f"got {problem.truths}; decisions (trace, guess, gain) work beyond"
        )
    found = under_powers(budgets, pose, end)
    if found is None:
        return None
    conditions = within_checker(found.pool.conditions)
    rows = found.rows
    contrast = problem.objective.contrast
    if contrast is not None:
        rows = equal_columns(rows, contrast)
    table = given_table(private_table(exact_rows(rows), conditions))
    privacy = Privacy.of(conditions, problem.privacy.describe())
    posed = Posed(replace(problem, privacy=privacy), found.question, table)
    try:
        return certify(posed, found.found)
    except InputError:
        raise  # it says what is too large or not covered: the search did not fail
    except (ArithmeticError, ValueError, CertificateError, np.linalg.LinAlgError):
        return None


def first_tight(
    posed: Posed[Question],
    search: Search[Question],
    certify: Certify[Question, Answered],
    tight: Fraction = TIGHT,
) -> Answered | None:
    """The first answer with a small relative gap; failing that, the one with the smallest.

    - tight: the relative gap below which no other is tried
    """
    answers: list[Answered] = []
    stage = 0.0
    best = Fraction(1)
    refused: LargeCertificate | None = None
    fewest = inf
    for found in search(posed.question):
        # A larger mu is of an earlier stage, to which the path is gone back.
        if found.point.mu > stage and best < ENOUGH:
            break
        reports = len(found.point.keys)
        if reports >= fewest:
            continue
        try:
            answers.append(certify(posed, found))
        except LargeCertificate as error:
            # A later stage may have fewer: 239 of 22 shares 0.8^j where the first has 833.
            refused = refused or error
            fewest = reports
            continue
        except (ArithmeticError, ValueError, CertificateError):
            continue
        stage = found.point.mu
        best = min(answer.relative_gap for answer in answers)
        if best < tight:
            break
    if refused and not answers:
        raise refused
    return min(answers, key=lambda answer: answer.relative_gap, default=None)


@dataclass(frozen=True)
class TangentUtility:
    """The linear utility sum (r'Mr) / (q.r) of a search's tangents, up to a factor."""

    quotients: Sequence[Quotient]

    @property
    def seen(self) -> Sequence[int]:
        """Those with a share or a part of a tangent: classes of a contrast may be of one truth."""
        told = sum(part.bottom + np.abs(part.top).sum(axis=0) for part in self.quotients)
        return np.flatnonzero(told).tolist()

    def floats(self, patterns: Any) -> Array:
        """Of each row, none of them zero."""
        found: Array = np.zeros(len(patterns))
        for part in self.quotients:
            tops = ((patterns @ part.top) * patterns).sum(axis=1)
            bottoms = patterns @ part.bottom
            unbounded = np.where(tops > 0, np.inf, 0.0)
            found += np.divide(tops, bottoms, out=unbounded, where=bottoms > 0)
        return found
