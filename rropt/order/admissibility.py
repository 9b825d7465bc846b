"""Admissibility: is anything in the class better, whatever the utility?

The class of a privacy level holds every table that satisfies it (chai-nayak/sec4/class). A table
is inadmissible if the class contains a better one (chai-nayak/def-4.2). Proportional reports are
merged first: they are one outcome split in two. For pure privacy, admissible means
(chai-nayak/thm-4.2 and chai-nayak/thm-4.3)

    C1   every row has parity exactly gamma,
    C2   every row has exactly two distinct values.

Under a matrix of levels it means that every row is an extreme pattern (`level_classes`).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_UP, Context
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel, as_channel
from rropt.channel.display import html_facts
from rropt.elapsed import shows_elapsed
from rropt.exact import Gamma, InputError, Number, exp_bounds, text
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames
from rropt.order.comparison import certify, rows_in_lines, table_json
from rropt.order.layers import dominating_approximate, dominating_pure
from rropt.order.level_classes import decide_under_levels, levels_of
from rropt.order.optimality import Optimality, best_pure, certify_optimality
from rropt.order.separation import Separation, quadratic_gain, simplest
from rropt.privacy import Criterion, LocalDP, MatrixCriterion

if TYPE_CHECKING:
    import pandas

    from rropt.certificate import Certificate

MOST_CERTIFIED = 6
"""Truths, where all staircases are walked."""

ROUNDING = Fraction(1, 10**9)
"""Chances that nobody meets: a table that lacks no more is told so."""

DISTANCE_BITS = 128
"""Of the bounds on e^epsilon that a distance of about 2^-64 is measured by."""


@dataclass(frozen=True)
class Admissibility(Recorded):
    """The verdict on a table; when inadmissible, `channel = garbling @ dominating`.

    `dominating` is admissible itself, satisfies the same privacy for the rational `gamma`, and has
    no proportional rows; `separation` is a decision problem in which it strictly beats every use of
    the table. `violations` says which condition fails where. When admissible, `optimal_for` is a
    decision problem in which no table of the class beats it.

    >>> import rropt as rr
    >>> found = rr.admissible([["3/4", "1/4"], ["1/4", "3/4"]], gamma=4)
    >>> found.admissible, found.dominating.parity()
    (False, Fraction(4, 1))
    """

    channel: Channel
    privacy: Criterion
    gamma: Fraction | None
    """The number that was decided at; None for a matrix of levels, or conditions."""

    violations: tuple[str, ...]
    dominating: Channel | None
    garbling: Channel | None
    separation: Separation | None
    optimal_for: Optimality | None

    @property
    def admissible(self) -> bool:
        """Is no table of the class better?"""
        return self.dominating is None

    def __bool__(self) -> bool:
        return self.admissible

    @property
    def distance(self) -> Fraction:
        """At most so much does e^epsilon exceed `gamma`, where this was decided; zero if equal."""
        if self.gamma is None:
            return levels_of(self.privacy).width
        level = self.privacy.gamma
        if level.is_exact:
            return Fraction(0)
        if level.epsilon is None:
            return level.hi - self.gamma
        return exp_bounds(level.epsilon, DISTANCE_BITS)[1] - self.gamma

    @property
    def apart(self) -> Fraction:
        """With at most this chance a report of `dominating` is none of the table's: that its table
        is not admissible may be due to rounding. Zero if it is admissible.

        Each report takes most from one row of P, and says the same as far as it takes from this.
        """
        if self.dominating is None or self.garbling is None:
            return Fraction(0)
        heights = [max(row) for row in self.dominating.rows]
        kept = []
        for taken in self.garbling.rows:
            _, share, row = max(
                zip(map(mul, taken, heights), taken, self.dominating.rows, strict=True)
            )
            kept.append([share * x for x in row])
        return 1 - min(sum(column, Fraction(0)) for column in zip(*kept, strict=True))

    def level(self) -> str:
        """The privacy level of the verdict in words."""
        asked = self.privacy.describe()
        if self.gamma is None:
            return asked + _below_levels(self.distance)
        if self.privacy.gamma.is_exact:
            return asked
        return (
            f"{asked} (gamma = {_short(self.gamma)}, a rational that is below e^epsilon by less "
            f"than {_rounded_up(self.distance)})"
        )

    @cached_property
    def certificates(self) -> tuple[Certificate, ...]:
        """Inadmissible: A = C P, and P is no garbling of A. Admissible: A is best for its gain.

        With a delta the last is checked pattern by pattern, so it is issued up to 6 truths.
        """
        if self.optimal_for is not None:
            if self.channel.shape[1] > MOST_CERTIFIED and self.optimal_for.charge:
                return ()
            return (certify_optimality(self.channel, self._stated(), self.optimal_for),)
        if self.dominating is None or self.garbling is None or self.separation is None:
            return ()
        return (
            certify(self.channel, self.dominating, self.garbling),
            certify(self.dominating, self.channel, self.separation),
        )

    def _stated(self) -> dict[str, Any]:
        """The level as certificates state it: the lower end, at which tables are judged."""
        from rropt.certificate import privacy_statement

        if self.gamma is not None:
            return privacy_statement(Gamma(self.gamma, self.gamma), self.privacy.delta)
        return levels_of(self.privacy).at_lower_end().record()

    def __repr__(self) -> str:
        return f"Admissibility: {self._verdict()}"

    def __str__(self) -> str:
        """The verdict; of an inadmissible mechanism what is violated, and what dominates it."""
        if self.dominating is None or self.garbling is None:
            return f"{self._verdict()}: no mechanism of this privacy is better"
        apart = self.apart
        near = f"  all but admissible: P is this mechanism but for a chance of {_rounded_up(apart)}"
        lines = [
            self._verdict(),
            *([near] if apart < ROUNDING else []),
            *(f"  {violation}" for violation in self.violations),
            "dominated by P =",
            *rows_in_lines(self.dominating),
            "A = C P with C =",
            *rows_in_lines(self.garbling),
        ]
        return "\n".join(lines)

    def _verdict(self) -> str:
        return f"{'admissible' if self.admissible else 'inadmissible'} at {self.level()}"

    def _repr_html_(self) -> str:
        verdict = "admissible" if self.admissible else "not admissible"
        facts = [("privacy", self.level()), *(("violated", why) for why in self.violations)]
        if self.dominating is None:
            return html_facts(verdict, facts)
        return html_facts(verdict, [*facts, ("better", "")], self.dominating._repr_html_())

    def _levels_json(self) -> dict[str, Any]:
        """gamma; for a matrix or conditions what certificates state."""
        return (
            {"gamma": None} | self._stated() if self.gamma is None else {"gamma": text(self.gamma)}
        )

    def to_frame(self) -> pandas.DataFrame:
        """One row: the verdict, the privacy, and which conditions fail where."""
        row = {"admissible": self.admissible, "privacy": self.level()}
        row["violations"] = "; ".join(self.violations)
        return data_frames().DataFrame([row])

    def to_json(self) -> dict[str, Any]:
        """The contract of `rropt admissible`, with the reason of either answer."""
        found = self.separation
        best = self.optimal_for
        return {
            "admissible": self.admissible,
            **self._levels_json(),
            "distance": _rounded_up(self.distance) if self.distance else "0",
            "dominating": self.dominating and table_json(self.dominating.rows),
            "garbling": self.garbling and table_json(self.garbling.rows),
            "violations": list(self.violations),
            "apart": _rounded_up(self.apart) if self.apart else "0",
            "separation": found
            and {
                "gain": table_json(found.gain),
                "P": text(found.first),
                "A": text(found.second),
            },
            "optimal_for": best and {"gain": table_json(best.gain), "value": text(best.value)},
        }


@shows_elapsed
def admissible(
    channel: Any,
    gamma: Number | Criterion | None = None,
    delta: Number = 0,
    epsilon: Number | None = None,
) -> Admissibility:
    """Is the table admissible among all that satisfy the privacy level?

    The level is a criterion, a rational gamma, or epsilon = ...; with delta if not zero.

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> admissible(warner, 3).admissible
    True
    >>> answer = admissible(warner, 4)
    >>> answer.violations
    ('report 0: parity 3, not 4 (C1)', 'report 1: parity 3, not 4 (C1)')
    >>> answer.dominating.rows[0], (answer.garbling @ answer.dominating).rows == answer.channel.rows
    ((Fraction(4, 5), Fraction(1, 5)), True)
    """
    table = as_channel(channel)
    if table.shape[1] < 2:
        raise InputError("channel must have at least two truths, got one")
    level = _level(gamma, delta, epsilon).on(table.shape[1], table.truths)
    if isinstance(level, MatrixCriterion):
        found, violations = decide_under_levels(table, level)
        return _answer(table, level, None, violations, found)
    _refuse_outside(table, level)
    bound = _working_gamma(table, level)
    violations = _violations(table, bound) if level.delta == 0 else ()
    found = _decide(table, bound, level.delta, violations)
    return _answer(table, level, bound, violations, found)


def _answer(
    table: Channel,
    level: Criterion,
    bound: Fraction | None,
    violations: tuple[str, ...],
    found: tuple[Channel, Channel] | Optimality,
) -> Admissibility:
    """The verdict, after what it rests on was verified once more."""
    if isinstance(found, Optimality):
        _refuse_worse(found, level)
        return Admissibility(table, level, bound, (), None, None, None, found)
    P, C = found
    C = C.relabel(reports=table.reports, truths=P.reports)
    P = P.relabel(truths=table.truths)
    violations = violations or ("some reports can be taken apart at the same privacy",)
    # Dominating must be strict: P beats the table in a decision, so that they are not the same.
    proof = simplest(quadratic_gain(P), P, table)
    if proof is None or (C @ P).whole_table != table.whole_table or not level.satisfied_by(P):
        raise ArithmeticError("the dominating table failed its verification")
    return Admissibility(table, level, bound, violations, P, C, proof, None)


def _refuse_worse(found: Optimality, level: Criterion) -> None:
    """The table earns exactly what the charge for the excesses leaves to its class."""
    if isinstance(level, MatrixCriterion):
        allowed = levels_of(level).approximate
        most = sum((allowed[key] * z for key, z in found.charge.items()), Fraction(0))
    else:
        most = level.delta * sum(found.charge.values(), Fraction(0))
    # Equal, not merely at most: a table that earns less could still be dominated.
    if found.value != most:
        raise ArithmeticError("the gain of an admissible table failed its verification")


def _level(gamma: Any, delta: Any, epsilon: Any) -> Criterion:
    """The criterion that the arguments name."""
    if (gamma is None) == (epsilon is None):
        raise InputError("admissible needs one of gamma and epsilon")
    if epsilon is not None:
        return LocalDP(epsilon, delta)
    if isinstance(gamma, Criterion):
        if delta != 0:
            raise InputError(
                f"delta belongs to the criterion when one is given, got {delta} beside"
            )
        return gamma
    return LocalDP.from_gamma(gamma, delta)


def _refuse_outside(table: Channel, level: Criterion) -> None:
    """The class: some room, and the table in it."""
    if level.delta == 0 and level.gamma.hi <= 1:
        raise InputError("gamma must be greater than 1, and epsilon than 0, when delta is 0")
    if not level.satisfied_by(table):
        needed = table.gamma_for(level.delta)
        raise InputError(
            f"channel must satisfy the privacy level ({level.describe()}), "
            f"it needs gamma = {needed}"
        )


def _working_gamma(table: Channel, level: Criterion) -> Fraction:
    """gamma; where e^epsilon is irrational, the rational level that tables are built for.

    A table that needs more than that, and keeps epsilon all the same, is judged at its own level: a
    table of rationals is never admissible at an irrational gamma, which says nothing of it.
    """
    needed = table.gamma_for(level.delta)
    if level.gamma.is_exact or isinstance(needed, float):
        return level.gamma.exact
    return max(level.gamma.lo, needed)


def _violations(table: Channel, gamma: Fraction) -> tuple[str, ...]:
    """Where C1 and C2 fail, by report of the merged table."""
    merged = table.merge_proportional()
    found = []
    for i, (label, row) in enumerate(zip(merged.reports, merged.numerators, strict=True)):
        parity = merged.row_parity(i)
        values = len(set(row))
        if parity != gamma:
            found.append(f"report {label}: parity {parity}, not {_short(gamma)} (C1)")
        if values > 2:
            found.append(f"report {label}: {values} distinct values, not 2 (C2)")
    return tuple(found)


def _short(gamma: Fraction) -> str:
    short = gamma.denominator < 10**9 and gamma.numerator < 10**40
    return str(gamma) if short else f"{float(gamma):.12g}..."


def _below_levels(distance: Fraction) -> str:
    """What is said of irrational levels."""
    if not distance:
        return ""
    return f" (rationals that are below these levels by less than {_rounded_up(distance)})"


def _rounded_up(distance: Fraction) -> str:
    """Two digits of a small number, not less than it.

    >>> _rounded_up(Fraction(1, 3 * 10**20))
    '3.4e-21'
    """
    upwards = Context(prec=2, rounding=ROUND_UP)
    return f"{upwards.divide(distance.numerator, distance.denominator):e}"


def _decide(
    table: Channel, gamma: Fraction, delta: Fraction, violations: tuple[str, ...]
) -> tuple[Channel, Channel] | Optimality:
    """A better table of the class with the garbling, or what the table is best for."""
    if delta:
        return dominating_approximate(table, gamma, delta)
    return dominating_pure(table, gamma) if violations else best_pure(table, gamma)
