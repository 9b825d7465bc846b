"""What kind gradient minimises: tr E Cov for some E, the largest eigenvalue, or ln det of Cov."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .reading import fields, need, number, span, square, vector

Matrix = list[list[Fraction]]
OVER = {"": "", "average": "an average over priors of ", "minimax": "a maximum over priors of "}


@dataclass(frozen=True)
class Objective:
    """Its name, E, words, and for every prevalence of an interval (low, high, the worst one)."""

    name: str
    e: Matrix
    words: str
    interval: tuple[Fraction, ...] = ()

    @property
    def size(self) -> Fraction:
        return sum((row[i] for i, row in enumerate(self.e)), Fraction(0))


def objective(spec: Any, k: int, robust: str) -> Objective:
    need(robust in OVER, 'robust must be "average" or "minimax"', "malformed")
    name = spec.get("name") if isinstance(spec, dict) else None
    unit = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    if name in ("a-optimal", "d-optimal"):
        fields(spec, "name")
        what = "a trace" if name == "a-optimal" else "a log-determinant"
        return Objective(name, unit, f"{OVER[robust]}{what} of the covariance")
    if name == "c-optimal":
        c = vector(fields(spec, "contrast name")[0], "contrast", k)
        outer = [[a * b for b in c] for a in c]
        return Objective(name, outer, OVER[robust] + "a variance of the contrast")
    if name == "e-optimal":
        found = Objective(
            name,
            square(fields(spec, "dual name")[0], "dual", k),
            "a largest eigenvalue of the covariance",
        )
        positive = pivots(found.e) is not None and found.size == 1
        need(positive, "dual is not positive semidefinite with trace 1")
        return found
    need(name == "variance" and k == 2, "unknown objective", "malformed")
    return proportion(spec, robust)


def proportion(spec: dict[str, Any], robust: str) -> Objective:
    """The variance of the proportion of truth 1, at given prevalences or at all of an interval."""
    e = [[Fraction(0), Fraction(0)], [Fraction(0), Fraction(1)]]
    if "interval" not in spec:
        fields(spec, "name")
        return Objective("variance", e, OVER[robust] + "a variance of the proportion")
    ends, worst, _ = fields(spec, "interval worst name")
    (low, high), worst = span(ends, "interval"), number(worst, "worst")
    ok = 0 <= low <= worst <= high <= 1 and robust == "minimax"
    need(ok, "interval, worst and robust do not fit together", "malformed")
    words = f"a variance at the worst prevalence from {low} to {high}"
    return Objective("variance", e, words, (low, high, worst))


def pivots(matrix: Matrix) -> list[Fraction] | None:
    """The pivots of a symmetric matrix, or None unless it is positive semidefinite."""
    rows, found = [[*row] for row in matrix], []
    for i, row in enumerate(rows):
        if row[i] < 0 or (not row[i] and any(row[i:])):
            return None
        found.append(row[i])
        for below in rows[i + 1 :]:
            ratio = below[i] / row[i] if row[i] else Fraction(0)
            for j in range(i, len(rows)):
                below[j] -= ratio * row[j]
    return found
