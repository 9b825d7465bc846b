"""The law of reports on all numbers of an interval, told from places a small step apart.

Windows have the chances of their certificate at the points of its grid, and a shift in place of
which two places have its variance. Of random cuts some that fill what they are drawn from evenly
stand for all. What is between two places is parted among them, so that means are kept and a
variance grows by a quarter of the squared step at most.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np

from rropt.data.number_sampler import CutMechanism, draw_cuts
from rropt.estimating.number_answers import number_sampler

if TYPE_CHECKING:
    from rropt.data.exact_draws import Source
    from rropt.data.window_sampler import ShiftedWindows
    from rropt.design.answer import Answer

Law = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Reports, numbers that people have, and the chances of the reports, a column a number."""

NUMBERS = 9
"""Equally spaced ones, whose reports vary nearly alike."""

FINE = 25
"""Places to a standard deviation of a report: its variance grows by 4e-4 at most."""

CUTS = 2**14
"""Their reports have the means of the numbers to 3e-3 of the largest report: 30 ms."""

TURN = 0.8191725133961645
"""1 / x with x^4 = x + 1: multiples of its powers fill a cube evenly (Roberts 2018)."""


def law_on_places(design: Answer) -> Law:
    """Of a design for the mean of all numbers of an interval."""
    sampler: Any = number_sampler(design)
    law = _of_cuts if isinstance(sampler, CutMechanism) else _of_windows
    reports, numbers, chances = law(sampler)
    spread = ((reports[:, None] - numbers) ** 2 * chances).sum(axis=0).max() ** 0.5
    span = np.ptp(reports)
    steps = int(np.ceil(span / spread * FINE))
    at = (reports - reports.min()) / span * steps
    below = np.minimum(at.astype(int), steps - 1)
    part = (at - below)[:, None]
    placed = np.zeros((steps + 1, NUMBERS))
    np.add.at(placed, below, (1 - part) * chances)
    np.add.at(placed, below + 1, part * chances)
    return np.linspace(reports.min(), reports.max(), steps + 1), numbers, placed


def _of_windows(sampler: ShiftedWindows) -> Law:
    points = np.array(sampler.points, float)
    places = np.linspace(0, len(points) - 1, NUMBERS).round().astype(int)
    firsts, lasts, weights, told = np.array(sampler.windows, float).T[:, :, None]
    inside = (firsts <= places) & (places <= lasts)
    chances = float(sampler.unit) * weights * np.where(inside, float(sampler.gamma), 1.0)
    card = [[float(x) for x in sampler.chances(place)[2:]] for place in places.tolist()]
    law = np.concatenate([chances, np.transpose(card)])
    reports = np.append(told, points[[-1, 0]])
    moved = (points[1] - points[0]) / 12**0.5
    both = np.concatenate([reports - moved, reports + moved])
    return both, points[places], np.tile(law / 2, (2, 1))


def _of_cuts(sampler: CutMechanism) -> Law:
    numbers = np.linspace(float(sampler.low), float(sampler.high), NUMBERS)
    middle, half = (numbers[0] + numbers[-1]) / 2, (numbers[-1] - numbers[0]) / 2
    cuts = draw_cuts(sampler, CUTS, _evenly())
    truth = cuts.truth(((numbers - middle) / half)[:, None])
    gamma = float(sampler.gamma)
    answers = np.where(cuts.three, 3, 2)
    of_each = [
        np.where(truth == answer, gamma, 1.0) * (answer < answers) / (gamma + answers - 1)
        for answer in range(3)
    ]
    reports = middle + half * cuts.values.T.ravel()
    return reports, numbers, np.concatenate(of_each, axis=1).T / CUTS


def _evenly() -> Source:
    """Words that fill a cube evenly, in place of drawn ones: a side each time."""
    sides = count(1)

    def source(size: int) -> bytes:
        parts = np.arange(size // 8) * TURN ** next(sides) % 1
        return (parts * 2.0**64).astype(np.uint64).tobytes()

    return source
