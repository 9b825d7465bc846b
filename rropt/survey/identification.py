"""What a channel allows to be estimated, and the matrix L of the unbiased estimate, `L C = I`.

Two distributions of truths that differ by a direction d with `C d = 0` give the same reports, so
`c . pi` is identified iff `c . d = 0` for every such d. Decided in exact arithmetic, as is L, for
which reports with proportional rows tell the same and count as one. Then

* one number on the diagonal and one elsewhere: the closed form, for any number of truths;
* square and invertible: the inverse;
* more reports than truths: `(C^T W C)^-1 C^T W` with W = diag(1 / (C u)), efficient at u (any
  positive W is unbiased: it is rounded to WEIGHT_BITS, so that the numbers stay short);
* dependent columns: the same for a basis of the columns, and zero rows for the other truths. Any
  contrast that is identified is then estimated, efficiently at u; others must not be asked for.

Large tables are computed in doubles, except for the first kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.data.stated_counts import report_counts
from rropt.exact import InputError
from rropt.exact.convert import dot, fraction
from rropt.exact.entries import entrywise, two_valued
from rropt.exact.linear_algebra import pivot_columns
from rropt.exact.number import primitive

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Identified:
    """The rank of a channel and a basis of the directions that the reports cannot see."""

    labels: tuple[str, ...]
    rank: int
    unseen: tuple[Vector, ...]

    @property
    def everything(self) -> bool:
        """Whether the whole distribution is identified."""
        return not self.unseen

    @property
    def truths(self) -> tuple[bool, ...]:
        """For each truth, whether its proportion is identified."""
        return tuple(not any(d[j] for d in self.unseen) for j in range(len(self.labels)))

    def require(self, contrast: Sequence[Fraction]) -> None:
        """Refuse a contrast that is not identified, and say which direction hides it."""
        for d in self.unseen:
            if dot(contrast, d) != 0:
                raise InputError(
                    f"contrast must be identified, but the reports do not change when "
                    f"{_direction(d, self.labels)}, and the contrast does"
                )

    def statement(self) -> str:
        """What is identified, in words."""
        if self.everything:
            return f"all {len(self.labels)} proportions are identified"
        known = [
            label for label, is_known in zip(self.labels, self.truths, strict=True) if is_known
        ]
        hidden = "; ".join(f"{_direction(d, self.labels)}" for d in self.unseen)
        return (
            f"the channel has rank {self.rank} for {len(self.labels)} truths: identified are "
            f"{', '.join(known) if known else 'no single proportion'} and every combination that "
            f"stays the same when {hidden}"
        )


@lru_cache(maxsize=32)
def identified(channel: Channel) -> Identified:
    """Rank and unseen directions of a channel, exactly.

    >>> merge = Channel.from_rows([[1, "1/2", "1/2"], [0, "1/2", "1/2"]])
    >>> identified(merge).truths
    (True, False, False)
    """
    import flint

    # One denominator for the whole table changes neither its rank nor its kernel.
    rank = flint.fmpz_mat([list(row) for row in channel.numerators]).rank()
    unseen = () if rank == channel.shape[1] else _kernel(channel.numerators)
    return Identified(channel.truths, rank, unseen)


@lru_cache(maxsize=32)
def unseen_by(channel: Channel, seen: tuple[bool, ...]) -> tuple[Vector, ...]:
    """A basis of the directions of sum zero in which the seen reports do not change, exactly.

    >>> unseen_by(Channel.identity(3), (True, False, False))
    ((Fraction(0, 1), Fraction(1, 1), Fraction(-1, 1)),)
    """
    rows = [row for row, used in zip(channel.numerators, seen, strict=True) if used]
    # With all reports C d = 0 implies that d has sum zero; of some it must be asked.
    return _kernel([*rows, [1] * channel.shape[1]])


def _kernel(rows: Sequence[Sequence[int]]) -> tuple[Vector, ...]:
    """A basis of what is orthogonal to all rows, each vector with its largest entry one."""
    import flint

    basis, dimension = flint.fmpz_mat([list(row) for row in rows]).nullspace()
    columns = [[int(basis[i, j]) for i in range(len(rows[0]))] for j in range(dimension)]
    tops = [max(column, key=abs) for column in columns]
    return tuple(
        tuple(Fraction(x, top) for x in column) for column, top in zip(columns, tops, strict=True)
    )


def _direction(d: Vector, labels: Sequence[str]) -> str:
    moves = [
        f"{label} {'rises' if x > 0 else 'falls'} by {_amount(abs(x))}"
        for label, x in zip(labels, d, strict=True)
        if x
    ]
    return " and ".join(moves)


LONGEST_AMOUNT = 10**6
"""The largest denominator of an amount that is said exactly: four digits of others say as much."""


def _amount(x: Fraction) -> str:
    return str(x) if x.denominator <= LONGEST_AMOUNT else f"about {float(x):.4g}"


EXACT_SIZE, EXACT_CELLS = 200, 512
"""Largest square table that is inverted exactly, and the most cells of any other."""

WEIGHT_BITS = 64

MAX_SCORE = 10**150
"""Scores are squared for their variance."""

Rows = tuple[tuple[Fraction, ...], ...]


@lru_cache(maxsize=32)
def left_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """The matrix L in doubles, truths by reports; `prior` is the u of the weights.

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> left_inverse(warner, (Fraction(1, 2), Fraction(1, 2))).tolist()
    [[1.5, -0.5], [-0.5, 1.5]]
    """
    rows = exact_left_inverse(channel, prior)
    if rows is None:
        inverse = _in_doubles(channel, prior)
    else:
        inverse = np.array([list(map(in_double, row)) for row in rows])
    inverse.flags.writeable = False
    return inverse


def in_double(x: Fraction) -> float:
    """A score as a double; one that is too large comes from reports that tell next to nothing."""
    if abs(x) > MAX_SCORE:
        raise InputError(
            "channel must tell truths apart: the square of a score of its estimate is beyond "
            "every double"
        )
    return float(x)


@lru_cache(maxsize=32)
def exact_left_inverse(channel: Channel, prior: tuple[Fraction, ...]) -> Rows | None:
    """The exact matrix L, or None for a table that is too large for it.

    >>> tall = Channel.from_rows([["1/2", 0], ["1/2", "1/2"], [0, "1/2"]])
    >>> exact_left_inverse(tall, (Fraction(1, 2), Fraction(1, 2)))[0]
    (Fraction(3, 2), Fraction(1, 2), Fraction(-1, 2))
    """
    diagonal = diagonal_form(channel)
    if diagonal is not None:
        a, b = diagonal
        # ((a - b) I + b J)^-1 = (I - b J) / (a - b), as the columns add up to one.
        on, off = (1 - b) / (a - b), -b / (a - b)
        size = channel.shape[1]
        return tuple(two_valued({i}, size, on, off) for i in range(size))
    # Proportional rows share a score: telling their reports apart helps no estimate.
    table, place = _merged(channel)
    inverse = _invert(table, prior, identified(channel).rank)
    if inverse is None:
        return None
    # The table was numerators, and the place after the last is that of a report never given.
    scaled = [(*(x * channel.denominator for x in row), Fraction(0)) for row in inverse]
    return tuple(tuple(row[i] for i in place) for row in scaled)


def diagonal_form(channel: Channel) -> tuple[Fraction, Fraction] | None:
    """(a, b) for a table with a on the diagonal and b != a everywhere else.

    >>> diagonal_form(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    (Fraction(3, 4), Fraction(1, 4))
    """
    m, k = channel.shape
    rows = channel.numerators
    if m != k or k < 2:
        return None
    a, b = rows[0][0], rows[0][1]
    alike = all(rows[i][j] == (a if i == j else b) for i in range(k) for j in range(k))
    d = channel.denominator
    return (Fraction(a, d), Fraction(b, d)) if alike and a != b else None


def _merged(channel: Channel) -> tuple[list[list[int]], list[int]]:
    """The numerators with proportional rows added up, and the place of each report among them.

    A report that is never given has the place after the last.
    """
    rows: dict[tuple[int, ...], list[int]] = {}
    directions = [primitive(row) for row in channel.numerators]
    for direction, row in zip(directions, channel.numerators, strict=True):
        if any(row):
            sums = rows.setdefault(direction, [0] * len(row))
            rows[direction] = [x + y for x, y in zip(sums, row, strict=True)]
    order = {direction: i for i, direction in enumerate(rows)}
    return list(rows.values()), [order.get(direction, len(order)) for direction in directions]


def _invert(table: list[list[int]], prior: tuple[Fraction, ...], rank: int) -> Rows | None:
    size = len(prior)
    # As many different reports as truths, all independent: there is one L only.
    if len(table) == size == rank:
        return _square(table) if size <= EXACT_SIZE else None
    return _weighted(table, prior) if len(table) * size <= EXACT_CELLS else None


def _square(table: list[list[int]]) -> Rows:
    import flint

    return entrywise(fraction, flint.fmpz_mat(table).inv().tolist())


def _weighted(table: list[list[int]], prior: tuple[Fraction, ...]) -> Rows:
    """(B^T W B)^-1 B^T W for a basis B of the columns; zero rows for the other columns."""
    import flint

    basis = pivot_columns(table)
    columns = flint.fmpz_mat([[row[j] for j in basis] for row in table])
    weighted = flint.fmpz_mat(
        [
            [row[j] * weight for j in basis]
            for row, weight in zip(table, _weights(table, prior), strict=True)
        ]
    ).transpose()
    inverse = entrywise(fraction, (weighted * columns).solve(weighted).tolist())
    place = dict(zip(basis, inverse, strict=True))
    nothing = (Fraction(0),) * len(table)
    return tuple(place.get(j, nothing) for j in range(len(prior)))


def _weights(table: list[list[int]], prior: tuple[Fraction, ...]) -> list[int]:
    """Whole numbers proportional to 1 / P(report) at the prior, the smallest WEIGHT_BITS long."""
    expected = [sum(a * p for a, p in zip(row, prior, strict=True)) for row in table]
    top = max(expected) * 2**WEIGHT_BITS
    return [round(top / p) for p in expected]


def _in_doubles(channel: Channel, prior: tuple[Fraction, ...]) -> np.ndarray:
    """The weighted pseudo-inverse; its rank is known exactly, no tolerance decides it."""
    table = channel.to_numpy()
    rank = identified(channel).rank
    expected = np.array([float(p) for p in channel.report_distribution(prior)])
    used = expected > 0
    # These divide: C W^(1/2) has the pseudo-inverse that, times W^(1/2), is L.
    weights = np.sqrt(expected[used])[:, None]
    left, singular, right = np.linalg.svd(table[used] / weights, full_matrices=False)
    inverse = np.zeros(table.T.shape)
    # Singular values behind the known rank are the rounding of zeros.
    inverse[:, used] = (right[:rank].T / singular[:rank]) @ left[:, :rank].T / weights.T
    return inverse


def unbiased_exact(channel: Channel, counts: Iterable[Any]) -> tuple[Fraction, ...]:
    """The estimate for a square invertible channel as exact rationals.

    >>> unbiased_exact(Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]), (2, 1))
    (Fraction(5, 6), Fraction(1, 6))
    """
    import flint

    size = channel.shape[1]
    if channel.shape[0] != size or identified(channel).rank < size:
        raise InputError(f"channel must be square and invertible, got shape {channel.shape}")
    numbers = report_counts(channel, counts)
    table = flint.fmpz_mat([list(row) for row in channel.numerators])
    # Numerators x = denominator n: the same as C x = n.
    scaled = flint.fmpz_mat([[number * channel.denominator] for number in numbers])
    solution = table.solve(scaled)
    total = sum(numbers)
    return tuple(fraction(x) / total for x in solution.entries())
