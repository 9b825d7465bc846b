"""The best table with three reports about two truths with a delta, for any convex utility.

One of some fifty tables is best (theorem and proof: `rropt.checker.kind_three_reports`), and exact
values decide. With four reports nothing is lost: an optimum with any number of them lies on the
rays (1, 0), (g, 1), (1, g), (0, 1), one report each.
"""

from __future__ import annotations

from fractions import Fraction

from rropt.certificate import issue, privacy_statement
from rropt.channel import Channel
from rropt.checker.kind_three_reports import candidates
from rropt.design.answer import Answer, simplify
from rropt.design.levels.rounded_table import round_levels
from rropt.design.problem import Problem, linear_utility
from rropt.exact import Table
from rropt.privacy.conditions import several_levels
from rropt.utility import Custom, FDivergence, Utility
from rropt.utility.base import Bounds
from rropt.utility.decision_rows import actions_of


def may_need_four(problem: Problem) -> bool:
    """Whether three reports are asked for where an optimum may need four.

    Without a delta two truths need two reports, and so do decisions between two truths.
    """
    objective = problem.objective
    if problem.outputs != 3 or problem.levels is not None or not isinstance(objective, Utility):
        return False
    if problem.truths != 2 or not 0 < problem.delta < 1 or actions_of(objective) is not None:
        return False
    return not isinstance(objective, FDivergence) or objective.divergence != "total-variation"


def three_reports_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with three reports; near it over 1/N for a denominator N."""
    utility, gamma, delta = linear_utility(problem), problem.gamma, problem.delta
    bound = max(worth(utility, table)[1] for table in _tables(gamma.hi, delta))
    table = max(_tables(gamma.lo, delta), key=lambda each: worth(utility, each))
    if total is not None:
        level = [(gamma.lo, delta)]
        conditions = several_levels({(0, 1): level, (1, 0): level}, 2)
        table = round_levels(table, total, conditions).rows
    low, high = worth(utility, table)
    data = {
        "kind": "three-reports",
        "privacy": privacy_statement(gamma, delta),
        "truths": 2,
        "utility": _words(utility, [table, *_tables(gamma.hi, delta)]),
        "table": table,
        "value": low if low == high else [low, high],
        "bound": bound,
        "gap": bound - low,
    }
    return Answer(
        problem=problem,
        value=simplify(utility.report((low, high))),
        bound=simplify(utility.report((bound, bound))),
        certificate=issue(data),
        table=Channel.from_rows(table),
        remarks=() if total is None else (f"table over 1/{total}: rounded",),
    )


def worth(utility: Utility, table: Table) -> Bounds:
    """Rationals below and above the utility."""
    ends = [utility.bounds(row) for row in table]
    return sum((low for low, _ in ends), Fraction(0)), sum((high for _, high in ends), Fraction(0))


def _tables(gamma: Fraction, delta: Fraction) -> list[Table]:
    return [tuple(map(tuple, rows)) for rows in candidates(gamma, delta)]


def _words(utility: Utility, tables: list[Table]) -> dict[str, object]:
    """The utility as stated; the user's own by its values at all rows."""
    statement = utility.statement()
    if not isinstance(utility, Custom):
        return statement
    rows = list(dict.fromkeys(row for table in tables for row in table))
    return statement | {"values": utility.tabulate(rows)}
