"""Privacy breach regions: the (prior, posterior) pairs that a table cannot reach, or a demand forbids.

A region is W = {(p, q): q < lower(p) or q > upper(p)}, p the prior and q the posterior probability
of an event (chai-nayak/sec2/pbr). Most boundaries are finitely many pieces on (0, 1), each a linear
fraction (a p + b) / (c p + d) with rational coefficients, so that inclusion of one region in
another is a matter of signs of quadratics:

| region of | upper(p) | lower(p) |
|---|---|---|
| a table of parity gamma, LocalDP, BayesFactor | gamma p / (1 + (gamma-1) p) | p / (gamma - (gamma-1) p) |
| BetaFactor(beta) | min(1, beta p) | p / beta |
| Rho1Rho2(rho1, rho2) | rho2 for p < rho1, else 1 | rho1 for p > rho2, else 0 |

Those of strict information, and of an irrational gamma, are expressions: they answer everything but
inclusion.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.exact import Gamma, InputError, Number, probability, text
from rropt.exact.convert import fraction, rational
from rropt.exact.recorded import Recorded, html_text

if TYPE_CHECKING:
    import sympy

ZERO = Fraction(0)
ONE = Fraction(1)


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
        left = max(self.left, other.left)
        right = min(self.right, other.right)
        if left >= right:
            return None
        # Denominators are positive inside: (a p + b)(c' p + d') less its twin has the sign.
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


Pieces = tuple[LinePiece, ...]


@dataclass(frozen=True)
class BreachRegion(Recorded):
    """The forbidden pairs: posterior below `lower(p)` or above `upper(p)`.

    `written` gives both as expressions; `pieces` are those of `lower` and of `upper` where these
    are rational: then they decide everything, without sympy. At a jump the weaker demand holds.

    >>> region = BreachRegion("two", lambda: (P / 2, 2 * P), factor_pieces(Fraction(2)))
    >>> region.allowed("1/4"), region.contains("1/4", "3/5")
    ((Fraction(1, 8), Fraction(1, 2)), True)
    >>> region.escape_from(BreachRegion("three", region.written, factor_pieces(Fraction(3))))
    (Fraction(1, 6), Fraction(1, 2))
    """

    name: str
    written: Callable[[], tuple[sympy.Expr, sympy.Expr]] = field(compare=False, repr=False)
    pieces: tuple[Pieces, Pieces] | None = None

    def _repr_html_(self) -> str:
        return html_text(self.describe())

    @property
    def lower(self) -> sympy.Expr:
        """The lowest posterior allowed, as an expression in p."""
        return self.written()[0]

    @property
    def upper(self) -> sympy.Expr:
        """The highest posterior allowed, as an expression in p."""
        return self.written()[1]

    def allowed(self, prior: Number) -> tuple[Fraction | sympy.Expr, Fraction | sympy.Expr]:
        """The lowest and the highest posterior that are no breach.

        They are Fractions, or numbers of sympy where they are not rational. What is certain or
        impossible remains so.
        """
        p = probability(prior, "prior")
        if p in (0, 1):
            return p, p
        if self.pieces is None:
            lower, upper = self.written()
            return _at(lower, p), _at(upper, p)
        lower_pieces, upper_pieces = self.pieces
        return min(_values(lower_pieces, p)), max(_values(upper_pieces, p))

    def contains(self, prior: Number, posterior: Number) -> bool:
        """Whether the pair is a breach, exactly."""
        q = probability(posterior, "posterior")
        low, high = self.allowed(prior)
        return _above(low, q) or _above(q, high)

    def escape_from(self, other: BreachRegion) -> tuple[Fraction, Fraction] | None:
        """A breach of this region that the other does not forbid; None if this one is a subset."""
        (my_lower, my_upper) = self._known()
        (their_lower, their_upper) = other._known()
        for mine in my_upper:
            for theirs in their_upper:
                if (p := mine.dips_below(theirs)) is not None:
                    return p, theirs(p)
        for mine in my_lower:
            for theirs in their_lower:
                # A lower boundary forbids what is below it: mine must nowhere be above theirs.
                if (p := theirs.dips_below(mine)) is not None:
                    return p, theirs(p)
        return None

    def __le__(self, other: BreachRegion) -> bool:
        """Inclusion: every breach of this region is one of the other's."""
        if not isinstance(other, BreachRegion):
            return NotImplemented
        return self.escape_from(other) is None

    def curves(self, points: int = 64) -> dict[str, list[tuple[float, float]]]:
        """Both boundaries as polylines of (prior, posterior), for drawing."""
        if self.pieces is None:
            lower, upper = self.written()
            return {"lower": _sampled(lower, points), "upper": _sampled(upper, points)}
        lower, upper = self.pieces
        return {"lower": _polyline(lower, points), "upper": _polyline(upper, points)}

    def describe(self) -> str:
        """The region in one line each way."""
        lower, upper = self.written()
        return (
            f"upward breach: posterior > {upper}\ndownward breach: posterior < {lower}   (prior p)"
        )

    def to_json(self) -> dict[str, str]:
        """The two boundaries as text."""
        lower, upper = self.written()
        return {"lower": str(lower), "upper": str(upper)}

    def _known(self) -> tuple[Pieces, Pieces]:
        if self.pieces is None:
            raise InputError(
                "inclusion of regions is decided where both have rational linear fractions as "
                f"boundaries, got {self.name}"
            )
        return self.pieces


