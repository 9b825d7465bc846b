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
from typing import TYPE_CHECKING, Any

from rropt.channel import Channel
from rropt.design.answer import Answer, Value, ends
from rropt.design.cards.two_reports import is_listed
from rropt.design.consequences import is_card, restriction
from rropt.design.levels.fewer_actions import has_fewer_reports
from rropt.design.solve import solve
from rropt.exact import InputError, text
from rropt.privacy import Conditions
from rropt.report.model_worth import Elsewhere, at_other_coefficients, marginal_designs
from rropt.report.words import guarantee
from rropt.report.worth import efficiency, is_minimised, value_of
from rropt.utility import Variance, Warner
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import Mean, WorstCase

if TYPE_CHECKING:
    from rropt.devices.model import Device

MOST_PARITIES = 8
"""Levels of conditions at which devices are tried: a table is decided for each."""

MOST_TRUTHS = 6
"""Largest number of truths for which the classical devices are tuned and compared."""

MOST_SEARCHED = 4
"""Up to so many truths a rounding is the one that would be deployed; beyond, a search cut short."""

DENOMINATORS = (36, 100, 1000)
"""Two dice, percent, per mille."""

PREVALENCES = ("1/100", "1/20", "1/10", "1/4", "1/2", "3/4", "9/10")


@dataclass(frozen=True)
class Line:
    """Something with a value of the objective, and its efficiency against the proved bound."""

    label: str
    value: float
    efficiency: float | None
    note: str = ""


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
    if design.table is None or _is_degenerate(design) or design.problem.levels is not None:
        return ()
    best = _best(design)
    lines = [*_two_answers(design), *_no_certainty(design), *_denominators(design)]
    objective = design.problem.objective
    return tuple(
        Line(label, value, efficiency(objective, value, best), note) for label, value, note in lines
    )


def _best(design: Answer) -> float:
    """The proved bound with any number of reports."""
    cost = restriction(design)
    return _far(design.bound) if cost is None else float(cost.proved)


def _two_answers(design: Answer) -> list[tuple[str, float, str]]:
    """Any number of reports, and two, of a proportion or where fewer are asked for."""
    problem = design.problem
    if has_fewer_reports(problem):
        words = "two" if problem.outputs == 2 else str(problem.outputs)
        fewer = (f"{words} reports", _far(design.value), "")
        free = [] if restriction(design) is None else [("any number of reports", _best(design), "")]
        return [*free, fewer]
    if not isinstance(problem.objective, Variance) or not 0 < problem.objective.prior < 1:
        return []
    found = [("any number of reports", _best(design), "")]
    from rropt.design.cards.two_answers import best_cards, variance

    cards = best_cards(problem.gamma, problem.delta, problem.objective.prior)
    if cards:
        found.append(("two answers", float(variance(cards[0], problem.objective.prior)), ""))
    return found


def _no_certainty(design: Answer) -> list[tuple[str, float, str]]:
    """The symmetric card, which reveals nothing for certain; only where delta allows more."""
    problem = design.problem
    if not isinstance(problem.objective, Variance) or not 0 < problem.delta < 1:
        return []
    from rropt.design.cards.two_answers import symmetric_card, variance

    card = symmetric_card(problem.gamma.lo, problem.delta)
    value = variance(card, problem.objective.prior)
    return [("two answers, no certain report", float(value), "")]


def _denominators(design: Answer) -> list[tuple[str, float, str]]:
    """The table over N chances; not where the design itself was asked for over one."""
    problem = design.problem
    if design.denominator is not None:
        return []
    if isinstance(problem.objective, WorstCase):  # no search over N knows it
        return []
    how = "best" if is_card(design.problem) else "rounded"
    found = []
    for total in DENOMINATORS:
        table = deployable(design, total)
        if table is not None:
            value = value_of(problem.objective, table)
            found.append((f"{how} over {total}", value, _dice(total)))
    return found


def deployable(design: Answer, total: int) -> Channel | None:
    """A private table over 1 / total near the optimum; the best one for two answers."""
    from rropt.design.cards.two_answers import best_card_over, channel_of
    from rropt.design.cards.two_reports import best_table
    from rropt.design.deployed.exchange import DEPLOYED, SHOWN, table_over

    problem = design.problem
    if is_card(design.problem):
        card = best_card_over(problem, total, isinstance(problem.objective, Warner))
        return None if card is None else channel_of(card)
    if is_listed(problem):
        return Channel.from_rows(best_table(problem, total))
    if has_fewer_reports(problem):  # a design of its own for each number of chances
        return None
    if total**2 * problem.truths > 10**8:
        return None
    effort = DEPLOYED if problem.truths <= MOST_SEARCHED else SHOWN
    return table_over(problem, design.channel.rows, total, effort)


def _dice(total: int) -> str:
    return {36: "two dice", 100: "percent", 1000: "per mille"}.get(total, "")


# --- rivals -------------------------------------------------------------------------------------


