"""Private tables over one denominator near an optimum: those that a report compares and deploys."""

from __future__ import annotations

from typing import Any

from rropt.channel import Channel
from rropt.design.answer import Answer, found_once
from rropt.design.asked_reports import has_fewer_reports, is_card, is_listed
from rropt.exact import InputError
from rropt.utility import Warner

MOST_SEARCHED = 4
"""Up to so many truths a rounding is the one that would be deployed; beyond, a search cut short."""


MOST_UNDER_LEVELS = 10
"""The same for a matrix of levels."""

WELL_ROUNDED = 1000
"""Over fewer chances rounding alone loses much more under a matrix than what would be deployed."""


def deployable_over(design: Answer, total: int) -> Channel | None:
    """A private table over 1 / total near the optimum, found once; the best for two answers."""
    known = _deployable_tables(design)
    if total not in known:
        known[total] = _deployable(design, total)
    return known[total]


@found_once
def _deployable_tables(design: Answer) -> dict[int, Channel | None]:
    """Those that were looked for."""
    return {}


def _deployable(design: Answer, total: int) -> Channel | None:
    from rropt.design.cards.two_answers import best_card_over, channel_of
    from rropt.design.cards.two_reports import best_table
    from rropt.design.deployed.exchange import DEPLOYED, SHOWN, table_over

    problem = design.problem
    if problem.levels is not None and not has_fewer_reports(problem):
        return _under_levels(design, total)
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


def _under_levels(design: Answer, total: int) -> Channel | None:
    """The same under a matrix of levels, or under conditions, for few truths."""
    from rropt.design.cards.level_cards import best_card_over
    from rropt.design.cards.two_answers import channel_of
    from rropt.design.levels.whole_table import TO_SHOW, table_over_levels

    problem: Any = design.problem
    if problem.truths > MOST_UNDER_LEVELS:
        return None
    if is_card(problem):
        try:
            return channel_of(best_card_over(problem, problem.levels, total))
        except InputError:  # none that is useful
            return None
    table, how = table_over_levels(problem, design.channel.rows, total, problem.levels, TO_SHOW)
    return table if how != "rounded" or total >= WELL_ROUNDED else None
