"""How far one mechanism dominates the family of another, over all privacy levels.

An admissible mechanism A at level gamma has the supports S_i and the shares lambda_i (adding up to
one) of its reports, with sum of lambda_i over S_i containing j equal to rho for every truth j. Its
family is the same supports and shares at any level g >= 1. With t = 1 / (1 + (g - 1) rho),

    A(g) = t A(1) + (1 - t) A(oo),   row i of A(1): lambda_i,   of A(oo): lambda_i / rho on S_i,

a segment from the table that says nothing to the one without noise, more informative the larger g
is. So "A(g) = C P" is linear in C and t together, and the largest g is one exact linear program.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import comb
from operator import sub
from typing import Any

from rropt.channel import Channel, as_channel
from rropt.channel.display import html_facts
from rropt.exact import InputError, Table, exact, whole
from rropt.exact.entries import entrywise, scaled, two_valued
from rropt.lp import decide, pose_columns

MOST_REPORTS = 100_000


@dataclass(frozen=True)
class Family:
    """Reports with supports and shares; `at(gamma)` is the member at a level.

    >>> family_of([["3/4", "1/4"], ["1/4", "3/4"]]).at(2).rows[0]
    (Fraction(2, 3), Fraction(1, 3))
    """

    supports: tuple[tuple[bool, ...], ...]
    shares: tuple[Fraction, ...]

    @property
    def cover(self) -> Fraction:
        """rho: the share of the reports whose support contains a given truth."""
        pairs = zip(self.supports, self.shares, strict=True)
        return sum((share for support, share in pairs if support[0]), Fraction(0))

    def at(self, gamma: Any) -> Channel:
        """The member of parity gamma, which may be math.inf."""
        if gamma == math.inf:
            return self._mixed(Fraction(0))
        level = exact(gamma, "gamma")
        if level < 1:
            raise InputError(f"gamma must be at least 1, got {level}")
        return self._mixed(1 / (1 + (level - 1) * self.cover))

    def level(self, t: Fraction) -> Fraction | float:
        """The gamma of t = 1 / (1 + (gamma - 1) rho)."""
        return 1 + (1 / t - 1) / self.cover if t else math.inf

    def _mixed(self, t: Fraction) -> Channel:
        noise, signal = self.ends
        return Channel.from_rows(entrywise(lambda a, b: t * a + (1 - t) * b, noise, signal))

    @property
    def ends(self) -> tuple[Table, Table]:
        """The tables A(1) and A(oo)."""
        pairs = list(zip(self.supports, self.shares, strict=True))
        noise = tuple((share,) * len(support) for support, share in pairs)
        signal = tuple(scaled(support, share / self.cover) for support, share in pairs)
        return noise, signal


def family_of(channel: Any) -> Family:
    """The family of an admissible mechanism: two values a report, one ratio for all."""
    table = as_channel(channel).merge_proportional()
    parity = table.parity()
    extreme = all(
        len(set(row)) == 2 and table.row_parity(i) == parity for i, row in enumerate(table.rows)
    )
    if not extreme:
        raise InputError("a family needs an admissible mechanism: two values a row, one parity")
    supports = tuple(map(_highest, table.rows))
    masses = [min(row) if min(row) else max(row) for row in table.rows]
    return Family(supports, tuple(mass / sum(masses) for mass in masses))


def _highest(row: Sequence[Fraction]) -> tuple[bool, ...]:
    """Whether each entry is the largest."""
    most = max(row)
    return tuple(x == most for x in row)


def subset_selection(truths: int, size: int, gamma: Any) -> Channel:
    """Report a subset of the given size, gamma times as likely if it contains the truth.

    size = 1 is k-ary randomized response.

    >>> subset_selection(3, 1, 2).rows[0]
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))
    """
    truths, size, level = _selection(truths, size, gamma)
    if comb(truths, size) > MOST_REPORTS:
        raise InputError(f"a table must have at most {MOST_REPORTS} reports to be written out")
    total = comb(truths - 1, size - 1) * level + comb(truths - 1, size)
    subsets = combinations(range(truths), size)
    return Channel.from_rows(
        [two_valued(chosen, truths, level / total, 1 / total) for chosen in subsets]
    )


def _selection(truths: Any, size: Any, gamma: Any) -> tuple[int, int, Fraction]:
    """The arguments as numbers, where there are subsets of that size."""
    truths = whole(truths, "truths", 2)
    size = whole(size, "size")
    if not 1 <= size < truths:
        raise InputError(f"size must be from 1 to {truths - 1}, got {size}")
    level = exact(gamma, "gamma")
    if level < 1:
        raise InputError(f"gamma must be at least 1, got {level}")
    return truths, size, level


@dataclass(frozen=True)
class Threshold:
    """The largest gamma' with family.at(gamma') = garbling @ mechanism; infinite if all are."""

    mechanism: Channel
    family: Family
    gamma: Fraction | float
    garbling: Channel

    def _repr_html_(self) -> str:
        title = f"dominates the family up to gamma = {self.gamma}"
        return html_facts(title, [("by this garbling", "")], self.garbling._repr_html_())


def threshold(mechanism: Any, family: Any) -> Threshold:
    """The largest gamma' at which the mechanism still dominates the family, exactly.

    `family` is a Family, or an admissible mechanism at any level.

    >>> warner = [["3/4", "1/4"], ["1/4", "3/4"]]
    >>> threshold(warner, [["2/3", "1/3"], ["1/3", "2/3"]]).gamma
    Fraction(3, 1)
    >>> threshold(subset_selection(3, 2, 4), subset_selection(3, 1, 4)).gamma
    Fraction(8, 5)
    """
    P = as_channel(mechanism, "mechanism")
    members = family if isinstance(family, Family) else family_of(family)
    if len(members.supports[0]) != P.shape[1]:
        raise InputError(
            f"mechanism and family must be over the same truths, "
            f"got {P.shape[1]} and {len(members.supports[0])}"
        )
    *entries, t = _least_noise(P, members)
    r = P.shape[0]
    C = Channel.from_rows([entries[i : i + r] for i in range(0, len(entries), r)])
    return Threshold(P, members, members.level(t), C)


def _least_noise(P: Channel, family: Family) -> Sequence[Fraction]:
    """C and the least t with C P = t A(1) + (1 - t) A(oo)."""
    noise, signal = family.ends
    r = P.shape[0]
    k = P.shape[1]
    m = len(noise)
    columns = []
    for i, (u, row) in product(range(m), enumerate(P.rows)):
        # Variable C[i][u]: it pays row u of P into report i, and counts once for report u.
        column = {i * k + j: p for j, p in enumerate(row) if p}
        columns.append({**column, m * k + u: Fraction(1)})
    told = list(chain.from_iterable(signal))
    differences = enumerate(map(sub, told, chain.from_iterable(noise)))
    slope = {place: difference for place, difference in differences if difference}
    rhs = told + [Fraction(1)] * r
    # The least t is the largest gamma, since t falls with gamma.
    costs = [Fraction(0)] * len(columns) + [Fraction(1)]
    return decide(pose_columns(costs, [*columns, slope], rhs, equalities=len(rhs))).x


def closed_thresholds(truths: int, size: int, gamma: Any) -> tuple[Fraction, Fraction]:
    """Randomized response (RR) against d-subset selection (SS) of k truths, in closed form.

    SS at gamma dominates RR up to (k-1) gamma / ((d-1) gamma + k-d); RR at gamma dominates SS up to
    (gamma + d-1) / d. Both families are symmetric, so averaging C over all renamings of the truths
    keeps A = C P: C may only depend on whether the member is in the subset. The ratio of the result
    is largest when C is zero outside: report a uniform member, or a uniform subset that contains.

    >>> closed_thresholds(3, 2, 4)
    (Fraction(8, 5), Fraction(5, 2))
    """
    truths, size, level = _selection(truths, size, gamma)
    by_subsets = (truths - 1) * level / ((size - 1) * level + truths - size)
    return by_subsets, (level + size - 1) / size
