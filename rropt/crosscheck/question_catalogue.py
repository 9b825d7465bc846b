"""The catalogue: every objective under every kind of privacy at several sizes.

A cell is what `rropt.optimal` accepts: what it refuses, such as one card under a Renyi budget, is
no question. Objectives and kinds of privacy stand in one table each; a random instance draws the
numbers of the same cells.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

from rropt.certificate import CertificateError
from rropt.closed.recalled.recall import Disagreement
from rropt.crosscheck.crosschecking import Row, crosscheck
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.entries import scaled, tabulated, two_valued
from rropt.privacy import (
    BayesFactor,
    BetaFactor,
    Blocks,
    Criterion,
    HighLow,
    LocalDP,
    LocalInformationPrivacy,
    MetricDP,
    NoWorseThan,
    OneSided,
    PointwiseMaximalLeakage,
    Privacy,
    RenyiDP,
    Rho1Rho2,
    UtilityOptimized,
    ZeroConcentratedDP,
)
from rropt.utility import (
    Custom,
    FDivergence,
    Gain,
    Guess,
    Loss,
    MutualInformation,
    Trace,
    Variance,
    Warner,
)
from rropt.utility.at_prior import AOptimal, COptimal, DOptimal, EOptimal
from rropt.utility.curved import Average, Minimax, VarianceOverInterval
from rropt.utility.for_model import ForModel
from rropt.utility.information import DIVERGENCES
from rropt.utility.response_models import LinearProbability, Logit, Probit
from rropt.utility.worst_case import GROUP, POPULATION, WORST, Mean

SIZES = (2, 3, 4)
"""Instance of truths."""

MOST_TRUTHS_WITH_BUDGETS = 3
"""What all reports keep together makes programs larger: a delta, several levels, a profile."""

MOST_TRUTHS_OF_RENYI = 2
"""The directions of three truths are a plane, that takes ten seconds to search."""

Shares = list[Fraction]


@dataclass(frozen=True)
class Instance:
    """The numbers of an instance: fixed ones, or drawn by a generator."""

    truths: int
    drawn: random.Random | None = None

    def among(self, fixed: str, low: str, high: str) -> Fraction:
        """A number, or one of 20 between two."""
        if self.drawn is None:
            return Fraction(fixed)
        step = (Fraction(high) - Fraction(low)) / 20
        return Fraction(low) + self.drawn.randint(0, 20) * step

    def fair(self) -> Shares:
        return [Fraction(1, self.truths)] * self.truths

    def skewed(self) -> Shares:
        """Shares 1, 2, ..., k of their sum, or any.

        >>> Instance(2).skewed()
        [Fraction(1, 3), Fraction(2, 3)]
        """
        parts = list(range(1, self.truths + 1))
        if self.drawn is not None:
            parts = [self.drawn.randint(1, 9) for _ in parts]
        return [Fraction(part, sum(parts)) for part in parts]

    def contrast(self) -> list[int]:
        """The difference of two shares, and any part of the others."""
        rest = [0] * (self.truths - 2)
        if self.drawn is not None:
            rest = [self.drawn.randint(-1, 2) for _ in rest]
        return [1, -1, *rest]

    def table(self, low: int, high: int) -> Sequence[Sequence[Fraction]]:
        """Gains or losses of one action more than there are truths."""
        k = range(self.truths)
        if self.drawn is None:
            rows = tabulated(lambda i, j: Fraction(2 * (i == j) - (i > j)), k, k)
            return [*rows, (Fraction(1, 2),) * self.truths]
        drawn = self.drawn
        return tabulated(lambda _, j: Fraction(drawn.randint(low, high), 4), range(len(k) + 1), k)


@dataclass(frozen=True)
class Asked:
    """An objective with a number of reports."""

    objective: Any
    outputs: int | None = None


Kinds = dict[str, Callable[[Instance], Criterion]]


def objectives(numbers: Instance) -> Iterator[Asked]:
    """Every objective that has so many truths, at equal and at skewed priors."""
    for some in (_decisions, _information, _estimates, _worst, _models):
        yield from some(numbers)
    if numbers.truths == 2:
        yield from _of_two_truths(numbers)


def _decisions(numbers: Instance) -> Iterator[Asked]:
    skewed = numbers.skewed()
    yield Asked(Trace(numbers.truths))
    yield Asked(Guess(numbers.fair()))
    yield Asked(Guess(skewed))
    yield Asked(Gain(numbers.table(-2, 8), skewed))
    yield Asked(Loss(numbers.table(0, 8), skewed))
    yield Asked(Custom(_range, numbers.truths, "range of the likelihoods"))
    if numbers.truths > 2:
        yield Asked(Guess(skewed), 2)


def _range(likelihoods: Any) -> Fraction:
    return max(likelihoods) - min(likelihoods)


def _information(numbers: Instance) -> Iterator[Asked]:
    yield Asked(MutualInformation(numbers.fair()))
    yield Asked(MutualInformation(numbers.skewed()))
    for name in sorted(DIVERGENCES):
        yield Asked(FDivergence(name, (0, numbers.truths - 1), numbers.truths))


def _estimates(numbers: Instance) -> Iterator[Asked]:
    fair = numbers.fair()
    skewed = numbers.skewed()
    for prior in (fair, skewed):
        yield from (Asked(each(prior)) for each in (AOptimal, DOptimal, EOptimal))
        yield Asked(COptimal(prior, numbers.contrast()))
    yield Asked(Average([("1/3", fair), ("2/3", skewed)]))
    yield Asked(Minimax([fair, skewed]))
    yield Asked(Mean(range(numbers.truths), skewed, worst=False))


def _worst(numbers: Instance) -> Iterator[Asked]:
    for respondents in (POPULATION, GROUP):
        yield Asked(AOptimal(WORST, numbers.truths, respondents))
        yield Asked(COptimal(WORST, numbers.contrast(), respondents))
        yield Asked(Mean(range(numbers.truths), worst=respondents))
    yield Asked(DOptimal(WORST, numbers.truths))
    yield Asked(EOptimal(WORST, numbers.truths, GROUP))


def _models(numbers: Instance) -> Iterator[Asked]:
    points = [0, 1, 2]
    more = numbers.truths - 1
    alpha = [numbers.among("-1/2", "-1", "1")] * more
    logit = Logit(alpha, [Fraction(b + 1, 2) for b in range(more)])
    other = Logit([Fraction(0)] * more, [Fraction(1, b + 2) for b in range(more)])
    yield Asked(ForModel(logit, points, coefficients=[1]))
    yield Asked(ForModel(logit, points, target="A"))
    yield Asked(ForModel(logit, points, target="D"))
    yield Asked(ForModel([logit, other], points, coefficients=[1], over="average"))
    yield Asked(ForModel([logit, other], points, coefficients=[1], over="minimax"))


def _of_two_truths(numbers: Instance) -> Iterator[Asked]:
    rare = numbers.among("1/20", "1/40", "1/8")
    for prevalence in (rare, numbers.among("1/4", "1/8", "7/8"), Fraction(1, 2)):
        yield Asked(Variance(prevalence))
        yield Asked(Variance(prevalence), 2)
        yield Asked(Warner(prevalence))
    yield Asked(Variance(WORST))
    yield Asked(VarianceOverInterval(rare, "1/2"))
    yield Asked(ForModel(Probit("-1/2", "1/2"), [0, 1, 2], coefficients=[1]))
    yield Asked(ForModel(LinearProbability("1/4", "1/8"), [0, 1, 2], coefficients=[1]))


ONE_NUMBER: Kinds = {
    "epsilon = ln(3)": lambda n: LocalDP.from_gamma(n.among("3", "6/5", "6")),
    "epsilon = 1/2": lambda n: LocalDP(n.among("1/2", "1/10", "3/2")),
    "epsilon = 2": lambda n: LocalDP(n.among("2", "1", "4")),
    "1/10-to-1/2": lambda n: Rho1Rho2("1/10", n.among("1/2", "2/5", "4/5")),
    "factor": lambda n: BetaFactor(n.among("2", "3/2", "5")),
    "Bayes factor": lambda n: BayesFactor(n.among("5/2", "3/2", "5")),
}

MATRICES: Kinds = {
    "matrix": lambda n: Privacy(_matrix(n, "oo" if n.drawn is None else _entry(n))),
    "one-sided": lambda n: OneSided([n.truths - 1], n.among("1/2", "1/4", "2")),
    "high-low": lambda n: HighLow([0], "ln(2)"),
    "blocks": lambda n: Blocks([range(1, n.truths), [0]], "ln(4)", n.among("1/2", "1/4", "1")),
    "metric": lambda n: MetricDP(_line(n.truths), n.among("1/2", "1/4", "3/2")),
    "utility-optimised": lambda n: UtilityOptimized([0], n.among("1", "1/2", "2")),
    "leakage": lambda n: PointwiseMaximalLeakage("ln(3/2)", n.skewed()),
    "information": lambda n: LocalInformationPrivacy("ln(3/2)", n.skewed()),
}

BUDGETS: Kinds = {
    "epsilon = ln(3), delta": lambda n: LocalDP("ln(3)", n.among("1/10", "1/20", "2/5")),
    "epsilon = 1/2, delta": lambda n: LocalDP(n.among("1/2", "1/4", "1"), "1/20"),
    "matrix with deltas": lambda n: Privacy(_matrix(n, "4"), n.among("1/10", "1/20", "1/5")),
    "several levels": lambda n: Privacy(_several(n)),
    "profile": lambda n: NoWorseThan(_profile(n.truths)),
}

RENYI: Kinds = {
    "Renyi": lambda n: RenyiDP(2, n.among("1/2", "1/4", "1")),
    "Kullback-Leibler": lambda n: RenyiDP(1, n.among("1/2", "1/4", "1")),
    "zero-concentrated": lambda n: ZeroConcentratedDP(n.among("1/2", "1/4", "1")),
}


def kinds(truths: int) -> Kinds:
    """The kinds of privacy at a size."""
    budgets = BUDGETS if truths <= MOST_TRUTHS_WITH_BUDGETS else {}
    renyi = RENYI if truths <= MOST_TRUTHS_OF_RENYI else {}
    return ONE_NUMBER | MATRICES | budgets | renyi


def _entry(numbers: Instance) -> str:
    return str(numbers.among("3", "2", "6"))


def _matrix(numbers: Instance, last: str) -> list[list[Any]]:
    """g_ab = 2 + (a + 2 b) / 4, one of them as given."""
    k = range(numbers.truths)
    more = numbers.among("2", "5/4", "4")
    levels = tabulated(lambda a, b: 1 if a == b else more + Fraction(a + 2 * b, 4), k, k)
    rows: list[list[Any]] = list(map(list, levels))
    rows[-1][0] = last
    return rows


def _line(truths: int) -> Sequence[Sequence[int]]:
    """Distances of the truths on a line."""
    return tabulated(lambda a, b: abs(a - b), range(truths), range(truths))


def _several(numbers: Instance) -> Sequence[Sequence[Any]]:
    """At most 3, and at most 2 but for a tenth of the reports; the truths beside have one level."""
    k = range(numbers.truths)
    two = [(3, 0), (2, numbers.among("1/10", "1/20", "1/5"))]
    return tabulated(lambda a, b: (1, two, 4)[min(abs(a - b), 2)], k, k)


def _profile(truths: int) -> list[tuple[Fraction, ...]]:
    """A mechanism of one report more than truths."""
    rows = [two_valued({i}, truths, Fraction(3), Fraction(1)) for i in range(truths)]
    rows.append((Fraction(2),) * truths)
    total = sum(row[0] for row in rows)
    return [scaled(row, 1 / total) for row in rows]


@dataclass(frozen=True)
class CatalogueCell:
    """One case of the catalogue: an objective, a kind of privacy, a number of truths."""

    kind: str
    privacy: Criterion
    asked: Asked

    @property
    def truths(self) -> int:
        return self.asked.objective.truths

    @property
    def problem(self) -> Problem:
        """The question."""
        return Problem(self.privacy, self.asked.objective, self.asked.outputs)


def cells() -> Iterator[CatalogueCell]:
    """All cells with fixed numbers.

    >>> names = {cell.asked.objective.name for cell in cells()}
    >>> sorted(names)[:4], len(names) >= 15
    (['a-optimal', 'c-optimal', 'custom', 'd-optimal'], True)
    """
    for truths in SIZES:
        numbers = Instance(truths)
        posed = list(objectives(numbers))
        for (kind, privacy), asked in product(kinds(truths).items(), posed):
            yield CatalogueCell(kind, privacy(numbers), asked)


def random_cells(count: int, seed: int) -> Iterator[CatalogueCell]:
    """Cells with drawn numbers: the same for the same seed."""
    drawn = random.Random(seed)
    for _ in range(count):
        numbers = Instance(drawn.choice(SIZES), drawn)
        kind, privacy = drawn.choice(list(kinds(numbers.truths).items()))
        yield CatalogueCell(kind, privacy(numbers), drawn.choice(list(objectives(numbers))))


@dataclass(frozen=True)
class Compared:
    """A cell with what each route says, or the sentence in which two disagree."""

    cell: CatalogueCell
    rows: tuple[Row, ...] = ()
    silent: Mapping[str, str] = field(default_factory=dict)
    differences: Mapping[tuple[str, str], float] = field(default_factory=dict)
    disagreement: str = ""
    refusal: str = ""
    """Why `rropt.optimal` takes the cell for no question."""


def compared(cell: CatalogueCell) -> Compared:
    """The cell by every route that applies."""
    try:
        table = crosscheck(cell.problem)
    except InputError as error:
        return Compared(cell, refusal=" ".join(str(error).split()))
    except (Disagreement, CertificateError) as error:
        return Compared(cell, disagreement=" ".join(str(error).split()))
    return Compared(cell, table.rows, table.silent, table.differences)
