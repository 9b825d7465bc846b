"""The likeliest distributions of one group for many shares of its reports at once.

Of two truths, and on a line of any, the maximum is one root; of as many reports as truths it is
what gives the observed shares, where that is a distribution. All others are found by the interior
point method of `simplex_search.py`.
"""

from __future__ import annotations

import numpy as np

from rropt.survey.line_search import newton_roots
from rropt.survey.simplex_search import interior_maximum

WELL_POSED = 1e8
"""The condition of a table up to which its inverse is taken in doubles."""

SAME = 1e-7
"""Drops that differ by less are those of one outcome, or of mirrored ones."""

LOOSE = SAME / 10
"""A drop is known to this: what was observed is found again among all outcomes."""

PARALLEL, TINY = 1e-13, 1e-300
"""Two reports whose chances turn by less between the ends of a line keep one ratio; no chance is as
small as the second."""

CLOSE = 1e-8
"""The relative step that ends a search on a line, whose next one is its square."""

Shares = np.ndarray


def group_maxima(rows: np.ndarray, shares: Shares, total: float) -> np.ndarray:
    """The likeliest distributions of one group with so many reports, of which these are shares."""
    width = rows.shape[1]
    if width == 1:
        return np.ones((len(shares), 1))
    # Where none of these reports was seen all distributions are as likely.
    shares = shares / np.maximum(shares.sum(axis=1, keepdims=True), TINY)
    if width == 2 and (rows[:, 0] == rows[:, 1]).all():
        return np.full((len(shares), 2), 0.5)
    if width == 2:
        return line_maxima(rows, shares, np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    sums, centre = np.ones((1, width)), np.full(width, 1 / width)
    if len(rows) != width or np.linalg.cond(rows) > WELL_POSED:
        return loose_maxima(rows, shares, sums, centre, total)
    # Inside the simplex the truths that give the observed shares are the likeliest.
    points = np.linalg.solve(rows, shares.T).T
    outside = points.min(axis=1) < 0
    points[outside] = loose_maxima(rows, shares[outside], sums, centre, total)
    return points


def loose_maxima(
    rows: np.ndarray,
    shares: Shares,
    equations: np.ndarray,
    start: np.ndarray,
    total: float,
    alike: int = 1,
) -> np.ndarray:
    """The maxima under equations that `start` satisfies, as closely as drops of so many reports are
    told apart; `alike` as `interior_maximum` takes it."""
    many = np.broadcast_to(start, (len(shares), len(start)))
    # The likelihood a report misses k gap at most, and R twice n times that.
    gap = max(LOOSE / (2 * total * len(start) * alike), 1e-14)
    return interior_maximum(rows, shares, equations, many, gap, alike).points


def line_maxima(
    rows: np.ndarray, shares: Shares, first: np.ndarray, last: np.ndarray
) -> np.ndarray:
    """The likeliest points between two.

    Of two reports what gives the observed shares is likeliest, by concavity the nearer end where it
    is out; of more Newton steps, kept in a bracket, find the part of the way.

    >>> warner = np.array([[0.75, 0.25], [0.25, 0.75]])
    >>> line_maxima(warner, np.array([[0.6, 0.4]]), np.array([1.0, 0.0]), np.array([0.0, 1.0]))
    array([[0.7, 0.3]])
    """
    base, slope, shares = _merged(rows @ first, rows @ (last - first), shares)
    if len(base) == 2:
        seen = shares[:, 1] * base.sum()
        part = np.clip((seen - base[1]) / slope[1], 0, 1)
        return first + part[:, None] * (last - first)
    at_first, _ = _scores(base, slope, shares, np.zeros(len(shares)))
    at_last, _ = _scores(base, slope, shares, np.ones(len(shares)))
    # l is concave on the line: the signs of its slope at the ends place the maximum.
    part = np.where(at_last >= 0, 1.0, 0.0)
    inside = (at_first > 0) & (at_last < 0)
    count = int(inside.sum())

    def tried(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        score, curvature = _scores(base, slope, shares[inside], values)
        return score <= 0, score / curvature

    half = np.full(count, 0.5)
    part[inside] = newton_roots(tried, np.zeros(count), np.ones(count), half, CLOSE)
    return first + part[:, None] * (last - first)


def _merged(
    base: np.ndarray, slope: np.ndarray, shares: Shares
) -> tuple[np.ndarray, np.ndarray, Shares]:
    """Reports whose chances keep one ratio all along the line are one report, as those of two
    groups with one table and one share are."""
    lengths = np.maximum(np.hypot(base, slope), TINY)
    turned = np.outer(base, slope) - np.outer(slope, base)
    alike = np.abs(turned) <= PARALLEL * np.outer(lengths, lengths)
    _, first, group = np.unique(alike.argmax(axis=1), return_index=True, return_inverse=True)
    sums = np.eye(len(first))[group]
    return base @ sums, slope @ sums, shares @ sums


def _scores(
    base: np.ndarray, slope: np.ndarray, shares: Shares, part: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The derivative of the likelihood on a line, and minus its second one."""
    reported = base + part[:, None] * slope
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where((shares > 0) & (slope != 0), slope / reported, 0)
    return (shares * ratios).sum(axis=1), (shares * ratios**2).sum(axis=1)
