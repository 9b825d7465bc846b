"""What kind gradient minimises: the objectives."""

from __future__ import annotations

from fractions import Fraction

from .reading import fields, need, number, span, square, vector


def objective(spec, k: int, robust: str):
    """(name, E, words, the interval of prevalences and the worst of them)"""
    name = spec.get("name") if isinstance(spec, dict) else None
    over = {
        "": "",
        "average": "an average over priors of ",
        "minimax": "a maximum over priors of ",
    }[robust]
    unit = [[Fraction(i == j) for j in range(k)] for i in range(k)]
    if name in ("a-optimal", "d-optimal"):
        fields(spec, "name")
        return (
            name,
            unit,
            over
            + ("a trace" if name == "a-optimal" else "a log-determinant")
            + " of the covariance",
            None,
        )
    if name == "c-optimal":
        c = vector(fields(spec, "contrast name")[0], "contrast", k)
        return name, [[a * b for b in c] for a in c], over + "a variance of the contrast", None
    if name == "e-optimal":
        e = square(fields(spec, "dual name")[0], "dual", k)
        need(
            pivots(e) is not None and sum(e[i][i] for i in range(k)) == 1,
            "dual is not positive with trace 1",
        )
        return name, e, "a largest eigenvalue of the covariance", None
    need(name == "variance" and k == 2, "unknown objective", "malformed")
    e = [[unit[0][0] * 0] * 2, unit[1]]
    if "interval" not in spec:
        fields(spec, "name")
        return name, e, over + "a variance of the proportion", None
    ends, worst, _ = fields(spec, "interval worst name")
    (low, high), worst = span(ends, "interval"), number(worst, "worst")
    need(
        0 <= low <= worst <= high <= 1 and robust == "minimax",
        "not an interval of prevalences",
        "malformed",
    )
    return name, e, f"a variance at every prevalence from {low} to {high}", (low, high, worst)


def pivots(rows):
    """The pivots of a symmetric matrix, or None unless it is positive semidefinite."""
    rows, found = [[*row] for row in rows], []
    for i, row in enumerate(rows):
        if row[i] < 0 or (not row[i] and any(row[i:])):
            return None
        found.append(row[i])
        for below in rows[i + 1 :]:
            ratio = below[i] / row[i] if row[i] else 0
            for j in range(i, len(rows)):
                below[j] -= ratio * row[j]
    return found
