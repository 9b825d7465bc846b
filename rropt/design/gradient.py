"""The certificate of a curved design: exact linearisation at a rounded covariance.

With K the rounded covariance and X = K + pi pi', for every private table with information J'

    tr(E J'^-1) >= 2 tr(E X) - tr(X E X J'),     r'XEXr / (pi.r) = (Kr)'E(Kr) / (pi.r) + linear(r),

so prices of the first term plus the exact linear part 2 KE pi + (pi'E pi) pi bound every table;
for the log-determinant r'Xr / (pi.r) = r'Kr / (pi.r) + pi.r and
log det J' <= -log det X + k log(Y / k) with Y the sum of the prices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, log2
from typing import TYPE_CHECKING, Any

from rropt.certificate import Certificate, CertificateError, issue, privacy_statement
from rropt.design.curved import Search, search
from rropt.design.linearise import BITS, covariance, dyadic, exact_table, fmpq
from rropt.design.pool import Pool
from rropt.design.problem import Problem
from rropt.design.tariff import cheapest
from rropt.exact import InputError, Table, log_bounds
from rropt.patterns import ordered_pairs
from rropt.utility.curved import Curved, Matrix, Scenario, Vector

if TYPE_CHECKING:
    import numpy as np

INFLATIONS = (1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7, 1e-5)
"""Shares by which prices are raised, one after the other, until the checker accepts them."""

TIGHT = Fraction(1, 10**9)
"""A relative gap below this ends the search."""

MARGIN = Fraction(1, 2**50)
"""Relative width of the stated value around the criterion at K."""


@dataclass(frozen=True)
class Linearisation:
    """Scenarios with exact dual weights, their covariances K, and the criterion E."""

    objective: Curved
    scenarios: tuple[Scenario, ...]
    covariances: tuple[Matrix, ...]
    E: Matrix
    eigenvalue: float
    """The largest eigenvalue of the covariance, for the E-criterion."""

    @property
    def is_log_determinant(self) -> bool:
        return self.objective.name == "d-optimal"


def solve(problem: Problem) -> tuple[Certificate, Search]:
    """The first answer with a small certified gap; failing that, the one with the smallest."""
    answers: list[tuple[Fraction, Certificate, Search]] = []
    for found in _searched(problem):
        try:
            certificate = certify(problem, found)
        except (ArithmeticError, ValueError, CertificateError):
            continue
        answers.append((relative_gap(certificate), certificate, found))
        if answers[-1][0] < TIGHT:
            break
    if not answers:
        raise InputError(
            f"{problem.objective.label} could not be certified here: the level or the prior is too "
            "extreme for the floating-point search"
        )
    _, certificate, found = min(answers, key=lambda answer: answer[0])
    return certificate, found


def _searched(problem: Problem) -> Iterator[Search]:
    """The answers of the search, up to where doubles give out."""
    import numpy as np

    try:
        yield from search(problem)
    except (ArithmeticError, np.linalg.LinAlgError):
        return


def relative_gap(certificate: Certificate) -> Fraction:
    """The certified gap as a share of the bound; of a logarithm the gap is a share as it is."""
    gap, bound = Fraction(certificate.data["gap"]), abs(Fraction(certificate.data["bound"]))
    is_logarithm = certificate.data["objective"]["name"] == "d-optimal"
    return gap / bound if bound and not is_logarithm else gap


def certify(problem: Problem, found: Search, rows: Table | None = None) -> Certificate:
    """The certificate of the found table, or of a given one near it (rows of reports).

    Prices are raised by the least share that the checker accepts.
    """
    patterns, weights = exact_table(problem, found)
    if rows is not None:
        patterns, weights = list(rows), [Fraction(1)] * len(rows)
    at = linearise(problem, found, patterns, weights)
    pool, delta = found.pool, float(problem.delta)
    prices, pair_prices = cheapest(pool, tangent_utilities(pool, at), delta, found.chosen)
    frame = {
        "kind": "gradient",
        "privacy": privacy_statement(problem.gamma, problem.delta),
        "truths": problem.truths,
        "patterns": patterns,
        "weights": weights,
        **_statement(at),
    }
    for share in INFLATIONS[:-1]:
        y, pairs = _prices(at, prices, share), pair_prices_up(problem, pair_prices, share)
        try:
            return issue(frame | _conclusion(at, problem, y, pairs))
        except CertificateError:
            continue
    y = _prices(at, prices, INFLATIONS[-1])
    pairs = pair_prices_up(problem, pair_prices, INFLATIONS[-1])
    return issue(frame | _conclusion(at, problem, y, pairs))


def linearise(
    problem: Problem, found: Search, patterns: list[Any], weights: list[Fraction]
) -> Linearisation:
    """Everything exact but the prices."""
    objective: Curved = problem.objective
    scenarios = objective.scenarios
    if objective.robust == "minimax":
        shares = dual_shares(found)
        scenarios = tuple(
            replace(scenario, weight=share)
            for scenario, share in zip(scenarios, shares, strict=True)
        )
    E = objective.criterion()
    covariances = tuple(covariance(patterns, weights, s.prior, E) for s in scenarios)
    if objective.name != "e-optimal":
        return Linearisation(objective, scenarios, covariances, E, 0.0)
    return Linearisation(
        objective, scenarios, covariances, _dual(found), _largest_eigenvalue(covariances[0])
    )


def dual_shares(found: Search) -> list[Fraction]:
    """The dual weights of the scenarios, rounded so that they sum to one exactly."""
    exact = [dyadic(max(share, 0.0), 1.0) for share, _ in found.forms]
    exact[exact.index(max(exact))] += 1 - sum(exact)
    return exact


def _largest_eigenvalue(K: Matrix) -> float:
    import numpy as np

    return float(np.linalg.eigvalsh(np.array(K, dtype=float))[-1])


def _dual(found: Search) -> Matrix:
    """The dual matrix of the largest eigenvalue as F F' / tr, positive semidefinite exactly."""
    import numpy as np

    V = found.forms[0][1]
    values, vectors = np.linalg.eigh(V)
    root = found.pool.basis @ (vectors * np.sqrt(np.maximum(values, 0.0)))
    F = [[dyadic(float(x), 1.0) for x in row] for row in root]
    product = [[_dot(a, b) for b in F] for a in F]
    trace = sum(product[i][i] for i in range(len(product)))
    return tuple(tuple(entry / trace for entry in row) for row in product)


