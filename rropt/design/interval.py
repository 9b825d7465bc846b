"""The table whose largest variance over an interval of prevalences is least (two truths).

The information I(pi) = sum_r w_r (r1 - r0)^2 / ((1 - pi) r0 + pi r1) is convex in the prevalence,
so its tangent at the worst prevalence bounds it from below over the whole interval: the value. The
bound comes from a few prevalences with dual weights: the largest variance over the interval is at
least the weighted average over them, which is linearised as for any curved design. Prevalences are
added until value and bound meet.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate import Certificate, CertificateError, issue, privacy_statement
from rropt.design.curved import Search, search
from rropt.design.gradient import (
    INFLATIONS,
    TIGHT,
    dual_shares,
    pair_prices_up,
    prices_up,
    relative_gap,
)
from rropt.design.linearise import exact_table
from rropt.design.problem import Problem
from rropt.design.tariff import cheapest
from rropt.exact import InputError

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
        patterns, weights = exact_table(problem, found)
        table = list(zip(weights, patterns, strict=True))
        worst = worst_prevalence(table, problem.objective.low, problem.objective.high)
        try:
            certificate = _certify(problem, found, table, worst)
        except (ArithmeticError, CertificateError):
            continue
        if best is None or relative_gap(certificate) < relative_gap(best):
            best = certificate
        if relative_gap(best) < TIGHT:
            break
    return best, worst


def information(table: Weighted, prevalence: Fraction) -> Fraction:
    """I(pi)."""
    return sum(
        (w * (r[1] - r[0]) ** 2 / ((1 - prevalence) * r[0] + prevalence * r[1]) for w, r in table),
        Fraction(0),
    )


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


def _certify(problem: Problem, found: Search, table: Weighted, worst: Fraction) -> Certificate:
    objective = problem.objective
    shares = dual_shares(found)
    variances = [1 / information(table, p) for p in objective.seen]
    prices, pair_prices = cheapest(
        found.pool, _utilities(found, objective.seen, shares, variances), float(problem.delta),
        found.chosen,
    )  # fmt: skip
    value = _largest_variance(table, objective.low, objective.high, worst)
    frame: dict[str, Any] = {
        "kind": "gradient",
        "privacy": privacy_statement(problem.gamma, problem.delta),
        "truths": 2,
        "objective": {
            "name": "variance",
            "interval": [objective.low, objective.high],
            "worst": worst,
        },
        "robust": "minimax",
        "patterns": [r for _, r in table],
        "weights": [w for w, _ in table],
        "scenarios": [
            _scenario(p, share, v)
            for p, share, v in zip(objective.seen, shares, variances, strict=True)
        ],
        "value": value,
    }
    average = sum((a * v for a, v in zip(shares, variances, strict=True)), Fraction(0))
    for share in INFLATIONS:
        y, pairs = prices_up(prices, share), pair_prices_up(problem, pair_prices, share)
        total = sum(y) + problem.delta * sum(z for _, _, z in pairs)
        bound = 2 * average - total
        data = frame | {"prices": y, "bound": bound, "gap": value - bound}
        if problem.delta:
            data["pair_prices"] = pairs
        try:
            return issue(data)
        except CertificateError:
            continue
    raise ArithmeticError("the prices of an interval design were not accepted")


def _largest_variance(table: Weighted, low: Fraction, high: Fraction, worst: Fraction) -> Fraction:
    """One over the least of the tangent at the worst prevalence on the interval."""
    value, tilt = information(table, worst), slope(table, worst)
    return 1 / min(value + tilt * (end - worst) for end in (low, high))


def _scenario(prevalence: Fraction, share: Fraction, variance: Fraction) -> dict[str, Any]:
    """J^-1 = Cov + pi pi' with Cov = variance (1, -1)(1, -1)'."""
    prior = (1 - prevalence, prevalence)
    inverse = [
        [variance * (1 if i == j else -1) + prior[i] * prior[j] for j in range(2)] for i in range(2)
    ]
    return {"prior": prior, "weight": share, "offset": Fraction(0), "inverse": inverse}


def _utilities(
    found: Search, seen: tuple[Fraction, ...], shares: list[Fraction], variances: list[Fraction]
) -> Any:
    """sum_i alpha_i v_i^2 (r1 - r0)^2 / (pi_i.r) on the pool."""
    import numpy as np

    pool = found.pool
    spread = (pool.moved[:, 1] - pool.moved[:, 0]) ** 2
    total = np.zeros(len(pool.rows))
    for p, share, variance in zip(seen, shares, variances, strict=True):
        mean = pool.rows @ np.array([float(1 - p), float(p)])
        total += float(share) * float(variance) ** 2 * spread / mean
    return total
