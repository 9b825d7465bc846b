"""The privacy profile of many reports of one person, enclosed without their joint table.

The privacy loss of a report is log(p / q), p and q its chances under two truths; losses of
independent reports add up, and delta(gamma) is the sum over losses of mass times
max(0, 1 - gamma / e^loss), the mass being that under the first truth. If all losses lie on a
lattice 0, u, 2u, ... the masses of a sum are the coefficients of a power of a polynomial (Meiser
and Mohammadi, Tight on budget?, CCS 2018). Off the lattice:

- splitting a report into two whose losses are the neighbouring lattice points, with its masses
  under both truths kept, reveals more, since merging them again is a garbling: the upper end, off
  by O(u^2) (Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, Connect the dots, PoPETs 2022);
- rounding the loss down is the lower end, off by O(u).

All arithmetic is that of balls, so that what is printed encloses the truth.

**The table of several reports.** Fresh reports about one truth multiply: P(i1, ..., in | a) is the
product of P_l(i_l | a). Reports with the same likelihood ratios tell the same, so they are merged
at every step; n reports through one table of m rows have at most C(n + m - 1, m - 1) rows, the
counts. Where that is too many, `composed_delta` encloses the profile without the table.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import permutations, product
from operator import mul
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.exact import (
    InputError,
    Number,
    dyadic,
    enclosure_text,
    gamma_from_epsilon,
    positive,
    whole,
)
from rropt.exact.convert import ball
from rropt.exact.precision import working_precision
from rropt.exact.recorded import Recorded
from rropt.measures.divergences import Distribution

if TYPE_CHECKING:
    from flint import arb, arb_poly

PRECISION = 256
"""Bits of the balls: masses are wrong by less than 2^-200 after a million reports."""

LONGEST = 1 << 14
"""Lattice points of the sum of all losses: a pair of truths takes some 0.2 seconds, and the upper
end of 20 reports through a random table of three truths is off by less than 1e-6."""

FINEST = Fraction(1, 1 << 100)
"""A largest loss below this, of which balls keep too few digits, is taken for as large."""

LONGEST_STEP = 6
"""Losses are tried as multiples of the largest loss over 1, 2, ... 6 before they are split."""

MOST_REPORTS = 10_000

Runs = Sequence[tuple[Distribution, Distribution, int]]
"""The two columns of a table and how many reports go through it."""


@dataclass(frozen=True)
class ComposedLevel(Recorded):
    """The least delta of several reports of one person at an epsilon, between two rationals."""

    reports: int
    epsilon: Number
    delta: tuple[Fraction, Fraction]

    def to_json(self) -> dict[str, Any]:
        """Both ends of delta, rounded outward."""
        ends = list(enclosure_text(*self.delta))
        return {"reports": self.reports, "epsilon": str(self.epsilon), "delta": ends}

    def __str__(self) -> str:
        low, high = enclosure_text(*self.delta, 12)
        return (
            f"{self.reports} reports are ({self.epsilon}, delta)-private for delta = {high}\n"
            f"and for no delta below {low}"
        )


def composed_level(
    channels: Sequence[Channel], epsilon: Number, rounds: Number = 1
) -> ComposedLevel:
    """What the reports of one person through all tables say together, `rounds` through each.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> print(composed_level([warner], "ln(3)", rounds=2))
    2 reports are (ln(3), delta)-private for delta = 0.375000000001
    and for no delta below 0.374999999999
    """
    level = gamma_from_epsilon(epsilon)
    times = whole(rounds, "rounds", least=1)
    counted = [(channel, times) for channel in channels]
    # delta falls in gamma, so that its lower end is at the upper end of e^epsilon.
    delta = composed_delta(counted, level.hi)[0], composed_delta(counted, level.lo)[1]
    return ComposedLevel(times * len(counted), epsilon, delta)


def composed_delta(
    channels: Sequence[tuple[Channel, Any]], gamma: Any
) -> tuple[Fraction, Fraction]:
    """Rationals that enclose the least delta at gamma of so many reports through each table.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> low, high = composed_delta([(warner, 2)], 3)
    >>> low <= Fraction(3, 8) <= high, high - low < Fraction(1, 10**30)
    (True, True)
    """
    level = positive(gamma, "gamma")
    times = [whole(n, "reports", least=1) for _, n in channels]
    if not 1 <= sum(times) <= MOST_REPORTS:
        raise InputError(f"reports must be from 1 to {MOST_REPORTS}")
    tables = _told_apart([table for table, _ in channels])
    # The order of reports does not matter: of pairs that differ in it alone one is computed.
    entries = [list(zip(*table.numerators, strict=True)) for table in tables]
    distinct: dict[Any, tuple[int, int]] = {}
    for a, b in permutations(range(tables[0].shape[1]), 2):
        key = tuple(tuple(sorted(zip(of[a], of[b], strict=True))) for of in entries)
        distinct.setdefault(key, (a, b))
    counted = [(table.columns, n) for table, n in zip(tables, times, strict=True)]
    found = [(Fraction(0), Fraction(0))]
    for a, b in distinct.values():
        found.append(_pair_delta([(of[a], of[b], n) for of, n in counted], level))
    return max(low for low, _ in found), max(high for _, high in found)


def _pair_delta(runs: Runs, gamma: Fraction) -> tuple[Fraction, Fraction]:
    """Both ends for one ordered pair of truths."""
    with working_precision(PRECISION):
        lattice = _lattice(runs)
        low = dyadic(_excess(runs, lattice, gamma, up=False).lower())
        high = dyadic(_excess(runs, lattice, gamma, up=True).upper())
    return max(Fraction(0), low), min(Fraction(1), high)


class _LogarithmLattice:
    """The lattice of the multiples of log(base) / parts, which holds every loss."""

    def __init__(self, base: Fraction, parts: int) -> None:
        self.base = base
        self.parts = parts
        self.unit = ball(base).log() / parts

    def spread(self, p: Fraction, q: Fraction, up: bool) -> Iterator[tuple[int, arb]]:
        """A report as it is."""
        # `_lattice` has seen to it that every ratio is a power of base^(1 / parts).
        yield _exponent((p / q) ** self.parts, self.base) or 0, ball(p)


class _DyadicLattice:
    """The multiples of a dyadic rational: no loss but 0 lies on it, as e^rational is irrational."""

    def __init__(self, unit: Fraction) -> None:
        self.unit = ball(unit)

    def spread(self, p: Fraction, q: Fraction, up: bool) -> Iterator[tuple[int, arb]]:
        """A report split to the lattice points beside its loss, or rounded down to one."""
        if p == q:
            yield 0, ball(p)
            return
        loss = ball(p / q).log() / self.unit
        below = _floor(loss.lower())
        # A ball across a point takes the neighbours of both: a wider split reveals even more.
        above = _floor(loss.upper()) + 1
        # The term max(0, 1 - gamma / e^loss) grows with the loss: rounded down, the sum is below.
        if not up:
            yield below, ball(p)
            return
        low, high = ((self.unit * index).exp() for index in (below, above))
        # With m moved up, (p - m) / low + m / high = q: both masses of the report are kept.
        moved = (ball(p) - low * ball(q)) / (high - low) * high
        yield below, ball(p) - moved
        yield above, moved


def _lattice(runs: Runs) -> _LogarithmLattice | _DyadicLattice:
    """The coarsest lattice that holds every loss, or as fine a one as the reports allow."""
    ratios: set[Fraction] = set()
    for p, q, _ in runs:
        ratios |= {a / b for a, b in zip(p, q, strict=True) if a and b and a != b}
    if not ratios:
        return _LogarithmLattice(Fraction(2), 1)
    base = max(max(ratio, 1 / ratio) for ratio in ratios)
    near = _log(base) < FINEST
    for parts in range(1, 1 if near else LONGEST_STEP + 1):
        if all(_exponent(ratio**parts, base) is not None for ratio in ratios):
            return _LogarithmLattice(base, parts)
    reports = sum(n for _, _, n in runs)
    # All losses together stay within n log(base) on either side of 0: LONGEST to 2 LONGEST units.
    shift = math.ceil(math.log2(LONGEST / (2 * reports * max(FINEST, _log(base)))))
    return _DyadicLattice(Fraction(1, 2**shift) if shift > 0 else Fraction(2**-shift))


def _excess(
    runs: Runs, lattice: _LogarithmLattice | _DyadicLattice, gamma: Fraction, up: bool
) -> arb:
    """sum over losses of mass times max(0, 1 - gamma / e^loss); an infinite loss counts whole."""
    from flint import arb, arb_poly

    # One infinite loss makes the sum infinite: all that is not finite throughout counts whole.
    finite = arb(1)
    product = arb_poly([1])
    lowest = 0
    for p, q, n in runs:
        finite *= ball(sum((a for a, b in zip(p, q, strict=True) if b), Fraction(0))) ** n
        masses, shift = _one_report(p, q, lattice, up)
        product *= arb_poly(masses) ** n
        lowest += shift * n
    return 1 - finite + positive_excess(product.coeffs(), lowest, gamma, lattice.unit)


def positive_excess(masses: list[arb], lowest: int, gamma: Fraction, unit: arb) -> arb:
    """sum of mass times max(0, 1 - gamma / e^loss), the losses lowest, lowest + 1, ... units."""
    threshold = ball(gamma).log() / unit
    # Beyond these points every term is positive, before them none: the balls decide the rest.
    undecided = range(_floor(threshold.lower()), _floor(threshold.upper()) + 1)
    total = _tail(masses, undecided.stop - lowest, lowest, gamma, unit)
    for index in undecided:
        if 0 <= index - lowest < len(masses):
            part = 1 - ball(gamma) / (unit * index).exp()
            total += masses[index - lowest] * part.nonnegative_part()
    return total


def _tail(masses: list[arb], start: int, lowest: int, gamma: Fraction, unit: arb) -> arb:
    """sum over indices from start of mass (1 - gamma e^(-unit index))."""
    from flint import arb_poly

    first = max(start, 0)
    # The e^(-loss) are a geometric sequence: one polynomial at e^(-unit) adds up all of them.
    kept: arb_poly = arb_poly(masses[first:])
    lost = kept((-unit).exp()) * (-unit * (first + lowest)).exp()
    return kept(1) - ball(gamma) * lost


def _one_report(
    p: Distribution, q: Distribution, lattice: _LogarithmLattice | _DyadicLattice, up: bool
) -> tuple[list[Any], int]:
    """The masses under P of the lattice points of one report's loss."""
    found: defaultdict[int, Any] = defaultdict(int)
    for a, b in zip(p, q, strict=True):
        if a and b:
            for index, mass in lattice.spread(a, b, up):
                found[index] += mass
    if not found:
        return [0], 0
    lowest = min(found)
    return [found[index] for index in range(lowest, max(found) + 1)], lowest


