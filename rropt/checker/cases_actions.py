"""Cases, actions: no private table with at most m reports has a utility above the bound.

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

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from .actions import Actions
from .charge import Charge, Cover
from .cover_actions import read_actions as read_cover
from .coverage import read_charge
from .few_reports import FIELDS, Asked, proof_of, read_asked
from .fields import listed, places, record
from .privacy import is_number
from .verdict import Doubts, Malformed, Size, need, well_formed

MAX_FEWER_ACTIONS = 512
MAX_ACTION_SETS = 1 << 22
"""Looked through one by one: 180,000 choices of 10 of 20 actions in two sets take half a second."""

GUESSES = "trace", "probability-of-a-right-guess"


@dataclass(frozen=True)
class PricedActions:
    """A set of actions, and prices that cover them."""

    actions: frozenset[int]
    charge: Charge
    cover: Cover


def most_probable(utility: Actions, reports: int) -> list[int]:
    """As many guesses as there are reports, those of the most probable truths."""
    gains = [max(action.values(), default=0) for action in utility.actions]
    ordered = sorted(range(len(gains)), key=lambda a: -gains[a])  # stable
    return ordered[:reports]


def read_actions(data: dict[str, Any], size: Size) -> Callable[[Doubts], str]:
    """The fields of a certificate with this proof, and what is to be checked of them."""
    record(data, f"{FIELDS} sets")
    asked = read_asked(data, size)
    utility = asked.utility
    well_formed(len(asked.sizes) == asked.table.truths, "a truth is a class of its own")
    if not isinstance(utility, Actions):
        raise Malformed("the utility is no largest of actions")
    guess = is_number(asked.privacy) and data["utility"]["name"] in GUESSES
    entries = listed(data["sets"])
    _allow(len(utility.actions), asked.reports, len(entries), guess)
    sets = [_priced(entry, asked, utility, size) for entry in entries]

    def verify(bound: Fraction, doubts: Doubts) -> None:
        """Prices of every set cover its actions, and add up to at most the bound."""
        for priced in sets:
            need(priced.charge.bound <= bound, "prices add up to more than the bound")
            priced.cover(doubts)
        number, many = len(utility.actions), asked.reports
        every: Iterable[Sequence[int]] = combinations(range(number), min(many, number))
        for choice in [most_probable(utility, many)] if guess else every:
            held = any(priced.actions.issuperset(choice) for priced in sets)
            need(held, "some actions lie in no set")

    return proof_of(data, asked, verify)


def _allow(actions: int, reports: int, sets: int, guess: bool) -> None:
    """Few enough choices of actions, and sets to look through for each."""
    well_formed(actions <= MAX_FEWER_ACTIONS, "too many actions")
    many = min(reports, actions)
    choices = 1 if guess else comb(actions, many)  # the most probable truths alone
    steps = choices * many * max(1, sets)
    well_formed(steps <= MAX_ACTION_SETS, "too many choices of actions")


def _priced(value: Any, asked: Asked, utility: Actions, size: Size) -> PricedActions:
    record(value, "actions prices cover", "pair_prices condition_prices")
    chosen = places(value["actions"], len(utility.actions))
    well_formed(chosen, "a set without actions")
    size.allow(2 * len(chosen) * asked.table.truths)
    charge = read_charge(value, asked.privacy, asked.sizes)
    own = Actions([utility.actions[action] for action in chosen], utility.unit)
    cover = record(value["cover"], "proof", "multipliers ratios")
    well_formed(cover["proof"] == "actions", "actions are covered by multipliers")
    return PricedActions(frozenset(chosen), charge, read_cover(cover, charge, own, size))
