"""The best unbiased reports of equally spaced numbers in [-1, 1], and their prices, in doubles.

A report is a window [first, last] of the numbers: it is gamma times as likely there as elsewhere.
With its weight w and its number v the worst excess of the second moments over the squares x^2 is
the value of a program over cones,

    minimise V,   sum_r w_r r = 1,   sum_r w_r v_r r(x) = x,   sum_r w_r v_r^2 r(x) <= x^2 + V.

The differences of these rows from one number to the next have few entries: a window counts where
it begins and where it ends. All is told from numbers c near v, in units d of their distance, since
the value is lost beside the squares of the numbers otherwise. Windows that are best for some
numbers are next to those that are best for twice as many, so that few are tried at each step;
prices find those that are missing. Of a window and its mirror image one stands for both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from rropt.lp.cones import Cones, cone_optimum
from rropt.lp.highs import SumsBetween, least_costs

Array = NDArray[Any]
Window = tuple[int, int]

TOLERANCE = 1e-10
"""Clarabel's: what is left is made good exactly."""

STEPS = 100
USED = 4e-9
"""Windows of less mass are left out of the next step."""

SLACK = 1e-7
"""Of the value: what a report may be charged below zero."""

ROUNDS = 8
"""Of adding windows; one or two are needed up to 2,881 numbers at epsilon 5."""

AROUND = 2
"""Windows next to a missing one are added too, so far on either side."""

DENSE = 4
"""Numbers of reports that are priced for each number of the interval."""

LARGE = 1100
"""Levels from epsilon 7 on, where masses are probabilities."""

CHUNK = 400
"""Numbers of reports that are priced at once."""


def _unit_of_masses(gamma: float) -> float:
    """A window's mass times this is its weight.

    With weights themselves doubles failed from epsilon 8 on, with this one from 12 on; with the
    probabilities inside, 1/gamma, the prices at epsilon 6 were found in six times the time.
    """
    return gamma**-0.25 if gamma < LARGE else 1 / gamma


@dataclass(frozen=True)
class WindowSolution:
    """Masses and numbers of windows, and the prices q v^2 - 2 p v + y of all numbers."""

    gamma: float
    value: float
    windows: list[Window]
    masses: Array
    told: Array
    shares: Array
    slopes: Array
    constants: Array

    @property
    def weights(self) -> Array:
        """The likelihood outside of each window, with that of its mirror image."""
        return self.masses.clip(0) * _unit_of_masses(self.gamma)


