"""The best table with m reports for a gain, a guess or the trace: the best m actions.

Rows with the same best action are one report, so m reports are m actions. Branch and bound: a node
is a set of actions and some of them that must stay; the optimum over the set bounds that over all
its parts. A set whose optimum is no better than the best m actions known is listed with its prices
and left; else an action is dropped, or must stay. What the list proves: `cases_actions`. Under
one number the best guesses are those of the most probable truths, and nothing is searched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from rropt.certificate import issue
from rropt.channel import Channel
from rropt.design.answer import Answer, simplify
from rropt.design.engine.linear_design import linear_design
from rropt.design.engine.linear_optimum import solve_any
from rropt.design.problem import Problem
from rropt.design.report_counts import is_interchangeable
from rropt.exact import InputError
from rropt.exact.convert import dot
from rropt.exact.entries import added, two_valued
from rropt.utility import Gain, Guess, Trace

MOST_PROGRAMS = 400
"""Optimal designs of sets of actions, of some 20 ms each."""

PRICED = "prices", "pair_prices", "condition_prices", "cover"
"""What a set of actions takes from the certificate of its own design."""

Indices = tuple[int, ...]


def as_gain(objective: Gain | Guess | Trace) -> Gain:
    """The same as a gain matrix: of a trace under equal priors, times their number."""
    if isinstance(objective, Gain):
        return Gain(objective.matrix, objective.prior)
    k = objective.truths
    worth = k if isinstance(objective, Trace) else 1
    matrix = [two_valued({i}, k, worth, 0) for i in range(k)]
    return Gain(matrix, [Fraction(1, k)] * k if isinstance(objective, Trace) else objective.prior)


class ActionSearch:
    """The best m actions, and the sets that prove it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.gain = as_gain(problem.objective)
        self.most = problem.outputs or 0
        self.solved: dict[Indices, Answer] = {}
        self.listed: dict[Indices, Answer] = {}
        self.best: Answer | None = None

    def optimum(self, actions: Indices, total: int | None = None) -> Answer:
        """The optimal design when only these actions may be taken."""
        # A table over 1/N is another one: only optima over all tables are kept.
        if total is None and actions in self.solved:
            return self.solved[actions]
        if len(self.solved) >= MOST_PROGRAMS:
            raise InputError(
                f"outputs must be any here, got {self.most}: the best choice of so many actions "
                f"was not found and proved within {MOST_PROGRAMS} programs"
            )
        gain = Gain([self.gain.matrix[a] for a in actions], self.gain.prior)
        alone = Problem(self.problem.privacy, gain, None)
        by_actions = solve_any(alone) if alone.levels is None and alone.delta else None
        found = linear_design(alone, total, by_actions)  # whose proof has a part for each action
        if total is None:
            self.solved[actions] = found
        return found

    def run(self) -> None:
        """From all actions on; at once where it is known which are best."""
        if is_interchangeable(self.problem):
            ordered = sorted(range(self.problem.truths), key=self._rarity)
            actions = tuple(sorted(ordered[: self.most]))
            self.best = self.listed[actions] = self.optimum(actions)
            return
        nodes: list[tuple[Indices, Indices]] = [(tuple(range(len(self.gain.matrix))), ())]
        while nodes:
            actions, staying = nodes.pop()
            if len(staying) == self.most:
                # All places are taken: whatever else may be dropped is.
                actions = staying
            found = self.optimum(actions)
            if len(actions) == self.most and self._is_better(found):
                self.best = found
            # Holds for every set of m actions, the best one too: none is branched on.
            if self.best is not None and bound_of(found) <= bound_of(self.best):
                self.listed[actions] = found
                continue
            least = self._least_used(actions, staying, found)
            # The last is taken up first: dropping soon leaves m actions, whose worth ends branches.
            nodes.append((actions, (*staying, least)))
            nodes.append((tuple(a for a in actions if a != least), staying))

    def _rarity(self, truth: int) -> Fraction:
        return -self.gain.actions[truth][truth]

    def _is_better(self, found: Answer) -> bool:
        return self.best is None or bound_of(found) > bound_of(self.best)

    def _least_used(self, actions: Indices, staying: Indices, found: Answer) -> int:
        """The action with the rarest reports, of those that need not stay."""
        mass = dict.fromkeys(actions, Fraction(0))
        for row in found.channel.rows:
            mass[actions[best_action(self.gain, actions, row)]] += sum(row)
        return min((a for a in actions if a not in staying), key=lambda a: (mass[a], a))


