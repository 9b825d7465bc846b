"""The best table for coefficients of a model, in exact numbers and certified.

Weights are rounded, an independent part of them solved for so that the columns add up to one; where
a delta is exceeded by the solver's tolerance the table is mixed with one inside the region.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.curved.linearise import dyadic
from rropt.design.curved.model_certificate import Mixture, model_certificate
from rropt.design.curved.model_information import pivots
from rropt.design.curved.model_program import solve_model
from rropt.design.curved.unbiased import short
from rropt.design.deployed.exchange import table_over
from rropt.design.levels.level_design import levels_of
from rropt.design.levels.level_source import source_of
from rropt.design.levels.universal_table import universal_table
from rropt.design.levels.whole_table import table_over_levels
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.convert import fmpq, fraction
from rropt.patterns.extreme import Pattern
from rropt.utility.for_model import ForModel

if TYPE_CHECKING:
    from rropt.design.curved.pattern_sources import Source


USED_UP = 1e-7
"""A delta is used up if less than this share of it is left: the solver leaves 1e-9."""


def model_design(problem: Problem, total: int | None) -> Answer:
    """Solve, make exact, certify."""
    if problem.levels is None and problem.gamma.hi == 1 and not problem.delta:
        raise InputError("gamma must be above 1 where delta is 0: every private table is useless")
    objective: ForModel = problem.objective
    source = source_of(problem)
    found = solve_model(objective, source)
    mixture = _best_mixture(problem, source, found.weights)
    table = Channel.from_patterns(mixture.patterns, mixture.weights)
    notes: tuple[str, ...] = ()
    if total is not None:
        table, how = _deployable(problem, table, total)
        mixture = Mixture([tuple(row) for row in table.rows], [Fraction(1)] * len(table.rows))
        notes = (f"table over 1/{total}: {how}",)
    refuse_more(problem, len(mixture.patterns))
    certificate = model_certificate(problem, source, found, mixture)
    data = certificate.data
    return Answer(
        problem=problem,
        value=Fraction(data["value"]),
        bound=Fraction(data["bound"]),
        certificate=certificate,
        table=table,
        remarks=notes,
    )


def _deployable(problem: Problem, table: Channel, total: int) -> tuple[Channel, str]:
    """A table over 1/N near the optimum, and how it was found."""
    if problem.levels is not None:
        return table_over_levels(problem, table.rows, total, problem.levels)
    return table_over(problem, table.rows, total), "rounded"


def _best_mixture(problem: Problem, source: Source, weights: Any) -> Mixture:
    """The table of which all others are made, where there is one; else the one that was found."""
    best = universal_table(problem)
    if best is not None:
        return Mixture(best, [Fraction(1)] * len(best))
    return _private(problem, source, _exact_mixture(problem, source, weights))


def _exact_mixture(problem: Problem, source: Source, weights: Any) -> Mixture:
    """The patterns in use, heaviest first, in exact numbers.

    Weights of independent patterns are solved for, so that the columns add up to one and deltas
    that are used up are so exactly; if that cannot be, so that the columns add up to one.
    """
    order = sorted(range(len(weights)), key=lambda n: -weights[n])
    used = [n for n in order if weights[n]]
    patterns = [source.pattern(n) for n in used]
    sizes = [float(weights[n]) / float(source.top(r)) for n, r in zip(used, patterns, strict=True)]
    near = Mixture(patterns, [dyadic(size, size) for size in sizes])
    told = [_excesses(problem, source, Mixture([r], [Fraction(1)])) for r in patterns]
    spent = _excesses(problem, source, near)
    full = [n for n, delta in enumerate(source.deltas) if spent[n] > delta * (1 - USED_UP)]
    columns = [(*r, *(over[n] for n in full)) for r, over in zip(patterns, told, strict=True)]
    right = [Fraction(1)] * problem.truths + [source.deltas[n] for n in full]
    exact = _solved_weights(columns, near.weights, right) if full else None
    if exact is None or min(exact) < 0:
        exact = _balanced(patterns, near.weights)
    if min(exact) < 0:
        raise InputError("privacy must be less extreme: the rounded weights are no table")
    return Mixture(patterns, exact)


def _balanced(patterns: Sequence[Pattern], weights: Sequence[Fraction]) -> list[Fraction]:
    """Weights nearby whose columns add up to one."""
    found = _solved_weights(patterns, weights, [Fraction(1)] * len(patterns[0]))
    if found is None:
        raise InputError("privacy must be less extreme: the patterns in use are no table")
    return found


def _solved_weights(
    columns: Sequence[Sequence[Fraction]], weights: Sequence[Fraction], right: Sequence[Fraction]
) -> list[Fraction] | None:
    """sum w_n column_n = right, solved for the weights of independent columns; None if nothing is.

    >>> half = Fraction(1, 2)
    >>> _solved_weights([(half,), (half,)], [half, half], [Fraction(1)])
    [Fraction(3, 2), Fraction(1, 2)]
    """
    from flint import fmpq_mat

    chosen = pivots(list(zip(*columns, strict=True)))
    free = [n for n in range(len(columns)) if n not in chosen]
    rows = []
    for j, wanted in enumerate(right):
        rest = wanted - sum((weights[n] * columns[n][j] for n in free), Fraction(0))
        rows.append([*(fmpq(columns[n][j]) for n in chosen), fmpq(rest)])
    reduced, rank = fmpq_mat(rows).rref()
    if rank > len(chosen):
        return None
    found = list(weights)
    for position, n in enumerate(chosen):
        found[n] = fraction(reduced[position, len(chosen)])
    return found


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
    return _collected([*mixture.patterns, *inner.patterns], weights)


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
    return Mixture(patterns, _balanced(patterns, sizes))


def _excesses(problem: Problem, source: Source, mixture: Mixture) -> list[Fraction]:
    """sum w [r_a - g_ab r_b]_+ for each pair with a delta, for the lower levels."""
    levels = levels_of(problem)
    found = []
    for key in source.pairs:
        told = (levels.excess(levels.lo, key, row) for row in mixture.rows)  # type: ignore[arg-type]
        found.append(sum(told, Fraction(0)))
    return found
