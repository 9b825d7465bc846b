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
does, and a vector v (a tangent) with prices what no table can do. Both make up a `Goal`.
"""

from collections.abc import Callable
from typing import Any

from .fields import flag, listed, rational, record
from .pages import named_page, page
from .private_table import read_table
from .scenarios import Goal
from .statement import down, reached, up
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


def read_gradient(
    data: dict[str, Any], size: Size, coverage: str = ".coverage"
) -> Callable[[Doubts], str]:
    """The fields of a certificate of this kind, and what is to be checked: of prices, by a page."""
    pricing = page(coverage)
    record(data, FIELDS, "pair_prices condition_prices universal")
    truths = len(listed(data["prices"]))
    well_formed(truths >= 2, "fewer than two truths")
    table = read_table(data["patterns"], data["weights"], [1] * truths)
    privacy = pricing.read_level(data["privacy"], table.sizes, size, "truths")
    privacy.allow_table(table, size)
    charge = pricing.read_charge(data, privacy, table.sizes)
    _, of_name = named_page(data["objective"], "name", OBJECTIVES)
    if data["objective"].get("over") in ("numbers", "density"):
        of_name = page(".interval_numbers")
    goal: Goal = of_name.read(data["objective"], data["scenarios"], table, size)
    which, use = goal.numbers
    if which:  # a number between truths mixes their columns
        page(".privacy").one_number(privacy, "numbers of an interval need one number")
    cover = pricing.read_cover_of_goal(data["cover"], charge, goal, size)
    claimed = flag(data.get("universal", False))
    universal = page(".universal").read_universal(privacy, table, size) if claimed else str
    value, bound, gap = (rational(data[name]) for name in ("value", "bound", "gap"))

    def prove(doubts: Doubts) -> str:
        privacy.verify(doubts)
        table.verify(privacy, doubts)
        for at in goal.scenarios:
            at.verify_estimators()  # the moments of biased ones would show nothing
        goal.verify_value(value, doubts)
        goal.verify_bound(charge.bound, bound, doubts)
        larger, less = (bound, value) if goal.is_information else (value, bound)
        need(gap == larger - less, "gap is not the difference of value and bound")
        cover(doubts)
        words = privacy.words
        beyond, has = f"below {down(bound)}", f"at most {up(value)}"
        if goal.is_information:
            beyond, has = f"above {up(bound)}", f"at least {down(value)}"
        plain = f"mechanism on {truths} truths"
        claim = f"no {words.bound} private {which or plain} has {goal.words} {beyond}"
        does = reached(gap, bound, has)
        return f"{claim}, and {words.this_table}{use} {does}{universal()}"

    return prove
