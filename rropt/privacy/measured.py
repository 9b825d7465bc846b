"""Criteria that come from what is measured about a channel, as conditions on its rows.

| criterion | what reports keep |
|---|---|
| NoWorseThan(channel) | for each pair of truths the profile of a given table |
| PointwiseMaximalLeakage(epsilon, prior) | P(i | a) <= e^epsilon P(i) |
| LocalInformationPrivacy(epsilon, prior) | the same, and P(i) <= e^epsilon P(i | a) |
| RenyiDP(a, epsilon) | for each pair of truths D_a <= epsilon |
| ZeroConcentratedDP(rho) | D_a <= rho a for every order a > 1 |

P(i) = sum_j q_j P(i | j) is the chance of report i at the prior q.

The Renyi divergence of an order a between any two truths is

    D_a(P(. | x) || P(. | y)) = ln( sum_i P(i | x)^a P(i | y)^(1 - a) ) / (a - 1),

for a = 1 the divergence of Kullback and Leibler. Tables keep
the divergences themselves, bounds keep what follows from them, that is finitely many lines below
(`renyi_lines`). Both ends are certified, and the gap says what is between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from typing import Any

from rropt.channel import Channel
from rropt.exact import (
    Gamma,
    InputError,
    Number,
    Numbers,
    exact,
    gamma_from_epsilon,
    positive,
    prior_vector,
    shown,
    text,
)
from rropt.exact.entries import unit
from rropt.exact.frozen import fill
from rropt.privacy.conditions import Conditions, LevelCondition, needed_levels
from rropt.privacy.criteria import Criterion
from rropt.privacy.matrices import MatrixCriterion, Privacy

ONE = Fraction(1)


@dataclass(frozen=True, init=False, repr=False)
class NoWorseThan(MatrixCriterion):
    """At most as revealing as a given table, between any two truths.

    The profile delta_ab(g) = sum_i [P(i | a) - g P(i | b)]+ stays below that of the channel for
    every g. That is convex and piecewise linear, so it is asked at its corners only (equivalently:
    the trade-off function of the test between a and b lies above).

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> NoWorseThan(warner).satisfied_by(warner)
    True
    """

    channel: Channel

    def __init__(self, channel: Any) -> None:
        if not isinstance(channel, Channel):
            channel = getattr(channel, "channel", None) or Channel.from_rows(channel)
        fill(self, channel=channel)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        known = self.channel.shape[1]
        if known != truths:
            raise InputError(f"channel must have {truths} truths here, got {known}")
        listed = []
        for a, b in permutations(range(truths), 2):
            listed += profile_conditions(self.channel.rows, a, b)
        return _privacy(truths, listed, None, self.describe())

    def describe(self) -> str:
        reports, truths = self.channel.shape
        return f"at most as revealing as a table of {reports} reports on {truths} truths"


def profile_conditions(rows: Sequence[Sequence[Fraction]], a: int, b: int) -> list[LevelCondition]:
    """The corners (g, delta) of the profile of two columns, g >= 1, without those that follow."""
    ratios = {row[a] / row[b] for row in rows if row[b]}
    # Below 1 the profile is 1 - g + g times that of (b, a) at 1 / g, which is asked as well.
    corners = sorted({ONE, *(t for t in ratios if t > 1)})
    levels = needed_levels([(g, _profile(rows, a, b, g)) for g in corners])
    return [LevelCondition.of_pair(len(rows[0]), a, b, g, delta) for g, delta in levels]


def _profile(rows: Sequence[Sequence[Fraction]], a: int, b: int, g: Fraction) -> Fraction:
    over = (row[a] - g * row[b] for row in rows)
    return sum((x for x in over if x > 0), Fraction(0))


@dataclass(frozen=True, init=False, repr=False)
class PointwiseMaximalLeakage(MatrixCriterion):
    """No report makes any secret about the truth more than e^epsilon times as likely to be guessed.

    P(i | a) <= e^epsilon P(i) for every truth a that occurs at the prior (Saeidian, Cervia,
    Oechtering, Skoglund: pointwise maximal leakage, IEEE Trans. Inf. Theory 2023).

    >>> PointwiseMaximalLeakage("ln(3/2)", ["1/2", "1/2"]).describe()
    'pointwise maximal leakage: epsilon = ln(3/2) at prior 1/2, 1/2'
    """

    level: Gamma
    prior: tuple[Fraction, ...]

    title = "pointwise maximal leakage"

    def __init__(self, epsilon: Number, prior: Numbers) -> None:
        fill(self, level=gamma_from_epsilon(epsilon), prior=prior_vector(prior))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        if len(self.prior) != truths:
            entries = len(self.prior)
            raise InputError(f"prior of the leakage must have {truths} entries here, got {entries}")
        if self.level.hi == 1:
            raise InputError("epsilon must be positive for a leakage: 0 leaves nothing to report")
        listed = []
        for a in range(truths):
            # A truth that does not occur has no posterior.
            if self.prior[a]:
                listed += self._of_truth(unit(truths, a))
        return _privacy(truths, listed, self.level.epsilon, self.describe())

    def _of_truth(self, truth: tuple[Fraction, ...]) -> list[LevelCondition]:
        return [self._below(truth, self.prior)]

    def _below(self, left: tuple[Fraction, ...], right: tuple[Fraction, ...]) -> LevelCondition:
        """left.r <= e^epsilon right.r in every row."""
        zero = Fraction(0), Fraction(0)
        return LevelCondition(left, right, ((ONE, (self.level.lo, self.level.hi)),), zero)

    def describe(self) -> str:
        prior = ", ".join(map(text, self.prior))
        return f"{self.title}: {self.level.describe()} at prior {prior}"


class LocalInformationPrivacy(PointwiseMaximalLeakage):
    """Every report changes the chance of every truth by a factor of at most e^epsilon.

    e^-epsilon P(i) <= P(i | a) <= e^epsilon P(i) for every truth a that occurs at the prior (Jiang,
    Seif, Tandon, Li: context-aware local information privacy, IEEE Trans. Inf. Forensics 2021).

    >>> LocalInformationPrivacy("ln(2)", ["1/2", "1/2"]).satisfied_by(
    ...     Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    ... )
    True
    """

    title = "local information privacy"

    def _of_truth(self, truth: tuple[Fraction, ...]) -> list[LevelCondition]:
        return [self._below(truth, self.prior), self._below(self.prior, truth)]


def _privacy(
    truths: int, listed: Sequence[LevelCondition], epsilon: Fraction | None, title: str
) -> Privacy:
    return Privacy.of(Conditions(truths, tuple(listed), epsilon), title)


MOST_ORDER = 64
"""The largest order that the checker takes."""


@dataclass(frozen=True, init=False, repr=False)
class RenyiDP(MatrixCriterion):
    """The Renyi divergence of an order from 1 to 64 between any two truths is at most epsilon.

    (Mironov, CSF 2017. Order 1 is the divergence of Kullback and Leibler.)

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> RenyiDP(2, 1).satisfied_by(warner), RenyiDP("3/2", "1/2").satisfied_by(warner)
    (True, False)
    """

    order: Fraction
    budget: Fraction

    def __init__(self, order: Number, epsilon: Number) -> None:
        number = exact(order, "order")
        if not 1 <= number <= MOST_ORDER:
            raise InputError(f"order must be from 1 to {MOST_ORDER}, got {shown(number)}")
        budget = exact(epsilon, "epsilon of a Renyi divergence")
        if budget <= 0:
            raise InputError(f"epsilon must be positive, got {shown(budget)}")
        fill(self, order=number, budget=budget)

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        listed = renyi_conditions(truths, self.order, self.budget)
        return Privacy.of(Conditions(truths, listed), self.describe())

    def describe(self) -> str:
        return f"Renyi divergence of order {self.order} at most {self.budget}"


@dataclass(frozen=True, init=False, repr=False)
class ZeroConcentratedDP(MatrixCriterion):
    """zCDP: the Renyi divergence of every order a > 1 between any two truths is at most rho a.

    (Bun and Steinke, TCC 2016.) Whether a table keeps it is decided where its own level is not
    within 1e-9 of rho.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [ZeroConcentratedDP(rho).satisfied_by(warner) for rho in ("11/20", "1/2")]
    [True, False]
    """

    rho: Fraction

    def __init__(self, rho: Number) -> None:
        fill(self, rho=positive(rho, "rho"))

    def on(self, truths: int, labels: Sequence[str] | None = None) -> Criterion:
        # As a falls to 1 the demand is KL <= rho, by which bounds hold; tables keep all orders.
        listed = renyi_conditions(truths, Fraction(1), self.rho)
        return Privacy.of(Conditions(truths, listed, rho=self.rho), self.describe())

    def describe(self) -> str:
        return f"zCDP: rho = {self.rho}"


def renyi_conditions(truths: int, order: Fraction, budget: Fraction) -> tuple[LevelCondition, ...]:
    """The budget of one order, for each ordered pair of truths."""
    most = budget, budget
    if order > 1:
        # The sum of powers is e^((a - 1) D_a), which has this budget.
        power = gamma_from_epsilon((order - 1) * budget, "epsilon of this order")
        most = power.lo, power.hi
    return tuple(
        LevelCondition(unit(truths, a), unit(truths, b), (), most, order, budget)
        for a, b in permutations(range(truths), 2)
    )
