"""The best table for coefficients of a model, in exact numbers and certified.

Weights are rounded, an independent part of them solved for so that the columns add up to one; where
a delta is exceeded by the solver's tolerance the table is mixed with one inside the region. The
vectors v = I^-1 c are exact, and so are the estimators (D_x v).r / (p_x.r) that show the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.certificate import Certificate, CertificateError, issue
from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.curved.linearise import dyadic
from rropt.design.curved.model_information import information_of, solved
from rropt.design.curved.model_program import ModelOptimum, solve_model
from rropt.design.curved.unbiased import short
from rropt.design.levels.level_source import source_of
from rropt.design.levels.level_statement import level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.convert import fmpq, fraction
from rropt.patterns.extreme import Pattern
from rropt.utility.for_model import ForModel, ModelPoint, Vector

if TYPE_CHECKING:
    from rropt.design.curved.pattern_sources import Source

FAINT = 1e-9
"""Weights below this share of the largest are left out: the solver's tolerance is 1e-9."""

INFLATIONS = (0.0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6)
"""Shares by which prices are raised, one after the other, until the checker accepts them."""


@dataclass(frozen=True)
class Mixture:
    """Patterns and their weights."""

    patterns: list[Pattern]
    weights: list[Fraction]

    @property
    def rows(self) -> list[Vector]:
        """The table, a row a report."""
        pairs = zip(self.patterns, self.weights, strict=True)
        return [tuple(w * x for x in r) for r, w in pairs]


def model_design(problem: Problem, total: int | None) -> Answer:
    """Solve, make exact, certify."""
    if total is not None:
        raise InputError("denominator must be left out for the coefficients of a model")
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError("gamma must be above 1 where delta is 0: every private table is useless")
    objective: ForModel = problem.objective
    source = source_of(problem)
    found = solve_model(objective, source)
    mixture = _private(problem, source, _exact_mixture(source, found.weights))
    refuse_more(problem, len(mixture.patterns), advice="")
    certificate = _certificate(problem, source, found, mixture)
    data = certificate.data
    return Answer(
        problem=problem,
        value=Fraction(data["value"]),
        bound=Fraction(data["bound"]),
        certificate=certificate,
        table=Channel.from_patterns(mixture.patterns, mixture.weights),
    )


def _exact_mixture(source: Source, weights: Any) -> Mixture:
    """The patterns in use, heaviest first, with weights that make the columns add up to one."""
    heaviest = float(max(weights))
    order = sorted(range(len(weights)), key=lambda n: -weights[n])
    used = [n for n in order if weights[n] > FAINT * heaviest]
    patterns = [source.pattern(n) for n in used]
    sizes = [float(weights[n]) / float(source.top(r)) for n, r in zip(used, patterns, strict=True)]
    rounded = [dyadic(size, size) for size in sizes]
    mended = _mended(patterns, rounded)
    if min(mended) < 0:
        raise InputError("privacy must be less extreme: the rounded weights are no table")
    return Mixture(patterns, mended)


def _mended(patterns: list[Pattern], weights: list[Fraction]) -> list[Fraction]:
    """The weights of a largest independent part solved for: sum w r = 1 exactly."""
    from flint import fmpq_mat

    pivots = _pivots([list(column) for column in zip(*patterns, strict=True)])
    truths = range(len(patterns[0]))
    free = [n for n in range(len(patterns)) if n not in pivots]
    rest = [1 - sum((weights[n] * patterns[n][j] for n in free), Fraction(0)) for j in truths]
    rows = [[fmpq(patterns[n][j]) for n in pivots] + [fmpq(rest[j])] for j in truths]
    reduced, rank = fmpq_mat(rows).rref()
    if rank > len(pivots):
        raise InputError("privacy must be less extreme: the patterns in use are no table")
    mended = list(weights)
    for position, n in enumerate(pivots):
        mended[n] = fraction(reduced[position, len(pivots)])
    return mended


def _pivots(rows: list[list[Fraction]]) -> list[int]:
    """The columns of a matrix that are independent of those before them.

    >>> one, two = Fraction(1), Fraction(2)
    >>> _pivots([[one, two, one], [one, two, two]])
    [0, 2]
    """
    from flint import fmpq_mat

    reduced, rank = fmpq_mat([[fmpq(x) for x in row] for row in rows]).rref()
    columns = range(len(rows[0]))
    return [next(j for j in columns if reduced[i, j] != 0) for i in range(rank)]


