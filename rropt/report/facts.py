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
from typing import Any

from rropt.design.answer import Answer
from rropt.design.answer_facts import restriction
from rropt.design.problem import Problem
from rropt.design.report_counts import has_fewer_reports
from rropt.design.solve import solve
from rropt.exact import InputError
from rropt.exact.recorded import Recorded
from rropt.privacy import Levels
from rropt.report.compared_devices import rivals
from rropt.report.deployable_tables import deployable_over, is_shown_unasked
from rropt.report.fact_lines import Line, far, is_degenerate, proved_best
from rropt.report.missing_reports import Cost, missing_reports
from rropt.report.words import guarantee
from rropt.utility.worst_case import WorstCase

DENOMINATORS = (36, 100, 1000)
"""Two dice, percent, per mille."""

MOST_ROUNDED = 1024
"""Entries of a table that is rounded to small denominators unasked: one of 93 x 31 takes three
seconds of processor time for each of them."""


@dataclass(frozen=True)
class Facts(Recorded):
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

    >>> from rropt import LocalDP, Variance, optimal
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
        Line(label, value, objective.efficiency(value, best), note) for label, value, note in lines
    )


def _fewer_reports(design: Answer) -> list[Cost]:
    """Any number of reports, and every number below that is known; a proportion's best card."""
    problem = design.problem
    fewer = missing_reports(design)
    if has_fewer_reports(problem) and restriction(design) is None:
        return fewer
    any_number = ("any number of reports", proved_best(design), "")
    if problem.objective.prevalence is None:
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
    one_number = problem.objective.prevalence is not None and problem.levels is None
    if not one_number or not 0 < problem.delta < 1:
        return []
    from rropt.design.cards.two_answers import symmetric_card, variance

    card = symmetric_card(problem.gamma.lo, problem.delta)
    value = variance(card, problem.objective.prior)
    return [("two answers, no certain report", float(value), "")]


def _denominators(design: Answer) -> list[Cost]:
    """What `denominator` gives, where that takes no search that nobody asked for; not where the
    design itself was asked for over one."""
    problem = design.problem
    if design.denominator is not None:
        return []
    if isinstance(problem.objective, WorstCase):  # no search over N knows it
        return []
    if not is_shown_unasked(problem) or _is_long(design):
        return []
    lines = []
    for total in DENOMINATORS:
        found = deployable_over(design, total)
        if found is not None:
            known = "best" if found.is_best else "best known"
            value = float(problem.objective.worth(found.table))
            lines.append((f"{known} over {total}", value, _dice(total)))
    return lines


def _is_long(design: Answer) -> bool:
    reports, truths = design.channel.shape
    return reports * truths > MOST_ROUNDED


def _dice(total: int) -> str:
    return {36: "two dice", 100: "percent", 1000: "per mille"}.get(total, "")


# --- other assumptions --------------------------------------------------------------------------


@dataclass(frozen=True)
class Elsewhere:
    """A design's value where the prevalence, or the coefficients, are others than it assumes."""

    prevalence: str
    value: float
    best: float
    efficiency: float | None


MOST_TRUTHS_ELSEWHERE = 4
"""Five designs at other coefficients take a second at 4 truths with a delta."""


def elsewhere(design: Answer) -> tuple[Elsewhere, ...]:
    """The table under other assumptions, beside the best table there."""
    if design.table is None or is_degenerate(design):
        return ()
    objective = design.problem.objective
    if objective.truths > MOST_TRUTHS_ELSEWHERE:
        return ()
    found = []
    for name, moved in objective.elsewhere().items():
        value = float(moved.worth(design.table))
        try:
            best = far(solve(design.problem.privacy, moved, design.problem.outputs).bound)
        except InputError:  # no certificate there
            continue
        found.append(Elsewhere(name, value, best, moved.efficiency(value, best)))
    return tuple(found)


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
