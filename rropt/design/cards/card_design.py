"""Two-answer designs: the best card, and Warner's device."""

from __future__ import annotations

import math
from fractions import Fraction

from rropt.channel import Channel
from rropt.design.answer import Answer
from rropt.design.cards import two_answers
from rropt.design.cards.two_answers import (
    Card,
    channel_of,
    revealing_cards,
    symmetric_card,
    variance,
)
from rropt.design.engine.linear_optimum import useless
from rropt.design.engine.price_certificate import certify
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.exact.certified_number import CertifiedNumber
from rropt.privacy.conditions import LOW, Conditions
from rropt.utility import Variance, Warner

USELESS = (
    "gamma = 1 with delta = 0: no card with p00 + p11 > 1 is admissible; every private card is "
    "useless"
)


def card_design(problem: Problem, total: int | None, revealing: bool) -> Answer:
    """The certified best card; `revealing=False` refuses cards that reveal a truth for sure."""
    best = _best(problem, revealing)
    if not best:
        return _useless_card(problem, total)
    notes = _notes(problem, revealing)
    card = best[0]
    if total is not None:
        rounded = two_answers.best_card_over(problem, total, revealing)
        if rounded is None:
            raise InputError(f"denominator must be larger: no useful private card is over {total}")
        card = rounded
        notes = (*notes, f"table over 1/{total}")
    certificate = two_answers.certify(problem, card)
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(variance(card, problem.objective.prior)),
        bound=CertifiedNumber.of(Fraction(certificate.data["bound"])),
        certificate=certificate,
        table=channel_of(card),
        remarks=notes,
        minimisers=_minimisers(problem, best, revealing) if total is None else None,
    )


def _best(problem: Problem, revealing: bool) -> list[Card]:
    if problem.levels is not None:
        return _best_of_levels(problem, revealing)
    gamma = problem.gamma
    delta = problem.delta
    objective = problem.objective
    if gamma.hi == 1 and not delta:
        return []
    # Then p = (gamma + 1) / (gamma + 1): the symmetric card reveals as well.
    if not revealing and delta == 1:
        raise InputError("delta must be below 1 where no card may reveal a truth, got 1")
    if isinstance(objective, Warner) or not revealing:
        # Warner's devices are symmetric, and of all vertices only that card reveals nothing.
        return [symmetric_card(gamma.lo, delta)]
    return two_answers.best_cards(gamma, delta, objective.prior)


def _best_of_levels(problem: Problem, revealing: bool) -> list[Card]:
    """A best card under a matrix of levels."""
    if isinstance(problem.levels, Conditions) or problem.cone.singles:
        raise InputError(
            "privacy must be one number or a matrix of levels for Warner's device, got "
            f"{problem.privacy.describe()}; the objective variance takes any"
        )
    if not revealing and not problem.hides:
        raise InputError(
            "revealing must be yes under a matrix with deltas or infinite levels: its best cards "
            "are among those that reveal truths"
        )
    cards = two_answers.possible_cards(problem, LOW)
    if not cards:
        raise InputError("privacy must leave something to report: every private card is useless")
    return [two_answers.least_variance(problem, cards)]


def _minimisers(problem: Problem, best: list[Card], revealing: bool) -> tuple[Channel, ...] | None:
    """All minimisers; none where they are not known, are a segment, or are refused."""
    if problem.levels is not None or _is_a_segment(problem):
        return None
    if not revealing and not isinstance(problem.objective, Warner):
        minimisers = two_answers.best_cards(problem.gamma, problem.delta, problem.objective.prior)
        # The least variance is then that of a revealing card, which others only approach.
        if best[0] not in minimisers:
            return None
    return tuple(channel_of(card) for card in best)


def _is_a_segment(problem: Problem) -> bool:
    """At prior 0 or 1 with delta > 0 the minimisers are not finitely many."""
    if problem.levels is not None:
        return False
    ends = problem.objective.prior in (0, 1)
    return ends and problem.delta > 0 and not isinstance(problem.objective, Warner)


def _notes(problem: Problem, revealing: bool) -> tuple[str, ...]:
    if problem.levels is not None:
        return ()
    delta = problem.delta
    prior = problem.objective.prior
    notes = []
    if _is_a_segment(problem) and revealing:
        kept, other = ("p00", "p11") if prior == 0 else ("p11", "p00")
        notes.append(f"every card with {kept} = 1 and 0 < {other} <= {delta} has the same variance")
    if not revealing and delta and not isinstance(problem.objective, Warner):
        least = min(variance(card, prior) for card in revealing_cards(delta))
        notes.append(
            f"cards that reveal a truth with certainty are refused; their best variance {least} "
            "is approached but not reached by cards that do not"
        )
    return tuple(notes)


def _useless_card(problem: Problem, total: int | None) -> Answer:
    """Every private card is useless; the bound is that of any number of reports."""
    if total is not None and total % 2:
        raise InputError(f"denominator must be even for a fair card, got {total}; {USELESS}")
    free = Problem(problem.privacy, Variance(Fraction(1, 2)), None)
    return Answer(
        problem=problem,
        value=CertifiedNumber.of(math.inf),
        bound=CertifiedNumber.of(math.inf),
        certificate=certify(free, useless(free)),
        table=channel_of((Fraction(1, 2), Fraction(1, 2))),
        remarks=(USELESS,),
    )
