"""A-, D- and E-optimality at equal shares: the reports name sets of one size, balanced ones.

Nothing tells the truths apart, so a table may be averaged over their permutations, which leaves an
information J with two eigenvalues: 1 along the ones vector divided by sqrt k, and on all vectors
that sum to zero

    a = sum_h W_h (gamma - 1)^2 k h (k - h) / ((k - 1) (k + (gamma - 1) h)^2),   sum_h W_h = 1,

W_h the chance of a report that names h of the k truths. All three criteria want the largest a: the
best size h alone. One price a truth covers all patterns, of which the size is all that counts. All
sets of that size reach it, and so do balanced blocks, in which every two truths are equally often:
of these the fewest that are known are taken.

With a delta patterns are staircases up to the order of the truths: a is the largest of a linear
program over their types, with one row for the columns and one for the pairs, whose prices, times
what the tangents say, cover the utility of the certificate.

The same table is the best one for the worst shares, and for the worst fixed group, where each
variance has q_j (1 - q_j) less at the shares q: equal ones are the worst for it, and no table is
better at worst than there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import comb
from typing import Any

from rropt.certificate import Certificate, LargeCertificate, issue
from rropt.channel import Channel
from rropt.channel.block_design import BlockDesign, blocks_record, subsets_name
from rropt.design.answer import Answer, Value, simplify
from rropt.design.blocks.block_channel import block_channel
from rropt.design.blocks.fewest_blocks import fewest_blocks
from rropt.design.engine.clamped_rows import ENOUGH, ClampedRows, is_clamped
from rropt.design.levels.universal_table import level_record
from rropt.design.linear.fewer_reports import refuse_more
from rropt.design.linear.symmetric import (
    MOST_TYPED,
    are_sets_written,
    arrangements,
    can_be_written,
    lift,
    reports_of,
    staircase_types,
    telling_orbits,
    typed_optimum,
)
from rropt.design.problem import Orbit, Problem, Runs, SymmetricOptimum
from rropt.exact import log_bounds
from rropt.exact.block_form import BlockForm
from rropt.exact.bounds import short
from rropt.exact.certified_number import CertifiedNumber
from rropt.exact.entries import identity, scaled
from rropt.utility.worst_case import GROUP

MOST_TRUTHS = 16_000
"""A price covers a set of each size, of which the checker takes 16,384: a second. Of a determinant
it takes about 14,000, whose powers are longer."""

MOST_ENCLOSED = 10
"""With a delta and an enclosed gamma exact numbers are long: 10 truths take 5 s, 12 two minutes."""

MOST_COUNTED = 10**9
"""More reports are not counted in words."""


@dataclass(frozen=True)
class SubsetDesign:
    """All subsets of one size of k truths, equally likely to be reported by a random person."""

    truths: int
    size: int
    gamma: Fraction
    in_blocks: bool = True
    """Whether balanced blocks may stand for all subsets."""

    @staticmethod
    def best(truths: int, gamma: Fraction) -> SubsetDesign:
        """The size with the largest information: the first that the next one does not exceed,

            (k - d)(k - d - 1) <= gamma^2 d (d + 1).

        >>> SubsetDesign.best(20, Fraction(3)).size, SubsetDesign.best(20, Fraction(20)).size
        (5, 1)
        """
        k = truths
        size = next(d for d in range(1, k) if (k - d) * (k - d - 1) <= gamma**2 * d * (d + 1))
        return SubsetDesign(truths, size, gamma)

    @property
    def length(self) -> Fraction:
        """The sum of a pattern."""
        return self.truths + (self.gamma - 1) * self.size

    @property
    def information(self) -> Fraction:
        """The eigenvalue a."""
        k = self.truths
        h = self.size
        return (self.gamma - 1) ** 2 * k * h * (k - h) / ((k - 1) * self.length**2)

    @property
    def orbit(self) -> Orbit:
        """The subsets as patterns."""
        runs = ((self.gamma, self.size), (Fraction(1), self.truths - self.size))
        return Orbit(runs, self.truths / self.length)

    @cached_property
    def blocks(self) -> BlockDesign | None:
        """The fewest balanced blocks; None for all subsets."""
        return fewest_blocks(self.truths, self.size) if self.in_blocks else None

    @property
    def reports(self) -> int:
        """So many different ones."""
        return comb(self.truths, self.size) if self.blocks is None else self.blocks.reports

    @property
    def beside_fewest(self) -> str:
        """What is known of how few reports reach the optimum, in words.

        Fewer than k rows leave some difference of shares untold. Blocks are balanced where all
        k (k - 1) / 2 pairs have the same weight: so many and one more are enough (Caratheodory).

        >>> SubsetDesign(13, 3, Fraction(3)).beside_fewest
        '; between 13 and 79 reports are needed (Pan 2026)'
        """
        k = self.truths
        if self.reports == k:
            return "; no table with fewer tells all shares"
        return f"; between {k} and {comb(k, 2) + 1} reports are needed (Pan 2026)"

    @property
    def name(self) -> str:
        """What the table is called."""
        return subsets_name(self.size) if self.blocks is None else self.blocks.name

    def written(self) -> Channel | None:
        """The table, where it is small."""
        if not are_sets_written(self.reports, self.truths):
            return None
        if self.blocks is not None:
            return Channel.from_rows(block_channel(self.blocks, self.gamma).rows)
        patterns = arrangements(self.orbit.runs)
        return Channel.from_patterns(patterns, [self.orbit.weight / self.reports] * self.reports)


def is_of_equal_shares(problem: Problem) -> bool:
    """Whether this page solves the problem."""
    if problem.levels is not None or not has_equal_shares(problem.objective):
        return False
    if not problem.delta:
        return problem.gamma.lo > 1 and 2 < problem.truths <= MOST_TRUTHS
    if problem.delta == 1 or not is_clamped(problem):
        return False
    return _are_typed(problem) or (problem.gamma.lo > 1 and problem.truths <= MOST_TRUTHS)


def _are_typed(problem: Problem) -> bool:
    """Whether staircases are few, up to the order of the truths."""
    most = MOST_TYPED if problem.gamma.is_exact else MOST_ENCLOSED
    return problem.truths <= most


def has_equal_shares(objective: Any) -> bool:
    """Whether the objective is about all shares and tells no two truths apart."""
    if objective.robust == "worst":
        return objective.name in ("a-optimal", "d-optimal")
    if objective.name not in EIGENVALUES or objective.robust or len(objective.scenarios) > 1:
        return False
    (scenario,) = objective.scenarios
    return len(set(scenario.prior)) == 1


def equal_shares_design(problem: Problem) -> Answer:
    """The best size, certified by the prices of all sizes; with a delta the best staircases.

    Shares of blocks are long numbers: where they make a certificate too large there are none.
    """
    if problem.delta and _are_typed(problem):
        return _of_staircases(problem)
    design = SubsetDesign.best(problem.truths, problem.gamma.lo)
    try:
        return _of_sets(problem, design)
    except LargeCertificate:
        if design.blocks is None:
            raise
        return _of_sets(problem, replace(design, in_blocks=False))


def _of_sets(problem: Problem, design: SubsetDesign) -> Answer:
    """The table of a size, and the price of the one that costs most."""
    k = design.truths
    refuse_more(problem, design.reports + (k if problem.delta else 0))
    orbits: tuple[Orbit, ...] = (design.orbit,)
    if problem.delta:
        orbits = telling_orbits(orbits, problem)
    parts = [orbit.weight * information_of(orbit.runs, k) for orbit in orbits]
    information = sum(parts, Fraction(0))
    optimum = SymmetricOptimum(orbits, Fraction(0), Fraction(0), design.blocks)
    priced, tangent = _priced(problem, optimum, short(1 / information))
    answer = _answer(problem, priced, information, tangent, _written(problem, design))
    known = f"; besides, {k} tell the truth" if problem.delta else design.beside_fewest
    return replace(answer, remarks=(f"{design.name}: {in_bits(design.reports)}{known}",))


def _written(problem: Problem, design: SubsetDesign) -> Channel | None:
    """The table, where it is small; with chance delta it tells the truth."""
    table, delta = design.written(), problem.delta
    if table is None or not delta:
        return table
    told = (scaled(row, delta) for row in identity(design.truths))
    return Channel.from_rows([*(scaled(row, 1 - delta) for row in table.rows), *told])


def _priced(
    problem: Problem, optimum: SymmetricOptimum, tangent: Fraction
) -> tuple[SymmetricOptimum, Fraction]:
    """With prices for this tangent, or for a shorter one where pairs pay much for a delta."""
    k = problem.truths
    own, mean = goal_of(problem.objective).covered(k, tangent)
    sets = (SubsetDesign(k, size, problem.gamma.hi) for size in range(k))
    priced = replace(optimum, price=max(charged(one, own, mean) for one in sets))
    if not problem.delta:
        return priced, tangent
    clamped = ClampedRows.of_form(problem, BlockForm((k,), [own], [[mean]]), [Fraction(1, k)])
    (price,), pairs, cover, paid = clamped.covered([priced.price])
    pair_price = pairs.get((0, 0), Fraction(0))
    priced = replace(priced, price=price, pair_price=pair_price, cover=cover)
    # Less what is paid for means, it grows as the square of the tangent, or as the tangent.
    best = (k - 1) * own / (tangent * (paid - mean * k**2))
    return (priced, tangent) if best > ENOUGH else _priced(problem, optimum, short(best * tangent))


def _paid(problem: Problem, optimum: SymmetricOptimum) -> Fraction:
    """By all truths and all pairs."""
    k = problem.truths
    return k * optimum.price + problem.delta * k * (k - 1) * optimum.pair_price


def _of_staircases(problem: Problem) -> Answer:
    """The best types of them, and a price of the truths and one of the pairs."""
    k = problem.truths
    optimum = typed_optimum(problem, staircase_types(problem), partial(information_of, k=k))
    refuse_more(problem, reports_of(optimum, problem))
    parts = [orbit.weight * information_of(orbit.runs, k) for orbit in optimum.orbits]
    information = sum(parts, Fraction(0))
    own, mean = goal_of(problem.objective).covered(k, short(1 / information))
    unit = own * (k - 1)
    price = unit * optimum.price + mean * k
    priced = replace(optimum, price=price, pair_price=unit * optimum.pair_price)
    table = None
    if can_be_written(optimum, problem):
        written = lift(optimum, problem)
        table = Channel.from_patterns(written.patterns, written.weights)
    return _answer(problem, priced, information, short(1 / information), table)


def information_of(runs: Runs, k: int) -> Fraction:
    """What a pattern adds to a: (|r|^2 - s^2 / k) / ((k - 1) s / k), s its sum."""
    total = sum((n * x for x, n in runs), Fraction(0))
    squares = sum((n * x * x for x, n in runs), Fraction(0))
    return (squares - total**2 / k) * k / ((k - 1) * total)


def _answer(
    problem: Problem,
    optimum: SymmetricOptimum,
    information: Fraction,
    tangent: Fraction,
    table: Channel | None,
) -> Answer:
    """The certified design of a table with this eigenvalue."""
    certificate = _certificate(problem, optimum, information, tangent)
    data = certificate.data
    value, bound = _shown(problem, information, Fraction(data["value"]), Fraction(data["bound"]))
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(value),
        bound=CertifiedNumber.of(bound),
        certificate=certificate,
        table=table,
        orbits=() if table else optimum.orbits,
        blocks=optimum.stated,
    )


def in_bits(reports: int) -> str:
    """How many reports there are, and how long one is.

    >>> in_bits(12), in_bits(10**29)
    ('12 reports, 4 bits each', 'a report takes 97 bits')
    """
    bits = (reports - 1).bit_length()
    return (
        f"a report takes {bits} bits"
        if reports > MOST_COUNTED
        else f"{reports} reports, {bits} bits each"
    )


def _shown(
    problem: Problem, information: Fraction, value: Fraction, bound: Fraction
) -> tuple[Value, Value]:
    """What the table does, between what is exact and what is certified, and the bound."""
    exact = goal_of(problem.objective).value(problem.truths, information)
    least = value if value == exact else short(exact, up=False)
    ends = in_words(problem, least)[0], in_words(problem, value)[1]
    return simplify(ends), in_words(problem, bound)[0]


def in_words(problem: Problem, x: Fraction) -> tuple[Fraction, Fraction]:
    """A mean of k - 1 eigenvalues as the logarithm of their product, between two numbers."""
    if problem.objective.name != "d-optimal":
        return x, x
    low, high = log_bounds(x)
    return (problem.truths - 1) * low, (problem.truths - 1) * high


def _certificate(
    problem: Problem, optimum: SymmetricOptimum, information: Fraction, tangent: Fraction
) -> Certificate:
    """Tangents, the prices that cover, and the bound."""
    k = problem.truths
    goal = goal_of(problem.objective)
    price, pair_price = short(optimum.price), short(optimum.pair_price)
    paid = _paid(problem, replace(optimum, price=price, pair_price=pair_price))
    value = short(goal.value(k, information))
    bound = short(goal.bound(k, tangent, paid), up=False)
    data = {
        "kind": "symmetric",
        "privacy": level_record(problem),
        "truths": [k],
        "prior": [Fraction(1, k)],
        "patterns": [[[[*run] for run in orbit.runs]] for orbit in optimum.orbits],
        "weights": [orbit.weight for orbit in optimum.orbits],
        "tangents": {"own": [tangent], "means": [[Fraction(1, k**2)]]},
        "prices": [price],
        "value": value,
        "bound": bound,
        "gap": value - bound,
        "cover": optimum.cover or {"proof": "extremes"},
    }
    pairs = {"pair_prices": [[0, 0, pair_price]]} if problem.delta else {}
    return issue(data | pairs | goal.stated | blocks_record(optimum.stated))


def charged(pattern: SubsetDesign, own: Fraction, mean: Fraction) -> Fraction:
    """r'Xr / (q.r) a unit of length."""
    apart = (pattern.gamma - 1) ** 2 * Fraction(pattern.size * (pattern.truths - pattern.size))
    return own * apart / pattern.length**2 + mean * pattern.truths


