"""Cards with a level in each direction, against a grid of all cards and by hand."""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

import rropt as rr
from rropt.design.cards.two_answers import best_card_over, possible_cards
from rropt.design.problem import Problem
from rropt.privacy import Privacy
from rropt.privacy.bound_forms import LOW

CASES = [
    Privacy([[1, 3], ["3/2", 1]]),
    Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]]),
    Privacy([[1, "oo"], [2, 1]]),
    Privacy([[1, 2], ["oo", 1]], [[0, "1/5"], [0, 0]]),
]


def variance(card, prior: F) -> F:
    """lambda (1 - lambda) / (p00 + p11 - 1)^2, lambda the share of yes."""
    p00, p11 = card
    yes = prior * p11 + (1 - prior) * (1 - p00)
    return yes * (1 - yes) / (p00 + p11 - 1) ** 2


def is_private(card, privacy) -> bool:
    """Both reports, both directions: excess within delta."""
    table = [(card[0], 1 - card[1]), (1 - card[0], card[1])]
    levels = privacy.levels
    for a, b in ((0, 1), (1, 0)):
        if levels.lo[a][b] == float("inf"):
            continue
        spent = sum(max(F(0), row[a] - levels.lo[a][b] * row[b]) for row in table)
        if spent > levels.deltas[a][b]:
            return False
    return True


@pytest.mark.everything
@pytest.mark.parametrize("privacy", CASES)
@pytest.mark.parametrize("prior", [F(1, 10), F(1, 2), F(4, 5)])
def test_no_card_on_a_grid_is_better_and_the_best_over_n_is_found(privacy, prior) -> None:
    total = 30
    problem = Problem(privacy, rr.Variance(prior), 2)
    listed = [
        (F(a, total), F(b, total))
        for a, b in product(range(total + 1), repeat=2)
        if a + b > total and is_private((F(a, total), F(b, total)), privacy)
    ]
    best = min(variance(card, prior) for card in listed)
    found = best_card_over(problem, total)
    assert found in listed and variance(found, prior) == best
    corners = possible_cards(problem, LOW)
    assert all(is_private(card, privacy) for card in corners)
    least = min(variance(card, prior) for card in corners)
    assert least <= best
    design = rr.optimal(privacy, rr.Variance(prior), 2)
    assert design.value == design.bound == least


def test_warner_keeps_the_stricter_of_two_levels() -> None:
    """p / (1 - p) <= 3/2 in one direction: p = 3/5."""
    problem = Problem(CASES[0], rr.Warner("1/4"), 2)
    assert possible_cards(problem, LOW) == [(F(3, 5), F(3, 5))]
    assert rr.optimal(CASES[0], rr.Warner("1/4"), 2).channel.rows[0] == (F(3, 5), F(2, 5))


def test_a_matrix_of_finite_levels_reveals_nothing() -> None:
    discreet = rr.optimal(CASES[0], rr.Variance("1/4"), 2, revealing=False)
    assert discreet.value == rr.optimal(CASES[0], rr.Variance("1/4"), 2).value


def test_warners_device_is_for_levels() -> None:
    words = "matrix of levels for Warner's device, got zCDP: rho = 1/2; the objective variance"
    with pytest.raises(rr.InputError, match=words):
        rr.optimal(rr.ZeroConcentratedDP("1/2"), rr.Warner("1/4"))


def test_one_number_as_a_matrix_is_its_card() -> None:
    matrix = Privacy([[1, 3], [3, 1]], [[0, "1/10"], ["1/10", 0]])
    number = rr.optimal(rr.LocalDP.from_gamma(3, "1/10"), rr.Variance("1/4"), 2)
    assert rr.optimal(matrix, rr.Variance("1/4"), 2).value == number.value


@pytest.mark.parametrize(
    "privacy, options, words",
    [
        (Privacy([[1, "11/10"], [2, 1]]), {"denominator": 3}, "no useful private card is over 3"),
        (CASES[1], {"revealing": False}, "revealing must be yes under a matrix with deltas"),
        (CASES[2], {"revealing": False}, "revealing must be yes under a matrix with deltas"),
        (rr.RenyiDP(2, "1/2"), {}, "outputs must be any or at least 4, .*no proof is known here"),
    ],
)
def test_refusals(privacy, options, words) -> None:
    with pytest.raises(rr.InputError, match=words):
        rr.optimal(privacy, rr.Variance("1/4"), 2, **options)
