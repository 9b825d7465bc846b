"""The certificate of a curved design: its evidence, and prices that cover every pattern.

Prices cover s (v.r)^2 / (pi.r), summed over the scenarios and their tangents v. With m = v.1 and
t = v - m pi, whose entries sum to zero,

    (v.r)^2 / (pi.r) = (t.r)^2 / (pi.r) + (2 m t + m^2 pi).r:

the prices are those of the part of t, found in doubles, and an exact linear part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log2
from typing import TYPE_CHECKING, Any

from rropt.certificate import Certificate, CertificateError, LargeCertificate, issue
from rropt.design.curved.covering_prices import cheapest
from rropt.design.curved.evidence import Evidence, Tangents, evidence
from rropt.design.curved.iterate import Iterate
from rropt.design.curved.linearise import BITS, exact_table
from rropt.design.curved.path import search
from rropt.design.curved.pattern_pool import Pool
from rropt.design.curved.unbiased import short
from rropt.design.levels.level_statement import level_record, priced_pairs, universal_field
from rropt.design.levels.universal_table import universal_table
from rropt.design.problem import Problem
from rropt.exact import InputError, Table, log_bounds
from rropt.patterns.extreme import rows_of

if TYPE_CHECKING:
    import numpy as np

INFLATIONS = (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-5)
"""Shares by which prices are raised, one after the other, until the checker accepts them."""

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the search."""


@dataclass(frozen=True)
class Certified:
    """A certificate, what its table is worth, what it proves, and the search that found it."""

    certificate: Certificate
    value: tuple[Fraction, Fraction]
    bound: Fraction
    found: Iterate


def solve(problem: Problem) -> Certified:
    """The first answer with a small certified gap; failing that, the one with the smallest."""
    answers: list[tuple[Fraction, Certified]] = []
    too_large: LargeCertificate | None = None
    for found in _searched(problem):
        try:
            answer = certify(problem, found, universal_table(problem))
        except LargeCertificate as error:
            too_large = error
            continue
        except (ArithmeticError, ValueError, CertificateError):
            continue
        answers.append((relative_gap(answer.certificate), answer))
        if answers[-1][0] < TIGHT:
            break
    if not answers and too_large:
        raise too_large
    if not answers:
        raise InputError(
            f"{problem.objective.label} could not be certified here: the level or the prior is too "
            "extreme for the floating-point search"
        )
    return min(answers, key=lambda answer: answer[0])[1]


def _searched(problem: Problem) -> Iterator[Iterate]:
    """The answers of the search, up to where doubles give out."""
    import numpy as np

    try:
        yield from search(problem)
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def relative_gap(certificate: Certificate) -> Fraction:
    """The certified gap as a share of the bound."""
    gap, bound = Fraction(certificate.data["gap"]), abs(Fraction(certificate.data["bound"]))
    return gap / bound if bound else gap


def certify(problem: Problem, found: Iterate, rows: Table | None = None) -> Certified:
    """The certificate of the found table, or of a given one near it (rows of reports)."""
    best = exact_table(found)
    table = best if rows is None else (list(rows), [Fraction(1)] * len(rows))
    known = evidence(problem.objective, found, table, best)
    certificate = priced(problem, found, known)
    ends, bound = (known.least, known.value), Fraction(certificate.data["bound"])
    if problem.objective.name == "d-optimal":
        ends = log_bounds(ends[0])[0], log_bounds(ends[1])[1]
        bound = log_bounds(bound)[0]
    return Certified(certificate, ends, bound, found)


def priced(problem: Problem, found: Iterate, known: Evidence) -> Certificate:
    """The certificate with prices, raised by the least share that the checker accepts."""
    pool, at = found.pool, known.places[0].at
    utilities = tangent_utilities(pool, known.places)
    prices, pair_prices = cheapest(pool, utilities, found.chosen)
    linear = linear_part(known.places)
    unit = float(sum(prices)) + float(pool.allowed @ pair_prices) or 1.0
    frame = {
        "kind": "gradient",
        "privacy": level_record(problem),
        "objective": known.objective,
        "patterns": at.patterns,
        "weights": at.weights,
        "scenarios": [place.record() for place in known.places],
        "value": known.value,
        "cover": {"proof": _coverage(problem, known)},
    } | universal_field(problem, rows_of(at.weights, at.patterns))
    for share in INFLATIONS:
        y = _prices_up(prices, linear, share, unit)
        pairs = _pair_prices_up(pool, pair_prices, share)
        total = sum(y) + _spent(pool, pairs)
        bound = short(known.bound(total), up=False)
        data = frame | {"prices": y, "bound": bound, "gap": known.value - bound}
        try:
            return issue(data | priced_pairs([(tuple(key), z) for *key, z in pairs]))
        except CertificateError as error:
            refused = error
    raise refused


def _coverage(problem: Problem, known: Evidence) -> str:
    """One tangent at one prior is a single ratio (t.r)^2 / (q.r), which a line covers."""
    single = len(known.places) == 1 and len(known.places[0].tangents) == 1
    number = problem.levels is None and not problem.delta
    return "line" if single and number else "extremes"


def tangent_utilities(pool: Pool, places: list[Tangents]) -> np.ndarray:
    """sum s (t.r)^2 / (pi.r) on the whole pool."""
    import numpy as np

    total = np.zeros(len(pool.rows))
    for place in places:
        tangents = np.array([_balanced(v, place)[0] for v in place.tangents], dtype=float)
        sizes = np.array([place.scenario.weight * s for s in place.scales], dtype=float)
        squares = (pool.moved @ tangents.T) ** 2 @ sizes
        total += squares / (pool.rows @ np.array(place.scenario.prior, dtype=float))
    return total


def linear_part(places: list[Tangents]) -> list[Fraction]:
    """sum s (2 m t + m^2 pi)."""
    total = [Fraction(0)] * len(places[0].scenario.prior)
    for place in places:
        prior = place.scenario.prior
        for v, s in zip(place.tangents, place.scales, strict=True):
            (t, m), size = _balanced(v, place), place.scenario.weight * s
            entries = zip(total, t, prior, strict=True)
            total = [have + size * m * (2 * x + m * p) for have, x, p in entries]
    return total


def _balanced(v: Any, place: Tangents) -> tuple[list[Fraction], Fraction]:
    """t and m with v = t + m pi and the entries of t summing to zero."""
    m = sum(v)
    return [x - m * p for x, p in zip(v, place.scenario.prior, strict=True)], m


def _prices_up(prices: Any, linear: list[Fraction], share: float, unit: float) -> list[Fraction]:
    """Rounded-up prices of the truths, each raised by a share of what all prices add up to."""
    raised = Fraction(share * unit)
    return [_up(p + c + raised, unit) for p, c in zip(prices, linear, strict=True)]


def _spent(pool: Pool, pairs: list[Any]) -> Fraction:
    """sum delta_ab z_ab."""
    deltas = dict(zip(pool.source.pairs, pool.source.deltas, strict=True))
    return sum((deltas[tuple(key)] * z for *key, z in pairs), Fraction(0))


def _pair_prices_up(pool: Pool, prices: Any, share: float) -> list[Any]:
    """Rounded-up prices of the ordered pairs, raised by a share."""
    values = [float(price) * (1 + share) for price in prices]
    largest = max(values, default=0.0) or 1.0
    pairs = zip(pool.source.pairs, values, strict=True)
    return [[*key, _up(Fraction(value), largest)] for key, value in pairs if value > 0]


def _up(value: Fraction, unit: float) -> Fraction:
    grid = Fraction(2) ** (BITS - floor(log2(unit)))
    return Fraction(ceil(value * grid)) / grid
