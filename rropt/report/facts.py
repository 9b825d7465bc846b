"""What a report says about a design beyond its value: found once, for text, HTML and JSON.

| part | question |
|---|---|
| `guarantee` | which privacy does the exact table have, and does any report reveal a truth? |
| `restrictions` | what do two answers, no certain revelation, a small denominator cost? |
| `rivals` | what are the named classical devices worth at the same privacy? |
| `elsewhere` | how much is lost if the prevalence is something else? |
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from rropt.design.answer import Answer
from rropt.design.asked_reports import has_fewer_reports, is_card, is_chained
from rropt.design.consequences import restriction
from rropt.design.problem import Problem
from rropt.design.solve import solve
from rropt.exact import text
from rropt.privacy import Levels
from rropt.report.compared_devices import rivals
from rropt.report.deployable_tables import deployable_over
from rropt.report.fact_lines import Line, far, is_degenerate, proved_best
from rropt.report.missing_reports import Cost, missing_reports
from rropt.report.model_worth import Elsewhere, at_other_coefficients
from rropt.report.words import guarantee
from rropt.report.worth import efficiency, value_of
from rropt.utility import Variance, Warner
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import WorstCase

DENOMINATORS = (36, 100, 1000)
"""Two dice, percent, per mille."""

PREVALENCES = ("1/100", "1/20", "1/10", "1/4", "1/2", "3/4", "9/10")


@dataclass(frozen=True)
class Facts:
    """Everything that is said beside table, value, bound and gap."""

    guarantee: tuple[str, ...]
    restrictions: tuple[Line, ...]
    rivals: tuple[Line, ...]
    elsewhere: tuple[Elsewhere, ...]

    def to_json(self) -> dict[str, Any]:
        """JSON-ready; infinities as "oo"."""
        plain: dict[str, Any] = _finite(asdict(self))
        return plain

    @classmethod
    def from_json(cls, plain: dict[str, Any]) -> Facts:
        """The inverse of `to_json`."""
        return cls(
            guarantee=tuple(plain["guarantee"]),
            restrictions=tuple(Line(**_infinite(line)) for line in plain["restrictions"]),
            rivals=tuple(Line(**_infinite(line)) for line in plain["rivals"]),
            elsewhere=tuple(Elsewhere(**_infinite(line)) for line in plain["elsewhere"]),
        )


def facts_of(design: Answer) -> Facts:
    """All parts; those that have no answer for this objective are empty.

    >>> from rropt import LocalDP, optimal
    >>> design = optimal(LocalDP("ln(3)"), Variance("1/4"))
    >>> facts_of(design).rivals[0].efficiency
    1.0
    """
    return Facts(guarantee(design), restrictions(design), rivals(design), elsewhere(design))


# --- restrictions -------------------------------------------------------------------------------


def restrictions(design: Answer) -> tuple[Line, ...]:
    """What two answers, no certainty and small denominators cost against the best of all."""
    if design.table is None or is_degenerate(design):
        return ()
    best = proved_best(design)
    lines = [*_fewer_reports(design), *_no_certainty(design), *_denominators(design)]
    objective = design.problem.objective
    return tuple(
        Line(label, value, efficiency(objective, value, best), note) for label, value, note in lines
    )


def _fewer_reports(design: Answer) -> list[Cost]:
    """Any number of reports, and every number below that is known; a proportion's best card."""
    problem = design.problem
    fewer = missing_reports(design)
    if has_fewer_reports(problem) and restriction(design) is None:
        return fewer
    any_number = ("any number of reports", proved_best(design), "")
    if not isinstance(problem.objective, Variance):
        return [any_number, *fewer] if fewer else []
    if not 0 < problem.objective.prior < 1:
        return []
    return [any_number, *fewer, *_two_answers(problem)]


def _two_answers(problem: Problem) -> list[Cost]:
    """The best card of a proportion."""
    from rropt.design.cards.two_answers import variance

    cards = _best_cards(problem)
    if not cards:
        return []
    return [("two answers", float(variance(cards[0], problem.objective.prior)), "")]


def _best_cards(problem: Problem) -> list[Any]:
    """The yes/no cards of least variance; none under conditions."""
    from rropt.design.cards.level_cards import best_card
    from rropt.design.cards.two_answers import best_cards

    levels = problem.levels
    if levels is None:
        return list(best_cards(problem.gamma, problem.delta, problem.objective.prior))
    if not isinstance(levels, Levels) or levels.singles:
        return []
    return [best_card(Problem(problem.privacy, problem.objective, 2), levels)]


def _no_certainty(design: Answer) -> list[Cost]:
    """The symmetric card, which reveals nothing for certain; only where delta allows more."""
    problem = design.problem
    one_number = isinstance(problem.objective, Variance) and problem.levels is None
    if not one_number or not 0 < problem.delta < 1:
        return []
    from rropt.design.cards.two_answers import symmetric_card, variance

    card = symmetric_card(problem.gamma.lo, problem.delta)
    value = variance(card, problem.objective.prior)
    return [("two answers, no certain report", float(value), "")]


def _denominators(design: Answer) -> list[Cost]:
    """The table over N chances; not where the design itself was asked for over one."""
    problem = design.problem
    if design.denominator is not None:
        return []
    if isinstance(problem.objective, WorstCase):  # no search over N knows it
        return []
    how = "best" if is_card(design.problem) else "rounded"
    found = []
    for total in DENOMINATORS:
        table = deployable_over(design, total)
        if table is not None:
            value = value_of(problem.objective, table)
            found.append((f"{how} over {total}", value, _dice(total)))
    return found


def _dice(total: int) -> str:
    return {36: "two dice", 100: "percent", 1000: "per mille"}.get(total, "")


# --- another prevalence -------------------------------------------------------------------------


def elsewhere(design: Answer) -> tuple[Elsewhere, ...]:
    """The table's variance at other prevalences, beside the least there; exact until shown.

    For a model: at other coefficients.
    """
    objective = design.problem.objective
    if isinstance(objective, ForModel):
        return at_other_coefficients(design)
    if design.table is None or not isinstance(objective, Variance) or is_degenerate(design):
        return ()
    given = text(objective.prior)
    listed = sorted({*PREVALENCES, given}, key=Fraction)
    return tuple(_at(design, prevalence) for prevalence in listed)


def _at(design: Answer, prevalence: str) -> Elsewhere:
    objective = type(design.problem.objective)(prevalence)
    value = value_of(objective, design.channel)
    best = _least_variance(design, prevalence)
    return Elsewhere(prevalence, value, best, efficiency(objective, value, best))


def _least_variance(design: Answer, prevalence: str) -> float:
    """The closed form of the optimum at another prevalence under the same restriction."""
    from rropt.design.cards.two_answers import symmetric_card, variance
    from rropt.devices.optimum import optimum_at

    problem = design.problem
    if problem.levels is not None or is_chained(problem):
        moved = type(problem.objective)(prevalence)
        return far(solve(problem.privacy, moved, problem.outputs).bound)
    if isinstance(problem.objective, Warner):
        card = symmetric_card(problem.gamma.lo, problem.delta)
        return float(variance(card, Fraction(prevalence)))
    found = optimum_at(problem.gamma.hi, problem.delta, prevalence)
    return float(found.variance if problem.outputs != 2 else found.two_answers or math.inf)


# --- helpers ------------------------------------------------------------------------------------


def _finite(value: Any) -> Any:
    """Infinities as "oo", tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(entry) for entry in value]
    return "oo" if value == math.inf else value


def _infinite(line: dict[str, Any]) -> dict[str, Any]:
    return {key: math.inf if value == "oo" else value for key, value in line.items()}
