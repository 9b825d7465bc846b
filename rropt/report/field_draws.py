"""How a respondent draws at random without a computer: a deck of cards, two dice, a spinner.

A table over one denominator N is N equally likely numbers, of which each truth gives each report a
run. Two dice are a table over 36: the red die is the first digit, the white one the second, so that
11 to 16, 21 to 26, ..., 61 to 66 are in their order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from itertools import starmap

from rropt.channel import Channel
from rropt.channel.instructions import Run, runs

MOST_CARDS = 100
SIDES = 6
MOST_SECTORS = 6
"""Reports of a spinner: more have no room for their labels."""

MOST_RINGS = 4
"""Truths of a spinner, a ring each."""

THEIRS = "whose true answer is"
YOURS = "if your true answer is"
"""An instruction speaks of respondents, or to one."""

WORDS_FROM = 25
"""Degrees of a sector from which on its label fits."""


def deck(table: Channel, note: str) -> str:
    """Numbered cards."""
    cards = table.denominator
    return (
        f"<h3>With {cards} cards</h3><p>Number {cards} cards from 1 to {cards} and shuffle them. "
        "The respondent draws one card, tells nobody which, puts it back, and reports:</p>"
        f"{_listing(table, cards, _card)}{note}"
    )


def two_dice(table: Channel, note: str) -> str:
    """A red and a white die, read as one number."""
    return (
        "<h3>With two dice</h3><p>The respondent throws a red and a white die where nobody else "
        "sees them, reads the red one as the first digit and the white one as the second, and "
        f"reports:</p>{_listing(table, SIDES**2, _throw)}{note}"
    )


def told_of_cards(table: Channel) -> str:
    """What a respondent with a deck is told to do."""
    cards = table.denominator
    told = f"Draw one of the {cards} cards, tell nobody which, put it back, and report:"
    return f"<p>{told}</p>{_listing(table, cards, _card, YOURS)}"


def told_of_dice(table: Channel) -> str:
    """What a respondent with two dice is told to do."""
    told = "Throw the red and the white die unseen, read red first and white second, and report:"
    return f"<p>{told}</p>{_listing(table, SIDES**2, _throw, YOURS)}"


def _listing(table: Channel, total: int, words: Callable[[Run], str], whose: str = THEIRS) -> str:
    """What each truth has to report."""
    lines = []
    for truth, name in enumerate(table.truths):
        parts = [f"{words(run)}: <b>{escape(run.report)}</b>" for run in runs(table, truth, total)]
        lines.append(f"<li>{whose} <b>{escape(name)}</b>: {'; '.join(parts)}</li>")
    return f"<ul>{''.join(lines)}</ul>"


def _card(run: Run) -> str:
    return f"{'card' if run.first == run.last else 'cards'} {run.numbers}"


def _throw(run: Run) -> str:
    first, last = (f"{(n - 1) // SIDES + 1}{(n - 1) % SIDES + 1}" for n in (run.first, run.last))
    return first if first == last else f"{first} to {last}"


# --- the spinner --------------------------------------------------------------------------------


def spinner(table: Channel) -> str:
    """A disc with a ring a truth; nothing where reports or truths are too many for one."""
    if len(table.reports) > MOST_SECTORS or len(table.truths) > MOST_RINGS:
        return ""
    return (
        "<h3>With a spinner</h3><p>The respondent spins an arrow where nobody else sees it, and "
        "reports what it points at in the ring of the true answer:</p>"
        f"<figure>{_disc(table)}<figcaption>The rings from outside to inside: "
        f"{escape(', '.join(table.truths))}. The chances are those of the cards.</figcaption>"
        "</figure>"
    )


def _disc(table: Channel) -> str:
    """The rings, the first truth outermost."""
    shapes = "".join(_ring(table, truth) for truth in range(len(table.truths)))
    arrow = '<path class="design" d="M-9 9L9 -9M1 -9H9V-1"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(_said(table))}" '
        f'viewBox="-182 -182 364 364">{shapes}{arrow}</svg>'
    )


def _said(table: Channel) -> str:
    """The picture in words."""
    total = table.denominator
    parts = []
    for truth, name in enumerate(table.truths):
        sectors = ", ".join(
            f"{_degrees(run.first - 1, total):g} to {_degrees(run.last, total):g} degrees "
            f"{run.report}"
            for run in runs(table, truth, total)
        )
        parts.append(f"ring {truth + 1} from outside, for {name}: {sectors}")
    return "a disc with an arrow; clockwise from the top; " + "; ".join(parts)


def _degrees(number: int, total: int) -> float:
    return round(360 * number / total, 1)


def _ring(table: Channel, truth: int) -> str:
    """The sectors of one truth, with the labels of the wide ones."""
    width = 140 / len(table.truths)
    outer = 160 - truth * width
    total = table.denominator
    shades = {str(label): number for number, label in enumerate(table.reports)}
    parts = []
    for run in runs(table, truth, total):
        start = _degrees(run.first - 1, total)
        end = _degrees(run.last, total)
        shade = 0.07 * shades[run.report]
        path = _sector(start, end, outer - width, outer)
        parts.append(f'<path class="sector" fill-opacity="{shade:.2f}" d="{path}"/>')
        if end - start >= WORDS_FROM:
            x, y = _point((start + end) / 2, outer - width / 2)
            parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}">{escape(run.report)}</text>')
    return "".join(parts)


def _sector(start: float, end: float, inner: float, outer: float) -> str:
    """The path of a part of a ring; a whole ring is two halves."""
    # An arc of SVG from a point to itself is nothing.
    if end - start >= 360:
        return "".join(_sector(a, a + 180, inner, outer) for a in (0.0, 180.0))
    # Of the two arcs between two points the flag chooses the longer one.
    large = int(end - start > 180)
    corners = ((start, outer), (end, outer), (end, inner), (start, inner))
    a, b, c, d = (f"{x:.2f} {y:.2f}" for x, y in starmap(_point, corners))
    arc_out = f"A{outer:g} {outer:g} 0 {large} 1 {b}"
    arc_in = f"A{inner:g} {inner:g} 0 {large} 0 {d}"
    return f"M{a}{arc_out}L{c}{arc_in}Z"


def _point(degrees: float, radius: float) -> tuple[float, float]:
    """Clockwise from the top."""
    angle = math.radians(degrees)
    return radius * math.sin(angle), -radius * math.cos(angle)
