"""Every objective at every kind of privacy level and several sizes: symbolic, certified, cvxpy.

A case is posed, certified, and compared with the closed form of the literature, with its own basis
solved in symbols, and with the readable convex program, wherever these apply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.certificate import CertificateError
from rropt.closed.agreement import Disagreement
from rropt.crosscheck.crosschecking import Row, crosscheck
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.privacy import Criterion, LocalDP
from rropt.utility import FDivergence, Gain, Guess, MutualInformation, Trace, Variance, Warner
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Average, Minimax
from rropt.utility.information import DIVERGENCES
from rropt.utility.worst_case import Mean

ROUTES = ("published", "derived", "cvxpy statement")

LEVELS = {"pure": ("ln(3)", "1/2", "4"), "approximate": ("ln(3)", "1/2")}
DELTA = "1/10"

SIZES = {"pure": (2, 3, 5), "approximate": (2, 3)}
"""Numbers of truths at each kind of level; with delta all routes apply up to three."""


@dataclass(frozen=True)
class CatalogueCase:
    """One case of the catalogue: what each route says, or the sentence in which two disagree.

    There are no rows where the problem has no optimum.
    """

    problem: Problem
    rows: tuple[Row, ...]
    disagreement: str = ""

    @property
    def routes(self) -> int:
        """How many routes agree with the certificate."""
        return max(0, len(self.rows) - 1)


def cases() -> Iterator[Problem]:
    """All problems of the catalogue.

    >>> kinds = {problem.objective.name for problem in cases()}
    >>> sorted(kinds)[:4], len(kinds) >= 10
    (['a-optimal', 'c-optimal', 'd-optimal', 'e-optimal'], True)
    """
    for privacy, kind in levels():
        for prior in ("1/4", "1/20", "1/2"):
            yield Problem(privacy, Variance(prior))
            yield Problem(privacy, Variance(prior), 2)
            yield Problem(privacy, Warner(prior))
        yield Problem(privacy, Variance("worst"))
        for truths in SIZES[kind]:
            yield from (Problem(privacy, objective) for objective in objectives(truths))


def levels() -> Iterator[tuple[Criterion, str]]:
    """Pure and approximate levels, rational and irrational gamma."""
    for epsilon in LEVELS["pure"]:
        yield LocalDP(epsilon), "pure"
    for epsilon in LEVELS["approximate"]:
        yield LocalDP(epsilon, DELTA), "approximate"


def objectives(truths: int) -> Iterator[Any]:
    """Every objective that has so many truths, at equal and at skewed priors."""
    yield Trace(truths)
    fair, skewed = [Fraction(1, truths)] * truths, skewed_prior(truths)
    for prior in (fair, skewed):
        yield from (
            each(prior) for each in (Guess, MutualInformation, AOptimal, DOptimal, EOptimal)
        )
        yield COptimal(prior, [1, -1] + [0] * (truths - 2))
        yield Gain([[2 * (i == j) - (i > j) for j in range(truths)] for i in range(truths)], prior)
    yield from (FDivergence(name, (0, truths - 1), truths) for name in sorted(DIVERGENCES))
    for respondents in ("population", "group"):
        yield AOptimal("worst", truths, respondents)
        yield COptimal("worst", [1, -1] + [0] * (truths - 2), respondents)
        yield Mean(range(truths), worst=respondents)
    yield DOptimal("worst", truths)
    if truths == 3:
        yield Average([("1/3", fair), ("2/3", skewed)])
        yield Minimax([fair, skewed])


def skewed_prior(truths: int) -> list[Fraction]:
    """Shares 1, 2, ..., k of their sum.

    >>> skewed_prior(2)
    [Fraction(1, 3), Fraction(2, 3)]
    """
    return [Fraction(2 * (j + 1), truths * (truths + 1)) for j in range(truths)]


def compared(problem: Problem) -> CatalogueCase:
    """The case, with every route that applies."""
    try:
        return CatalogueCase(problem, crosscheck(problem, ROUTES).rows)
    except (Disagreement, CertificateError) as error:
        return CatalogueCase(problem, (), " ".join(str(error).split()))
    except InputError:  # an infinite divergence, say: no table has an optimum
        return CatalogueCase(problem, ())


def line(found: CatalogueCase) -> str:
    """One line of the table: the problem, the certified value, and each route's difference."""
    problem = found.problem
    said = {row.route: f"{row.difference:+.1e}" for row in found.rows[1:]}
    value = f"{found.rows[0].number:.10g}" if found.rows else "no optimum"
    outputs = "any" if problem.outputs is None else str(problem.outputs)
    cells = [problem.objective.label, problem.privacy.describe(), str(problem.truths), outputs]
    cells += [value, *(said.get(route, "-") for route in ROUTES)]
    return _aligned(cells) + (f"  DISAGREE: {found.disagreement}" if found.disagreement else "")


WIDTHS = (42, 30, 3, 4, 16, 10, 10, 16)
HEAD = ("objective", "privacy", "k", "out", "certified", *ROUTES)


def head() -> str:
    """The names of the columns."""
    return _aligned(HEAD)


def _aligned(cells: Sequence[str]) -> str:
    padded = (cell[:width].ljust(width) for cell, width in zip(cells, WIDTHS, strict=True))
    return " ".join(padded).rstrip()