def solved(gamma: float, count: int, doublings: int) -> WindowSolution:
    """Of (count - 1) 2^doublings + 1 numbers, from an odd number of them."""
    tried = dict.fromkeys(_all_windows(count), 0.0)
    reach = 1.0
    for _ in range(doublings):
        coarse = _settled(gamma, count, tried, reach)
        reach = 2 / (count - 1)
        count = 2 * count - 1
        tried = dict(_between(_few(gamma, (count + 1) // 2, coarse), count))
    return _settled(gamma, count, tried, reach)


def _all_windows(count: int) -> Iterator[Window]:
    for first in range(count):
        for last in range(max(first, count - 1 - first), count):
            if (first, last) != (0, count - 1):
                yield first, last


def _upper(window: Window, told: float, count: int) -> tuple[Window, float]:
    """Of a window and its mirror image the one that is not below zero."""
    first, last = window
    if first + last >= count - 1:
        return window, told
    return (count - 1 - last, count - 1 - first), -told


def _between(coarse: dict[Window, float], count: int) -> Iterator[tuple[Window, float]]:
    """The windows of twice as many numbers that have the same edges, or one half step beside."""
    for (first, last), told in coarse.items():
        for start in (max(2 * first - 1, 0), 2 * first):
            for end in (2 * last, min(2 * last + 1, count - 1)):
                window, near = _upper((start, end), told, count)
                if window != (0, count - 1):
                    yield window, near


def _settled(gamma: float, count: int, tried: dict[Window, float], reach: float) -> WindowSolution:
    """The best windows, after those that the prices miss have joined."""
    for _ in range(ROUNDS):
        found = _best(gamma, count, tried, reach)
        missing = dict(_missing(gamma, count, found))
        new = {window: told for window, told in missing.items() if window not in tried}
        if not new:
            break
        tried = tried | new
    return found


def _missing(gamma: float, count: int, found: WindowSolution) -> Iterator[tuple[Window, float]]:
    """Windows that are charged less than nothing, and those around them."""
    top = 1.02 * np.abs(found.told[found.masses > USED]).max()
    for told in np.array_split(np.linspace(0, top, DENSE * count), DENSE * count // CHUNK + 1):
        for charge, first, last, number in zip(
            *_least_charges(gamma, found, told), told, strict=True
        ):
            if charge < -SLACK * found.value:
                yield from _around((int(first), int(last)), float(number), count)


def _around(window: Window, told: float, count: int) -> Iterator[tuple[Window, float]]:
    moves = range(-AROUND, AROUND + 1)
    (first, last), near = _upper(window, told, count)
    for start in (first + move for move in moves):
        for end in (last + move for move in moves):
            if max(start, count - 1 - start) <= end < count and (start, end) != (0, count - 1):
                yield (start, end), near


def _least_charges(gamma: float, found: WindowSolution, told: Array) -> tuple[Array, Array, Array]:
    """The least charge of a report of each number over all windows, and the window."""
    v = told[:, None]
    charges = found.shares * v**2 - 2 * found.slopes * v + found.constants
    sums = np.concatenate([np.zeros((len(told), 1)), charges.cumsum(axis=1)], axis=1)
    least = sums - np.maximum.accumulate(sums, axis=1)
    stop = least.argmin(axis=1)
    start = [line[: end + 1].argmax() for line, end in zip(sums, stop, strict=True)]
    lowest = least[np.arange(len(told)), stop]
    return sums[:, -1] + (gamma - 1) * lowest, np.array(start), stop - 1


def _changes(windows: list[Window], count: int, mirrored: float) -> Any:
    """By how much the mean of windows and mirror images, these times 1 or -1, changes from one
    number to the next, from the one in the middle on."""
    half = count // 2
    first, last = np.array(windows).T
    rows: list[Array] = []
    columns: list[Array] = []
    entries: list[Array] = []
    for start, end, sign in ((first, last, 1.0), (count - 1 - last, count - 1 - first, mirrored)):
        for edge, change in ((start, sign / 2), (end + 1, -sign / 2)):
            inside = np.flatnonzero((edge > half) & (edge < count))
            rows.append(edge[inside] - half - 1)
            columns.append(inside)
            entries.append(np.full(len(inside), change))
    place = (np.concatenate(rows), np.concatenate(columns))
    return sp.csr_matrix((np.concatenate(entries), place), shape=(half, len(windows)))


def _rows(gamma: float, count: int, windows: list[Window], near: Array, reach: float) -> Any:
    """The equations of masses w, w (v - c)/d, w ((v - c)/d)^2, the excesses and V."""
    half = count // 2
    places = np.linspace(-1, 1, count)[half:]
    unit = _unit_of_masses(gamma)
    more = (gamma - 1) * unit
    centre = unit + more * np.array([[first <= half <= last for first, last in windows]])
    even = more * _changes(windows, count, 1.0)
    odd = more * _changes(windows, count, -1.0)
    squares = sp.vstack([sp.csr_matrix(centre), even])
    excess = sp.diags([np.ones(half + 1), -np.ones(half)], [0, -1])
    equations = sp.bmat(
        [
            [sp.csr_matrix(centre), None, None, None, None],
            [even, None, None, None, None],
            [odd @ sp.diags(near), reach * odd, None, None, None],
            [
                squares @ sp.diags(near**2),
                squares @ sp.diags(2 * reach * near),
                reach**2 * squares,
                -excess,
                sp.csr_matrix((half + 1, 1)),
            ],
        ]
    )
    right: list[Any] = [[1], np.zeros(half), np.diff(places), [0], np.diff(places**2)]
    return equations, np.concatenate(right)


def _at_most(half: int, before: int) -> Any:
    """No excess is above V."""
    size = half + 1
    return sp.hstack([sp.csr_matrix((size, before)), sp.eye(size), -np.ones((size, 1))])


def _cones(number: int, unknowns: int) -> Any:
    """w, e and t with e^2 <= w t, as |(2 e, w - t)| <= w + t."""
    k = np.arange(number)
    rows = np.concatenate([3 * k, 3 * k, 3 * k + 1, 3 * k + 2, 3 * k + 2])
    columns = np.concatenate([k, 2 * number + k, number + k, k, 2 * number + k])
    entries = np.repeat([-1.0, -1.0, -2.0, -1.0, 1.0], number)
    return sp.csc_matrix((entries, (rows, columns)), shape=(3 * number, unknowns))


def _best(gamma: float, count: int, tried: dict[Window, float], reach: float) -> WindowSolution:
    """Of the windows that are tried."""
    windows = sorted(tried)
    near = np.array([tried[window] for window in windows])
    number = len(windows)
    half = count // 2
    equations, right = _rows(gamma, count, windows, near, reach)
    unknowns = equations.shape[1]
    matrix = sp.vstack([equations, _at_most(half, 3 * number), _cones(number, unknowns)])
    cones = Cones(len(right), half + 1, second_order=[3] * number)
    goal = np.zeros(unknowns)
    goal[-1] = 1
    whole = np.concatenate([right, np.zeros(half + 1 + 3 * number)])
    answer = cone_optimum(goal, matrix, whole, cones, TOLERANCE, most_steps=STEPS)
    found = np.array(answer.x)
    masses = found[:number]
    moved = found[number : 2 * number]
    shares, slopes, constants = _prices(np.array(answer.z), half)
    return WindowSolution(
        gamma=gamma,
        value=float(found[-1]),
        windows=windows,
        masses=masses,
        told=near + reach * moved / np.maximum(masses, np.finfo(float).tiny),
        shares=shares,
        slopes=slopes,
        constants=constants,
    )


def _prices(multipliers: Array, half: int) -> tuple[Array, Array, Array]:
    """Of all numbers, of the multipliers of differences."""
    parts = np.split(multipliers, np.cumsum([half + 1, half, half + 1, half + 1]))
    changed, moved, _, shares, _ = parts
    constants = changed - np.append(changed[1:], 0)
    slopes = np.diff(np.concatenate([moved[:1], moved, [0]])) / 2
    return _mirrored(shares, 1), _mirrored(slopes, -1), _mirrored(constants, 1)


def _mirrored(upper: Array, sign: int) -> Array:
    """From the middle on to all numbers, the middle counted twice."""
    lower = sign * upper[::-1] / 2
    return np.concatenate([lower[:-1], [lower[-1] + upper[0] / 2], upper[1:] / 2])


def _few(gamma: float, count: int, found: WindowSolution) -> dict[Window, float]:
    """As few windows as a linear program needs for the same value, the numbers as they are; all
    that have a mass where it fails. The sums are those of the windows that are kept, since a
    program that asks for one and for x is infeasible without the others; differences from one
    number to the next are multiplied by how many there are, to be above the solver's tolerance."""
    used = found.masses > USED
    windows = [window for window, kept in zip(found.windows, used, strict=True) if kept]
    told = found.told[used]
    number = len(windows)
    half = count // 2
    equations, right = _rows(gamma, count, windows, told, 1.0)
    kept = np.r_[0:number, 3 * number : equations.shape[1]]
    matrix = equations.tocsc()[:, kept]
    sums = 2 * half + 1
    scale = np.append(1.0, np.full(len(right) - 1, half))
    right[:sums] = (matrix[:, :number] @ found.masses[used])[:sums]
    goal = np.zeros(matrix.shape[1])
    goal[-1] = 1
    answer = least_costs(
        goal,
        [
            SumsBetween.at_most(_at_most(half, number), 0.0),
            SumsBetween.equal(sp.diags(scale) @ matrix, scale * right),
        ],
        (np.append(np.zeros(number), np.full(half + 2, -np.inf)), np.inf),
    )
    masses = found.masses[used] if answer is None else answer.numbers[:number]
    return {
        window: float(number)
        for window, number, mass in zip(windows, told, masses, strict=True)
        if mass > USED
    }