Region = BreachRegion
"""The same under the name that it had in the flat face of version 1."""


def level_pieces(gamma: Gamma) -> tuple[Pieces, Pieces] | None:
    """h_(gamma) and its mirror image (chai-nayak/eq-3.5), for a rational gamma."""
    if not gamma.is_exact:
        return None
    g = gamma.exact
    lower = LinePiece(ZERO, ONE, ONE, ZERO, 1 - g, g)
    upper = LinePiece(ZERO, ONE, g, ZERO, g - 1, ONE)
    return (lower,), (upper,)


def factor_pieces(beta: Fraction) -> tuple[Pieces, Pieces]:
    """Posterior / prior between 1 / beta and beta."""
    corner = 1 / beta
    lower = LinePiece(ZERO, ONE, corner, ZERO)
    return (lower,), (LinePiece(ZERO, corner, beta, ZERO), LinePiece(corner, ONE, ZERO, ONE))


def threshold_pieces(rho1: Fraction, rho2: Fraction) -> tuple[Pieces, Pieces]:
    """No event from prior below rho1 to posterior above rho2, or back."""
    lower = (LinePiece(ZERO, rho2, ZERO, ZERO), LinePiece(rho2, ONE, ZERO, rho1))
    upper = (LinePiece(ZERO, rho1, ZERO, rho2), LinePiece(rho1, ONE, ZERO, ONE))
    return lower, upper


def every_pair() -> tuple[Pieces, Pieces]:
    """Of a table without a finite parity: nothing is forbidden."""
    return (LinePiece(ZERO, ONE, ZERO, ZERO),), (LinePiece(ZERO, ONE, ZERO, ONE),)


def _values(pieces: Pieces, p: Fraction) -> list[Fraction]:
    return [piece(p) for piece in pieces if piece.left <= p <= piece.right]


def _polyline(pieces: Sequence[LinePiece], points: int) -> list[tuple[float, float]]:
    found = []
    for piece in pieces:
        for step in range(points + 1):
            p = piece.left + (piece.right - piece.left) * Fraction(step, points)
            found.append((float(p), float(piece(p))))
    return found


def _sampled(boundary: sympy.Expr, points: int) -> list[tuple[float, float]]:
    priors = [Fraction(step, points) for step in range(points + 1)]
    return [(float(p), float(_at(boundary, p))) for p in priors]


def _at(boundary: sympy.Expr, p: Fraction) -> Any:
    from rropt.strict.evaluate import P

    value = boundary.subs(P, rational(p))
    return fraction(value) if value.is_Rational else value


def _above(left: Any, right: Any) -> bool:
    """Exactly whether left > right."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left > right
    import sympy

    from rropt.strict.algebraic_numbers import sign_of

    difference = sympy.sympify(left) - sympy.sympify(right)
    sign = sign_of(difference)
    if sign is None:
        raise InputError(f"whether {text(left)} exceeds {text(right)} is undecided")
    return sign == 1