@dataclass(frozen=True)
class EigenvalueGoal:
    """A criterion of an information with the eigenvalues 1 and, k - 1 times, a."""

    value: Callable[[int, Fraction], Fraction]
    """At k and a."""

    covered: Callable[[int, Fraction], tuple[Fraction, Fraction]]
    """The own and the mean entry of the X whose r'Xr / (q.r) is covered, at k and the tangent."""

    bound: Callable[[int, Fraction, Fraction], Fraction]
    """At k, the tangent and what the prices add up to."""

    stated: dict[str, Any]
    """The fields of a certificate that name it."""


EIGENVALUES = {
    "a-optimal": EigenvalueGoal(
        value=lambda k, a: (k - 1) / a,
        covered=lambda k, v: (v * v, Fraction(1, k**3)),
        bound=lambda k, v, paid: 2 * (k - 1) * v + Fraction(1, k) - paid,
        stated={"objective": {"name": "a-optimal"}},
    ),
    "d-optimal": EigenvalueGoal(
        value=lambda k, a: 1 / a,
        covered=lambda k, v: (v, Fraction(1, k**2)),
        bound=lambda k, v, paid: v * (1 + (k / paid - 1) * Fraction(k, k - 1)),
        stated={"objective": {"name": "d-optimal", "mean": "geometric"}},
    ),
    "e-optimal": EigenvalueGoal(
        value=lambda k, a: 1 / a,
        covered=lambda k, v: (v * v, Fraction(0)),
        bound=lambda k, v, paid: 2 * v - paid / (k - 1),
        stated={
            "objective": {"name": "e-optimal"},
            "directions": {"own": ["1"], "means": [["0"]]},
        },
    ),
}
"""Tangents V with the own entry v and the mean 1 / k^2, as J^-1 has it along the ones vector.

Of d-optimal the mean of eigenvalues is at least the root of (k / paid)^k v^(k - 1), and that, by
Bernoulli, at least what stands here.
"""


def goal_of(objective: Any) -> EigenvalueGoal:
    """The criterion at equal shares, or over all shares: a group has 1 - 1 / k less."""
    goal = EIGENVALUES[objective.name]
    if objective.robust != "worst":
        return goal
    less = 1 - Fraction(1, objective.truths) if objective.respondents == GROUP else Fraction(0)
    return EigenvalueGoal(
        value=lambda k, a: goal.value(k, a) - less,
        covered=goal.covered,
        bound=lambda k, v, paid: goal.bound(k, v, paid) - less,
        stated={"objective": goal.stated["objective"] | {"over": objective.over}},
    )
