"""The table whose largest variance over an interval of prevalences is least (two truths).

An unbiased estimator has a variance that is a concave parabola in the prevalence: the best one at
the worst prevalence shows what the table does over the whole interval. The bound comes from a few
prevalences with dual weights: the largest variance over the interval is at least the weighted
average over them, which is linearised as for any curved design. Prevalences are added until value
and bound meet.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.certificate import Certificate, CertificateError
from rropt.design.curved.evidence import Evidence, Tangents, dual_shares
from rropt.design.curved.gradient_certificate import TIGHT, priced, relative_gap
from rropt.design.curved.iterate import Iterate
from rropt.design.curved.linearise import Information, exact_table
from rropt.design.curved.path import search
from rropt.design.curved.unbiased import short
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.utility.curved import Scenario

MOST_ROUNDS = 12
Weighted = list[tuple[Fraction, tuple[Fraction, ...]]]


def solve_interval(problem: Problem) -> Certificate:
    """The certified design, by adding the worst prevalence of each candidate."""
    best: Certificate | None = None
    for _ in range(MOST_ROUNDS):
        certificate, worst = _round(problem)
        if certificate is not None and (
            best is None or relative_gap(certificate) < relative_gap(best)
        ):
            best = certificate
        if best is not None and relative_gap(best) < TIGHT:
            return best
        if worst in problem.objective.seen:
            break
        objective = problem.objective.with_prevalence(worst)
        problem = Problem(problem.privacy, objective, problem.outputs)
    if best is None:
        raise InputError("the interval design could not be certified; a narrower interval may do")
    return best


def _round(problem: Problem) -> tuple[Certificate | None, Fraction]:
    best, worst = None, problem.objective.low
    for found in search(problem):
        patterns, weights = exact_table(found)
        table = list(zip(weights, patterns, strict=True))
        worst = worst_prevalence(table, problem.objective.low, problem.objective.high)
        try:
            certificate = priced(problem, found, _evidence(problem, found, table, worst))
        except (ArithmeticError, CertificateError):
            continue
        if best is None or relative_gap(certificate) < relative_gap(best):
            best = certificate
        if relative_gap(best) < TIGHT:
            break
    return best, worst


def slope(table: Weighted, prevalence: Fraction) -> Fraction:
    """I'(pi)."""
    return -sum(
        (
            w * (r[1] - r[0]) ** 3 / ((1 - prevalence) * r[0] + prevalence * r[1]) ** 2
            for w, r in table
        ),
        Fraction(0),
    )


def worst_prevalence(table: Weighted, low: Fraction, high: Fraction) -> Fraction:
    """Where I is least, to about 2^-40 of the interval, by bisection of its increasing slope."""
    if slope(table, low) >= 0:
        return low
    if slope(table, high) <= 0:
        return high
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(table, middle) > 0 else (middle, high)
    return ((low + high) / 2).limit_denominator(2**44)


def _evidence(problem: Problem, found: Iterate, table: Weighted, worst: Fraction) -> Evidence:
    """The estimator for the worst prevalence, and tangents at those that bound every table.

    The variance of one estimator is A + (B - A) p - p^2, largest near the worst prevalence.
    """
    objective = problem.objective
    shares = dict(zip(objective.seen, dual_shares(found), strict=True))
    contrast = (Fraction(0), Fraction(1))
    patterns, weights = [r for _, r in table], [w for w, _ in table]
    places = []
    for p, share in {worst: shares.pop(worst, Fraction(0)), **shares}.items():
        at = Information.of(patterns, weights, (1 - p, p))
        places.append(Tangents.of(at, at, Scenario(at.prior, share), [contrast]))
    x = places[0].estimators[0]
    a, b = (sum(e * e * w * r[i] for e, (w, r) in zip(x, table, strict=True)) for i in (0, 1))
    top = min(max((b - a) / 2, objective.low), objective.high)
    value = short(a + (b - a) * top - top**2)
    return Evidence(objective.statement(), places, value, value)
