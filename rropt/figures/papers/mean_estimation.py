"""Means of numbers from an interval: the certified optimum beside the mechanisms of the field.

Up to epsilon = 1.393 the optimum is a closed form; beyond, windows and prices enclose it.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any

from rropt.exact import exact, exact_vector, text
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line

LEVELS = exact_vector("1/10,1/4,1/2,3/4,1,5/4,3/2,2,5/2,3,4,5,6", "levels")
"""Both ends are a millionth apart at each; 4, 5 and 6 take 21 of the 25 s of processor time."""


def mean_estimation(epsilon: Any = LEVELS) -> Data:
    """On -1 to 1: what no mechanism can beat, what one does, and the mechanisms by name."""
    from rropt.design.answer import ends
    from rropt.design.solve import solve
    from rropt.devices.bounded_numbers import NUMBER_MECHANISMS
    from rropt.privacy import LocalDP
    from rropt.utility.worst_case import Mean

    levels = exact_vector(epsilon, "epsilon")
    limits = []
    for level in levels:
        found = solve(LocalDP(level), Mean(low=-1, high=1))
        # The lower end of what is proved and the upper one of what is reached.
        limits.append([float(ends(found.bound)[0]), float(ends(found.value)[1])])
    devices = {}
    for make in NUMBER_MECHANISMS:
        if make.__name__ != "one_bit_mean":  # the law of duchi
            variances = [float(make(epsilon=level).variance[1]) for level in levels]
            devices[make.__name__] = variances
    return {
        "epsilon": [text(level) for level in levels],
        "limits": limits,
        "digits": [agreed(*pair) for pair in limits],
        "devices": devices,
    }


def agreed(low: float, high: float) -> str:
    """The digits in which both ends agree, up to ten; five of each, outwards, where fewer do.

    >>> agreed(1.23456, 1.23461), agreed(0.86545, 0.8654628)
    ('1.2346', '0.86545 .. 0.86547')
    """
    for digits in range(10, 4, -1):
        if f"{low:.{digits}g}" == f"{high:.{digits}g}":
            return f"{low:.{digits}g}"
    return f"{_five(low, ROUND_FLOOR)} .. {_five(high, ROUND_CEILING)}"


def _five(x: float, rounding: str) -> Decimal:
    return Context(prec=5, rounding=rounding).create_decimal(repr(x))


def draw_mean_estimation(data: Data) -> Any:
    figure, (left, right) = canvas(10.4, 4.6, columns=2)
    levels = [float(exact(epsilon)) for epsilon in data["epsilon"]]
    best = [low for low, _ in data["limits"]]
    left.plot(levels, best, color="black", linewidth=2.4, label="certified bound")
    right.axhline(1, color="black", linewidth=2.4)
    for number, (name, values) in enumerate(data["devices"].items(), start=1):
        look = line(number) | {"marker": "o^sDvx*"[number % 7], "ms": 4.5}
        left.plot(levels, values, label=name.replace("_", " "), **look)
        ratios = [value / limit for value, limit in zip(values, best, strict=True)]
        right.plot(levels, ratios, **look)
    left.set(xscale="log", yscale="log")
    right.set(xscale="log", ylim=(0.95, 3))
    ticks = (0.1, 0.25, 0.5, 1, 2, 3, 4, 6)
    for axes in (left, right):
        axes.set_xticks(ticks, [f"{t:g}" for t in ticks])
        axes.minorticks_off()
    labelled(left, "privacy level ε (nats)", "worst variance of one report", "Numbers in [-1, 1]")
    labelled(right, "privacy level ε (nats)", "variance / certified bound", "respondents needed")
    left.legend(frameon=False, fontsize=8)
    return figure


FIGURES = (
    Figure(
        "mean-estimation",
        "Means of numbers: the certified optimum and the field's mechanisms",
        mean_estimation,
        draw_mean_estimation,
    ),
)