def _private(problem: Problem, source: Source, mixture: Mixture) -> Mixture:
    """The mixture, mixed with the start design as far as its deltas are exceeded."""
    if not source.pairs:
        return mixture
    inner = _inner(source)
    share = Fraction(0)
    spent = _excesses(problem, source, mixture)
    safe = _excesses(problem, source, inner)
    for have, room, delta in zip(spent, safe, source.deltas, strict=True):
        if have > delta:
            share = max(share, (have - delta) / (have - room))
    if not share:
        return mixture
    share = short(share, bits=40)
    weights = [(1 - share) * w for w in mixture.weights] + [share * w for w in inner.weights]
    return _collected(mixture.patterns + inner.patterns, weights)


def _collected(patterns: list[Pattern], weights: list[Fraction]) -> Mixture:
    """Equal patterns once."""
    total: dict[Pattern, Fraction] = {}
    for pattern, weight in zip(patterns, weights, strict=True):
        total[pattern] = total.get(pattern, Fraction(0)) + weight
    return Mixture(list(total), list(total.values()))


def _inner(source: Source) -> Mixture:
    """The start design, whose deltas are not used up, with exact weights."""
    rows, _ = source.arrays()
    chosen, weights = source.start(rows)
    patterns = [source.pattern(int(n)) for n in chosen]
    tops = [source.top(r) for r in patterns]
    sizes = [Fraction(float(w)) / top for w, top in zip(weights, tops, strict=True)]
    return Mixture(patterns, _mended(patterns, sizes))


def _excesses(problem: Problem, source: Source, mixture: Mixture) -> list[Fraction]:
    """sum w [r_a - g_ab r_b]_+ for each pair with a delta, for the lower levels."""
    levels = problem.levels
    found = []
    for a, b in source.pairs:
        level = problem.gamma.lo if levels is None else Fraction(levels.lo[a][b])
        over = (row[a] - level * row[b] for row in mixture.rows)
        found.append(sum((x for x in over if x > 0), Fraction(0)))
    return found


def _certificate(
    problem: Problem, source: Source, found: ModelOptimum, mixture: Mixture
) -> Certificate:
    """The first certificate that the checker accepts, with prices raised as little as it takes."""
    objective: ForModel = problem.objective
    rows = mixture.rows
    information = information_of(objective, rows)
    best = [solved(information, c) for c in objective.contrasts]
    gains = (_dot(c, v) for c, v in zip(objective.contrasts, best, strict=True))
    value = short(sum(gains, Fraction(0)))
    tangents = [[dyadic(x, float(abs(x)) or 1.0) for x in v] for v in found.tangents.tolist()]
    frame = {
        "kind": "model",
        "privacy": level_record(problem),
        **objective.statement(),
        "patterns": mixture.patterns,
        "weights": mixture.weights,
        "estimators": [[_estimator(at, v, rows) for at in objective.points] for v in best],
        "tangents": tangents,
        "value": value,
        "cover": {"proof": "extremes"},
    }
    gain = 2 * sum(
        (_dot(c, v) for c, v in zip(objective.contrasts, tangents, strict=True)), Fraction(0)
    )
    for share in INFLATIONS:
        try:
            return issue(frame | _priced(source, found, share, gain, value))
        except CertificateError as error:
            refused = error
    raise InputError(f"{objective.label} could not be certified here: {refused}")


def _priced(
    source: Source, found: ModelOptimum, share: float, gain: Fraction, value: Fraction
) -> dict[str, Any]:
    """Prices raised by a share of their size, and the bound that they prove."""
    unit = float(abs(found.prices).max())
    prices = [dyadic(float(y) + share * unit, unit) for y in found.prices]
    zs = [dyadic(float(z) * (1 + share), unit) for z in found.pair_prices]
    pairs = [[a, b, z] for (a, b), z in zip(source.pairs, zs, strict=True) if z]
    paid = sum(prices, Fraction(0))
    paid += sum((d * z for d, z in zip(source.deltas, zs, strict=True)), Fraction(0))
    bound = short(gain - paid, up=False)
    record: dict[str, Any] = {"prices": prices, "bound": bound, "gap": value - bound}
    return record | ({"pair_prices": pairs} if source.pairs else {})


def _estimator(at: ModelPoint, v: Vector, rows: Sequence[Vector]) -> list[Fraction]:
    """(D v).r / (p.r), one number a report."""
    along = [_dot(row, v) for row in at.derivatives]
    return [_dot(along, row) / _dot(at.probabilities, row) for row in rows]


def _dot(x: Sequence[Fraction], y: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0))
