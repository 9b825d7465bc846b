"""A certificate of kind "cases" with sets of actions, for Coq to decide: `ActionSets.v`.

Under one number a certificate of a guess has prices of the most probable truths alone. Those of
other truths are the same, for truths that are exchanged with them; Coq is given all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from rropt.exact import InputError

from .coq_numbers import COMPUTED, Levels, Row, levels_text, matrix_text, number, row_text
from .export import listed
from .priced_table import above_words, refuse_unreadable, vector, vectors
from .stated_table import classes_of, deltas_of, levels_of, low_end, pair_prices_of
from .theorem_of_design import ONE, actions_of, plain_multipliers

MOST_CHOICES = 4096  # of actions, one for each report: Coq looks for a set that holds each
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import Checker ActionSets.
Import ListNotations.
Open Scope Q_scope.
"""


@dataclass(frozen=True)
class PricedSet:
    """Actions, their prices, and multipliers of each; none where minima cover."""

    actions: Sequence[int]
    prices: Row
    pairs: Sequence[Row]
    multipliers: Sequence[Sequence[Row]] | None

    def text(self, above: Levels) -> str:
        if self.multipliers is None:
            reason = f"(Minima {number(above[0][-1] or ONE)})"
        else:
            reason = f"(Multipliers {listed(map(matrix_text, self.multipliers))})"
        chosen = listed(f"{a}%nat" for a in self.actions)
        return f"PricedSet {chosen} {row_text(self.prices)} {matrix_text(self.pairs)}\n    {reason}"

    def exchanged(self, places: Sequence[int], chosen: Sequence[int]) -> PricedSet:
        """For other truths: `places` says in whose place a truth is."""
        each = None
        if self.multipliers is not None:
            named = dict(zip(self.actions, self.multipliers, strict=True))
            each = [_moved(named[places[truth]], places) for truth in chosen]
        prices = [self.prices[place] for place in places]
        return PricedSet(chosen, prices, _moved(self.pairs, places), each)


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    places = classes_of(certificate)
    k = len(places)
    first, *others = actions_of(certificate["utility"], k, places)
    reports = certificate["reports"]
    if (1 + len(others)) ** reports > MOST_CHOICES:
        raise InputError(f"--coq looks at no more than {MOST_CHOICES} choices of actions")
    below, above = levels_of(certificate["privacy"], k)
    table = vectors(certificate["table"])
    arguments = [
        f"{k}%nat",
        levels_text(above),
        levels_text(below),
        matrix_text(deltas_of(certificate["privacy"], above)),
        row_text(first),
        matrix_text(others),
        f"{reports}%nat",
        number(Fraction(certificate["bound"])),
        f"{len(table)}%nat",
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]
    lines = "\n  ".join(arguments)
    sets = listed(found.text(above) for found in _sets(certificate, [first, *others]))
    return (
        f"{HEADER}\nTheorem design_proves : proves_sets\n  {lines}.\n"
        f"Proof. apply kernel_sets with {sets}. {COMPUTED}\n"
    )


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    words = above_words(certificate, certificate["utility"]["name"])
    return f"with at most {certificate['reports']} reports, {words}"


def _sets(certificate: Mapping[str, Any], actions: Sequence[Row]) -> list[PricedSet]:
    """Those of the certificate, and those of guesses that they stand for."""
    found = [_priced(entry, certificate) for entry in certificate["sets"]]
    is_number = not any(isinstance(row, list) for row in certificate["privacy"]["gamma"])
    if is_number and certificate["utility"]["name"] != "gain":
        found += _others(found, [max(action) for action in actions], certificate["reports"])
    return found


def _priced(entry: Mapping[str, Any], certificate: Mapping[str, Any]) -> PricedSet:
    places = classes_of(certificate)
    multipliers = entry["cover"].get("multipliers")
    return PricedSet(
        actions=entry["actions"],
        prices=vector(entry["prices"]),
        pairs=pair_prices_of(entry, places),
        multipliers=multipliers and [plain_multipliers(f, len(places)) for f in multipliers],
    )


def _others(
    sets: Sequence[PricedSet], gains: Sequence[Fraction], reports: int
) -> Iterator[PricedSet]:
    """For every choice of truths that no set holds, that of the most probable ones."""
    ordered = sorted(range(len(gains)), key=lambda truth: -gains[truth])
    best = next(one for one in sets if {*one.actions} >= {*ordered[:reports]})
    for choice in combinations(ordered, min(reports, len(gains))):
        if not any({*one.actions} >= {*choice} for one in sets):
            yield best.exchanged(_places(choice, ordered), choice)


def _places(choice: Sequence[int], ordered: Sequence[int]) -> list[int]:
    """The chosen truths, the most probable first, take the first places of all."""
    rest = [truth for truth in ordered if truth not in choice]
    moved = dict(zip([*choice, *rest], ordered, strict=True))
    return [moved[truth] for truth in range(len(ordered))]


def _moved(entries: Sequence[Row], places: Sequence[int]) -> list[list[Fraction]]:
    return [[entries[a][b] for b in places] for a in places]
