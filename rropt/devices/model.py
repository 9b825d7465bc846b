"""Device: a randomized-response mechanism as practitioners know it, as an exact channel.

A device is a channel P together with the estimator its users apply: coefficients E, one row for
each thing that is estimated and one column for each report, with E P = target exactly, so the
mean of the coefficients of the reports is unbiased for target . prior. Its exact variance
follows:

    n Var = sum_j q_j (sum_i P_ij E_i^2 - T_j^2)  +  factor * (sum_j q_j T_j^2 - (sum_j q_j
    T_j)^2),

q the prevalences of the truths, T the target row, `factor` from the population model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import mul
from typing import Any

from rropt.channel import Channel
from rropt.channel.display import html_facts
from rropt.devices.deck import Deck
from rropt.devices.populations import WITH_REPLACEMENT, Population
from rropt.exact import (
    Gamma,
    InputError,
    Table,
    Vector,
    gamma_from_epsilon,
    gamma_from_value,
    log_bounds,
    of_size,
    over_common_denominator,
    prior_vector,
    probability,
    text,
    whole,
)
from rropt.exact.convert import dot
from rropt.exact.recorded import Recorded

LOCAL_PRIVACY = "local differential privacy of one report"

MOST_REPORTS = 1 << 14
"""Largest number of reports of a device that is written out as a table."""


@dataclass(frozen=True)
class Device(Recorded):
    """A named mechanism: channel, estimator, and what has to be said about it.

    `asked` is the privacy level it was built for, where the level is a parameter. `deck` is set
    when the respondents are coupled through cards that are not put back. `pairs` are the pairs of
    truths that its comparison keeps apart, all of them when empty.
    """

    name: str
    parameters: tuple[tuple[str, Any], ...]
    channel: Channel
    target: Table
    estimator: Table
    notes: tuple[str, ...] = ()
    criterion: str = LOCAL_PRIVACY
    asked: Gamma | None = None
    deck: Deck | None = None
    pairs: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        for row, aim in zip(self.estimator, self.target, strict=True):
            if means(self.channel, row) != aim:
                raise InputError(f"{self.name}: the estimator is not unbiased for {aim}")

    def to_json(self) -> dict[str, Any]:
        """What it is: its table, its estimator and the level of privacy that it is compared at."""
        gamma, delta = self.privacy
        return {
            "name": self.name,
            "parameters": {name: str(value) for name, value in self.parameters},
            "criterion": self.criterion,
            **self.channel.to_json(),
            "target": [list(map(text, row)) for row in self.target],
            "estimator": [list(map(text, row)) for row in self.estimator],
            "compared_at": {"gamma": text(gamma), "delta": text(delta)},
            "notes": list(self.notes),
        }

    def _repr_html_(self) -> str:
        given = ", ".join(f"{name} = {value}" for name, value in self.parameters)
        facts = [("e^epsilon", str(self.parity)), *(("note", note) for note in self.notes)]
        return html_facts(f"{self.name}({given})", facts, self.channel._repr_html_())

    # --- privacy ------------------------------------------------------------------------------

    @property
    def parity(self) -> Fraction | float:
        """The exact likelihood-ratio bound gamma = e^epsilon of one report, or infinity."""
        return self.channel.parity()

    @property
    def epsilon(self) -> tuple[Fraction, Fraction] | float:
        """Rationals that enclose epsilon = ln(parity), or infinity."""
        gamma = self.parity
        return math.inf if isinstance(gamma, float) else log_bounds(gamma)

    @property
    def privacy(self) -> tuple[Fraction, Fraction]:
        """(gamma, delta): the level at which the device is private and is compared.

        delta is 0 when the parity is finite. Otherwise delta is what the reports that rule out a
        truth with certainty cost, and gamma the least one for which that delta suffices.
        """
        parity = self.parity
        if isinstance(parity, Fraction):
            return parity, Fraction(0)
        views = [self.channel.restrict(pair) for pair in self.pairs] or [self.channel]
        # As if reports that rule a truth out were never given.
        finite = max(_finite_parity(view) for view in views)
        delta = max(view.profile(finite) for view in views)
        # At that delta a smaller gamma may do.
        return max(Fraction(view.gamma_for(delta)) for view in views), delta

    # --- estimation ---------------------------------------------------------------------------

    def variances(
        self, prior: Any, n: Any = 1, population: Population = WITH_REPLACEMENT
    ) -> Vector:
        """The exact variance of each estimated quantity; `prior` a prevalence or a vector."""
        masses = self.prior(prior)
        people = whole(n, "n", 1)
        return tuple(
            self._variance(row, aim, masses, people, population)
            for row, aim in zip(self.estimator, self.target, strict=True)
        )

    def variance(
        self, prior: Any, n: Any = 1, population: Population = WITH_REPLACEMENT
    ) -> Fraction:
        """The exact variance of the estimate; with several quantities, the sum of theirs."""
        return sum(self.variances(prior, n, population), Fraction(0))

    def within(self, prior: Any) -> Fraction:
        """n Var in a census: what the device alone adds (independent respondents)."""
        masses = self.prior(prior)
        return sum(
            (
                _within(self.channel, row, aim, masses)
                for row, aim in zip(self.estimator, self.target, strict=True)
            ),
            Fraction(0),
        )

    def between(self, prior: Any) -> Fraction:
        """n Var of direct questioning: the spread of the truths."""
        masses = self.prior(prior)
        return sum((_between(aim, masses) for aim in self.target), Fraction(0))

    def prior(self, prior: Any) -> Vector:
        """The prevalences of the truths; for two truths also just that of the second."""
        return prevalences(prior, self.channel.shape[1])

    def _variance(
        self, row: Vector, aim: Vector, masses: Vector, n: int, population: Population
    ) -> Fraction:
        factor = population.factor(n)
        if self.deck is not None:
            return self.deck.variance(row, masses, n, population.pair(n))
        return (_within(self.channel, row, aim, masses) + factor * _between(aim, masses)) / n


def means(channel: Channel, scores: Sequence[Fraction]) -> Vector:
    """E P: the expected score under each truth.

    >>> means(Channel.identity(2), (Fraction(5), Fraction(7)))
    (Fraction(5, 1), Fraction(7, 1))
    """
    numerators, denominator = over_common_denominator(scores)
    scale = channel.denominator * denominator
    return tuple(
        Fraction(sum(map(mul, numerators, column)), scale)
        for column in zip(*channel.numerators, strict=True)
    )


def binary(
    name: str,
    parameters: dict[str, Any],
    yes: tuple[Fraction, Fraction],
    reason: str,
    reports: tuple[str, str] = ("no", "yes"),
    notes: tuple[str, ...] = (),
) -> Device:
    """A yes/no device from (P(yes | not A), P(yes | A)), with estimate (share - y0) / (y1 - y0).

    Refused where both are equal: then the reports say nothing, and `reason` says why.
    """
    other, member = yes
    if other == member:
        raise InputError(f"{name} does not identify the proportion: {reason}")
    channel = Channel.from_truth_rows(
        [[1 - other, other], [1 - member, member]], reports, ("not A", "A")
    )
    scores = tuple((answer - other) / (member - other) for answer in (0, 1))
    return Device(
        name,
        tuple(parameters.items()),
        channel,
        ((Fraction(0), Fraction(1)),),
        (scores,),
        notes + certainties(channel),
    )


def certainties(channel: Channel) -> tuple[str, ...]:
    """One warning for each report that proves that some truth is not the respondent's.

    >>> certainties(Channel.from_rows([["1/2", 0], ["1/2", 1]], ("no", "yes"), ("not A", "A")))
    ("the report 'no' is certain proof against A: epsilon is infinite",)
    """
    found = []
    for label, row in zip(channel.reports, channel.numerators, strict=True):
        refuted = ", ".join(t for t, p in zip(channel.truths, row, strict=True) if not p)
        if refuted and any(row):
            proof = f"the report '{label}' is certain proof against {refuted}"
            found.append(f"{proof}: epsilon is infinite")
    return tuple(found)


def prevalences(prior: Any, truths: int) -> Vector:
    """The prevalence of each truth; for two truths one number is that of the second.

    >>> prevalences("1/4", 2)
    (Fraction(3, 4), Fraction(1, 4))
    """
    alone = "," not in prior if isinstance(prior, str) else not hasattr(prior, "__iter__")
    if alone and truths == 2:
        share = probability(prior, "prior")
        return 1 - share, share
    if alone:
        raise InputError(f"prior must have {truths} entries, got {prior}")
    masses = prior_vector(prior)
    of_size(masses, truths, "prior")
    return masses


def level(epsilon: Any = None, gamma: Any = None) -> Gamma:
    """The privacy level from exactly one of epsilon and gamma = e^epsilon, above no information.

    >>> level("ln(3)") == level(gamma=3)
    True
    """
    if (epsilon is None) == (gamma is None):
        raise InputError("exactly one of epsilon and gamma must be given")
    found = gamma_from_value(gamma) if epsilon is None else gamma_from_epsilon(epsilon)
    if found.lo <= 1:
        raise InputError("epsilon must be positive: at epsilon = 0 the reports say nothing")
    return found


def reports_within(count: int, name: str) -> int:
    """Refuse a table that is too large to be written out."""
    if count > MOST_REPORTS:
        raise InputError(f"{name} would have {count} reports; at most {MOST_REPORTS} are written")
    return count


def _whole_row(row: Sequence[Any], name: str) -> tuple[int, ...]:
    return tuple(whole(x, name) for x in row)


def integer_rows(rows: Any, name: str) -> tuple[tuple[int, ...], ...]:
    """Equally long rows of whole numbers; as text "0,1,1;1,0,1".

    >>> integer_rows("0,1;1,0", "hashes")
    ((0, 1), (1, 0))
    """
    if isinstance(rows, str):
        rows = [row.split(",") for row in rows.split(";")]
    if not isinstance(rows, Iterable) or not all(isinstance(row, Iterable) for row in rows):
        raise InputError(f"{name} must be rows of whole numbers such as 0,1,1;1,0,1, got {rows!r}")
    table = tuple(_whole_row(row, f"{name}[{i}]") for i, row in enumerate(rows))
    if not table or not table[0] or len({len(row) for row in table}) != 1:
        raise InputError(f"{name} must be equally long non-empty rows such as 0,1,1;1,0,1")
    return table


def _finite_parity(channel: Channel) -> Fraction:
    """The largest row parity that is not infinite."""
    rows = [channel.row_parity(i) for i in range(channel.shape[0])]
    return max((row for row in rows if isinstance(row, Fraction)), default=Fraction(1))


def _within(channel: Channel, scores: Vector, aim: Vector, masses: Vector) -> Fraction:
    squares = means(channel, tuple(score * score for score in scores))
    return dot(masses, [s - t * t for s, t in zip(squares, aim, strict=True)])


def _between(aim: Vector, masses: Vector) -> Fraction:
    mean = dot(aim, masses)
    return dot(masses, [t * t for t in aim]) - mean * mean
