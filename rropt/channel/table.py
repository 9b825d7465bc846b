"""Channel: an exact randomized-response table, and what follows from it.

The house orientation: rows are reports, columns are truths, `P[i][j] = P(report i | truth j)`, and
every column adds up to one. Entries are integers over one common denominator.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, permutations, product, starmap
from operator import add, mul
from typing import TYPE_CHECKING, Any

from rropt.channel.display import html, latex, plain
from rropt.channel.profile import Row, excess, level, ratio, smallest_gamma
from rropt.channel.validate import checked_columns, indices, labels, pair_deltas, parse_json
from rropt.exact import (
    InputError,
    Number,
    Numbers,
    NumberTable,
    Table,
    exact,
    exact_table,
    exact_vector,
    of_size,
    over_common_denominator,
    prior_vector,
    probability,
    text,
    whole,
)
from rropt.exact.entries import entrywise, identity, mixed, over, picked, scaled, tabulated
from rropt.exact.labelled import shares_of_each
from rropt.exact.number import primitive, whole_rows
from rropt.exact.recorded import Recorded

if TYPE_CHECKING:
    import numpy

MOST_ENTRIES = 1 << 22
"""Largest table of several answers that is written out."""


@dataclass(frozen=True)
class Channel(Recorded):
    """An exact m x k column-stochastic table with labels.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> warner.parity()
    Fraction(3, 1)
    """

    numerators: tuple[tuple[int, ...], ...]
    denominator: int = 0
    reports: tuple[str, ...] = ()
    truths: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not (isinstance(self.truths, tuple) and self.truths):
            raise InputError(
                "a Channel must be made by Channel.from_rows(rows), one row for each report, or by "
                "Channel.from_truth_rows(rows)"
            )

    @classmethod
    def from_rows(
        cls,
        rows: NumberTable,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From rows indexed by report: every *column* must add up to one."""
        return cls._build(exact_table(rows, "channel"), reports, truths)

    @classmethod
    def from_truth_rows(
        cls,
        rows: NumberTable,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From rows indexed by truth: every *row* must add up to one (the survey literature).

        >>> Channel.from_truth_rows([[1, 0], ["9/10", "1/10"]]).rows[0]
        (Fraction(1, 1), Fraction(9, 10))
        """
        table = exact_table(rows, "channel")
        checked_columns(table, "row")
        return cls._build(tuple(zip(*table, strict=True)), reports, truths)

    @classmethod
    def from_patterns(
        cls,
        patterns: NumberTable,
        weights: Numbers,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From likelihood patterns r and their weights w: rows w_r r."""
        table = exact_table(patterns, "patterns")
        masses = exact_vector(weights, "weights")
        if len(masses) != len(table):
            raise InputError(
                f"weights must have one entry for each pattern, got {len(masses)} for {len(table)}"
            )
        chances, below = over_common_denominator(masses)
        whole, under = whole_rows(table)
        rows = list(map(scaled, whole, chances))
        return cls.from_whole(rows, below * under, reports, truths)

    @classmethod
    def from_whole(
        cls,
        rows: Sequence[Sequence[int]],
        unit: int,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From rows of whole numbers over a unit, which need not be the least one."""
        columns = list(zip(*rows, strict=True))
        if min(map(min, rows)) < 0 or {*map(sum, columns)} != {unit}:
            checked_columns(tuple(tuple(over(column, unit)) for column in columns), "column")
        entries = {*chain.from_iterable(rows)}  # a table has few different ones
        shared = math.gcd(unit, *entries)
        least = {x: x // shared for x in entries}
        return cls(
            tuple([tuple(map(least.__getitem__, row)) for row in rows]),
            unit // shared,
            labels(reports, len(rows), "reports"),
            labels(truths, len(rows[0]), "truths"),
        )

    @classmethod
    def from_json(cls, document: Any) -> Channel:
        """From `{"channel": [[...], ...]}` with optional labels, as a dict or as JSON text."""
        data = parse_json(document)
        return cls.from_rows(data["channel"], data.get("reports"), data.get("truths"))

    @classmethod
    def identity(cls, truths: int) -> Channel:
        """Everybody reports the truth."""
        k = whole(truths, "truths", least=1)
        return cls.from_rows(identity(k))

    @classmethod
    def uninformative(cls, truths: int) -> Channel:
        """Everybody gives the same report."""
        return cls.from_rows([[1] * whole(truths, "truths", least=1)])

    @classmethod
    def _build(cls, table: Table, reports: Any = None, truths: Any = None) -> Channel:
        return cls.from_whole(*whole_rows(table), reports, truths)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of reports, number of truths."""
        return len(self.numerators), len(self.numerators[0])

    @property
    def whole_table(self) -> tuple[tuple[tuple[int, ...], ...], int]:
        """Numerators over the least denominator: equal where tables are, whatever their labels."""
        return self.numerators, self.denominator

    @cached_property
    def rows(self) -> Table:
        """The table, one row a report."""
        return tuple(tuple(over(row, self.denominator)) for row in self.numerators)

    @property
    def columns(self) -> Table:
        """The table, one column a truth: the report's distribution given the truth."""
        return tuple(zip(*self.rows, strict=True))

    def __getitem__(self, position: tuple[int, int]) -> Fraction:
        report, truth = position
        return Fraction(self.numerators[report][truth], self.denominator)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_numpy(self) -> numpy.ndarray:
        """The table in doubles, each entry rounded once."""
        import numpy

        unit = self.denominator
        return numpy.array(entrywise(lambda entry: entry / unit, self.numerators))

    def __matmul__(self, other: Channel) -> Channel:
        """Post-processing: `C @ P` reports through P, then garbles the report through C.

        >>> merge = Channel.from_rows([[1, 1]])
        >>> (merge @ Channel.identity(2)).rows
        ((Fraction(1, 1), Fraction(1, 1)),)
        """
        if self.shape[1] != other.shape[0]:
            raise InputError(
                f"C @ P needs as many truths in C as reports in P, "
                f"got {self.shape[1]} and {other.shape[0]}"
            )
        rows = [mixed(row, other.numerators) for row in self.numerators]
        unit = self.denominator * other.denominator
        return Channel.from_whole(rows, unit, self.reports, other.truths)

    def tensor(self, other: Channel) -> Channel:
        """Two independent answers: rows and columns are pairs, the first index slowest."""
        rows = product(self.numerators, other.numerators)
        return Channel.from_whole(
            [[*starmap(mul, product(mine, theirs))] for mine, theirs in rows],
            self.denominator * other.denominator,
            [f"{a},{b}" for a, b in product(self.reports, other.reports)],
            [f"{a},{b}" for a, b in product(self.truths, other.truths)],
        )

    def bits(self, n: int) -> Channel:
        """n independent answers through this channel; the first answer is the slowest index."""
        power = self
        answers = whole(n, "n", least=1)
        size = self.shape[0] * self.shape[1]
        # No larger exponent is needed to see that it is too much.
        if size ** min(answers, MOST_ENTRIES.bit_length()) > MOST_ENTRIES:
            raise InputError(
                f"n must be smaller: {answers} answers have a table of more than {MOST_ENTRIES} "
                "entries; rropt.survey.bits works without it"
            )
        for _ in range(answers - 1):
            power = power.tensor(self)
        return power

    def merge_proportional(self) -> Channel:
        """Merge proportional rows and drop zero rows: Blackwell-equivalent, no information lost.

        >>> split = Channel.from_rows([["1/4", "1/2"], ["1/4", "1/2"], ["1/2", 0]])
        >>> split.merge_proportional().shape
        (2, 2)
        """
        merged: dict[tuple[int, ...], tuple[tuple[int, ...], str]] = {}
        for label, row in zip(self.reports, self.numerators, strict=True):
            if not any(row):
                continue
            # Reports of one direction have one posterior: what tells them apart tells nothing.
            direction = primitive(row)
            if direction in merged:
                before, first = merged[direction]
                row = tuple(map(add, before, row))
                label = first
            merged[direction] = (row, label)
        rows, names = zip(*merged.values(), strict=True)
        return Channel.from_whole(rows, self.denominator, names, self.truths)

    def drop_zero_rows(self) -> Channel:
        """Without the reports that nobody ever gives."""
        return self.permute([i for i, row in enumerate(self.numerators) if any(row)])

    def permute(self, order: Sequence[int]) -> Channel:
        """The reports in the given order; leaving one out is allowed only if it is never given."""
        kept = indices(order, self.shape[0], "order")
        if any(any(self.numerators[i]) for i in set(range(self.shape[0])) - set(kept)):
            raise InputError(f"order must contain every report that can occur, got {list(kept)}")
        rows = picked(self.numerators, kept)
        return Channel.from_whole(rows, self.denominator, picked(self.reports, kept), self.truths)

    def restrict(self, truths: Sequence[int]) -> Channel:
        """Only the given truths, in the given order."""
        kept = indices(truths, self.shape[1], "truths")
        rows = [picked(row, kept) for row in self.numerators]
        return Channel.from_whole(rows, self.denominator, self.reports, picked(self.truths, kept))

    def aligned_with(self, other: Channel) -> Channel:
        """The truths in the order of another table, where both have the same names for them.

        >>> table = Channel.from_rows([["9/10", "1/2"], ["1/10", "1/2"]], truths=["no", "yes"])
        >>> table.aligned_with(table.restrict([1, 0])).truths
        ('yes', 'no')
        """
        names = tuple(other.truths)
        if names == tuple(self.truths) or set(names) != set(self.truths):
            return self
        places = {truth: place for place, truth in enumerate(self.truths)}
        return self.restrict([places[truth] for truth in names])

    def relabel(
        self, reports: Sequence[str] | None = None, truths: Sequence[str] | None = None
    ) -> Channel:
        """The same table under other names."""
        return Channel.from_whole(
            self.numerators,
            self.denominator,
            self.reports if reports is None else reports,
            self.truths if truths is None else truths,
        )

    @property
    def told_apart(self) -> Channel:
        """A table whose pairs of truths are told apart as here: itself, if nothing says that all
        pairs are alike."""
        return self

    @property
    def greatest_chances(self) -> Fraction | None:
        """sum_i max_j P(i | j), of which the maximal leakage is the logarithm; None if unknown."""
        return Fraction(sum(map(max, self.numerators)), self.denominator)

    def row_parity(self, report: int) -> Fraction | float:
        """max / min of a row, with 0/0 = 1 and a/0 = infinity (chai-nayak/def-1.3)."""
        return ratio(self.numerators[report])

    def parity(self) -> Fraction | float:
        """eta(P), the largest row parity: the smallest gamma for which P is pure-private."""
        return max(map(ratio, self.numerators))

    def levels(self, deltas: Number | NumberTable = 0) -> tuple[tuple[Fraction | float, ...], ...]:
        """The smallest matrix that the table obeys: g_ab = max over reports of P(i|a) / P(i|b).

        Infinite where some report can be given under a and never under b. It is closed: a product
        along a path of truths is never smaller. With `deltas`, one number or a matrix, each pair
        has its own `gamma_for`.

        >>> Channel.from_rows([["2/3", 0], ["1/3", 1]]).levels()
        ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
        >>> Channel.from_rows([["2/3", 0], ["1/3", 1]]).levels([[0, "2/3"], ["1/3", 0]])
        ((Fraction(1, 1), Fraction(1, 1)), (Fraction(2, 1), Fraction(1, 1)))
        """
        allowed = pair_deltas(deltas, self.shape[1])
        columns = list(zip(*self.numerators, strict=True))
        if allowed is None:
            return tabulated(level, columns, columns)
        one = self.denominator
        truths = range(self.shape[1])
        return tabulated(
            lambda a, b: smallest_gamma(columns[a], columns[b], one * allowed[a][b]), truths, truths
        )

    def profile(self, gamma: Number) -> Fraction:
        """The smallest delta for which the channel is (ln gamma, delta)-private.

        delta(gamma) = max over ordered pairs a, b of sum_i max(0, P[i][a] - gamma P[i][b]).

        >>> Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]).profile(2)
        Fraction(1, 4)
        """
        bound = gamma if gamma == math.inf else exact(gamma, "gamma")
        if bound < 0:
            raise InputError(f"gamma must not be negative, got {bound}")
        table = self.told_apart
        return excess(tuple(zip(*table.numerators, strict=True)), table.denominator, bound)

    def gamma_for(self, delta: Number) -> Fraction | float:
        """The smallest gamma >= 1 with profile(gamma) <= delta; infinity when there is none.

        >>> Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]).gamma_for("1/4")
        Fraction(2, 1)
        """
        allowance = probability(delta, "delta")
        if allowance == 0:
            return self.parity()
        gamma = Fraction(1)
        table = self.told_apart
        for first, second in permutations(zip(*table.numerators, strict=True), 2):
            found = smallest_gamma(first, second, table.denominator * allowance, gamma)
            if isinstance(found, float):
                return found
            gamma = found
        return gamma

    def report_distribution(self, prior: Numbers) -> Row:
        """P(report) = P . prior."""
        shares, unit = over_common_denominator(self.checked_prior(prior))
        masses = [sum(map(mul, row, shares)) for row in self.numerators]
        return tuple(over(masses, unit * self.denominator))

    def posterior(self, prior: Numbers) -> tuple[Row | None, ...]:
        """P(truth | report), one row a report; None for a report that cannot occur."""
        masses = self.checked_prior(prior)
        posteriors: list[Row | None] = []
        for row in self.rows:
            joint = tuple(p * q for p, q in zip(row, masses, strict=True))
            total = sum(joint)
            posteriors.append(tuple(entry / total for entry in joint) if total else None)
        return tuple(posteriors)

    def checked_prior(self, prior: Numbers, name: str = "prior", positive: bool = False) -> Row:
        """A prior of the truths of this table, exactly."""
        masses = prior_vector(shares_of_each(self.truths, prior, name), name, positive=positive)
        return of_size(masses, self.shape[1], name)

    def to_json(self) -> dict[str, Any]:
        """`{"channel": ..., "reports": ..., "truths": ...}`, exact numbers as strings."""
        return {
            "channel": [list(map(text, row)) for row in self.rows],
            "reports": list(self.reports),
            "truths": list(self.truths),
        }

    def __repr__(self) -> str:
        return plain(self.rows, self.reports, self.truths)

    def _repr_html_(self) -> str:
        return html(self.rows, self.reports, self.truths)

    def _repr_latex_(self) -> str:
        return latex(self.rows)
