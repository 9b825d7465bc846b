"""The tables and variances of sun, recomputed exactly from the paper's formulas."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from rropt.exact import InputError, exact, exp_bounds
from rropt.exact.bounds import root_ends

Bounds = tuple[Fraction, Fraction]

EPSILONS = ("0.01", "0.05", "0.25", "0.5")
PEOPLE = 10**4
"""Of table 1."""

VARIANCE = Fraction(1, 10)
LEAST_P2 = Fraction(1, 100)
"""What table 2 wants, and its p2."""

TABLE_1 = {
    "0.01": ("0.100", "0.101", "0.101", "0.104"),
    "0.05": ("0.224", "0.224", "0.225", "0.230"),
}
TABLE_2 = {
    "modified Warner/Simmons": ("100000", "4000", "160", "40"),
    "modified Christofides": ("101011", "4040", "161", "40"),
    "the improved Christofides": ("36365", "1456", "59", "16"),
}


@dataclass(frozen=True)
class PrintedCell:
    """One recomputed cell: heads, the exact number or its enclosure, as it rounds, as printed."""

    row: str
    column: str
    value: Bounds
    recomputed: str
    printed: str

    @property
    def agrees(self) -> bool:
        """Whether the paper prints what the formula gives."""
        return self.recomputed == self.printed


def sun_table_1() -> tuple[PrintedCell, ...]:
    """`sun/table-1`: the length of the interval on which the improved mechanism is not the best.

    sqrt(1 - (N - 1)/N (1 - p2) / (1 + p2 d / 4)), d = e^eps + e^-eps - 2; rows p2, columns
    epsilon.

    >>> sun_table_1()[3].recomputed
    '0.104'
    """
    cells = []
    for p2, line in TABLE_1.items():
        for epsilon, printed in zip(EPSILONS, line, strict=True):
            length = _interval_length(PEOPLE, exact(p2), exact(epsilon))
            cells.append(_rounded(p2, epsilon, length, printed))
    return tuple(cells)


def sun_table_2(prior: Any = "0.1") -> tuple[PrintedCell, ...]:
    """`sun/table-2`: the least N at a wanted variance, from the variance formulas in epsilon.

    Warner and Simmons e^eps / (N (e^eps - 1)^2); modified Christofides (C - 1) / (4 N); improved
    pi (1 - pi) (C - 1) / (N - 1), with C = (e^eps + 1)^2 / ((e^eps - 1)^2 (1 - p2)).

    >>> [cell.recomputed for cell in sun_table_2()[:4]]
    ['100000', '4000', '160', '40']
    """
    rows = _mechanisms(LEAST_P2, exact(prior))
    cells = []
    for (name, line), row in zip(TABLE_2.items(), rows, strict=True):
        for epsilon, printed in zip(EPSILONS, line, strict=True):
            cells.append(_counted(name, epsilon, _people(exact(epsilon), *row, VARIANCE), printed))
    return tuple(cells)


def _mechanisms(p2: Fraction, prior: Fraction) -> tuple[tuple[Fraction, Fraction, int], ...]:
    """Of each mechanism of table 2: p2, the spread, and the people beyond those that count."""
    spread = 4 * prior * (1 - prior)
    return (Fraction(0), Fraction(1), 0), (p2, Fraction(1), 0), (p2, spread, 1)


def sun_variances(epsilon: Any, people: int, prior: Any, p2: Any) -> dict[str, Bounds]:
    """The variances that sun's figures plot, in a census of `people` at one epsilon, enclosed.

    >>> found = sun_variances("1/2", 9, "1/9", "0.36")
    >>> min(found, key=found.get)
    'the improved Christofides'
    """
    rows = _mechanisms(exact(p2), exact(prior))
    sizes = [_people(exact(epsilon), *row, Fraction(1)) for row in rows]
    return {
        name: ((low - extra) / (people - extra), (high - extra) / (people - extra))
        for name, (low, high), (_, _, extra) in zip(TABLE_2, sizes, rows, strict=True)
    }


def _interval_length(n: int, p2: Fraction, epsilon: Fraction) -> Bounds:
    up = exp_bounds(epsilon)
    down = exp_bounds(-epsilon)
    # The length grows with e^eps + e^-eps: lower ends give the lower one.
    inside = [
        1 - (1 - Fraction(1, n)) * (1 - p2) / (1 + p2 * (up[end] + down[end] - 2) / 4)
        for end in (0, 1)
    ]
    return root_ends(inside[0])[0], root_ends(inside[1])[1]


def _people(
    epsilon: Fraction, p2: Fraction, spread: Fraction, extra: int, wanted: Fraction
) -> Bounds:
    """Real-valued N: extra + spread (C - 1) / (4 wanted), decreasing in e^epsilon."""
    low, high = exp_bounds(epsilon)
    sizes = [((e + 1) ** 2 / ((e - 1) ** 2 * (1 - p2)) - 1) / 4 for e in (high, low)]
    return extra + spread * sizes[0] / wanted, extra + spread * sizes[1] / wanted


def _rounded(row: str, column: str, value: Bounds, printed: str) -> PrintedCell:
    places = len(printed.partition(".")[2])
    low, high = (round(end * 10**places) for end in value)
    return PrintedCell(row, column, value, _decimal(_same(low, high), places), printed)


def _counted(row: str, column: str, value: Bounds, printed: str) -> PrintedCell:
    return PrintedCell(row, column, value, str(_same(ceil(value[0]), ceil(value[1]))), printed)


def _same(low: int, high: int) -> int:
    # Only where both ends round alike is it known what the exact number rounds to.
    if low != high:
        raise InputError(f"the enclosure is too wide to round: {low} or {high}")
    return low


def _decimal(value: int, places: int) -> str:
    whole_part, part = divmod(value, 10**places)
    return f"{whole_part}.{part:0{places}d}"
