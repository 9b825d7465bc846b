"""Where the best mechanism changes: curves with proved positions, beside the certified cells.

| diagram | curve | statement |
|---|---|---|
| all shares, which are equal | (k - d)(k - d - 1) = gamma^2 d (d + 1) | shares/subset |
| mutual information, equal shares | where d and d + 1 say as much | shares/information |
| a right guess, shares as 1, 1/2, 1/3 | gamma = (m + 1) H_m - m + 1 | guess/best-set |
| all of three shares | (gamma + 1) w_b w_c = w_a (w_b + w_c) | shares/three |

The cells know nothing of the curves: what stands in one is read from its certified table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import exp, log, sqrt
from typing import TypeVar

HALVINGS = 60
"""Of an interval of numbers of truths: to the precision of a double."""

STEPS = 80
"""Pieces of a curve: no corners at the size of a page."""

Point = tuple[float, float]
Number = TypeVar("Number", float, Fraction)


@dataclass(frozen=True)
class Mark:
    """What a certified cell says, at its place in a diagram."""

    at: Point
    said: str
    link: str
    title: str


@dataclass(frozen=True)
class Frame:
    """The ranges of a diagram, and where its ticks stand."""

    across: Point
    up: Point
    ticks: tuple[float, ...]
    heights: tuple[float, ...]
    words: tuple[str, str]
    """What is drawn across and upwards."""


def subset_boundary(size: int, gamma: float) -> float:
    """The number k of truths at which sets of `size` and of one more are equally good.

    (k - d)(k - d - 1) = gamma^2 d (d + 1), the larger root.

    >>> round(subset_boundary(1, 3.0), 3)
    5.772
    >>> k = subset_boundary(2, 1.5); round((k - 2) * (k - 3) / 6, 12)
    2.25
    """
    return size + (1 + sqrt(1 + 4 * size * (size + 1) * gamma**2)) / 2


def best_sizes(k: int, gamma: Fraction) -> tuple[int, ...]:
    """All d with (k - d)(k - d - 1) <= gamma^2 d (d + 1) and the same turned round.

    >>> best_sizes(4, Fraction(2)), best_sizes(6, Fraction(2)), best_sizes(3, Fraction(1))
    ((1,), (2,), (1, 2))
    """
    return tuple(
        d
        for d in range(1, k)
        if (k - d) * (k - d - 1) <= gamma**2 * d * (d + 1)
        and gamma**2 * d * (d - 1) <= (k - d + 1) * (k - d)
    )


def information_boundary(size: int, gamma: float) -> float:
    """The number k of truths at which sets of `size` and of one more say as much: with fewer
    truths smaller sets do.

    A ln(A' / A) A' = k gamma ln gamma, A and A' what reports of both sizes add up to.

    >>> k = information_boundary(1, 3.0); a = k + 2; b = k + 4
    >>> round(a * b * log(b / a) / (k * 3 * log(3)), 12)
    1.0
    """

    def is_smaller_better(k: float) -> bool:
        own, other = (d * (gamma - 1) + k for d in (size, size + 1))
        return own * other * log(other / own) >= k * gamma * log(gamma)

    low, high = 0.0, 2.0
    while is_smaller_better(high):
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_smaller_better(middle) else (low, middle)
    return low


def offered_boundary(truths: int) -> Fraction:
    """The gamma from which, of shares as 1, 1/2, 1/3, ..., one more than `truths` is offered.

    It is worth it where gamma q_(m + 1) is at least what response over m truths is worth.

    >>> offered_boundary(1), offered_boundary(2)
    (Fraction(2, 1), Fraction(7, 2))
    """
    harmonic = sum(Fraction(1, j) for j in range(1, truths + 1))
    return (truths + 1) * harmonic - truths + 1


def left_by_rare(shares: Sequence[Number], gamma: Number) -> Number:
    """(gamma + 1) w_b w_c - w_a (w_b + w_c), w = 1 + (gamma - 1) q, of the common truth a first.

    Where it is not negative k-ary response is A-optimal, else a report for b and c is worth it.

    >>> left_by_rare((Fraction(3, 4), Fraction(1, 8), Fraction(1, 8)), Fraction(3))
    Fraction(0, 1)
    """
    common, other, rarest = (1 + (gamma - 1) * share for share in shares)
    return (gamma + 1) * other * rarest - common * (other + rarest)


def skewed_boundary(gamma: float, part: float = 0.5) -> float:
    """The largest share at which k-ary response is A-optimal for three truths, of which the rarest
    has this part of what is left by the common one.

    Of two rare truths alike it is (gamma + 3) / (gamma + 5).

    >>> round(skewed_boundary(3.0), 12), round(skewed_boundary(3.0, 1 / 3), 4)
    (0.75, 0.7472)
    """

    def is_best(share: float) -> bool:
        return left_by_rare((share, (1 - share) * (1 - part), (1 - share) * part), gamma) >= 0

    low, high = 1 / 3, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_best(middle) else (low, middle)
    return low


def subset_curves(frame: Frame) -> dict[str, list[Point]]:
    """Between sets of d and of d + 1 truths, over (epsilon, k)."""
    return _between_sizes(frame, subset_boundary)


def information_curves(frame: Frame) -> dict[str, list[Point]]:
    """The same for mutual information."""
    return _between_sizes(frame, information_boundary)


def _between_sizes(frame: Frame, boundary: Callable[[int, float], float]) -> dict[str, list[Point]]:
    curves = {}
    for size in range(1, int(frame.up[1] / 2) + 1):
        curve = _along(frame, lambda epsilon, d=size: boundary(d, exp(epsilon)))
        if len(curve) > 1:
            curves[f"{size} | {size + 1}"] = curve
    return curves


def offered_curves(frame: Frame) -> dict[str, list[Point]]:
    """Upright lines over (epsilon, k): how many truths are offered does not depend on the rest."""
    curves = {}
    for offered in range(1, int(frame.up[1])):
        epsilon = log(offered_boundary(offered))
        if frame.across[0] <= epsilon <= frame.across[1]:
            start = max(frame.up[0], offered + 1 - 0.4)
            curves[f"{offered} | {offered + 1}"] = [(epsilon, start), (epsilon, frame.up[1])]
    return curves


def skewed_curves(frame: Frame, part: float) -> dict[str, list[Point]]:
    """Over (epsilon, q)."""
    name = "k-ary response | a fourth report"
    return {name: _along(frame, lambda epsilon: skewed_boundary(exp(epsilon), part))}


def _along(frame: Frame, curve: Callable[[float], float]) -> list[Point]:
    """The points of a curve inside of the frame."""
    low, high = frame.across
    places = [low + (high - low) * n / STEPS for n in range(1, STEPS + 1)]
    points = [(place, curve(place)) for place in places]
    return [point for point in points if frame.up[0] <= point[1] <= frame.up[1]]


WIDTH, HEIGHT, LEFT, BOTTOM = 720, 420, 52, 46
"""Of a drawing, and what stands left of and below its frame; 12 at the other sides."""

EDGE = 12


def drawn(frame: Frame, curves: dict[str, list[Point]], marks: Sequence[Mark], title: str) -> str:
    """The diagram as SVG: curves, and the marks as links to their cells."""
    across, up = _scales(frame)
    box = f'<rect class="frame" x="{LEFT}" y="{EDGE}" width="{WIDTH - LEFT - EDGE}" '
    parts = [f'{box}height="{HEIGHT - BOTTOM - EDGE}"/>']
    for tick in frame.ticks:
        parts.append(f'<text x="{across(tick):.1f}" y="{HEIGHT - BOTTOM + 18}">{tick:g}</text>')
    for height in frame.heights:
        parts.append(f'<text x="{LEFT - 18}" y="{up(height) + 4:.1f}">{height:g}</text>')
    parts.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 8}">{escape(frame.words[0])}</text>')
    middle = HEIGHT / 2
    turned = f'transform="rotate(-90 14 {middle})"'
    parts.append(f'<text x="14" y="{middle}" {turned}>{escape(frame.words[1])}</text>')
    for name, points in curves.items():
        line = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
        parts.append(f'<polyline class="curve" points="{line}"><title>{escape(name)}</title>')
        parts.append("</polyline>")
    for mark in marks:
        x, y = mark.at
        text = f'<text x="{across(x):.1f}" y="{up(y) + 4:.1f}">{escape(mark.said)}</text>'
        words = f"<title>{escape(mark.title)}</title>"
        parts.append(f'<a href="{escape(mark.link)}">{words}{text}</a>')
    inside = "".join(parts)
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg class="frontier" viewBox="0 0 {WIDTH} {HEIGHT}" {label}>{inside}</svg>'


def _scales(frame: Frame) -> tuple[Callable[[float], float], Callable[[float], float]]:
    """From numbers to places in the drawing."""
    left, right = frame.across
    low, high = frame.up

    def across(x: float) -> float:
        return LEFT + (x - left) / (right - left) * (WIDTH - LEFT - EDGE)

    def up(y: float) -> float:
        return HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - BOTTOM - EDGE)

    return across, up
