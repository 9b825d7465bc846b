"""A matrix of levels in words and as a picture: for whom a report may speak, and by how much."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_CEILING
from fractions import Fraction
from html import escape
from itertools import chain

from rropt.exact.bounds import rounded_text
from rropt.privacy.conditions import Conditions, LevelCondition
from rropt.privacy.levels import OO, Levels, Pair

MOST_CONDITIONS = 12
"""Conditions that are said one after the other."""

MOST_SENTENCES = 6
"""Groups of pairs with one bound; more are not read by anybody."""

DARKEST = 0.35
"""Ink behind ink: on 35 per cent of it a number is still read at 4.5 to 1, light and dark."""

SIDE = 40
LEFT = 90
TOP = 30
MOST_DRAWN = 16


def level_sentences(levels: Levels | Conditions, labels: Sequence[str]) -> tuple[str, ...]:
    """One sentence a bound: `at most 3 times as likely under yes as under no`.

    >>> from rropt.privacy import Privacy
    >>> level_sentences(Privacy([[1, "oo"], [3, 1]]).levels, ["no", "yes"])
    ('any report is at most 3 times as likely under yes as under no', 'no bound the other way')
    """
    if isinstance(levels, Conditions):
        return _condition_sentences(levels, labels)
    groups: dict[tuple[Fraction, Fraction], list[Pair]] = {}
    for a, b in levels.bound_pairs:
        key = Fraction(levels.lo[a][b]), levels.deltas[a][b]
        groups.setdefault(key, []).append((a, b))
    if len(groups) > MOST_SENTENCES:
        return (f"{len(levels.bound_pairs)} pairs of truths are bound, at {len(groups)} levels",)
    said = [_sentence(g, delta, pairs, labels) for (g, delta), pairs in sorted(groups.items())]
    if len(levels.bound_pairs) < levels.truths * (levels.truths - 1):
        said.append("no bound the other way" if levels.truths == 2 else "no bound for other pairs")
    if levels.singles:
        names = ", ".join(labels[j] for j in levels.singles)
        said.append(f"or it is a report that only one of these can give: {names}")
    return tuple(said)


def _condition_sentences(conditions: Conditions, labels: Sequence[str]) -> tuple[str, ...]:
    """One sentence a condition; zCDP in one."""
    if conditions.rho is not None:
        rho = _number(conditions.rho)
        divergence = "the Renyi divergence of every order a > 1 of one truth from another"
        return (f"{divergence} is at most {rho} a",)
    if len(conditions.listed) > MOST_CONDITIONS:
        return (f"{len(conditions.listed)} conditions on the reports together",)
    return tuple(_condition(condition, labels) for condition in conditions.listed)


def _condition(condition: LevelCondition, labels: Sequence[str]) -> str:
    left, right = (_form_name(form, labels) for form in (condition.left, condition.right))
    if condition.order is not None:
        budget = _number(condition.budget)
        which = f"the Renyi divergence of order {condition.order} of {left} from {right}"
        return f"{which} is at most {budget}"
    (_, (g, _)) = condition.levels[0]
    most = condition.most[0]
    more = f", but for a mass of {_number(most)}" if most else ""
    return f"any report is at most {_number(g)} times as likely under {left} as under {right}{more}"


def _form_name(form: Sequence[Fraction], labels: Sequence[str]) -> str:
    truths = [label for label, x in zip(labels, form, strict=True) if x]
    return truths[0] if len(truths) == 1 else "the prior"


def _sentence(g: Fraction, delta: Fraction, pairs: Sequence[Pair], labels: Sequence[str]) -> str:
    more = f", but for a mass of {delta}" if delta else ""
    return f"any report is at most {_number(g)} times as likely {_who(pairs, labels)}{more}"


def _who(pairs: Sequence[Pair], labels: Sequence[str]) -> str:
    if len(pairs) == 1:
        a, b = pairs[0]
        return f"under {labels[a]} as under {labels[b]}"
    firsts = sorted({a for a, _ in pairs})
    if len(firsts) == 1 and len(pairs) == len(labels) - 1:
        return f"under {labels[firsts[0]]} as under any other"
    return f"for {len(pairs)} ordered pairs of truths"


def _number(g: Fraction) -> str:
    """What is at most so much, upwards."""
    return str(g) if g.denominator < 10**6 else rounded_text(g, 8, ROUND_CEILING)


def matrix_picture(levels: Levels | Conditions, labels: Sequence[str]) -> str:
    """The matrix as squares, darker where it protects more; empty for a large one or for none."""
    k = levels.truths
    if k > MOST_DRAWN or isinstance(levels, Conditions):
        return ""
    finite = [float(g) for g in chain.from_iterable(levels.lo) if 1 < g < OO]
    # The least level above 1 is the darkest; the others fall with their logarithm.
    strongest = 1 / math.log(min(finite, default=2.0))
    shapes = []
    for a in range(k):
        shapes.append(_text(LEFT - 8, TOP + (a + 0.6) * SIDE, labels[a], "end"))
        shapes.append(_text(LEFT + (a + 0.5) * SIDE, TOP - 8, labels[a], "middle"))
        for b in range(k):
            if a != b:
                shapes += _cell(a, b, levels.lo[a][b], strongest)
    width = LEFT + k * SIDE + 10
    height = TOP + k * SIDE + 10
    words = f"the matrix of levels: {'; '.join(level_sentences(levels, labels))}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(words)}" '
        f'viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'
    )


def _cell(a: int, b: int, level: Fraction | float, strongest: float) -> list[str]:
    x = LEFT + b * SIDE
    y = TOP + a * SIDE
    # A level of 1 has logarithm 0, and is cut to the darkest shade.
    shade = 0.0 if level == OO else 1 / (strongest * max(math.log(float(level)), 1e-9))
    words = "oo" if level == OO else f"{float(level):.3g}"
    return [
        f'<rect class="cell" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" '
        f'fill-opacity="{DARKEST * min(1.0, shade):.3f}"/>',
        _text(x + SIDE / 2, y + 0.6 * SIDE, words, "middle"),
    ]


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'
