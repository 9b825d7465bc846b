"""Privacy breach regions: the (prior, posterior) pairs that a table cannot reach, or a demand forbids.

A region is W = {(p, q): q < lower(p) or q > upper(p)}, p the prior and q the posterior probability
of an event (chai-nayak/sec2/pbr). Here both boundaries are exact: finitely many pieces on (0, 1),
each a linear fraction (a p + b) / (c p + d) with rational coefficients, so that inclusion of one
region in another is a matter of signs of quadratics.

| region of | upper(p) | lower(p) |
|---|---|---|
| a table of parity gamma, LocalDP, BayesFactor | gamma p / (1 + (gamma-1) p) | p / (gamma - (gamma-1) p) |
| BetaFactor(beta) | min(1, beta p) | p / beta |
| Rho1Rho2(rho1, rho2) | rho2 for p < rho1, else 1 | rho1 for p > rho2, else 0 |
"""  # noqa: E501

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.exact import InputError, exact, probability
from rropt.privacy import BetaFactor, Criterion, Rho1Rho2, StrictInformation
from rropt.privacy import CanonicalStrictInformation as Canonical

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class LinePiece:
    """(a p + b) / (c p + d) for left < p < right, continuous up to both ends."""

    left: Fraction
    right: Fraction
    a: Fraction
    b: Fraction
    c: Fraction = ZERO
    d: Fraction = ONE

    def __call__(self, p: Fraction) -> Fraction:
        return (self.a * p + self.b) / (self.c * p + self.d)

    def dips_below(self, other: LinePiece) -> Fraction | None:
        """A p inside both pieces with self(p) < other(p), or None if there is none.

        self - other has the sign of a quadratic: its ends and its vertex decide.
        """
        left, right = max(self.left, other.left), min(self.right, other.right)
        if left >= right:
            return None
        square = self.a * other.c - other.a * self.c
        slope = self.a * other.d + self.b * other.c - other.a * self.d - other.b * self.c
        vertex = -slope / (2 * square) if square else left
        for end in (left, right, vertex):
            if left <= end <= right and self(end) < other(end):
                return self._inside(other, end, (left + right) / 2)
        return None

    def _inside(self, other: LinePiece, end: Fraction, start: Fraction) -> Fraction:
        """Move from the middle towards `end`, where the strict sign holds by continuity."""
        p = start
        while self(p) >= other(p):
            p = (p + end) / 2
        return p


@dataclass(frozen=True)
class Region:
    """A privacy breach region with exact boundaries; at a jump the weaker demand holds."""

    name: str
    lower: tuple[LinePiece, ...]
    upper: tuple[LinePiece, ...]

    def allowed(self, prior: Any) -> tuple[Fraction, Fraction]:
        """The lowest and the highest posterior that are no breach.

        >>> region(BetaFactor(2)).allowed("1/4")
        (Fraction(1, 8), Fraction(1, 2))
        """
        p = probability(prior, "prior")
        if p in (0, 1):
            return p, p
        return (
            min(piece(p) for piece in self.lower if piece.left <= p <= piece.right),
            max(piece(p) for piece in self.upper if piece.left <= p <= piece.right),
        )

    def contains(self, prior: Any, posterior: Any) -> bool:
        """Is the pair a breach?

        >>> demand = region(Rho1Rho2("1/10", "1/2"))
        >>> demand.contains("1/20", "3/5"), demand.contains("1/10", "3/5")
        (True, False)
        """
        low, high = self.allowed(prior)
        return not low <= probability(posterior, "posterior") <= high

    def escape_from(self, other: Region) -> tuple[Fraction, Fraction] | None:
        """A breach of this region that the other does not forbid; None if this one is a subset.

        >>> region(BetaFactor(2)).escape_from(region(BetaFactor(3)))
        (Fraction(1, 6), Fraction(1, 2))
        """
        for mine in self.upper:
            for theirs in other.upper:
                if (p := mine.dips_below(theirs)) is not None:
                    return p, theirs(p)
        for mine in self.lower:
            for theirs in other.lower:
                if (p := theirs.dips_below(mine)) is not None:
                    return p, theirs(p)
        return None

    def __le__(self, other: Region) -> bool:
        """Inclusion: every breach of this region is one of the other's."""
        if not isinstance(other, Region):
            return NotImplemented
        return self.escape_from(other) is None

    def curves(self, points: int = 64) -> dict[str, list[tuple[float, float]]]:
        """Both boundaries as polylines of (prior, posterior), for drawing."""
        return {"lower": _polyline(self.lower, points), "upper": _polyline(self.upper, points)}


def region(source: Any) -> Region:
    """The breach region of a channel, a criterion, or a rational gamma (math.inf: no table).

    >>> warner = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> region(warner).allowed("1/4")
    (Fraction(1, 10), Fraction(1, 2))
    >>> region(BetaFactor(3)) <= region(warner), region(warner) <= region(BetaFactor(3))
    (True, False)
    """
    if isinstance(source, Channel):
        return _of_parity(source.parity(), f"a table of parity {source.parity()}")
    if isinstance(source, BetaFactor):
        return _of_beta(source.gamma.exact)
    if isinstance(source, Rho1Rho2):
        return _of_thresholds(source)
    if isinstance(source, (StrictInformation, Canonical)):
        raise InputError(
            "region of a general h is not piecewise rational: use its breach_region(), "
            "or region(its gamma) for the tables that satisfy it"
        )
    if hasattr(source, "satisfied_by"):
        if source.delta != 0:
            raise InputError(f"a breach region needs delta = 0, got {source.delta}")
        return _of_parity(source.gamma.exact, source.describe())
    gamma = source if source == math.inf else exact(source, "gamma")
    if gamma < 1:
        raise InputError(f"gamma must be at least 1, got {gamma}")
    return _of_parity(gamma, f"gamma = {gamma}")


