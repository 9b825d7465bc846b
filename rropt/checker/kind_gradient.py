"""Kind gradient: no private table has a variance below the bound.

At the prior q an unbiased estimator x of c.p, sum_i x_i r_i = c, has variance sum_i x_i^2 q.r_i -
(c.q)^2. The best one has c'J^-1 c - (c.q)^2 with J = sum_i r_i r_i' / (q.r_i), and for every v

    c'J^-1 c >= 2 c.v - v'Jv = 2 c.v - sum_i (v.r_i)^2 / (q.r_i),

a utility of the table, for which prices hold (`charge`). So an estimator shows what this table
does, and a vector v (a tangent) with prices what no table can do; neither must be the best one to
be right. What is made of the variances is an objective, a class each in `objectives`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .charge import Charge, read_charge
from .cleared import cleared, cleared_rows, dot, exact_dot, exact_sum
from .covers import Cover, read_cover
from .fields import distribution, listed, rational, rationals, record
from .levels import OneNumber
from .limits import Size
from .named_objectives import read_objective
from .objectives import Objective, Scenario
from .pages import page
from .private_table import PrivateTable, allow_privacy, entries, read_table
from .stated_privacy import Privacy, read_privacy
from .statement import down, reached, up
from .verdict import Doubts, need, well_formed

if TYPE_CHECKING:
    from .universal import Universal

FIELDS = "privacy objective scenarios patterns weights prices value bound gap cover"


@dataclass(frozen=True)
class Gradient:
    """A table, its estimators and tangents at some priors, and prices."""

    table: PrivateTable
    privacy: Privacy
    objective: Objective
    scenarios: list[Scenario]
    charge: Charge
    cover: Cover
    universal: Universal | None
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        for at in self.scenarios:
            verify_estimators(self.table, self.objective.seen, at)
        value = self.objective.value_of_table(self.table, self.scenarios, self.value)
        need(value, "the table has a larger value")
        bound = self.objective.bound(self.scenarios, self.charge.bound)
        need(self.bound <= bound, "the prices do not prove the bound")
        need(self.gap == self.value - self.bound, "gap is not value - bound")
        self.cover.verify(doubts)
        if self.universal:
            self.universal.verify()
        return self.sentence()

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        objective = self.objective.sentence(self.scenarios)
        mechanism = self.objective.mechanisms(self.table.truths)
        claim = f"no {words.bound} private {mechanism} has {objective}"
        table = self.objective.deployed(words.this_table)
        does = reached(self.gap, self.bound, f"at most {up(self.value)}")
        also = self.universal.words if self.universal else ""
        return f"{claim} below {down(self.bound)}, and {table} {does}{also}"


def verify_estimators(table: PrivateTable, seen: list[list[Fraction]], at: Scenario) -> None:
    """sum_i x_i P(i|j) = c_j for every truth j."""
    columns = list(zip(*map(entries, table.rows), strict=True))
    for c, x in zip(seen, at.estimators, strict=True):
        whole, below = cleared(x)
        for wanted, column in zip(c, columns, strict=True):
            mean = Fraction(dot(whole, column), below * table.unit)
            need(mean == wanted, "an estimator is biased")


def read_gradient(data: dict[str, Any], size: Size) -> Gradient:
    """The fields of a certificate of this kind."""
    record(data, FIELDS, "pair_prices condition_prices universal")
    truths = len(listed(data["prices"]))
    well_formed(truths >= 2, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    privacy = read_privacy(data["privacy"], truths, size)
    allow_privacy(table, privacy, size)
    charge = read_charge(data, privacy, table.sizes)
    objective = read_objective(data["objective"], truths, size)
    single = isinstance(privacy, OneNumber) or not objective.needs_one_number
    well_formed(single, "numbers of an interval need a level that is one number")
    given = listed(data["scenarios"])
    well_formed(given, "no scenarios")
    vectors = len(objective.seen) + len(objective.contrasts)
    size.allow(vectors * truths * len(table.rows) * len(given))
    size.allow(objective.steps_of_value(truths, len(table.rows)))
    scenarios = [read_scenario(at, table, objective) for at in given]
    shares = exact_sum([at.weight for at in scenarios])
    well_formed(shares == 1, "the weights of the priors do not add up to 1")
    objective.check_scenarios(scenarios)
    utility = objective.utility(scenarios)
    universal: Universal | None = None
    if "universal" in data:
        universal = page(".universal").read_universal(data, privacy, table, size)
    return Gradient(
        table=table,
        privacy=privacy,
        objective=objective,
        scenarios=scenarios,
        charge=charge,
        cover=read_cover(data["cover"], charge, utility, size),
        universal=universal,
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def read_scenario(value: Any, table: PrivateTable, objective: Objective) -> Scenario:
    """A prior with its evidence, and the numbers that follow from them."""
    given = record(value, "prior weight offset estimators tangents")
    truths = len(table.sizes)
    prior = distribution(given["prior"], table.sizes)
    weight = rational(given["weight"])
    well_formed(weight >= 0, "a weight is negative")
    estimators = [
        rationals(x, len(table.rows)) for x in listed(given["estimators"], len(objective.seen))
    ]
    tangents = [rationals(v, truths) for v in listed(given["tangents"], len(objective.contrasts))]
    means = _means(table, prior)
    gains = [2 * exact_dot(c, v) for c, v in zip(objective.contrasts, tangents, strict=True)]
    return Scenario(
        prior=prior,
        weight=weight,
        offset=rational(given["offset"]),
        estimators=estimators,
        tangents=tangents,
        means=means,
        moments=[moment(x, means) for x in estimators],
        gains=gains,
        corner=objective.corner(prior),
    )


def _means(table: PrivateTable, prior: list[Fraction]) -> list[Fraction]:
    """q.r for every row."""
    whole, below = cleared(prior)
    unit = below * table.unit
    return [Fraction(dot(whole, entries(row)), unit) for row in table.rows]


def moment(x: list[Fraction], means: list[Fraction]) -> Fraction:
    """sum_i x_i^2 q.r_i."""
    (whole,), below = cleared_rows([x])
    masses, unit = cleared(means)
    return Fraction(dot([y * y for y in whole], masses), below * below * unit)
