"""The highest of several maxima: of Cauchy's law, and of surveys where cuts alone missed it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas
import pytest

from rropt import Channel
from rropt.regression import regress
from rropt.regression.higher_maxima import FEW_STARTS, by_halves, climbed
from rropt.regression.newton import Evaluation
from tests.regression.survey_data import rows_of


@dataclass(frozen=True)
class Place:
    """Where numbers lie that scatter by Cauchy's law: each may have a maximum of its own."""

    numbers: np.ndarray
    weights: np.ndarray

    def at(self, thetas, surveys=None):
        away = self.numbers - thetas
        near = 1 / (1 + away**2)
        slopes = 2 * away * near * self.weights
        bends = (2 * away**2 - 2) * near**2 * self.weights
        values = (np.log(near) * self.weights).sum(axis=1)
        return Evaluation(values, slopes.sum(axis=1)[:, None], bends.sum(axis=1)[:, None, None])


NUMBERS = np.array([-20.0, -20.2, 0.0, 0.1, 0.2])
PLACE = Place(NUMBERS, np.ones(5))


def test_many_starts_are_climbed_and_those_that_are_alike_stand_once():
    starts = np.array([[-20.2], [-20.1], [-20.0], [-0.1], [0.1], [0.3]])
    assert len(starts) > FEW_STARTS
    assert climbed(PLACE, starts)[:, 0] == pytest.approx([0.1, -20.1], abs=0.1)
    assert climbed(PLACE, starts[:3]).tolist() == starts[:3].tolist()


@pytest.mark.parametrize("search", [climbed, by_halves])
def test_what_is_held_stays_where_it_is(search):
    starts = np.array([[-20.5], [-20.1], [-8.0], [0.0], [9.0], [10.0]])
    found = search(PLACE, starts, np.zeros(1, bool))
    assert sorted(found[:, 0]) == sorted(starts[:, 0])


def test_halves_of_the_rows_lead_from_two_numbers_to_three_far_away():
    start = np.array([[-20.1]])
    assert climbed(PLACE, np.tile(start, (6, 1)))[:, 0] == pytest.approx([-20.1], abs=0.1)
    found = by_halves(PLACE, start)[:, 0]
    assert found[[0, -1]] == pytest.approx([0.1, -20.1], abs=0.1)


def test_one_number_has_one_maximum():
    assert by_halves(Place(NUMBERS[:1], np.ones(1)), np.array([[-19.5]])) == pytest.approx(-20)


TOLD = np.array([[[0.8, 0.3], [0.2, 0.7]], [[0.5, 0.1], [0.5, 0.9]]])


def cheated(seed, rows):
    """Two tables, a trait that x cuts, and cheaters whom z makes more frequent."""
    random = np.random.default_rng(seed)
    x, z = random.normal(size=(2, rows))
    version = random.integers(0, 2, rows)
    holders = (x + 0.5 * random.normal(size=rows) > 0.3).astype(int)
    reports = (random.random(rows) < TOLD[version, 1, holders]).astype(int)
    reports[random.random(rows) < 1 / (1 + np.exp(1 - z))] = 0
    return pandas.DataFrame({"y": reports, "x": x, "z": z, "version": version})


def chances(theta, frame):
    """Of the reports: cut by x and z where coefficients are large."""
    trait = theta[0] + theta[1] * frame.x + theta[2] * frame.z
    held = 1 / (1 + np.exp(-np.clip(trait, -700, 700)))
    cheats = 1 / (1 + np.exp(-np.clip(theta[3] + theta[4] * frame.z, -700, 700)))
    told = TOLD[frame.version, frame.y]
    return (1 - cheats) * (told[:, 0] * (1 - held) + told[:, 1] * held) + cheats * (frame.y == 0)


@pytest.mark.everything
@pytest.mark.parametrize(("seed", "rows", "missed"), [(7, 150, -89.8445), (18, 100, -60.6733)])
def test_halves_find_what_eight_hundred_cuts_miss(seed, rows, missed):
    """Without them the fits ended at `missed`; the higher ones are checked by hand."""
    frame = cheated(seed, rows)
    tables = {
        number: Channel.from_rows(rows_of(table), truths=["0", "1"])
        for number, table in enumerate(TOLD)
    }
    fit = regress("y ~ x + z", frame, tables, design_column="version", noncompliance="0", lying="z")
    reached = np.log(chances(fit.fitted.theta, frame)).sum()
    assert fit.llf == pytest.approx(reached, abs=1e-6)
    assert reached > missed + 0.3