def tangent_utilities(pool: Pool, at: Linearisation) -> np.ndarray:
    """(Kr)'E(Kr) / (pi.r), or r'Kr / (pi.r), averaged over the scenarios, on the whole pool."""
    import numpy as np

    total = np.zeros(len(pool.rows))
    for scenario, K in zip(at.scenarios, at.covariances, strict=True):
        form = K if at.is_log_determinant else _product(_product(K, at.E), K)
        quadratic = np.einsum("ri,ij,rj->r", pool.moved, np.array(form, dtype=float), pool.moved)
        seen = pool.rows @ np.array(scenario.prior, dtype=float)
        total += float(scenario.weight) * quadratic / seen
    return total


def _dot(left: Any, right: Any) -> Fraction:
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def _product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return tuple(tuple(_dot(row, column) for column in columns) for row in left)


def _times(matrix: Matrix, vector: Any) -> list[Fraction]:
    return [_dot(row, vector) for row in matrix]


def _inverse(K: Matrix, prior: Vector) -> list[list[Fraction]]:
    """X = K + pi pi'."""
    return [
        [entry + a * b for entry, b in zip(row, prior, strict=True)]
        for row, a in zip(K, prior, strict=True)
    ]


def _statement(at: Linearisation) -> dict[str, Any]:
    statement = at.objective.statement()
    if at.objective.name == "e-optimal":
        statement = statement | {"dual": at.E}
    records = [
        {
            "prior": scenario.prior,
            "weight": scenario.weight,
            "offset": scenario.offset,
            "inverse": _inverse(K, scenario.prior),
        }
        for scenario, K in zip(at.scenarios, at.covariances, strict=True)
    ]
    robust = {"robust": at.objective.robust} if at.objective.robust else {}
    return {"objective": statement, "scenarios": records, **robust}


