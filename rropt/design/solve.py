"""Which room solves which problem: `solve`."""

from __future__ import annotations

import logging
import reprlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rropt.channel import Channel
from rropt.channel.instructions import spoken
from rropt.channel.validate import labels as checked_labels
from rropt.design.answer import Answer
from rropt.design.engine.linear_design import linear_design
from rropt.design.problem import Problem, denominator_of, in_order, require_criterion, resolved
from rropt.design.report_counts import is_card, is_chained, is_listed, is_of_fewer_actions
from rropt.exact import InputError, exact, whole
from rropt.exact.entries import picked
from rropt.privacy import Criterion, MatrixCriterion
from rropt.utility import Utility
from rropt.utility.curved import Curved
from rropt.utility.for_model import ForModel
from rropt.utility.worst_case import WorstCase

LOG = logging.getLogger("rropt")

LARGEST = 10**290
"""Doubles end at 1e308, and a worse mechanism may be worth 1e18 times as much."""

LARGEST_NUMBER = 10**150
"""Squares of larger ones overflow, and those of 1e-154 are no normal doubles."""

REORDERED = (
    "truths stand in the order of their shares, the largest first, and not in that of the "
    "question: their names say which is which"
)


def solve(
    privacy: Criterion,
    objective: Any,
    outputs: int | str | None = None,
    denominator: int | str | None = None,
    revealing: bool = True,
    labels: Sequence[str] | None = None,
) -> Answer:
    """The certified optimal table for an objective under a privacy criterion, as data.

    `outputs` restricts the number of reports (None or "any": no restriction); `denominator` asks
    for a deployable table whose entries are multiples of 1/N; `revealing=False` refuses yes/no
    cards that reveal anybody's truth for sure.

    >>> from rropt.privacy import LocalDP
    >>> from rropt.utility import Trace
    >>> answer = solve(LocalDP("ln(3)"), Trace(5))
    >>> answer.value, answer.gap
    (15/7, 0)
    """
    _refuse_other_types(privacy, objective)
    _refuse_between_truths(privacy, objective, labels)
    _refuse_extreme_numbers(objective)
    if LOG.isEnabledFor(logging.INFO):
        LOG.info("designing: %s under %s", objective.label, privacy.describe())
    names: Sequence[str] | None = _labels(labels, objective.truths)
    problem = resolved(Problem(privacy, objective, _outputs(outputs)), names)
    total = None if denominator is None else denominator_of(denominator)
    order = _order(problem) if total is None else None
    if order is not None:
        problem = in_order(problem, order)
        names = picked(checked_labels(names, problem.truths, "truths"), order)
    answer = _answer(problem, total, revealing)
    _refuse_beyond_doubles(answer)
    if total is not None:
        answer = replace(answer, denominator=total)
    if order is not None:
        answer = replace(answer, remarks=(*answer.remarks, REORDERED))
    if names is None:
        return answer
    if answer.table is None:
        return replace(answer, truths=tuple(names))
    return replace(answer, table=_named(answer.table, names))


def _refuse_extreme_numbers(objective: Any) -> None:
    """Numbers of a mean, or the entries of a contrast, whose squares no double holds."""
    one = objective.contrast
    several = objective.contrasts if isinstance(objective, WorstCase) else (one,)
    for contrast in filter(None, several):
        if max(map(abs, contrast)) > LARGEST_NUMBER:
            raise InputError(
                "objective must be in a larger unit: it has numbers above 1e150, and their squares "
                "are beyond doubles"
            )
        if 0 < max(contrast) - min(contrast) < 1 / Fraction(LARGEST_NUMBER):
            raise InputError(
                "objective must be in a smaller unit: its numbers differ by less than 1e-150, and "
                "the squares of that are beyond doubles"
            )


def _refuse_beyond_doubles(answer: Answer) -> None:
    """Figures are shown as doubles, and those of other mechanisms beside it are larger."""
    value = answer.value.hi
    if isinstance(value, Fraction) and value > LARGEST:
        raise InputError(
            "objective must be in a larger unit: its value is above 1e290, and figures are shown "
            "in doubles"
        )


def _named(table: Channel, names: Sequence[str]) -> Channel:
    """The table with names for its truths, and for its reports where they speak of a truth each."""
    named = table.relabel(truths=names)
    return named if named.told_apart is not named else spoken(named)


def _answer(problem: Problem, total: int | None, revealing: bool) -> Answer:
    """The room for the problem is imported when it is needed."""
    if is_card(problem):
        from rropt.design.cards.two_answers import card_design

        return card_design(problem, total, revealing)
    _refuse_to_hide(problem, revealing)
    # Fewer reports are a question of their own, whatever the objective: they come first.
    if is_listed(problem):
        from rropt.design.cards.few_reports import two_reports_design

        return two_reports_design(problem, total)
    if is_chained(problem):
        from rropt.design.cards.few_reports import corner_chain_design

        return corner_chain_design(problem, total)
    if is_of_fewer_actions(problem):
        from rropt.design.levels.fewer_actions import fewer_actions_design

        return fewer_actions_design(problem, total)
    if isinstance(problem.objective, ForModel):
        from rropt.design.engine.model_design import model_design

        return model_design(problem, total)
    # Worst cases are curved as well: their own room comes first.
    if isinstance(problem.objective, WorstCase):
        from rropt.design.worst.worst_design import worst_design

        return worst_design(problem, total)
    if isinstance(problem.objective, Curved):
        from rropt.design.curved.curved_design import curved_design

        return curved_design(problem, total)
    return linear_design(problem, total)


def _order(problem: Problem) -> tuple[int, ...] | None:
    """The order of truths in which alone they fall into classes of like shares."""
    if not isinstance(problem.objective, Curved):
        return None
    from rropt.design.curved.curved_design import order_of_shares

    return order_of_shares(problem)


def _labels(labels: Sequence[str] | None, truths: int) -> list[str] | None:
    """As many names as truths."""
    if labels is None:
        return None
    return list(checked_labels(labels, truths, "truths"))


def _outputs(outputs: int | str | None) -> int | None:
    if outputs is None or outputs == "any":
        return None
    try:
        exact(outputs, "outputs")
    except InputError:
        rule = "outputs must be any or a whole number of at least 2"
        raise InputError(f"{rule}, got {outputs!r}") from None
    return whole(outputs, "outputs", least=2)


def _refuse_to_hide(problem: Problem, revealing: bool) -> None:
    """Where privacy allows it the best of all tables reveal truths for sure."""
    if not revealing and not problem.hides:
        raise InputError(
            "revealing must be yes but for yes/no cards (variance with 2 outputs, warner): other "
            f"optima under {problem.privacy.describe()} may reveal truths, and are only approached "
            "by tables that do not"
        )


def _refuse_other_types(privacy: Any, objective: Any) -> None:
    require_criterion(privacy)
    if not isinstance(objective, (Utility, Curved, ForModel)):
        raise InputError(f"objective must be one such as Trace(5), got {reprlib.repr(objective)}")


def _refuse_between_truths(privacy: Criterion, objective: Any, labels: Any) -> None:
    """The truths of an interval are all its numbers, which no label, matrix, distance or budget
    lists."""
    if not getattr(objective, "interval", False):
        return
    if labels is not None:
        raise InputError("truths must be left out for an interval, whose numbers have no labels")
    if isinstance(privacy, MatrixCriterion):
        raise InputError(
            f"privacy must be one number for all numbers of an interval, got {privacy.describe()}: "
            "any other is designed for listed truths alone; list the numbers as values"
        )
