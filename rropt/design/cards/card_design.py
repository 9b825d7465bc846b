"""Two-answer designs: the best card, Warner's device, and what the two answers cost."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.channel import Channel
from rropt.design.cards import two_answers
from rropt.design.cards.two_answers import (
    Card,
    channel_of,
    revealing_cards,
    symmetric_card,
    variance,
)
from rropt.design.design import Design, Restriction, Routes, simplify
from rropt.design.linear import routes
from rropt.design.linear.trivial_levels import useless
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.utility import Variance, Warner

USELESS = (
    "gamma = 1 with delta = 0: no card with p00 + p11 > 1 is admissible; every private card is "
    "useless"
)


def card_design(problem: Problem, total: int | None, crosscheck: bool, certainty: bool) -> Design:
    """The certified best card; `certainty=False` refuses cards that reveal a truth for sure."""
    best = _best(problem, certainty)
    if not best:
        return _useless_card(problem, total)
    notes = _notes(problem, certainty)
    card = best[0]
    if total is not None:
        warner = isinstance(problem.objective, Warner)
        rounded = two_answers.best_card_over(problem, total, warner, certainty)
        if rounded is None:
            raise InputError(f"denominator must be larger: no useful private card is over {total}")
        card, notes = rounded, (*notes, f"table over 1/{total}")
    certificate = two_answers.certify(problem, card)
    bound = Fraction(certificate.data["bound"])
    return Design(
        problem=problem,
        value=variance(card, problem.objective.prior),
        bound=bound,
        certificate=certificate,
        table=channel_of(card),
        optima=_optima(problem, best, certainty) if total is None else None,
        routes=_routes(problem, bound) if crosscheck else None,
        restriction=_restriction(problem, card),
        notes=notes,
    )


def _best(problem: Problem, certainty: bool) -> list[Card]:
    gamma, delta, objective = problem.gamma, problem.delta, problem.objective
    if gamma.hi == 1 and not delta:
        return []
    if not certainty and delta == 1:
        raise InputError("delta must be below 1 where no card may reveal a truth, got 1")
    if isinstance(objective, Warner) or not certainty:
        return [symmetric_card(gamma.lo, delta)]
    return two_answers.best_cards(gamma, delta, objective.prior)


def _optima(problem: Problem, best: list[Card], certainty: bool) -> tuple[Channel, ...] | None:
    """All minimisers; none where they are a segment, or are refused and only approached."""
    if _is_a_segment(problem):
        return None
    if not certainty and not isinstance(problem.objective, Warner):
        minimisers = two_answers.best_cards(problem.gamma, problem.delta, problem.objective.prior)
        if best[0] not in minimisers:
            return None
    return tuple(channel_of(card) for card in best)


def _is_a_segment(problem: Problem) -> bool:
    """At prior 0 or 1 with delta > 0 the minimisers are not finitely many."""
    ends = problem.objective.prior in (0, 1)
    return ends and problem.delta > 0 and not isinstance(problem.objective, Warner)


def _notes(problem: Problem, certainty: bool) -> tuple[str, ...]:
    delta, prior = problem.delta, problem.objective.prior
    notes = []
    if _is_a_segment(problem) and certainty:
        kept, other = ("p00", "p11") if prior == 0 else ("p11", "p00")
        notes.append(f"every card with {kept} = 1 and 0 < {other} <= {delta} has the same variance")
    if not certainty and delta and not isinstance(problem.objective, Warner):
        least = min(variance(card, prior) for card in revealing_cards(delta))
        notes.append(
            f"cards that reveal a truth with certainty are refused; their best variance {least} "
            "is approached but not reached by cards that do not"
        )
    return tuple(notes)


def _useless_card(problem: Problem, total: int | None) -> Design:
    """Every private card is useless; the bound is that of any number of reports."""
    if total is not None and total % 2:
        raise InputError(f"denominator must be even for a fair card, got {total}; {USELESS}")
    free = Problem(problem.privacy, Variance(Fraction(1, 2)), None)
    return Design(
        problem=problem,
        value=math.inf,
        bound=math.inf,
        certificate=routes.certificate(free, useless(free)),
        table=channel_of((Fraction(1, 2), Fraction(1, 2))),
        notes=(USELESS,),
    )


def _routes(problem: Problem, bound: Fraction) -> Routes:
    from rropt.crosscheck.cvxpy_statement import attempt, best_card, warner_card

    route = warner_card if isinstance(problem.objective, Warner) else best_card
    return Routes(float(bound), attempt(route, problem))


def _restriction(problem: Problem, card: Card) -> Restriction | None:
    """Against the proved optimum with any number of reports, at a prior inside (0, 1)."""
    prior = problem.objective.prior
    if prior in (0, 1):
        return None
    free = Problem(problem.privacy, Variance(prior), None)
    data = routes.certificate(free, routes.solve(free)).data
    least = 1 / Fraction(data["bound"])
    lo, hi = data["value"] if isinstance(data["value"], list) else [data["value"]] * 2
    unrestricted = simplify((1 / Fraction(hi), 1 / Fraction(lo)))
    return Restriction(unrestricted, least, variance(card, prior) / least)
