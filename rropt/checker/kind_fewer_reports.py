"""Kind fewer-reports: no private table with at most m reports has a utility above the bound.

Theorem. Let u(r) = max_x x.r over some actions x, and let every m of the actions lie together in
one of several sets, such that prices of each set cover its actions and add up to at most a bound.
Then no private table of at most m rows has a utility above that bound.

Proof. Each row has an action that is best for it. These are at most m actions; they lie in a set,
whose prices charge every row at least what its action is worth. So the utility is at most what all
rows are charged, which is at most what the prices add up to (`charge`, `cover_actions`).

Under one number a guess, or a trace, needs one set only: one that holds the m most probable truths.
For any m truths there is a permutation that moves each of them to one of these which is at least as
probable. A table whose truths are permuted so is as private, and worth at least as much with the
moved guesses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from .charge import Charge, read_charge
from .cleared import exact_sum
from .cover_actions import read_actions
from .covers import Cover
from .fields import count, index, listed, matrix, rational, record
from .levels import OneNumber
from .limits import MAX_ACTION_SETS, MAX_FEWER_ACTIONS, Size
from .named_utilities import read_utility
from .private_table import PrivateTable, allow_privacy, table_of
from .stated_privacy import Privacy, read_privacy
from .statement import down, reached, up
from .utilities import Actions
from .verdict import Doubts, Malformed, need, well_formed

GUESSES = "trace", "probability-of-a-right-guess"

FIELDS = "privacy truths utility reports table sets value bound gap"


@dataclass(frozen=True)
class PricedActions:
    """A set of actions, and prices that cover them."""

    actions: frozenset[int]
    charge: Charge
    cover: Cover


@dataclass(frozen=True)
class FewerReports:
    """A table of few reports, and sets of actions that hold every choice of so many."""

    table: PrivateTable
    reports: int
    privacy: Privacy
    utility: Actions
    words: str
    sets: list[PricedActions]
    is_interchangeable: bool
    value: Fraction
    bound: Fraction
    gap: Fraction

    def prove(self, doubts: Doubts) -> str:
        """The sentence, if every check succeeds."""
        self.privacy.verify(doubts)
        self.table.verify(self.privacy, doubts)
        need(len(self.table.rows) <= self.reports, "the table has more reports")
        worth = exact_sum([self.utility.ends(row)[0] for row in self.table.rows])
        need(self.value == worth / self.table.unit, "the table has another value")
        need(self.gap == self.bound - self.value, "gap is not bound - value")
        for priced in self.sets:
            need(priced.charge.bound <= self.bound, "prices add up to more than the bound")
            priced.cover.verify(doubts)
        need(self._holds_every_choice(), "some actions lie in no set")
        return self.sentence()

    def _holds_every_choice(self) -> bool:
        return all(map(self._holds, self._choices()))

    def _holds(self, choice: Sequence[int]) -> bool:
        """Whether a set that has prices holds these actions."""
        return any(priced.actions.issuperset(choice) for priced in self.sets)

    def _choices(self) -> Iterable[Sequence[int]]:
        if self.is_interchangeable:
            return [self._most_probable()]
        number = len(self.utility.actions)
        return combinations(range(number), min(self.reports, number))

    def _most_probable(self) -> list[int]:
        """As many guesses as there are reports, those of the most probable truths."""
        gains = [max(action.values(), default=0) for action in self.utility.actions]
        ordered = sorted(range(len(gains)), key=lambda a: -gains[a])
        return ordered[: self.reports]

    def sentence(self) -> str:
        """What is proved."""
        words = self.privacy.words
        which = f"mechanism with at most {self.reports} reports on {self.table.truths} truths"
        does = reached(self.gap, self.bound, f"at least {down(self.value)}")
        claim = f"no {words.bound} private {which} has {self.words} above {up(self.bound)}"
        return f"{claim}, and {words.this_table} {does}"


def read_fewer_reports(data: dict[str, Any], size: Size) -> FewerReports:
    """The fields of a certificate of this kind."""
    record(data, FIELDS)
    entries = matrix(data["table"])
    truths = len(entries[0])
    well_formed(count(data["truths"]) == truths, "not one column for each truth")
    privacy = read_privacy(data["privacy"], truths, size)
    utility, words = read_utility(data["utility"], [1] * truths)
    if not isinstance(utility, Actions):
        raise Malformed("the utility is no largest of actions")
    table = table_of(entries)
    size.allow(len(entries) * utility.steps)
    allow_privacy(table, privacy, size)
    reports = count(data["reports"])
    guess = isinstance(privacy, OneNumber) and data["utility"]["name"] in GUESSES
    _allow(len(utility.actions), reports, len(listed(data["sets"])), guess)
    covered = sum(_named_actions(entry) for entry in data["sets"])
    size.allow(2 * covered * truths)
    return FewerReports(
        table=table,
        reports=reports,
        privacy=privacy,
        utility=utility,
        words=words,
        sets=[_priced(entry, privacy, utility, truths, size) for entry in data["sets"]],
        is_interchangeable=guess,
        value=rational(data["value"]),
        bound=rational(data["bound"]),
        gap=rational(data["gap"]),
    )


def _allow(actions: int, reports: int, sets: int, guess: bool) -> None:
    """Few enough choices of actions, and sets to look through for each."""
    well_formed(actions <= MAX_FEWER_ACTIONS, "too many actions")
    many = min(reports, actions)
    choices = 1 if guess else comb(actions, many)
    steps = choices * many * max(1, sets)
    well_formed(steps <= MAX_ACTION_SETS, "too many choices of actions")


def _named_actions(entry: Any) -> int:
    """How many actions a set names."""
    named = entry.get("actions") if isinstance(entry, dict) else None
    return len(named) if isinstance(named, list) else 0


def _priced(
    value: Any, privacy: Privacy, utility: Actions, truths: int, size: Size
) -> PricedActions:
    record(value, "actions prices cover", "pair_prices condition_prices")
    chosen = [index(action, len(utility.actions)) for action in listed(value["actions"])]
    well_formed(chosen, "a set without actions")
    well_formed(len(set(chosen)) == len(chosen), "an action occurs twice in a set")
    charge = read_charge(value, privacy, [1] * truths)
    own = Actions([utility.actions[action] for action in chosen], utility.unit)
    well_formed(value["cover"].get("proof") == "actions", "actions are covered by multipliers")
    return PricedActions(frozenset(chosen), charge, read_actions(value["cover"], charge, own, size))