def _exponent(number: Fraction, base: Fraction) -> int | None:
    """j with base^j = number, if there is one."""
    guess = round(_log(number) / _log(base))
    # Doubles only guess the exponent: the equality is exact.
    return guess if base**guess == number else None


def _log(number: Fraction) -> Fraction | float:
    """A logarithm in double precision; of what is near 1 also where no double is."""
    if abs(number - 1) < Fraction(1, 1 << 60):
        return number - 1
    if abs(number - 1) < Fraction(1, 2):
        return math.log1p(number - 1)
    return math.log(number.numerator) - math.log(number.denominator)


def _floor(point: arb) -> int:
    """The floor of a ball that is a single point."""
    return math.floor(dyadic(point))


MOST_ROWS = 20_000
"""Rows of a joint table that is written out; its trade-off function then takes a second."""


MOST_DIGITS = 1000
"""Of the chances in it, which are multiplied with each other again: a second at 50 reports."""


def together(channels: Sequence[Channel]) -> Channel:
    """One truth, one report through each of these tables: merged to what can be told apart.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [str(row[0]) for row in together([warner, warner]).rows]
    ['9/16', '3/8', '1/16']
    """
    if not channels:
        raise InputError("channels must have at least one table")
    return reduce(_both, _told_apart(channels))


