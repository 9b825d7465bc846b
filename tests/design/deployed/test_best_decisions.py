"""The integer program with one row an action, against floors and tables gone through."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor

import pytest

from rropt import FDivergence, Gain, Guess, LocalDP, MutualInformation, Trace, optimal
from rropt.design.deployed.table_programs import gains_of_actions


def best_guess_by_floors(prior: list[Fraction], gamma: Fraction, total: int) -> Fraction:
    """Truth j is named by a row with the floor b_j: it has min(cap, what the others leave)."""
    best = Fraction(0)
    caps = [min(total, floor(gamma * b)) for b in range(total + 1)]
    for floors in product(range(total + 1), repeat=len(prior)):
        rest = total - sum(floors)
        if rest < 0 or sum(caps[b] for b in floors) < total:
            continue
        shown = [min(caps[b], rest + b) for b in floors]
        best = max(best, sum(q * x for q, x in zip(prior, shown, strict=True)) / total)
    return best


@pytest.mark.everything
@pytest.mark.parametrize("prior", [["1/5"] * 5, ["2/5", "1/5", "1/5", "1/10", "1/10"]])
@pytest.mark.parametrize("gamma, total", [("3/2", 13), ("11/4", 14), ("4", 12)])
def test_guesses_of_five_truths(prior, gamma: str, total: int) -> None:
    """The useless row that floors may leave room for can be added to any other."""
    design = optimal(LocalDP.from_gamma(gamma), Guess(prior), denominator=total, crosscheck=False)
    best = best_guess_by_floors([Fraction(q) for q in prior], Fraction(gamma), total)
    assert design.value == best
    assert design.notes[0] == f"table over 1/{total}: best by integer program"


@pytest.mark.everything
def test_a_trace_of_eight_truths_over_two_dice() -> None:
    """Exchanges alone end at 50/36; all floors in falling order are gone through."""

    def falling(parts: int, total: int, most: int):
        if not parts:
            yield ()
            return
        for first in range(min(total, most) + 1):
            for others in falling(parts - 1, total - first, first):
                yield first, *others

    gamma, best = Fraction(81, 50), 0
    for floors in falling(8, 36, 36):
        rest, caps = 36 - sum(floors), [floor(gamma * b) for b in floors]
        if sum(caps) >= 36:
            best = max(best, sum(min(cap, rest + b) for cap, b in zip(caps, floors, strict=True)))
    privacy = LocalDP.from_gamma(gamma)
    design = optimal(privacy, Trace(8), denominator=36, crosscheck=False)
    assert design.value == Fraction(best, 36)


def best_by_enumeration(actions, gamma: Fraction, delta: Fraction, total: int) -> Fraction:
    """The best of all tables of as many rows as actions, two truths, each row for its action."""

    def columns(rows: int):
        return (c for c in product(range(total + 1), repeat=rows) if sum(c) == total)

    best = None
    for one, two in product(columns(len(actions)), repeat=2):
        forth = sum(max(Fraction(0), x - gamma * y) for x, y in zip(one, two, strict=True))
        back = sum(max(Fraction(0), y - gamma * x) for x, y in zip(one, two, strict=True))
        if max(forth, back) <= delta * total:
            rows = zip(one, two, strict=True)
            value = sum(max(c * x + d * y for c, d in actions) for x, y in rows) / total
            best = value if best is None else max(best, value)
    return best


@pytest.mark.everything
@pytest.mark.parametrize("delta", ["0", "1/10", "1/3"])
@pytest.mark.parametrize("gamma, total", [("3/2", 9), ("7/2", 10)])
def test_a_gain_with_delta(gamma: str, total: int, delta: str) -> None:
    objective = Gain([[3, 0], [0, 4], [1, 2]], ["2/3", "1/3"])
    privacy = LocalDP.from_gamma(gamma, delta)
    design = optimal(privacy, objective, denominator=total, crosscheck=False)
    actions = objective.actions
    expected = best_by_enumeration(actions, Fraction(gamma), Fraction(delta), total)
    assert design.value == expected


@pytest.mark.parametrize("delta", ["0", "1/10"])
def test_total_variation(delta: str) -> None:
    """Between two truths the others do not count: as good as with two truths."""
    privacy = LocalDP.from_gamma("5/2", delta)
    objective = FDivergence("total-variation", (0, 3), 4)
    design = optimal(privacy, objective, denominator=11, crosscheck=False)
    half = Fraction(1, 2)
    actions = [(half, -half), (-half, half)]
    assert design.value == best_by_enumeration(actions, Fraction(5, 2), Fraction(delta), 11)


def test_a_gamma_just_below_a_fraction_has_its_caps() -> None:
    """3 beside 1 is too much for gamma = 3 - 10^-30; then 2 beside 1 and 3 beside 2 are left."""
    gamma = Fraction(3) - Fraction(1, 10**30)
    values = [
        optimal(LocalDP.from_gamma(g), Trace(2), denominator=4, crosscheck=False).value
        for g in (3, gamma)
    ]
    assert values == [Fraction(3, 2), Fraction(5, 4)]


def test_other_utilities_have_no_actions() -> None:
    assert gains_of_actions(MutualInformation(["1/2", "1/2"])) is None
    assert gains_of_actions(FDivergence("hellinger")) is None