def rivals(design: Answer) -> tuple[Line, ...]:
    """The named devices at the same privacy, best first; devices of equal value share a line."""
    problem, objective = design.problem, design.problem.objective
    if isinstance(objective, Mean):
        return _number_rivals(design, objective)
    if problem.truths > MOST_TRUTHS or _is_degenerate(design):
        return ()
    if has_fewer_reports(problem) and restriction(design) is None:  # devices have more reports
        return ()
    best = _best(design)
    grouped: dict[float, list[str]] = {}
    for name, channel in tuned(problem.privacy, problem.truths).items():
        grouped.setdefault(value_of(objective, channel), []).append(name)
    if isinstance(objective, ForModel):
        for name, channel in marginal_designs(design).items():
            grouped.setdefault(value_of(objective, channel), []).append(name)
    order = sorted(grouped, reverse=not is_minimised(objective))
    return tuple(
        Line(", ".join(sorted(grouped[value])), value, efficiency(objective, value, best))
        for value in order
    )


def _number_rivals(design: Answer, objective: Mean) -> tuple[Line, ...]:
    """The mechanisms for bounded numbers at one level, on the interval of the numbers."""
    if design.problem.levels is not None or design.problem.gamma.lo <= 1:
        return ()
    from rropt.devices.bounded_numbers import NUMBER_MECHANISMS
    from rropt.report.numbers_worth import variance_for

    ends = {"low": min(objective.values), "high": max(objective.values)}
    grouped: dict[float, list[str]] = {}
    for make in NUMBER_MECHANISMS:
        mechanism = make(gamma=design.problem.gamma.lo, **ends)
        grouped.setdefault(variance_for(objective, mechanism), []).append(mechanism.name)
    best = _best(design)
    return tuple(
        Line(", ".join(names), value, efficiency(objective, value, best))
        for value, names in sorted(grouped.items())
    )


def tuned(privacy: Any, truths: int) -> dict[str, Channel]:
    """Each device at the largest parity, of those that are tried, that the privacy allows.

    With delta > 0 a symmetric device can use it: parity (gamma + delta (k - 1)) / (1 - delta).
    """
    found: dict[str, Channel] = {}
    for parity in _parities(privacy, truths):
        devices = _devices_at(parity, truths)
        for name, device in devices.items():
            if name not in found and privacy.satisfied_by(device.channel):
                found[name] = device.channel
    return found


def _parities(privacy: Any, truths: int) -> list[Fraction]:
    """The parities to try, the largest first: of conditions their levels."""
    levels = getattr(privacy, "levels", None)
    if isinstance(levels, Conditions):
        known = {g for condition in levels.listed for _, (g, _) in condition.levels}
        return sorted(known, reverse=True)[:MOST_PARITIES]
    gamma, delta = _strongest(privacy)
    if 0 < delta < 1:
        return [(gamma + delta * (truths - 1)) / (1 - delta), gamma]
    return [gamma]


def _strongest(privacy: Any) -> tuple[Fraction, Fraction]:
    """gamma and delta; of a matrix its least bound, which a device for one number must keep."""
    levels = getattr(privacy, "levels", None)
    if levels is None:
        return privacy.gamma.lo, privacy.delta
    return min(Fraction(levels.lo[a][b]) for a, b in levels.bound_pairs), Fraction(0)


def _devices_at(parity: Fraction, truths: int) -> dict[str, Device]:
    """The devices at a parity; none where it is so near 1 that a rounded root makes one useless.

    A comparison that cannot be made takes no design with it.
    """
    from rropt.devices.rivals import rivals as at_parity

    try:
        return at_parity(parity, truths) if parity > 1 else {}
    except InputError:
        return {}


# --- another prevalence -------------------------------------------------------------------------


def elsewhere(design: Answer) -> tuple[Elsewhere, ...]:
    """The table's variance at other prevalences, beside the least there; exact until shown.

    For a model: at other coefficients.
    """
    objective = design.problem.objective
    if isinstance(objective, ForModel):
        return at_other_coefficients(design)
    if design.table is None or not isinstance(objective, Variance) or _is_degenerate(design):
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
    if problem.levels is not None:
        moved = type(problem.objective)(prevalence)
        return _far(solve(problem.privacy, moved, problem.outputs).bound)
    if isinstance(problem.objective, Warner):
        card = symmetric_card(problem.gamma.lo, problem.delta)
        return float(variance(card, Fraction(prevalence)))
    found = optimum_at(problem.gamma.hi, problem.delta, prevalence)
    return float(found.variance if problem.outputs != 2 else found.two_answers or math.inf)


# --- helpers ------------------------------------------------------------------------------------


def _is_degenerate(design: Answer) -> bool:
    """No useful private table, everything allowed, or a certain prevalence."""
    problem = design.problem
    certain = isinstance(problem.objective, Variance) and problem.objective.prior in (0, 1)
    if problem.levels is not None:
        return certain or design.value == math.inf
    useless = design.value == math.inf or (problem.gamma.hi == 1 and not problem.delta)
    return useless or certain or problem.delta == 1


def _far(value: Value) -> float:
    try:
        return float(ends(value)[0])
    except (OverflowError, InputError):
        return math.inf


def _finite(value: Any) -> Any:
    """Infinities as "oo", tuples as lists, all the way down."""
    if isinstance(value, dict):
        return {key: _finite(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(entry) for entry in value]
    return "oo" if value == math.inf else value


def _infinite(line: dict[str, Any]) -> dict[str, Any]:
    return {key: math.inf if value == "oo" else value for key, value in line.items()}
