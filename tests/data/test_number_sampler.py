"""Reports on numbers: listed ones, shifts of a grid, windows, random cuts; none is shown."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction as F
from random import Random

import numpy as np
import pytest

from rropt import LocalDP, Mean, optimal
from rropt.channel import Channel
from rropt.data.number_sampler import (
    ListedNumbers,
    ShiftedTable,
    ShiftedWindows,
    draw_cuts,
    number_array,
    randomize_numbers,
)
from rropt.exact import InputError
from rropt.survey.estimated_mean import number_sampler

LISTED = ListedNumbers(Channel.identity(3), (F(1), F(-1), F(1, 10)))
"""In no order: the truths of a design are as they were given."""


def seeded(seed: int | str):
    return random.Random(seed).randbytes


def test_each_number_is_answered_by_its_own_column() -> None:
    assert randomize_numbers(LISTED, [1, -1.0, "0.1", "1/10", 0.1]) == ["0", "1", "2", "2", "2"]
    noisy = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    drawn = randomize_numbers(ListedNumbers(noisy, (F(5), F(2))), [2] * 4000, seeded(1))
    assert abs(Counter(drawn)["1"] / 4000 - 0.75) < 0.03


@pytest.mark.parametrize("number", [0.2, "x", None, float("nan"), True, "1e9999", []])
def test_what_does_not_fit_is_counted_and_not_shown(number: object) -> None:
    with pytest.raises(InputError) as refused:
        randomize_numbers(LISTED, [1, number])
    assert str(refused.value) == "answers must be among -1, 1/10, 1, got 1 of 2 that do not fit"


def test_arrays_of_any_kind_of_number() -> None:
    for kind in (np.int8, np.uint32, np.float32):
        assert number_array(np.array([1, 2], kind)).tolist() == [1.0, 2.0]
    assert np.isnan(number_array(np.array(["a", "1"]))).tolist() == [True, False]


POINTS = (F(-1), F(0), F(1))
SHIFTS = 8


def table(shifts: int = SHIFTS) -> ShiftedTable:
    return ShiftedTable(POINTS, shifts, Channel.identity(3), POINTS)


def places(sampler: ShiftedTable, number: float, source) -> np.ndarray:
    """Where each shift moves a number."""
    drawn = np.arange(sampler.shifts)
    return sampler._places(np.full(len(drawn), number), drawn, source)


@pytest.mark.parametrize("number", [F(n, 64) - 1 for n in range(0, 129, 3)])
def test_the_mean_over_all_shifts_is_the_number(number: F) -> None:
    """The one shift that is open is decided by chance: both ways, with their probabilities."""
    low = places(table(), float(number), bytes)
    high = places(table(), float(number), lambda size: b"\xff" * size)
    part = (number + 1) * SHIFTS % 1
    moves = [F(1, 1) * (n + F(1, 2)) / SHIFTS - F(1, 2) for n in range(SHIFTS)]
    means = []
    for found in (low, high):
        means.append(sum(POINTS[j] + move for j, move in zip(found, moves, strict=True)) / SHIFTS)
    assert (1 - part) * means[0] + part * means[1] == number
    assert (high != low).sum() == (part > 0)


@pytest.mark.everything
@pytest.mark.parametrize("number", [-1, -0.6, 0, 0.3, 1])
def test_the_variance_is_that_of_the_table_and_of_the_shift(number: float) -> None:
    """With the identity as the table: h^2/12 for many shifts, h^2 t (1 - t) for one."""
    n = 40_000
    seeded = random.Random(int(number * 10)).randbytes
    many = np.array(table(2**16).reports(np.full(n, number), seeded), float)
    assert many.mean() == pytest.approx(number, abs=0.01)
    assert many.var() == pytest.approx(1 / 12, rel=0.03)
    one = np.array(table(1).reports(np.full(n, number), seeded), float)
    t = number % 1
    assert one.var() == pytest.approx(t * (1 - t), abs=0.01)


def test_a_number_beside_an_end_is_moved_to_it() -> None:
    third = ShiftedTable((F(0), F(1, 10)), 4, Channel.identity(2), (F(0), F(1, 10)))
    assert third.fits(np.array([0.1, 0.0, 0.1000001])).tolist() == [True, True, False]
    assert places(third, 0.1, bytes).tolist() == [1] * 4


@pytest.mark.everything
@pytest.mark.parametrize("epsilon", ["1/2", "6/5"])
@pytest.mark.parametrize("number", [-1, "-9/10", 0, "1/2"])
def test_mean_and_variance_of_many_reports(epsilon, number):
    """Six standard errors of the mean; the variance is at most the certified one."""
    design = optimal(LocalDP(epsilon), Mean(low=-1, high=1))
    n = 20_000
    reports = randomize_numbers(
        number_sampler(design), [float(F(number))] * n, seeded(f"{epsilon} {number}")
    )
    found = design.estimate(reports)
    value = float(design.value)
    assert abs(float(found.value) - float(F(number))) < 6 * (value / n) ** 0.5
    assert found.stderr**2 * n < 1.1 * value


def test_the_odds_of_a_true_answer_are_gamma():
    """Two numbers on two sides of every cut: their reports have ratios gamma and 1/gamma."""
    design = optimal(LocalDP("ln(3)"), Mean(low=0, high=1))
    cut = number_sampler(design)
    n = 40_000
    above = np.array(randomize_numbers(cut, [1] * n, seeded(1)), dtype=float)
    below = np.array(randomize_numbers(cut, [0] * n, seeded(2)), dtype=float)
    high = (above > 0.5 + 0.5).mean() / (below > 0.5 + 0.5).mean()
    assert high == pytest.approx(3, rel=0.08)


def test_cuts_do_not_depend_on_the_numbers_and_have_the_certified_chances():
    design = optimal(LocalDP("6/5"), Mean(low=-1, high=1))
    cuts = draw_cuts(number_sampler(design), 40_000, seeded(3))
    low, high = (float(F(x)) for x in design.certificate.data["lengths"])
    c, gamma = (high - low) / 2, float(design.problem.gamma)
    assert cuts.three.mean() == pytest.approx(
        (gamma + 2) * (1 - c) ** 2 / low / high / (gamma - 1), abs=0.01
    )
    assert (np.abs(cuts.upper) <= 1).all()


def test_numbers_outside_are_counted_and_not_shown():
    design = optimal(LocalDP(1), Mean(low=0, high=1))
    with pytest.raises(InputError, match=r"from 0 to 1, got 2 of 3 that do not fit"):
        design.randomize([0.5, 7, -3])
    with pytest.raises(InputError, match="must hold numbers, got 1 of 3 that are none"):
        design.estimate([1, 2, "secret"])


GAMMA = F(2)
WINDOWS = ((0, 1, 1, F(-3)), (1, 2, 1, F(3)))
SAMPLER = ShiftedWindows(
    points=POINTS,
    shifts=2,
    gamma=GAMMA,
    unit=F(1, 8),
    windows=WINDOWS,
    card=((F(1, 4), F(3, 8)), (F(1, 4), F(1, 4)), (F(3, 8), F(1, 4))),
)
"""Chances at -1: 1/4 and 1/8 of the windows, 5/8 of the card; at 0: 1/4 twice, 1/2."""


@pytest.mark.parametrize(
    ("place", "chances"),
    [
        (0, {-3: 2, 3: 1, 1: 2, -1: 3}),
        (1, {-3: 2, 3: 2, 1: 2, -1: 2}),
        (2, {-3: 1, 3: 2, 1: 3, -1: 2}),
    ],
)
def test_reports_on_a_point_have_these_eighths(place: int, chances: dict[int, int]) -> None:
    """Of 8000 reports 1000 an eighth: within five standard deviations of at most 45."""
    told = SAMPLER.answers(np.full(8000, place), Random(place).randbytes)
    found = Counter(told.tolist())
    assert set(found) == set(chances)
    assert all(abs(found[report] - 1000 * eighths) < 225 for report, eighths in chances.items())


def test_a_column_of_nobody_has_no_reports() -> None:
    """As a part of a file in which all answers are missing."""
    assert SAMPLER.reports(np.array([]), Random(0).randbytes) == []


def test_the_chances_of_the_ways_are_exact() -> None:
    found = [SAMPLER.chances(place) for place in range(3)]
    assert found[0] == found[2][:2] + found[0][2:] == (F(1, 4), F(1, 8), F(1, 4), F(3, 8))
    assert found[1] == (F(1, 4), F(1, 4), F(1, 4), F(1, 4))


@pytest.mark.everything
@pytest.mark.parametrize("number", [-1, "-9/10", 0, "1/3"])
def test_mean_and_variance_of_many_reports_by_windows(number: str) -> None:
    """Six standard errors of the mean; the variance is at most the certified one."""
    design = optimal(LocalDP(2), Mean(low=-1, high=1))
    n = 20_000
    given = np.full(n, float(F(number)))
    reports = np.array(number_sampler(design).reports(given, Random(str(number)).randbytes), float)
    value = float(design.value)
    assert abs(reports.mean() - float(F(number))) < 6 * (value / n) ** 0.5
    assert reports.var() < 1.1 * value
