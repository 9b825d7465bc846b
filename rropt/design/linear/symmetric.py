"""Equal priors: the reduction to pattern types, and its inverse for the table and for the prices.

A utility that is unchanged by every permutation of the truths has an optimum that is unchanged
too (average any optimum over the permutations). So only pattern *types* matter: how many truths
have which value. The reduced program has one row for the columns and, for delta > 0, one for the
pairs:

    maximise sum_t W_t u(t)   with   sum_t W_t |t| / k = 1,   sum_t W_t excess(t) <= delta,

W_t the total weight of a type, |t| its sum, excess(t) the mean of [r_a - gamma r_b]_+ over ordered
pairs. One price y per truth and one price z per pair lift back unchanged. The table lifts to the
cyclic shifts of one pattern (pure privacy), or to the whole orbit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain, starmap
from math import comb, gcd, prod

from rropt import lp
from rropt.channel.block_design import BlockDesign
from rropt.design.blocks.fewest_blocks import fewest_blocks
from rropt.design.engine.clamped_rows import ClampedRows, WithoutDelta, with_truths
from rropt.design.problem import (
    Optimum,
    Orbit,
    Pair,
    Problem,
    Runs,
    SymmetricOptimum,
    linear_utility,
)
from rropt.patterns.extreme import OUTSIDE, Pattern, ordered_pairs, pattern_types
from rropt.utility import Guess, MutualInformation, Trace, Utility
from rropt.utility.base import Bounds

Levels = tuple[tuple[int, int], ...]
"""A type of patterns: powers of gamma, and how many truths have each."""

MOST_ENTRIES = 20_000
"""Tables up to this many entries are written out; larger ones are kept as orbits."""

MOST_SETS_WRITTEN = 64
"""Truths of a table whose reports are sets of them: 133 shares and their intervals take 19 seconds
from a table, and a third of one from the sets."""

MOST_TYPED = 14
"""With delta > 0 there are 2^k - 1 types; the checker looks at those of so many truths."""

MOST_TYPED_OF_INFORMATION = 12
"""It takes the logarithms of so many: a type has about k / 2."""


def solve_symmetric(problem: Problem) -> SymmetricOptimum:
    """The optimum over pattern types."""
    if problem.delta:
        return _with_delta(problem)
    gamma = problem.gamma
    k = problem.truths
    # Ratios from above choose a size; what the table is worth is enclosed elsewhere.
    low = _ratios(problem, gamma.lo)
    high = max(_ratios(problem, gamma.hi).values())
    size = max(low, key=lambda s: low[s])
    runs = ((gamma.lo, size), (Fraction(1), k - size))
    # One equation, so that one type is enough, and the largest ratio is the price.
    orbits = (Orbit(runs, k / _total(runs)),)
    return SymmetricOptimum(orbits, high, Fraction(0), _blocks(problem, size))


def _blocks(problem: Problem, size: int) -> BlockDesign | None:
    """Balanced sets of this size, for a table that is not written out as shifts of one set."""
    if size == 1 or problem.truths**2 <= MOST_ENTRIES:
        return None
    return fewest_blocks(problem.truths, size)


def _sizes(problem: Problem) -> Sequence[int]:
    """The sizes of the high set that can be best; for a guess only one high truth can."""
    return (1,) if is_guess(problem) else range(1, problem.truths)


def is_guess(problem: Problem) -> bool:
    """Whether u(r) is max r, or max r / k at equal priors."""
    return isinstance(problem.objective, (Trace, Guess))


def _ratios(problem: Problem, gamma: Fraction) -> dict[int, Fraction]:
    """u(t) / |t| of every size, rounded up where u is transcendental."""
    k, utility = problem.truths, linear_utility(problem)
    lengths = {size: k + (gamma - 1) * size for size in _sizes(problem)}
    if isinstance(utility, MutualInformation):
        gains, unit = utility.gains_at_masses([*lengths], gamma)
        ratios = zip(lengths.items(), gains, strict=True)
        return {size: Fraction(gain, unit) / length for (size, length), gain in ratios}
    other = Fraction(1)
    return {
        size: _utility(problem, ((gamma, size), (other, k - size))) / length
        for size, length in lengths.items()
    }


def _utility(problem: Problem, runs: Runs) -> Fraction:
    return orbit_value(linear_utility(problem), runs)[1]


def orbit_value(utility: Utility, runs: Runs) -> Bounds:
    """u on one member of an orbit, without writing out a long one where only its maximum counts."""
    if isinstance(utility, (Trace, Guess)):
        top = max(value for value, _ in runs)
        value = top if isinstance(utility, Trace) else top / utility.truths
        return value, value
    return utility.bounds(expand(runs))


def _with_delta(problem: Problem) -> SymmetricOptimum:
    if not are_types_few(problem):
        return _telling(problem)
    optimum = typed_optimum(problem, _types(problem), partial(_utility, problem))
    if is_guess(problem):
        return replace(optimum, orbits=(_merged(optimum.orbits),))
    return optimum


def are_types_few(problem: Problem) -> bool:
    """Whether a checker looks at all types of staircases; of a guess two suffice."""
    is_information = isinstance(problem.objective, MutualInformation)
    most = MOST_TYPED_OF_INFORMATION if is_information else MOST_TYPED
    return is_guess(problem) or problem.truths <= most


def _telling(problem: Problem) -> SymmetricOptimum:
    """The best reports without the delta with chance 1 - delta, else the truth."""
    private = solve_symmetric(WithoutDelta.of(problem).bounds)
    (_, size), _ = private.orbits[0].runs
    clamped = ClampedRows.of_utility(problem, [problem.truths])
    (price,), pairs, cover, _ = clamped.covered([private.price])
    pair_price = pairs.get((0, 0), Fraction(0))
    return SymmetricOptimum(
        orbits=telling_orbits(private.orbits, problem),
        price=price,
        pair_price=pair_price,
        blocks=None if size == 1 or problem.delta == 1 else fewest_blocks(problem.truths, size),
        cover=cover,
    )


def telling_orbits(orbits: Sequence[Orbit], problem: Problem) -> tuple[Orbit, ...]:
    """The same reports with chance 1 - delta, else the truth."""
    k = problem.truths
    truth: Runs = ((Fraction(1), 1), (Fraction(0), k - 1))
    weighted = ((orbit.runs, orbit.weight) for orbit in orbits)
    return tuple(starmap(Orbit, with_truths(weighted, {truth: k}, problem.delta)))


def typed_optimum(
    problem: Problem, types: Sequence[Levels], worth: Callable[[Runs], Fraction]
) -> SymmetricOptimum:
    """The orbits of these types that are worth most in all, with a price a truth and a pair."""
    gamma = problem.gamma
    listed = [_valued(runs, gamma.lo) for runs in types]
    primal = _reduced(problem.delta, listed, worth, gamma.lo)
    # The table must be private at the lower end, the prices must bound at the upper one.
    dual = primal
    if not gamma.is_exact:
        higher = [_valued(runs, gamma.hi) for runs in types]
        dual = _reduced(problem.delta, higher, worth, gamma.hi)
    orbits = tuple(Orbit(runs, w) for runs, w in zip(listed, primal.x, strict=True) if w)
    k = problem.truths
    # Rows are means over truths and over ordered pairs: each of them pays its share.
    return SymmetricOptimum(orbits, dual.dual_eq[0] / k, dual.dual_ub[0] / (k * (k - 1)))


def _merged(orbits: tuple[Orbit, ...]) -> Orbit:
    """Orbits of one truth against all others that lead to the same guess are one report each."""
    one = sum((orbit.weight * orbit.runs[0][0] for orbit in orbits), Fraction(0))
    others = sum((orbit.weight * orbit.runs[1][0] for orbit in orbits), Fraction(0))
    return Orbit(((one, 1), (others, orbits[0].runs[1][1])), Fraction(1))


def _reduced(
    delta: Fraction, types: Sequence[Runs], worth: Callable[[Runs], Fraction], gamma: Fraction
) -> lp.Solution:
    k = sum(count for _, count in types[0])
    return lp.maximize(
        [worth(runs) for runs in types],
        [[_total(runs) / k for runs in types]],
        [Fraction(1)],
        [[mean_excess(runs, gamma) for runs in types]],
        [delta],
    )


def _types(problem: Problem) -> list[Levels]:
    """The types that can be best; for a guess the certificate shows that two suffice."""
    if is_guess(problem):
        others = problem.truths - 1
        return [((1, 1), (0, others)), ((0, 1), (OUTSIDE, others))]
    return staircase_types(problem)


def staircase_types(problem: Problem) -> list[Levels]:
    """Those of a delta, each once: where gamma is 1 all levels of a staircase are one."""
    types = pattern_types(problem.truths, Fraction(1))
    if problem.gamma.hi > 1:
        return list(types)
    return [(highest, *others) for highest, *others in types if highest[0] == 0]


def _valued(runs: Levels, gamma: Fraction) -> Runs:
    return tuple((_power(gamma, level), count) for level, count in runs)


def _power(gamma: Fraction, level: int) -> Fraction:
    return Fraction(0) if level == OUTSIDE else gamma**level


def _total(runs: Runs) -> Fraction:
    return sum((value * count for value, count in runs), Fraction(0))


def mean_excess(runs: Runs, gamma: Fraction) -> Fraction:
    """The mean of [r_a - gamma r_b]_+ over the ordered pairs of different truths.

    >>> mean_excess(((Fraction(4), 1), (Fraction(1), 2)), Fraction(3))
    Fraction(1, 3)
    """
    k = sum(count for _, count in runs)
    ordered = sorted(runs)
    total = Fraction(0)
    below = 0
    mass = Fraction(0)
    i = 0
    for value, count in ordered:
        # Stops at the value itself at the latest, as gamma is at least 1.
        while gamma * ordered[i][0] < value:  # truths so far below: `below`, of this sum: `mass`
            below = below + ordered[i][1]
            mass = mass + ordered[i][0] * ordered[i][1]
            i = i + 1
        total += count * (value * below - gamma * mass)
    return total / (k * (k - 1))


def expand(runs: Runs) -> Pattern:
    """One member of the orbit, its values in the order of the runs."""
    return tuple(chain.from_iterable([value] * count for value, count in runs))


def orbit_size(runs: Runs) -> int:
    """The number of different patterns in the orbit: places for one value after the other."""
    counts = [count for _, count in runs]
    return prod(map(comb, accumulate(counts), counts))


def can_be_written(optimum: SymmetricOptimum, problem: Problem) -> bool:
    """Whether the lifted table is small enough to be written out."""
    rows = [[orbit.runs] for orbit in optimum.orbits]
    return are_few(rows, problem.truths, problem.delta > 0)


def are_few(rows: Sequence[Sequence[Runs]], k: int, whole_orbits: bool) -> bool:
    """Whether the members of all rows make a table of at most `MOST_ENTRIES` entries."""
    if k * k > MOST_ENTRIES:
        return False
    reports = 0
    for row in rows:
        reports += prod(_reports(runs, whole_orbits) for runs in row)
    return reports * k <= MOST_ENTRIES


def are_sets_written(reports: int, truths: int) -> bool:
    """Whether a table of so many sets of truths is written out.

    >>> are_sets_written(64, 64), are_sets_written(65, 65), are_sets_written(10**4, 20)
    (True, False, False)
    """
    return truths <= MOST_SETS_WRITTEN and reports * truths <= MOST_ENTRIES


def _reports(runs: Runs, whole_orbits: bool) -> int:
    return orbit_size(runs) if whole_orbits else sum(count for _, count in runs) // _common(runs)


def reports_of(optimum: SymmetricOptimum, problem: Problem) -> int:
    """The reports of its table: shifts where it is written out, else blocks or all arrangements."""
    if optimum.blocks is not None:
        return optimum.blocks.reports + sum(orbit_size(orbit.runs) for orbit in optimum.orbits[1:])
    written = can_be_written(optimum, problem) and not problem.delta
    return sum(_reports(orbit.runs, not written) for orbit in optimum.orbits)


def lift(optimum: SymmetricOptimum, problem: Problem) -> Optimum:
    """The written-out table, and the same price for every truth and for every pair."""
    patterns: list[Pattern] = []
    weights: list[Fraction] = []
    for orbit in optimum.orbits:
        shifted = members(orbit.runs, problem.delta > 0)
        patterns += shifted
        weights += [orbit.weight / len(shifted)] * len(shifted)
    k = problem.truths
    pair_prices: dict[Pair, Fraction] = {}
    if optimum.pair_price:
        pair_prices = dict.fromkeys(ordered_pairs(k), optimum.pair_price)
    return Optimum(tuple(patterns), tuple(weights), (optimum.price,) * k, pair_prices)


def members(runs: Runs, whole_orbits: bool) -> list[Pattern]:
    """The equally weighted patterns that stand for an orbit when a table is written out.

    Cyclic shifts suffice for the columns, by as many places as all runs are multiples of; with pair
    constraints, and for an information, the whole orbit is needed.

    >>> high, low = Fraction(3), Fraction(1)
    >>> [len(members(((high, n), (low, 12 - n)), False)) for n in (4, 5, 6)]
    [3, 12, 2]
    """
    if whole_orbits:
        return list(arrangements(runs))
    pattern = expand(runs)
    step = _common(runs)
    return [pattern[-by:] + pattern[:-by] for by in range(0, len(pattern), step)]


def _common(runs: Runs) -> int:
    """The number of truths that all runs are multiples of."""
    return gcd(*(count for _, count in runs))


def arrangements(runs: Runs) -> list[Pattern]:
    """All different orders of the values, without going through equal permutations."""
    if not any(count for _, count in runs):
        return [()]
    found = []
    for i, (value, count) in enumerate(runs):
        if count:
            rest = (*runs[:i], (value, count - 1), *runs[i + 1 :])
            found += [(value, *tail) for tail in arrangements(rest)]
    return found