def _told_apart(channels: Sequence[Channel]) -> list[Channel]:
    """The tables of as many truths as say all about every two; they must be of the same truths."""
    if len({channel.shape[1] for channel in channels}) > 1:
        raise InputError("channels must be tables of the same truths")
    apart = [channel.told_apart for channel in channels]
    if len({channel.shape[1] for channel in apart}) > 1:
        raise InputError("channels must all be written out, or none of them")
    return apart


def repeated(channel: Channel, reports: Any) -> Channel:
    """One truth reported so many times through one table, with fresh randomness each time.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> repeated(warner, 10).parity()
    Fraction(59049, 1)
    """
    n = whole(reports, "reports", least=1)
    told = channel if n == 1 else channel.told_apart
    found = told.merge_proportional()
    # By squaring: merging after each product leaves no more rows than there are counts of reports.
    for digit in bin(n)[3:]:
        found = _both(found, found)
        if digit == "1":
            found = _both(found, told)
    return found


def _both(first: Channel, second: Channel) -> Channel:
    """Rows multiply entry by entry, the truth being the same."""
    if first.shape[0] * second.shape[0] > 4 * MOST_ROWS:
        raise _too_many(f"more than {MOST_ROWS} rows")
    if first.denominator * second.denominator > 10**MOST_DIGITS:
        raise _too_many(f"chances of more than {MOST_DIGITS} digits")
    rows = [list(map(mul, one, other)) for one, other in product(first.rows, second.rows)]
    return Channel.from_rows(rows, truths=first.truths).merge_proportional()


def _too_many(what: str) -> InputError:
    return InputError(
        f"reports must be fewer: their joint table has {what}; composed_delta (--at-epsilon) "
        "encloses its profile without it"
    )
