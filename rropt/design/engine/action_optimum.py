"""Decisions under any privacy: a table with a report an action, prices and multipliers.

The dual of the direct program (`action_program`) is the certificate: prices y of the truths and z
of the budgets, and for each action x multipliers f_xn of the forms,

    y_j - c_xj + sum_n f_xn a_n[j] >= 0,     0 <= f_xn <= c_n z of its budget,

so that y.r + sum z c [a_n.r]_+ >= y.r + sum_n f_xn a_n.r >= c_x.r. The table is for the lower ends
of the levels, the prices for the upper ones.

Where numbers stay short, rationals decide: table and prices are those of an exactly optimal basis.
Otherwise both are rounded so that privacy and coverage hold exactly: any multipliers will do, with
the least prices that cover, and the table is moved into the cone (`private_rows`). Truths that
privacy makes alike, r_a <= r_b without a delta and so equal columns, are one truth (`alike`).

**A private table near proposed rows.** Entries are whole numbers over GRID. Where r_a <= g r_b is
broken r_b is raised, which costs what was broken and no more; a row that breaks another form is
mixed with its own mean. All are scaled before by 1 - t; what the columns then lack is about t, so
it is inside the cone where t is large beside the roundings, and is added to one row. Where that is
not enough, t grows by what is missing: at 1 the table tells nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import ceil

from rropt.design.engine.action_program import ActionProgram, Actions, ProposedTable, best_alone
from rropt.design.engine.large_actions import is_large, solve_large
from rropt.design.engine.reduced_actions import AlikeTruths, FoldedActions
from rropt.exact import InputError
from rropt.exact.entries import over
from rropt.privacy.bound_forms import BoundForm, Key, are_kept, spent
from rropt.privacy.conditions import Conditions
from rropt.privacy.levels import Levels, Pair

FEW = 60
"""So many bounds are solved exactly from where doubles end: a pivot takes a millisecond."""

MOST_EXACT = 4_000
"""Bounds in a program that is solved exactly: from where it is refined 3,752 took 0.6 s."""

MOST_DIGITS = 4_000
"""Binary digits of a level, times truths: a determinant of the basis is about as long."""

MOST_BOUNDS = 200_000
"""Forms times actions: the doubles of one look at all of them take half a gigabyte."""


@dataclass(frozen=True)
class ActionOptimum:
    """A table, prices, and for each action the multipliers of the forms."""

    rows: tuple[tuple[Fraction, ...], ...]
    prices: tuple[Fraction, ...]
    owner_prices: dict[Key, Fraction]
    multipliers: tuple[dict[Key, Fraction], ...]


def solve_actions(actions: Actions, levels: Levels | Conditions) -> ActionOptimum:
    """The optimum for u(r) = max_x c_x.r, private for the lower ends, priced for the upper ones.

    >>> from rropt.privacy import Privacy
    >>> half, zero = Fraction(1, 2), Fraction(0)
    >>> solve_actions([[half, zero], [zero, half]], Privacy([[1, 3], [2, 1]]).levels).prices
    (Fraction(2, 5), Fraction(3, 10))
    """
    low = levels.bound_forms(0)
    high = levels.bound_forms(1)
    alike = AlikeTruths.of(levels.truths, low, high, levels.singles)
    merged = alike.merged_actions(actions)
    forms = alike.merged_forms(low)
    folded = FoldedActions.of(merged, levels)
    if is_large(folded.first, levels) and isinstance(levels, Levels):
        return _large_optimum(actions, levels)
    program = _begun(folded.first, forms, levels.singles, folded.class_of)
    program.find_bounds()
    program = program.widened()
    if levels.is_exact:
        below = above = _proposed(program)
    else:
        program.refine()
        high_forms = alike.merged_forms(high)
        upper = _begun(folded.first, high_forms, levels.singles, folded.class_of, program.orders)
        # What binds at one end of the levels mostly binds at the other.
        upper.begin_with(program.named_bounds)
        upper.refine()
        below = program.proposed()
        above = upper.proposed()
    rows = folded.rows(below.rows)
    grid = _grid_of(len(actions) * levels.truths, forms)
    if not below.is_exact:
        rows = private_rows(rows, forms, len(levels.singles), grid)
    known = folded.multipliers(above.multipliers)
    if not above.is_exact:
        known = [_rounded(f, grid) for f in known]
    multipliers, prices = alike.lifted(actions, known, high)
    # A report of one truth alone, which no multiplier bounds, is paid what it is worth.
    alone = dict(zip(levels.singles, best_alone(actions, levels.singles), strict=True))
    return ActionOptimum(
        tuple(alike.spread(row) for row in rows),
        tuple(max(y, alone.get(j, y)) for j, y in enumerate(prices)),
        owner_prices(multipliers, high),
        tuple(multipliers),
    )


def _large_optimum(actions: Actions, levels: Levels) -> ActionOptimum:
    """Near the optimum, and exactly private and covered."""
    rows, known = solve_large(actions, levels)
    every = [_pair_form(pair, levels) for pair in levels.bound_pairs]
    none = AlikeTruths(tuple(range(levels.truths)), ())
    multipliers, prices = none.lifted(actions, known, every)
    return ActionOptimum(tuple(map(tuple, rows)), prices, {}, tuple(multipliers))


def _pair_form(pair: Pair, levels: Levels) -> BoundForm:
    """r_a - g_ab r_b for the upper end, also of a pair that follows from others."""
    a, b = pair
    terms = (a, Fraction(1)), (b, -Fraction(levels.hi[a][b]))
    return BoundForm(pair, pair, Fraction(1), terms)


def owner_prices(
    multipliers: Sequence[Mapping[Key, Fraction]], forms: Sequence[BoundForm]
) -> dict[Key, Fraction]:
    """The least z with f <= c z for all multipliers of a budget."""
    soft = {form.name: form for form in forms if form.most is not None}
    found: dict[Key, Fraction] = {}
    for f in multipliers:
        for name, value in f.items():
            if name in soft and value:
                owner = soft[name].owner
                needed = value / soft[name].factor
                found[owner] = max(needed, found.get(owner, needed))
    return found


def _proposed(program: ActionProgram) -> ProposedTable:
    """Exact where that is quick."""
    if program.tight <= FEW:
        return program.exact()
    program.refine()
    if not program.is_refined:
        return program.proposed()
    numbers = [x for _, x in chain.from_iterable(form.terms for form in program.forms)]
    digits = max(max(x.numerator.bit_length(), x.denominator.bit_length()) for x in numbers)
    if program.tight <= MOST_EXACT and digits * program.truths <= MOST_DIGITS:
        return program.exact()
    return program.proposed()


def _begun(
    actions: Actions,
    forms: Sequence[BoundForm],
    singles: Sequence[int],
    class_of: Sequence[int],
    orders: Sequence[int] = (),
) -> ActionProgram:
    """The program without bounds."""
    if len(actions) * len(forms) > MOST_BOUNDS:
        raise InputError(
            f"actions times levels must be at most {MOST_BOUNDS} here, got "
            f"{len(actions)} x {len(forms)}"
        )
    return ActionProgram(actions, forms, singles, class_of, orders)


def _grid_of(entries: int, forms: Sequence[BoundForm]) -> int:
    """The coarse grid for many entries, finer by what levels are beyond those that it is for."""
    terms = chain.from_iterable(form.terms for form in forms)
    largest = max((abs(x) for _, x in terms), default=Fraction(1))
    grid, level = (COARSE_GRID, COARSE_LEVEL) if entries > MANY_ENTRIES else (GRID, GRID_LEVEL)
    beyond = ceil(largest / level)
    return grid << (beyond - 1).bit_length()


def _rounded(multipliers: Mapping[Key, Fraction], grid: int) -> dict[Key, Fraction]:
    rounded = {name: Fraction(round(f * grid), grid) for name, f in multipliers.items()}
    return {name: f for name, f in rounded.items() if f}


GRID = 2**100
"""Entries are multiples of 1 / GRID, where levels are at most `GRID_LEVEL`: an entry is off by as
much as a level times the step of the grid, which for e^34 and 2^64 was a gap of 0.016, for e^30 and
2^100 more than a delta of 10^-9."""

GRID_LEVEL = 2**3

MANY_ENTRIES = 4_000
COARSE_GRID = 2**64
"""Of larger tables: with 10,000 entries a checker takes common denominators of some 70 bits, and a
hundred places are certified to 1e-15 by it."""

COARSE_LEVEL = 2**20

Rows = list[list[Fraction]]


def private_rows(
    rows: Sequence[Sequence[Fraction]],
    forms: Sequence[BoundForm],
    singles: int = 0,
    grid: int = GRID,
) -> Rows:
    """Rows that are a table and keep the forms; the last `singles` are not bound by them.

    >>> pair = BoundForm((0, 1), (0, 1), Fraction(1), ((0, Fraction(1)), (1, Fraction(-3))))
    >>> near = [[Fraction(76, 100), Fraction(25, 100)], [Fraction(24, 100), Fraction(75, 100)]]
    >>> table = private_rows(near, [pair])
    >>> pair.of(table[0]) <= 0, [sum(column) for column in zip(*table)]
    (True, [Fraction(1, 1), Fraction(1, 1)])
    """
    bound = len(rows) - singles
    hard = [form for form in forms if form.most is None]
    levels = [form.level for form in hard if form.level]
    others = [form for form in hard if not form.level]
    budgets = {form.owner: form.most for form in forms if form.most}
    share = _first_share(len(rows), forms, grid)
    while True:
        factor = (1 - share) * grid
        places = [[max(0, round(factor * x)) for x in row] for row in rows]
        for row in places[:bound]:
            _raise(row, levels)
        table = [over(row, grid) for row in places]
        table = [*(_mixed(row, others, grid) for row in table[:bound]), *table[bound:]]
        lacking = [1 - sum(column) for column in zip(*table, strict=True)]
        fullest = max(range(bound), key=lambda x: min(table[x]))
        table[fullest] = [x + d for x, d in zip(table[fullest], lacking, strict=True)]
        if share == 1 or (min(lacking) >= 0 and are_kept(table[:bound], forms)):
            return table
        totals = spent(table[:bound], forms)
        wanted = [1 - most / totals[owner] for owner, most in budgets.items() if owner in totals]
        share = _short(max([2 * share, share + _missing(lacking, forms), *wanted]), grid)


def _missing(lacking: Sequence[Fraction], forms: Sequence[BoundForm]) -> Fraction:
    """The least constant that moves what columns lack above zero and into the cone."""
    found = max(Fraction(0), -min(lacking))
    for form in forms:
        if form.of_constant < 0:
            found = max(found, form.of(lacking) / -form.of_constant)
    return found


def _first_share(reports: int, forms: Sequence[BoundForm], grid: int) -> Fraction:
    """So much of a constant that entries off by a step a report leave what lacks in the cone."""
    steps = Fraction(1)
    for form in forms:
        if form.of_constant < 0:
            steps = max(steps, sum(abs(x) for _, x in form.terms) / -form.of_constant)
    return _short(reports * steps / (2 * grid), grid)


def _short(share: Fraction, grid: int) -> Fraction:
    """On the grid, from above; at most one."""
    return min(Fraction(ceil(share * grid), grid), Fraction(1))


def _raise(row: list[int], levels: Sequence[tuple[int, int, Fraction]]) -> None:
    """r_b >= r_a / g for every level (a, b, g), on the grid."""
    limits = [(a, b, *g.as_integer_ratio()) for a, b, g in levels]
    changed = True
    while changed:
        changed = False
        for a, b, top, bottom in limits:
            if bottom * row[a] > top * row[b]:
                # Rounded up: the pair is kept in whole numbers.
                row[b] = -(-bottom * row[a] // top)
                changed = True


def _mixed(row: list[Fraction], forms: Sequence[BoundForm], grid: int) -> list[Fraction]:
    """(1 - s) r + s mean(r) with the least s on the grid that keeps the forms."""
    mean = sum(row, Fraction(0)) / len(row)
    share = Fraction(0)
    for form in forms:
        over = form.of(row)
        if over > 0:
            # From (1 - s) a.r + s mean a.1 <= 0, where a.1 is negative.
            share = max(share, over / (over - mean * form.of_constant))
    share = min(Fraction(ceil(share * grid), grid), Fraction(1))
    return [(1 - share) * x + share * mean for x in row]