def containing(criterion: Any) -> Region:
    """The smallest region of a table that contains the demanded one: that of gamma = B(h).

    The region of gamma contains the demanded one iff gamma <= B(h), and regions shrink as gamma
    grows (chai-nayak/sec3/demand, chai-nayak/sec3/pbr-monotone).

    >>> containing(Rho1Rho2("1/10", "1/2")).name
    'gamma = 9'
    """
    if not isinstance(criterion, Criterion):
        raise InputError(f"criterion must be a privacy criterion, got {criterion!r}")
    if criterion.delta != 0:
        raise InputError(f"a breach region needs delta = 0, got {criterion.delta}")
    return region(criterion.gamma.exact)


def _of_parity(gamma: Fraction | float, name: str) -> Region:
    """h_(gamma) and its mirror image (chai-nayak/eq-3.5); infinite parity reaches every pair."""
    if isinstance(gamma, float):
        return Region(name, (LinePiece(ZERO, ONE, ZERO, ZERO),), (LinePiece(ZERO, ONE, ZERO, ONE),))
    return Region(
        name,
        (LinePiece(ZERO, ONE, ONE, ZERO, 1 - gamma, gamma),),
        (LinePiece(ZERO, ONE, gamma, ZERO, gamma - 1, ONE),),
    )


def _of_beta(beta: Fraction) -> Region:
    corner = 1 / beta
    upper = (LinePiece(ZERO, corner, beta, ZERO), LinePiece(corner, ONE, ZERO, ONE))
    return Region(f"beta = {beta}", (LinePiece(ZERO, ONE, corner, ZERO),), upper)


def _of_thresholds(criterion: Rho1Rho2) -> Region:
    low, high = criterion.rho1, criterion.rho2
    lower = (LinePiece(ZERO, high, ZERO, ZERO), LinePiece(high, ONE, ZERO, low))
    upper = (LinePiece(ZERO, low, ZERO, high), LinePiece(low, ONE, ZERO, ONE))
    return Region(f"{low}-to-{high}", lower, upper)


def _polyline(pieces: Sequence[LinePiece], points: int) -> list[tuple[float, float]]:
    found = []
    for piece in pieces:
        for step in range(points + 1):
            p = piece.left + (piece.right - piece.left) * Fraction(step, points)
            found.append((float(p), float(piece(p))))
    return found


PRIORS = ("1/100", "1/20", "1/10", "1/4", "1/2")


def equivalents(criterion: Criterion, priors: Iterable[Any] = PRIORS) -> list[tuple[str, str]]:
    """The same demand in every language: (criterion, parameters) line by line.

    rho1-to-rho2 privacy is the same demand for every rho2 = gamma rho1 / (1 + (gamma - 1) rho1).

    >>> for line in equivalents(Rho1Rho2("1/10", "1/2"), priors=["1/4"]):
    ...     print(line)
    ('parity', 'at most 9')
    ('local differential privacy', 'epsilon = ln(9) = 2.197224577...')
    ('beta-factor', 'beta = 9')
    ('Bayes factor', 'gamma = 9')
    ('rho1-to-rho2', 'rho1 = 1/4, rho2 = 3/4')
    """
    if not isinstance(criterion, Criterion):
        raise InputError(f"criterion must be a privacy criterion, got {criterion!r}")
    if criterion.delta != 0:
        raise InputError(f"equivalent criteria need delta = 0, got {criterion.delta}")
    gamma = criterion.gamma
    if gamma.hi <= 1:
        raise InputError("gamma must be greater than 1: gamma = 1 demands that nothing is told")
    number = _between(gamma.lo, gamma.hi)
    epsilon = f"ln({number}) = {_between(*gamma.epsilon_bounds())}"
    lines = [
        ("parity", f"at most {number}"),
        ("local differential privacy", f"epsilon = {gamma.epsilon or epsilon}"),
        ("beta-factor", f"beta = {number}"),
        ("Bayes factor", f"gamma = {number}"),
    ]
    for prior in priors:
        rho1 = probability(prior, "rho1")
        if not 0 < rho1 < 1:
            raise InputError(f"rho1 must be strictly between 0 and 1, got {rho1}")
        ends = (g * rho1 / (1 + (g - 1) * rho1) for g in (gamma.lo, gamma.hi))
        lines.append(("rho1-to-rho2", f"rho1 = {rho1}, rho2 = {_between(*ends)}"))
    return lines


def _between(lo: Fraction, hi: Fraction) -> str:
    """A known rational as it is, an enclosure by its first digits."""
    return str(lo) if lo == hi else f"{float(lo):.10g}..."


def draw(regions: Iterable[Region]) -> Any:
    """A matplotlib figure of the regions: prior on x, posterior on y, breaches shaded."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5))
    axes = figure.subplots()
    for number, item in enumerate(regions):
        colour = f"C{number}"
        for side, edge in (("lower", 0.0), ("upper", 1.0)):
            prior, posterior = zip(*item.curves()[side], strict=True)
            label = item.name if side == "upper" else None
            axes.plot(prior, posterior, color=colour, label=label)
            axes.fill_between(prior, posterior, edge, color=colour, alpha=0.2, linewidth=0)
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal", xlabel="prior", ylabel="posterior")
    axes.legend(loc="lower right")
    return figure
