"""What named devices reveal: trade-off functions (f-DP) and profiles, side by side."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

from rropt.exact import gamma_from_epsilon, log_bounds, whole
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line
from rropt.measures import Tradeoff, tradeoff

LEVEL = "1"
TRUTHS = 4


def revealed(epsilon: Any = LEVEL, truths: Any = TRUTHS) -> Data:
    """The exact corners of every device of this epsilon, and of what the level itself allows."""
    from rropt.devices.rivals import rivals

    gamma = gamma_from_epsilon(epsilon).lo
    found: dict[Tradeoff, list[str]] = {}
    for name, device in rivals(gamma, whole(truths, "truths", 2)).items():
        found.setdefault(tradeoff(device.channel), []).append(name.replace("_", " "))
    return {
        "epsilon": str(epsilon),
        "truths": int(truths),
        "devices": {", ".join(sorted(names)): _curves(curve) for curve, names in found.items()},
    }


def _curves(curve: Tradeoff) -> dict[str, Any]:
    """Corners for both pictures; the profile over epsilon has its first point at gamma = 1."""
    # Beyond its last corner the function is 0, up to alpha = 1.
    corners = dict.fromkeys([(1.0, 0.0), *((float(a), float(b)) for a, b in curve.corners[::-1])])
    largest_gamma = max(curve.profile()[0][0], Fraction(1))
    top = float(log_bounds(largest_gamma)[1])
    steps = [top * step / 100 for step in range(-100, 101)]
    profile = [(step, float(curve.delta(exp(step)))) for step in steps]
    return {"tradeoff": list(corners), "profile": profile}


def draw_revealed(data: Data) -> Any:
    figure, (left, right) = canvas(9.6, 4.2, columns=2)
    for number, (names, curves) in enumerate(data["devices"].items()):
        words = names.split(", ")
        label = "\n".join(", ".join(words[i : i + 2]) for i in range(0, len(words), 2))
        left.plot(*zip(*curves["tradeoff"], strict=True), label=label, **line(number))
        right.plot(*zip(*curves["profile"], strict=True), **line(number))
    title = f"Devices of epsilon {data['epsilon']}, {data['truths']} truths"
    labelled(left, "error under one truth, α", "least error under another, β", title)
    labelled(right, "ε (nats)", "δ", "the same as profiles δ(ε)")
    left.legend(frameon=False, fontsize=8)
    return figure


FIGURES = (Figure("tradeoff", "What devices of one epsilon reveal: f-DP", revealed, draw_revealed),)
