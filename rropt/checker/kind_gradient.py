"""Kind gradient: no private table has a variance below the bound.

What is estimated has the derivatives D_x at points x of share w_x, where truths have the
probabilities p_x: shares of truths at a prior (one point, D = 1), or coefficients of a model. The
rows r_i of a table carry the information

    J = sum_i sum_x w_x (D_x'r_i)(D_x'r_i)' / (p_x.r_i).

Numbers z with sum_i sum_x w_x z_xi D_x'r_i = c are an unbiased estimator of c.theta. By Cauchy and
Schwarz its second moment sum_i sum_x w_x z_xi^2 p_x.r_i is at least c'J^-1 c, which the best one
has, z_xi = (D_x v).r_i / p_x.r_i with J v = c; at a prior the variance is (c.q)^2 less. And for
every v

    c'J^-1 c >= 2 c.v - v'Jv = 2 c.v - sum_i sum_x w_x ((D_x v).r_i)^2 / (p_x.r_i),

a utility of the table, for which prices hold (`charge`). So an estimator shows what this table
does, and a vector v (a tangent) with prices what no table can do; neither must be the best one to
be right. What is made of the variances is an objective, a class each in `objectives`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .charge import Charge, Cover
from .coverage import read_any_privacy, read_charge, read_cover
from .fields import listed, rational, record
from .objectives import Objective, read_scenarios
from .pages import named_page
from .privacy import AnyPrivacy, one_number, read_universal
from .private_table import PrivateTable, read_table
from .scenarios import Scenario
from .statement import reached
from .verdict import Doubts, Size, need, well_formed

OBJECTIVES = {
    "a-optimal": ".contrasts",
    "c-optimal": ".contrasts",
    "mean": ".contrasts",
    "variance": ".contrasts",
    "e-optimal": ".largest_eigenvalue",
    "d-optimal": ".determinant",
    "coefficients": ".coefficients",
    "log-determinant": ".coefficients",
}
"""The page that reads an objective of this name, with exactly the fields that belong to it."""

FIELDS = "privacy objective scenarios patterns weights prices value bound gap cover"


@dataclass(frozen=True)
class Gradient:
    """A table, its estimators and tangents in some scenarios, and prices."""

    table: PrivateTable
    privacy: AnyPrivacy
    objective: Objective
    scenarios: list[Scenario]
    charge: Charge
    cover: Cover
    universal: Callable[[], str]
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        for at in self.scenarios:
            at.verify_estimators()  # the moments of biased ones would show nothing
        self.objective.verify_value(self.scenarios, self.value, doubts)
        self.objective.verify_bound(self.scenarios, self.charge.bound, self.bound, doubts)
        gap = self.objective.gap(self.value, self.bound)
        need(self.gap == gap, "gap is not the difference of value and bound")
        self.cover.verify(doubts)
        return self.sentence(self.universal())

    def sentence(self, also: str) -> str:
        """What is proved, and what is added."""
        words = self.privacy.words
        objective = self.objective.sentence(self.scenarios)
        mechanism = self.objective.mechanisms(self.table.truths)
        beyond, has = self.objective.ends(self.value, self.bound)
        claim = f"no {words.bound} private {mechanism} has {objective} {beyond}"
        table = self.objective.deployed(words.this_table)
        return f"{claim}, and {table} {reached(self.gap, self.bound, has)}{also}"


def read_gradient(data: dict[str, Any], size: Size) -> Gradient:
    """The fields of a certificate of this kind."""
    record(data, FIELDS, "pair_prices condition_prices universal")
    truths = len(listed(data["prices"]))
    well_formed(truths >= 2, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    privacy = read_any_privacy(data["privacy"], table.sizes, size, "truths")
    privacy.allow_table(table, size)
    charge = read_charge(data, privacy, table.sizes)
    objective = read_objective(data["objective"], truths, size)
    if objective.needs_one_number:
        one_number(privacy, "numbers of an interval need a level that is one number")
    size.allow(objective.steps_of_value(truths, len(table.rows)))
    scenarios = read_scenarios(objective, listed(data["scenarios"]), table, size)
    utility = objective.utility(scenarios)
    return Gradient(
        table=table,
        privacy=privacy,
        objective=objective,
        scenarios=scenarios,
        charge=charge,
        cover=read_cover(data["cover"], charge, utility, size),
        universal=read_universal(data, privacy, table, size),
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def read_objective(value: Any, truths: int, size: Size) -> Objective:
    """The objective of this name."""
    _, of_name = named_page(value, "name", OBJECTIVES)
    objective: Objective = of_name.read(value, truths, size)
    return objective
