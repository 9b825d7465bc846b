"""Private tables over one denominator near an optimum: those that a report compares and deploys."""

from __future__ import annotations

from fractions import Fraction

from rropt.channel import Channel
from rropt.design.answer import Answer, found_once
from rropt.design.deployed.deploy import BEST, Deployed, OptimumPrices, deployed
from rropt.design.problem import Problem
from rropt.design.report_counts import has_fewer_reports, is_card, is_listed
from rropt.patterns.extreme import ordered_pairs

MOST_SEARCHED = 4
"""Up to so many truths a table is found in a third of a second at most, and shown unasked; beyond,
a search for one takes seconds, and `denominator` asks for it."""

MOST_UNDER_LEVELS = 3
"""The same for a matrix of levels, where a search takes a second at 4 truths."""

MOST_ENTRIES = 10**8
"""Longer numbers make no table."""


def deployable_over(design: Answer, total: int, reports: int | None = None) -> Deployed | None:
    """The table that `denominator` gives, found once; with at most so many reports."""
    known, asked = _deployable_tables(design), (total, reports)
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
    from rropt.design.cards.two_answers import best_card_over, channel_of
    from rropt.design.cards.two_reports import best_table

    problem = design.problem
    if is_card(problem):
        card = best_card_over(problem, total)
        return None if card is None else Deployed(channel_of(card), BEST)
    if is_listed(problem):
        return Deployed(Channel.from_rows(best_table(problem, total)), BEST)
    if has_fewer_reports(problem):  # a design of its own for each number of chances
        return None
    if total**2 * problem.truths > MOST_ENTRIES:
        return None
    most = problem.outputs if reports is None else reports
    found = deployed(problem, design.channel.rows, total, _prices(design), most)
    return found if most is None or found.table.shape[0] <= most else None


def _prices(design: Answer) -> OptimumPrices | None:
    """Of the certificate, where it has one for each truth: they make a search short, no more."""
    data, problem = design.certificate.data, design.problem
    if (
        problem.levels is not None
        or data["kind"] != "prices"
        or len(data["prices"]) != problem.truths
    ):
        return None
    known = {(a, b): Fraction(z) for a, b, z in data.get("pair_prices", [])}
    pairs = ordered_pairs(problem.truths) if problem.delta else []
    prices = [Fraction(price) for price in data["prices"]]
    return OptimumPrices(prices, [known.get(pair, Fraction(0)) for pair in pairs])