def prices_up(prices: Any, share: float) -> list[Fraction]:
    """Rounded-up prices of the truths, each raised by a share of their sum."""
    unit = float(sum(prices)) or 1.0
    return [_up(price + Fraction(share * unit), unit) for price in prices]


def _prices(at: Linearisation, prices: Any, share: float) -> list[Fraction]:
    """The raised prices of the tangent part plus the exact linear part."""
    raised = prices_up(prices, share)
    for scenario, K in zip(at.scenarios, at.covariances, strict=True):
        linear = _linear_part(at, K, scenario.prior)
        raised = [p + scenario.weight * c for p, c in zip(raised, linear, strict=True)]
    return raised


def _linear_part(at: Linearisation, K: Matrix, prior: Vector) -> list[Fraction]:
    if at.is_log_determinant:
        return list(prior)
    E_prior = _times(at.E, prior)
    corner = _dot(prior, E_prior)
    return [2 * a + corner * p for a, p in zip(_times(K, E_prior), prior, strict=True)]


def pair_prices_up(problem: Problem, prices: Any, share: float) -> list[Any]:
    """Rounded-up prices of the ordered pairs, raised by a share."""
    values = [float(price) * (1 + share) for price in prices]
    largest = max(values, default=0.0) or 1.0
    pairs = zip(ordered_pairs(problem.truths), values, strict=False)
    return [[a, b, _up(value, largest)] for (a, b), value in pairs if value > 0]


def _up(value: float, unit: float) -> Fraction:
    grid = Fraction(2) ** (BITS - floor(log2(unit)))
    return Fraction(ceil(Fraction(value) * grid)) / grid


def _conclusion(
    at: Linearisation, problem: Problem, y: list[Fraction], pairs: list[Any]
) -> dict[str, Any]:
    total = sum(y) + problem.delta * sum(z for _, _, z in pairs)
    value, bound = (_log_determinant if at.is_log_determinant else _traces)(at, total)
    stated: Any = value if at.objective.name != "e-optimal" else value[1]
    data = {"prices": y, "value": stated, "bound": bound, "gap": value[1] - bound}
    return data | {"pair_prices": pairs} if problem.delta else data


def _traces(at: Linearisation, total: Fraction) -> tuple[list[Fraction], Fraction]:
    """Value sum_i alpha_i f_i, or the largest f_i; bound sum_i alpha_i (2 tr EX - pi'E pi) - Y."""
    bound, traces, values = -total, [], []
    for scenario, K in zip(at.scenarios, at.covariances, strict=True):
        trace = sum((_dot(a, b) for a, b in zip(at.E, K, strict=True)), Fraction(0))
        corner = _dot(scenario.prior, _times(at.E, scenario.prior))
        bound += scenario.weight * (2 * trace + corner - scenario.offset)
        traces.append(trace)
        values.append(trace - scenario.offset)
    value = sum((s.weight * v for s, v in zip(at.scenarios, values, strict=True)), Fraction(0))
    if at.objective.robust == "minimax":
        value = max(values)
    if at.objective.name == "e-optimal":
        value = Fraction(at.eigenvalue)
    margin = MARGIN * max(abs(v) for v in [*traces, value])
    return [value - margin, value + margin], bound


def _log_determinant(at: Linearisation, total: Fraction) -> tuple[list[Fraction], Fraction]:
    """Value log(k det X), bound log(k det X) - k log(Y / k)."""
    from flint import fmpq_mat

    X = _inverse(at.covariances[0], at.scenarios[0].prior)
    k = len(X)
    det = fmpq_mat([[fmpq(entry) for entry in row] for row in X]).det()
    lo, hi = log_bounds(k * Fraction(int(det.p), int(det.q)))
    slack = max(Fraction(0), k * log_bounds(total / k)[1])
    margin = MARGIN * max(Fraction(1), abs(lo))
    return [lo - margin, hi + margin], lo - slack