def bound_of(answer: Answer) -> Fraction:
    """What is proved of every table with these actions."""
    return Fraction(answer.certificate.data["bound"])


def best_action(gain: Gain, actions: Indices, row: Sequence[Fraction]) -> int:
    """The place of the best of these actions."""
    scores = [dot(gain.actions[a], row) for a in actions]
    return scores.index(max(scores))


def fewer_actions_design(problem: Problem, total: int | None) -> Answer:
    """The certified best table with at most m reports."""
    search = ActionSearch(problem)
    search.run()
    if search.best is None:
        raise InputError("outputs must leave an action")
    chosen = next(actions for actions, found in search.solved.items() if found is search.best)
    # Rounding keeps the best actions; the bound is over all tables and actions.
    found = search.best if total is None else search.optimum(chosen, total)
    table = merged(search.gain, chosen, found.channel.rows)
    _require_private(problem, table)
    value, _ = search.gain.total(table)
    bound = bound_of(search.best)
    privacy, sets = together(search.listed, found.certificate.data["privacy"])
    data = {
        "kind": "cases",
        "proof": "actions",
        "privacy": privacy,
        "truths": problem.truths,
        "utility": problem.objective.statement(),
        "reports": problem.outputs,
        "table": table,
        "sets": sets,
        "value": value,
        "bound": bound,
        "gap": bound - value,
    }
    report = problem.objective.report
    return Answer(
        problem=problem,
        value=simplify(report((value, value))),
        bound=simplify(report((bound, bound))),
        certificate=issue(data),
        table=Channel.from_rows(table),
        remarks=found.remarks,
    )


def _require_private(problem: Problem, table: list[tuple[Fraction, ...]]) -> None:
    """A report that only one truth gives may reveal it; joined to another report it may not."""
    if not getattr(problem.levels, "singles", ()):
        return
    if not problem.privacy.satisfied_by(Channel.from_rows(table)):
        raise InputError(
            f"outputs must be any where truths may be revealed, got {problem.outputs}: a report "
            "that reveals one is joined to no other, and the best choice of so few is not proved"
        )


def merged(gain: Gain, actions: Indices, rows: Any) -> list[tuple[Fraction, ...]]:
    """One report for each action that is taken."""
    groups: dict[int, list[Sequence[Fraction]]] = {}
    for row in rows:
        groups.setdefault(best_action(gain, actions, row), []).append(row)
    return [added(group) for group in groups.values()]


def together(
    listed: Mapping[Indices, Answer], privacy: dict[str, Any]
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """One privacy for all sets, and what each set takes from its own design.

    Under zCDP each design has budgets of orders of its own: those of all sets are listed.
    """
    records = [_record(actions, each) for actions, each in listed.items()]
    chosen = [each.certificate.data["privacy"] for each in listed.values()]
    if all(own == privacy for own in chosen):
        return privacy, records
    conditions: list[dict[str, Any]] = []
    for record, own in zip(records, chosen, strict=True):
        _move(record, len(conditions))
        conditions += own["conditions"]
    return privacy | {"conditions": conditions}, records


def _move(record: dict[str, Any], conditions: int) -> None:
    """Behind so many conditions."""
    prices = record.get("condition_prices", [])
    record["condition_prices"] = [[n + conditions, price] for n, price in prices]
    moved = [[[n + conditions, t] for n, t in own] for own in record["cover"]["ratios"]]
    record["cover"] = record["cover"] | {"ratios": moved}


def _record(actions: Indices, found: Answer) -> dict[str, Any]:
    data = found.certificate.data
    prices = {name: data[name] for name in PRICED if name in data}
    return {"actions": list(actions)} | prices
