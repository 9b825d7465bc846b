"""What a report says about a design beyond its value: found once, for text, HTML and JSON.

| part | question |
|---|---|
| `guarantee` | which privacy does the exact table have, and does any report reveal a truth? |
| `restrictions` | what do two answers, no certain revelation, a small denominator cost? |
| `rivals` | what are the named classical devices worth at the same privacy? |
| `elsewhere` | how much is lost if the prevalence is something else? |

What each missing report costs is a certified design of its own, so only what takes milliseconds is
shown unasked; where a number of reports was asked for, the numbers around it are shown as well.
Private tables over one denominator near the optimum are those that a report compares and deploys.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import comb
from typing import Any

from rropt.design.answer import Answer, found_once
from rropt.design.answer_facts import restriction
from rropt.design.deployed.deploy import BEST, Deployed, OptimumPrices, deployed
from rropt.design.problem import Problem
from rropt.design.report_counts import (
    has_fewer_reports,
    is_card,
    is_chained,
    is_interchangeable,
    is_listed,
    is_of_fewer_actions,
)
from rropt.design.solve import solve
from rropt.exact import InputError
from rropt.exact.recorded import Recorded
from rropt.patterns.extreme import ordered_pairs
from rropt.privacy import Levels
from rropt.privacy.conditions import LOW, Conditions
from rropt.report.compared_devices import Line, far, is_degenerate, proved_best, rivals
from rropt.report.words import guarantee
from rropt.utility.worst_case import WorstCase

DENOMINATORS = {36: "two dice", 100: "percent", 1000: "per mille"}

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
        return _finite(asdict(self))

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
    from rropt.design.cards.two_answers import best_cards, least_variance, possible_cards

    levels = problem.levels
    if levels is None:
        return list(best_cards(problem.gamma, problem.delta, problem.objective.prior))
    if not isinstance(levels, Levels) or levels.singles:
        return []
    cards = possible_cards(problem, LOW)
    return [least_variance(problem, cards)] if cards else []


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
    for total, words in DENOMINATORS.items():
        found = deployable_over(design, total)
        if found is not None:
            known = "best" if found.is_best else "best known"
            value = float(problem.objective.worth(found.table))
            lines.append((f"{known} over {total}", value, words))
    return lines


def _is_long(design: Answer) -> bool:
    reports, truths = design.channel.shape
    return reports * truths > MOST_ROUNDED


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
            # Against the bound that is proved there: the loss is not made less by a gap.
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


MOST_LINES = 5
MOST_TRUTHS = 8
"""Of a list of sets, and of guesses: some 500 tables, or programs of 10 ms."""

MOST_CHOICES = 20
"""Of actions: each is a program of its own."""

WORDS = {2: "two", 3: "three"}

Cost = tuple[str, float, str]


def missing_reports(design: Answer) -> list[Cost]:
    """Numbers of reports and values, from many to few; the design's own number is among them.

    >>> from rropt import LocalDP, Trace, optimal
    >>> design = optimal(LocalDP("ln(3)"), Trace(4))
    >>> [f"{label} {value}" for label, value, _ in missing_reports(design)]
    ['three reports 1.8', 'two reports 1.5']
    """
    problem = design.problem
    own = problem.outputs or 0
    # Down from one fewer than there are to two, as one report tells nothing.
    fewer = range(min(own or len(design.channel.rows), MOST_LINES + 2) - 1, 1, -1)
    numbers = [own, *fewer] if has_fewer_reports(problem) else fewer
    found = []
    for number in numbers:
        value = far(design.value) if number == own else _value(problem, number)
        if value is not None:
            found.append((f"{WORDS.get(number, str(number))} reports", value, ""))
    return found


def _value(problem: Problem, number: int) -> float | None:
    """Of the best table with so many reports, where it is quickly found."""
    fewer = Problem(problem.privacy, problem.objective, number)
    if not _is_quick(fewer):
        return None
    try:
        return far(solve(problem.privacy, problem.objective, number).value)
    except InputError:
        return None


def _is_quick(problem: Problem) -> bool:
    if is_chained(problem):
        return True
    if isinstance(problem.levels, Conditions) or problem.truths > MOST_TRUTHS:
        return False
    if is_listed(problem):
        return True
    if not is_of_fewer_actions(problem):
        return False
    number = problem.objective.number_of_actions
    return is_interchangeable(problem) or comb(number, problem.outputs or 0) <= MOST_CHOICES


MOST_SEARCHED = 4
"""Up to so many truths a table is found in a third of a second at most, and shown unasked; beyond,
a search for one takes seconds, and `denominator` asks for it."""

MOST_UNDER_LEVELS = 3
"""The same for a matrix of levels, where a search takes a second at 4 truths."""

MOST_ENTRIES = 10**8
"""Longer numbers make no table."""


def deployable_over(design: Answer, total: int, reports: int | None = None) -> Deployed | None:
    """The table that `denominator` gives, found once; with at most so many reports."""
    known = _deployable_tables(design)
    asked = (total, reports)
    if asked not in known:
        known[asked] = _deployable(design, total, reports)
    return known[asked]


@found_once
def _deployable_tables(design: Answer) -> dict[tuple[int, int | None], Deployed | None]:
    """Those that were looked for."""
    return {}


def is_shown_unasked(problem: Problem) -> bool:
    """Whether a table over N chances is found at once: for few truths, or where none is searched
    for beyond the optimum rounded and the catalogue's shapes."""
    from rropt.design.deployed.exchange import MOST_TRUTHS

    if problem.levels is not None:
        return problem.truths <= MOST_UNDER_LEVELS
    return problem.truths <= MOST_SEARCHED or problem.truths > MOST_TRUTHS


def _deployable(design: Answer, total: int, reports: int | None) -> Deployed | None:
    from rropt.design.cards.few_reports import best_table, written
    from rropt.design.cards.two_answers import best_card_over, channel_of

    problem = design.problem
    if is_card(problem):
        card = best_card_over(problem, total)
        return None if card is None else Deployed(channel_of(card), BEST)
    if is_listed(problem):
        return Deployed(written(best_table(problem, total)), BEST)
    if has_fewer_reports(problem):  # a design of its own for each number of chances
        return None
    if total**2 * problem.truths > MOST_ENTRIES:
        return None
    most = problem.outputs if reports is None else reports
    found = deployed(problem, design.channel.rows, total, _prices(design), most)
    return found if most is None or found.table.shape[0] <= most else None


def _prices(design: Answer) -> OptimumPrices | None:
    """Of the certificate, where it has one for each truth: they make a search short, no more."""
    data = design.certificate.data
    problem = design.problem
    if (
        problem.levels is not None
        or data["kind"] != "prices"
        or len(data["prices"]) != problem.truths
    ):
        return None
    known = {(a, b): Fraction(z) for a, b, z in data.get("pair_prices", [])}
    pairs = ordered_pairs(problem.truths) if problem.delta else []
    prices = [Fraction(price) for price in data["prices"]]
    # A pair that the certificate does not name has the price 0.
    return OptimumPrices(prices, [known.get(pair, Fraction(0)) for pair in pairs])
