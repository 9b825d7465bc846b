"""Channel: an exact randomized-response table, and what follows from it.

The house orientation: rows are reports, columns are truths, `P[i][j] = P(report i | truth j)`, and
every column adds up to one. Entries are integers over one common denominator.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from rropt.exact import (
    InputError,
    Table,
    exact,
    exact_table,
    exact_vector,
    over_common_denominator,
    prior_vector,
    probability,
    text,
)

Row = tuple[Fraction, ...]


@dataclass(frozen=True)
class Channel:
    """An exact m x k column-stochastic table with labels.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> warner.parity()
    Fraction(3, 1)
    """

    numerators: tuple[tuple[int, ...], ...]
    denominator: int
    reports: tuple[str, ...]
    truths: tuple[str, ...]

    @classmethod
    def from_rows(
        cls,
        rows: Any,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From rows indexed by report: every *column* must add up to one."""
        table = exact_table(rows, "channel")
        _refuse_negative(table)
        for j, column in enumerate(zip(*table, strict=True)):
            if sum(column) != 1:
                off = sum(column) - 1
                raise InputError(
                    f"channel column {j} must add up to one, got {sum(column)} (off by {off})"
                )
        return cls._build(table, reports, truths)

    @classmethod
    def from_truth_rows(
        cls,
        rows: Any,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From rows indexed by truth: every *row* must add up to one (the survey literature).

        >>> Channel.from_truth_rows([[1, 0], ["9/10", "1/10"]]).rows[0]
        (Fraction(1, 1), Fraction(9, 10))
        """
        table = exact_table(rows, "channel")
        _refuse_negative(table)
        for j, row in enumerate(table):
            if sum(row) != 1:
                raise InputError(
                    f"channel row {j} must add up to one, got {sum(row)} (off by {sum(row) - 1})"
                )
        return cls._build(tuple(zip(*table, strict=True)), reports, truths)

    @classmethod
    def from_patterns(
        cls,
        patterns: Any,
        weights: Any,
        reports: Sequence[str] | None = None,
        truths: Sequence[str] | None = None,
    ) -> Channel:
        """From likelihood patterns r and their weights w: rows w_r r."""
        table = exact_table(patterns, "patterns")
        masses = exact_vector(weights, "weights")
        if len(masses) != len(table):
            raise InputError(f"weights must have one entry a pattern: {len(masses)}, {len(table)}")
        rows = [[w * entry for entry in row] for w, row in zip(masses, table, strict=True)]
        return cls.from_rows(rows, reports, truths)

    @classmethod
    def from_numpy(cls, array: Any) -> Channel:
        """From an array of reports x truths; each float means the decimal that it prints as."""
        return cls.from_rows(array.tolist())

    @classmethod
    def from_json(cls, document: Any) -> Channel:
        """From `{"channel": [[...], ...]}` with optional labels, as a dict or as JSON text."""
        data = _parse_json(document)
        if not isinstance(data, dict) or "channel" not in data:
            raise InputError('a channel file must be {"channel": [["3/4","1/4"],["1/4","3/4"]]}')
        return cls.from_rows(data["channel"], data.get("reports"), data.get("truths"))

    @classmethod
    def identity(cls, truths: int) -> Channel:
        """Everybody reports the truth."""
        return cls.from_rows([[int(i == j) for j in range(truths)] for i in range(truths)])

    @classmethod
    def uninformative(cls, truths: int) -> Channel:
        """Everybody gives the same report."""
        return cls.from_rows([[1] * truths])

    @classmethod
    def _build(cls, table: Table, reports: Any = None, truths: Any = None) -> Channel:
        flat, denominator = over_common_denominator([entry for row in table for entry in row])
        width = len(table[0])
        numerators = tuple(flat[i : i + width] for i in range(0, len(flat), width))
        return cls(
            numerators,
            denominator,
            _labels(reports, len(table), "reports"),
            _labels(truths, width, "truths"),
        )

    @property
    def shape(self) -> tuple[int, int]:
        """Number of reports, number of truths."""
        return len(self.numerators), len(self.numerators[0])

    @cached_property
    def rows(self) -> Table:
        """The table, one row a report."""
        return tuple(
            tuple(Fraction(entry, self.denominator) for entry in row) for row in self.numerators
        )

    @property
    def columns(self) -> Table:
        """The table, one column a truth: the report's distribution given the truth."""
        return tuple(zip(*self.rows, strict=True))

    def __getitem__(self, position: tuple[int, int]) -> Fraction:
        report, truth = position
        return Fraction(self.numerators[report][truth], self.denominator)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_numpy(self) -> Any:
        """The table in doubles, each entry rounded once."""
        import numpy

        return numpy.array([[float(entry) for entry in row] for row in self.rows])

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
        columns = tuple(zip(*other.numerators, strict=True))
        scale = self.denominator * other.denominator
        rows = tuple(
            tuple(Fraction(_dot(row, column), scale) for column in columns)
            for row in self.numerators
        )
        return Channel._build(rows, self.reports, other.truths)

    def tensor(self, other: Channel) -> Channel:
        """Two independent answers: rows and columns are pairs, the first index slowest."""
        rows = tuple(
            tuple(a * b for a in mine for b in theirs)
            for mine in self.rows
            for theirs in other.rows
        )
        return Channel._build(
            rows,
            [f"{a},{b}" for a in self.reports for b in other.reports],
            [f"{a},{b}" for a in self.truths for b in other.truths],
        )

    def bits(self, n: int) -> Channel:
        """n independent answers through this channel; the first answer is the slowest index."""
        if n < 1:
            raise InputError(f"n must be at least 1, got {n}")
        power = self
        for _ in range(n - 1):
            power = power.tensor(self)
        return power

    def mix(self, other: Channel, weight: Any) -> Channel:
        """Use this channel with probability `weight`, else the other; the collector cannot tell."""
        if self.shape != other.shape:
            raise InputError(f"a mixture needs equal shapes, got {self.shape} and {other.shape}")
        share = probability(weight, "weight")
        rows = tuple(
            tuple(share * a + (1 - share) * b for a, b in zip(mine, theirs, strict=True))
            for mine, theirs in zip(self.rows, other.rows, strict=True)
        )
        return Channel._build(rows, self.reports, self.truths)

    def merge_proportional(self) -> Channel:
        """Merge proportional rows and drop zero rows: Blackwell-equivalent, no information lost.

        >>> split = Channel.from_rows([["1/4", "1/2"], ["1/4", "1/2"], ["1/2", 0]])
        >>> split.merge_proportional().shape
        (2, 2)
        """
        merged: dict[tuple[int, ...], tuple[Row, str]] = {}
        for label, row, whole in zip(self.reports, self.rows, self.numerators, strict=True):
            if not any(row):
                continue
            direction = _primitive(whole)
            if direction in merged:
                before, first = merged[direction]
                row, label = tuple(a + b for a, b in zip(before, row, strict=True)), first
            merged[direction] = (row, label)
        rows, labels = zip(*merged.values(), strict=True)
        return Channel._build(rows, labels, self.truths)

    def drop_zero_rows(self) -> Channel:
        """Without the reports that nobody ever gives."""
        kept = [i for i, row in enumerate(self.numerators) if any(row)]
        return self.permute(kept)

    def permute(self, order: Sequence[int]) -> Channel:
        """The reports in the given order; leaving one out is allowed only if it is never given."""
        if any(any(self.numerators[i]) for i in set(range(self.shape[0])) - set(order)):
            raise InputError(f"order must contain every report that can occur, got {list(order)}")
        return Channel._build(
            tuple(self.rows[i] for i in order), [self.reports[i] for i in order], self.truths
        )

    def restrict(self, truths: Sequence[int]) -> Channel:
        """Only the given truths, in the given order."""
        if not truths:
            raise InputError("truths must not be empty")
        return Channel._build(
            tuple(tuple(row[j] for j in truths) for row in self.rows),
            self.reports,
            [self.truths[j] for j in truths],
        )

    def relabel(
        self, reports: Sequence[str] | None = None, truths: Sequence[str] | None = None
    ) -> Channel:
        """The same table under other names."""
        return Channel._build(self.rows, reports or self.reports, truths or self.truths)

    def row_parity(self, report: int) -> Fraction | float:
        """max / min of a row, with 0/0 = 1 and a/0 = infinity (chai-nayak/def-1.3)."""
        row = self.numerators[report]
        if not any(row):
            return Fraction(1)
        return Fraction(max(row), min(row)) if min(row) else math.inf

    def parity(self) -> Fraction | float:
        """eta(P), the largest row parity: the smallest gamma for which P is pure-private."""
        return max(self.row_parity(i) for i in range(self.shape[0]))

    def profile(self, gamma: Any) -> Fraction:
        """The smallest delta for which the channel is (ln gamma, delta)-private.

        delta(gamma) = max over ordered pairs a, b of sum_i max(0, P[i][a] - gamma P[i][b]).

        >>> Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]).profile(2)
        Fraction(1, 4)
        """
        bound = exact(gamma, "gamma")
        columns = list(zip(*self.numerators, strict=True))
        p, q = bound.numerator, bound.denominator
        excess = (
            sum(max(0, q * a - p * b) for a, b in zip(first, second, strict=True))
            for first in columns
            for second in columns
            if first is not second
        )
        return Fraction(max(excess, default=0), q * self.denominator)

    def gamma_for(self, delta: Any) -> Fraction | float:
        """The smallest gamma >= 1 with profile(gamma) <= delta; infinity when there is none.

        >>> Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]).gamma_for("1/4")
        Fraction(2, 1)
        """
        allowance = probability(delta, "delta")
        if len(self.numerators[0]) == 1:
            return Fraction(1)
        pairs = [(a, b) for a in self.columns for b in self.columns if a is not b]
        return max(_smallest_gamma(a, b, allowance) for a, b in pairs)

    def report_distribution(self, prior: Any) -> Row:
        """P(report) = P . prior."""
        masses = self._prior(prior)
        return tuple(
            sum((p * q for p, q in zip(row, masses, strict=True)), Fraction(0)) for row in self.rows
        )

    def posterior(self, prior: Any) -> tuple[Row | None, ...]:
        """P(truth | report), one row a report; None for a report that cannot occur."""
        masses = self._prior(prior)
        posteriors: list[Row | None] = []
        for row in self.rows:
            joint = tuple(p * q for p, q in zip(row, masses, strict=True))
            total = sum(joint)
            posteriors.append(tuple(entry / total for entry in joint) if total else None)
        return tuple(posteriors)

    def _prior(self, prior: Any) -> Row:
        masses = prior_vector(prior)
        if len(masses) != self.shape[1]:
            raise InputError(f"prior must have {self.shape[1]} entries, got {len(masses)}")
        return masses

    def to_json(self) -> dict[str, Any]:
        """`{"channel": ..., "reports": ..., "truths": ...}`, exact numbers as strings."""
        return {
            "channel": [[text(entry) for entry in row] for row in self.rows],
            "reports": list(self.reports),
            "truths": list(self.truths),
        }

    def __repr__(self) -> str:
        body = "\n".join("  " + "  ".join(line) for line in self._cells())
        m, k = self.shape
        return f"Channel, {m} reports x {k} truths\n{body}"

    def _cells(self) -> list[list[str]]:
        """Aligned cells of the table with its labels, as fractions."""
        table = [["", *self.truths]]
        for label, row in zip(self.reports, self.rows, strict=True):
            table.append([label, *(text(entry) for entry in row)])
        widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
        return [
            [cell.rjust(width) for cell, width in zip(line, widths, strict=True)] for line in table
        ]

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{_escape(label)}</th>" for label in ("report \\ truth", *self.truths))
        body = "".join(
            f"<tr><th>{_escape(label)}</th>"
            + "".join(f"<td>{text(entry)}</td>" for entry in row)
            + "</tr>"
            for label, row in zip(self.reports, self.rows, strict=True)
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"

    def _repr_latex_(self) -> str:
        lines = r" \\ ".join(" & ".join(_latex(entry) for entry in row) for row in self.rows)
        return rf"$\begin{{pmatrix}}{lines}\end{{pmatrix}}$"


def _primitive(row: Sequence[int]) -> tuple[int, ...]:
    """The direction of a row as integers without a common factor."""
    common = math.gcd(*row)
    return tuple(entry // common for entry in row)


def _labels(labels: Any, count: int, name: str) -> tuple[str, ...]:
    if labels is None:
        return tuple(str(i) for i in range(count))
    names = tuple(str(label) for label in labels)
    if len(names) != count or len(set(names)) != count:
        raise InputError(f"{name} must be {count} different labels, got {list(names)}")
    return names


def _refuse_negative(table: Table) -> None:
    for i, row in enumerate(table):
        for j, entry in enumerate(row):
            if entry < 0:
                raise InputError(f"channel entry ({i}, {j}) must not be negative, got {entry}")


def _parse_json(document: Any) -> Any:
    if not isinstance(document, (str, bytes)):
        return document
    try:
        return json.loads(document)
    except (ValueError, RecursionError):
        raise InputError("a channel file must be valid JSON") from None


def _smallest_gamma(first: Row, second: Row, delta: Fraction) -> Fraction | float:
    """Smallest gamma >= 1 with a(S) - gamma b(S) <= delta for every set S of reports.

    Only the sets of the s reports with the largest ratios a_i / b_i can bind, so
    gamma = max over s of (a(S) - delta) / b(S).
    """
    a_total = sum((a for a, b in zip(first, second, strict=True) if b == 0), Fraction(0))
    if a_total > delta:
        return math.inf
    gamma, b_total = Fraction(1), Fraction(0)
    seen = [(a, b) for a, b in zip(first, second, strict=True) if b > 0]
    for a, b in sorted(seen, key=lambda pair: pair[0] / pair[1], reverse=True):
        a_total, b_total = a_total + a, b_total + b
        gamma = max(gamma, (a_total - delta) / b_total)
    return gamma


def _escape(label: str) -> str:
    return label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _latex(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def _dot(left: Iterable[int], right: Iterable[int]) -> int:
    return sum(a * b for a, b in zip(left, right, strict=True))
