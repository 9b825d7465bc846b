"""Where the best table changes its kind, over (gamma, prior): proved boundaries, certified points.

The boundaries are those of found/guess/best-set, found/shares/three and found/contrasts/largest/
three; the points are certified optima, which know nothing of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

from rropt.exact import InputError, exact, text
from rropt.figures.figure import Data, Figure
from rropt.figures.style import MARKS, canvas, labelled, line

CATEGORIES = 5
MOST = 12
"""Levels up to 12 (epsilon 2.5): beyond, all but the rarest answers are told apart."""
RATIOS = [Fraction(n, 20) for n in range(3, 20, 2)]
LEVELS = [Fraction(n, 4) for n in (5, 7, 10, 14, 20, 28, 40)]
SHARES = [Fraction(n, 24) for n in range(9, 24, 2)]
TICKS = (1.25, 2, 3, 5, 10)
LARGEST_LEVELS = (6, 10, 30)
"""For e-optimality: up to 4 there are equal shares only."""
HALVINGS = 60
"""Of an interval of shares: to the precision of a double."""
STEPS = 120
"""Points of a curve: enough for a line without corners at the size of a page."""


def phase_diagrams(gamma: Any = "3") -> Data:
    """How many answers are offered, and where k-ary response is a-optimal, for three truths also
    over all shares at one level, and where it is e-optimal, at three levels."""
    level = exact(gamma, "gamma")
    if level <= 1:
        raise InputError(f"gamma must be above 1, got {text(level)}")
    return {
        "gamma": text(level),
        "categories": CATEGORIES,
        "guess": {m: offered_boundary(m) for m in range(1, CATEGORIES)},
        "guess_points": [[float(g), float(t), offered(g, t)] for g, t in product(LEVELS, RATIOS)],
        "skewed": [[g, (g + 3) / (g + 5)] for g in _spread(1.0, float(MOST))],
        "skewed_points": [
            [float(g), float(q), is_response_best(g, [q, (1 - q) / 2, (1 - q) / 2])]
            for g, q in product(LEVELS, SHARES)
        ],
        "shares": response_boundary(float(level)),
        "largest": {gamma: largest_boundary(gamma) for gamma in LARGEST_LEVELS},
    }


def _spread(low: float, high: float) -> list[float]:
    return [low + (high - low) * n / STEPS for n in range(STEPS + 1)]


def offered_boundary(m: int) -> list[list[float]]:
    """(gamma, t): with shares in the ratio 1 : t : t^2 : ..., m + 1 answers are offered right of
    gamma = (1 - t^m) / ((1 - t) t^m) - m + 1.

    >>> offered_boundary(1)[60][0] * offered_boundary(1)[60][1]
    1.0
    """
    found = []
    for t in _spread(0.02, 0.98):
        gamma = (1 - t**m) / ((1 - t) * t**m) - m + 1
        if gamma <= MOST:
            found.append([gamma, t])
    return found


def offered(gamma: Fraction, ratio: Fraction) -> int:
    """How many reports the certified optimum of a guess has."""
    from rropt.design.solve import solve
    from rropt.privacy import LocalDP
    from rropt.utility import Guess

    weights = [ratio**j for j in range(CATEGORIES)]
    prior = [text(weight / sum(weights)) for weight in weights]
    table = solve(LocalDP(f"ln({text(gamma)})"), Guess(prior)).channel
    return sum(any(row) for row in table.rows)


def is_response_best(gamma: Fraction, shares: list[Fraction]) -> bool:
    """Whether no certified table has a smaller sum of variances than k-ary response."""
    from rropt.design.answer import ends
    from rropt.design.solve import solve
    from rropt.privacy import LocalDP
    from rropt.utility.at_prior import AOptimal

    k = len(shares)
    found = solve(LocalDP(f"ln({text(gamma)})"), AOptimal([text(share) for share in shares]))
    # Of the unbiased estimates of all shares together by k-ary response: the same at every truth.
    second_moments = ((gamma + k - 2) ** 2 + k - 1) / (gamma - 1) ** 2
    return ends(found.value)[1] >= second_moments - sum(share**2 for share in shares)


def response_boundary(gamma: float) -> list[list[float]]:
    """Shares (a, b, c): w_c (w_a + w_b) = (gamma + 1) w_a w_b, w = 1 + (gamma - 1) share.

    >>> w_a, w_b, w_c = (1 + 2 * share for share in response_boundary(3.0)[0])
    >>> abs(w_c * (w_a + w_b) - 4 * w_a * w_b) < 1e-9
    True
    """
    found = []
    for b in _spread(0.0, 1.0):
        w_b = 1 + (gamma - 1) * b
        both = gamma + 2 - w_b
        linear = (gamma + 2) * w_b - both  # w_a^2 + linear w_a = both w_b
        # The product of both roots is -both w_b < 0: the positive one.
        w_a = ((linear**2 + 4 * both * w_b) ** 0.5 - linear) / 2
        a = (w_a - 1) / (gamma - 1)
        if 0 <= a <= 1 - b:
            found.append([a, b, 1 - a - b])
    return found


def largest_spare(gamma: float, shares: Sequence[float]) -> float:
    """At least 0 exactly where k-ary response is e-optimal for three truths with these shares.

    >>> round(largest_spare(11, (0.1, 0.45, 0.45)), 9), largest_spare(4, (0.3, 0.35, 0.35)) < 0
    (0.0, True)
    """
    first, second, third = (1 + (gamma - 1) * share for share in sorted(shares))
    u, v, t = first * second, first * third, second * third
    root = sqrt((v - u) ** 2 + (v - u) * (t - v) + (t - v) ** 2)
    return (gamma + 2) * u * (2 * root + 2 * u - v - t) - 2 * root * (u + v + t + root)


def largest_boundary(gamma: float) -> list[list[float]]:
    """Around the shares (a, b, c), a the rarest, at which k-ary response is e-optimal: from equal
    ones to a = 1 / (gamma - 1), b = c, and back; up to gamma = 4 equal ones only."""
    centre = [1 / 3] * 3
    least = 1 / (gamma - 1)
    if least >= 1 / 3:
        return [centre]
    found = [centre]
    # With b = c k-ary response is e-optimal, with b = a not: the boundary lies between.
    for a in reversed(_spread(least, 1 / 3)[:-1]):
        low, high = a, (1 - a) / 2
        for _ in range(HALVINGS):
            b = (low + high) / 2
            low, high = (low, b) if largest_spare(gamma, (a, b, 1 - a - b)) >= 0 else (b, high)
        found.append([a, high, 1 - a - high])
    return found + [[a, c, b] for a, b, c in reversed(found)]


def draw_phase_diagrams(data: Data) -> Any:
    figure, (left, middle, right, last) = canvas(16.4, 4.2, columns=4)
    for number, (m, curve) in enumerate(data["guess"].items()):
        left.plot(*zip(*curve, strict=True), label=f"{m} | {int(m) + 1}", **line(number))
    for gamma, t, many in data["guess_points"]:
        left.annotate(str(many), (gamma, t), fontsize=7, ha="center", va="center")
    left.set(ylim=(0, 1))
    labelled(left, "level γ", "ratio of one share to the next", "Guess: how many answers to offer")
    middle.plot(*zip(*data["skewed"], strict=True), label="(γ + 3)/(γ + 5)", **line(0))
    for best, mark, name in ((True, MARKS[0], "k-ary response"), (False, MARKS[4], "another")):
        points = [(g, q) for g, q, is_best in data["skewed_points"] if is_best == best]
        middle.plot(*zip(*points, strict=True), mark, ms=4.5, color="#6e6e6e", label=name)
    middle.set(ylim=(0.3, 1))
    labelled(middle, "level γ", "share q of (q, (1-q)/2, (1-q)/2)", "Three shares: a-optimal table")
    for axes in (left, middle):
        axes.set(xscale="log", xlim=(1.1, MOST))
        axes.set_xticks(TICKS, [f"{tick:g}" for tick in TICKS])
        axes.minorticks_off()
        axes.legend(
            frameon=False, fontsize=8, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.16)
        )
    _draw_shares(right, {"": data["shares"]})
    right.text(1 / 3, 1 / 3, "k-ary\nresponse", ha="center", va="center", fontsize=9)
    labelled(right, "share of A", "share of B", f"Shares: a-optimal at γ = {data['gamma']}")
    _draw_shares(last, {f"γ = {gamma}": curve for gamma, curve in data["largest"].items()})
    labelled(last, "share of A", "share of B", "Shares: k-ary response e-optimal inside")
    last.legend(frameon=False, fontsize=8)
    return figure


def _draw_shares(axes: Any, curves: dict[str, list[list[float]]]) -> None:
    """Each curve in three places, as any of the truths is the one that stands apart."""
    axes.plot([0, 1, 0, 0], [0, 0, 1, 0], color="black", linewidth=1)
    for number, (name, curve) in enumerate(curves.items()):
        for turn in range(3):
            turned = [share[turn:] + share[:turn] for share in curve]
            across, up = ([share[place] for share in turned] for place in (0, 1))
            axes.plot(across, up, label=name if turn == 0 else None, **line(number))
    axes.set_aspect("equal")


FIGURES = (
    Figure(
        "phases",
        "Where the best table changes its kind, with proved boundaries",
        phase_diagrams,
        draw_phase_diagrams,
    ),
)
