"""Figures about yes/no cards: the level sets of g, the switching curve, the region of cards.

g(epsilon, delta) = delta (gamma + delta) / (gamma + 2 delta - 1)^2 decides which card is best at
prevalence pi (holohan/thm-3): the symmetric one when g < pi, a revealing one when g > pi.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

from rropt.exact import Gamma, gamma_from_epsilon, probability, text
from rropt.exact.entries import tabulated
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled

LEVELS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)
EXAMPLE = (Fraction(1, 2), Fraction(1, 10), Fraction(1, 4))
"""epsilon, delta, pi of holohan/ex-1.1."""


def g(gamma: float, delta: float) -> float:
    """The switching function of holohan/thm-3.

    >>> g(2.0, 0.25)
    0.25
    """
    return delta * (gamma + delta) / (gamma + 2 * delta - 1) ** 2


def level_sets() -> Data:
    """g on a grid of epsilon in (0, 2] and delta in (0, 1/2]."""
    epsilons = [0.02 * step for step in range(1, 101)]
    deltas = [0.005 * step for step in range(1, 101)]
    grid = tabulated(lambda d, e: g(exp(e), d), deltas, epsilons)
    return {"epsilon": epsilons, "delta": deltas, "g": grid, "levels": list(LEVELS)}


def draw_level_sets(data: Data) -> Any:
    figure, axes = canvas()
    lines = axes.contour(
        data["epsilon"], data["delta"], data["g"], data["levels"], colors="black", linewidths=1.1
    )
    axes.clabel(lines, fmt="%g", fontsize=8)
    labelled(axes, "privacy level ε (nats)", "δ (probability)", "Level sets of g(ε, δ)")
    return figure


def switching(prior: Any = EXAMPLE[2]) -> Data:
    """Which card is best on a grid of (epsilon, delta), decided exactly at a prevalence.

    With it g on the same grid, whose level sets g = pi are the curves for other prevalences.
    """
    epsilons = [Fraction(step, 20) for step in range(1, 41)]
    deltas = [Fraction(step, 40) for step in range(1, 40)]
    share = probability(prior, "prior")
    return {
        "prior": text(share),
        "epsilon": [float(e) for e in epsilons],
        "delta": [float(d) for d in deltas],
        "reveals": tabulated(lambda d, e: best_reveals(e, d, share), deltas, epsilons),
        "g": tabulated(lambda d, e: g(exp(e), float(d)), deltas, epsilons),
        "levels": [0.05, 0.1, 0.25, 0.4],
    }


def best_reveals(epsilon: Fraction, delta: Fraction, prior: Fraction) -> int:
    """1 when a card that names a truth for certain is strictly best, else 0.

    >>> best_reveals(*EXAMPLE), best_reveals(Fraction(1), Fraction(2, 5), Fraction(1, 10))
    (0, 1)
    """
    from rropt.design.cards.two_answers import best_cards

    p00, p11 = best_cards(gamma_from_epsilon(epsilon), delta, prior)[0]
    return int(p00 != p11)


def draw_switching(data: Data) -> Any:
    figure, axes = canvas()
    x = data["epsilon"]
    y = data["delta"]
    prior = float(Fraction(data["prior"]))  # the decisions are those of g; its level set is smooth
    axes.contourf(x, y, data["g"], [prior, float("inf")], colors=["#e0e0e0"])
    lines = axes.contour(x, y, data["g"], data["levels"], colors="black", linewidths=1.2)
    axes.clabel(lines, fmt="π = %g", fontsize=8)
    title = f"Grey: at π = {data['prior']} the best card reveals; lines: g(ε, δ) = π"
    labelled(axes, "privacy level ε (nats)", "δ (probability)", title)
    return figure


def card_region(
    epsilon: Any = EXAMPLE[0], delta: Any = EXAMPLE[1], prior: Any = EXAMPLE[2]
) -> Data:
    """The private cards, the variance on them, and the optimum."""
    shares = probability(delta, "delta"), probability(prior, "prior")
    return {"epsilon": str(epsilon), **region_of(gamma_from_epsilon(epsilon), *shares)}


def region_of(gamma: Gamma, delta: Fraction, prior: Fraction) -> Data:
    """The region of private cards, its vertices, level curves of the variance, the optimum."""
    from rropt.design.cards.lower_edge import levels_of_number
    from rropt.design.cards.two_answers import best_cards, corner_cards, variance

    corners = corner_cards(levels_of_number(gamma.lo, delta))
    # The variance is least at a corner of the private cards: it is quasi-concave.
    least = min(float(variance(card, prior)) for card in corners)
    return {
        "delta": text(delta),
        "prior": text(prior),
        "region": [[float(a), float(b)] for a, b in _outline(gamma.lo, delta)],
        "vertices": [[float(a), float(b), float(variance((a, b), prior))] for a, b in corners],
        "optimum": [[float(a), float(b)] for a, b in best_cards(gamma, delta, prior)],
        "levels": {
            f"{least * factor:.4g}": _level_curve(least * factor, float(prior))
            for factor in (1, 1.5, 3, 8)
        },
        "least": least,
    }


def _outline(gamma: Fraction, delta: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The polygon of useful private cards, from (1, 0) over the vertices to (0, 1)."""
    from rropt.design.cards.two_answers import symmetric_card

    one = Fraction(1)
    zero = Fraction(0)
    return [(one, zero), (one, delta), symmetric_card(gamma, delta), (delta, one), (zero, one)]


def _level_curve(value: float, prior: float) -> list[list[float]]:
    """Cards of one variance: (u + pi)(v + 1 - pi) = value, u = (1-p00)/s, v = (1-p11)/s."""
    points = []
    # From u = 0 to v = 0, the cards that reveal, at equal ratios of u + pi.
    most = value / (1 - prior)
    least = prior
    for step in range(161):
        x = least * (most / least) ** (step / 160)
        u = x - prior
        v = value / x - (1 - prior)
        # s = p00 + p11 - 1 = 1 - u s - v s.
        s = 1 / (1 + u + v)
        points.append([1 - u * s, 1 - v * s])
    return points


def draw_card_region(data: Data) -> Any:
    figure, axes = canvas(5.0, 4.9)
    axes.fill(*zip(*data["region"], strict=True), color="#e4e4e4", label="private cards")
    for number, (value, curve) in enumerate(data["levels"].items()):
        axes.plot(*zip(*curve, strict=True), color="#555555", linewidth=0.9, linestyle="--")
        place = curve[100 + 8 * number]
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        axes.annotate(value, place, fontsize=8, ha="center", va="center", bbox=box)
    corners = [(a, b) for a, b, _ in data["vertices"]]
    axes.plot(*zip(*corners, strict=True), "o", color="black", mfc="white", label="vertices")
    axes.plot(*zip(*data["optimum"], strict=True), "*", color="black", ms=14, label="optimum")
    where = f"ε = {data['epsilon']}, δ = {data['delta']}, π = {data['prior']}"
    labelled(axes, "p₀₀ (probability)", "p₁₁ (probability)", f"Cards and their n·variance, {where}")
    axes.set(xlim=(0, 1.02), ylim=(0, 1.02), aspect="equal")
    axes.legend(frameon=True, loc="lower left")
    return figure


FIGURES = (
    Figure("holohan-1", "level sets of g(epsilon, delta)", level_sets, draw_level_sets),
    Figure(
        "region", "private yes/no cards, variance levels, optimum", card_region, draw_card_region
    ),
    Figure("switching-curve", "where the best card changes: g = pi", switching, draw_switching),
)
