"""Figures of the n-bit paper: what randomizing costs an estimated joint distribution.

The unrelated uniform question with probability p of the unrelated one is the bit table C_a with
a = (2 - p) / 2 (vinterbo/simmons/bit-matrix); Warner's is C_p. Their noise factor c is that of
`rropt.survey.bits.noise_factors`, the loss L = (c^n - s) / (1 - s) that of
`iterated_loss` there.
"""

from __future__ import annotations

from fractions import Fraction
from math import exp, log
from typing import Any

import numpy as np

from rropt.channel import Channel
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, curves, labelled, line

PRIOR = (0.05, 0.15, 0.3, 0.5)
SHARES = ("0.0001", "0.5", "0.9999")
MOST_BITS = 12
DATA_SETS = 100
REPORTS = 1000
LOSS = 9.75


def unrelated(p: Any) -> Channel:
    """The bit table of the unrelated uniform question.

    >>> unrelated("1/2")[0, 0]
    Fraction(3, 4)
    """
    a = (2 - Fraction(p)) / 2
    return Channel.from_rows([[a, 1 - a], [1 - a, a]])


def noise(channel: Channel) -> float:
    """c for one bit (vinterbo/lem-4.5)."""
    from rropt.survey.bits import noise_factors

    return float(noise_factors(channel)[0])


def estimates() -> Data:
    """vinterbo/fig-1a: direct, randomized, and L times as many randomized answers; p = 1/2."""
    rng = np.random.default_rng(20180901)
    bit = unrelated("1/2")
    more = round(LOSS * REPORTS)
    found = {
        "π*(1000)": [_frequencies(rng, REPORTS).tolist() for _ in range(DATA_SETS)],
        "π̂(1000)": [_estimate(rng, bit, REPORTS) for _ in range(DATA_SETS)],
        "π̂(9750)": [_estimate(rng, bit, more) for _ in range(DATA_SETS)],
    }
    return {"prior": list(PRIOR), "p": "1/2", "loss": LOSS, "estimates": found}


def _frequencies(rng: Any, reports: int) -> Any:
    return rng.multinomial(reports, PRIOR) / reports


def _estimate(rng: Any, bit: Channel, reports: int) -> list[float]:
    """The estimate of the two-bit distribution from simulated reports."""
    from rropt.survey.bits import estimate_marginal, report_marginal

    seen = rng.multinomial(reports, report_marginal([bit, bit], list(PRIOR)))
    return [float(x) for x in estimate_marginal([bit, bit], seen)]


def losses() -> Data:
    """vinterbo/fig-1b: log L at the typical pi.pi = 2 / (2^n + 1), n = 1 .. 12."""
    from rropt.survey.bits import iterated_loss

    bits = list(range(1, MOST_BITS + 1))
    found = {}
    for p in SHARES:
        found[p] = [_log(iterated_loss(unrelated(p), n)) for n in bits]
    return {"bits": bits, "log_loss": found}


def _log(value: Fraction) -> float:
    """Also of numbers beyond the range of doubles."""
    return log(value.numerator) - log(value.denominator)


def ratios() -> Data:
    """vinterbo/fig-1c: L over its approximation for 100 uniformly random pi, n = 2 .. 12."""
    rng = np.random.default_rng(20180902)
    bits = list(range(2, MOST_BITS + 1))
    found: dict[str, list[list[float]]] = {p: [] for p in SHARES}
    for n in bits:
        collisions = [_collision(rng, n) for _ in range(DATA_SETS)]
        for p in SHARES:
            loss = noise(unrelated(p))
            found[p].append([_ratio(loss, n, s) for s in collisions])
    return {"bits": bits, "ratio": found}


def _collision(rng: Any, bits: int) -> float:
    """pi.pi of a random point of the simplex."""
    # Exponential masses over their sum are uniform on the simplex.
    masses = rng.exponential(size=2**bits)
    shares = masses / masses.sum()
    return float(shares @ shares)


def _ratio(c: float, bits: int, s: float) -> float:
    # The mean of pi.pi over the simplex of N = 2^n cells is 2 / (N + 1).
    typical = 2 / (2**bits + 1)
    power = c**bits
    return (power - s) / (1 - s) / ((power - typical) / (1 - typical))


def device_ratio() -> Data:
    """vinterbo/fig-2a: c of the unrelated question over c of Warner's device, one bit."""
    shares = [Fraction(step, 200) for step in range(1, 160)]
    pairs = [(float(p), _device_ratio(p)) for p in shares]
    return {"p": [p for p, _ in pairs], "ratio": [ratio for _, ratio in pairs], "crossing": 2 / 3}


def _device_ratio(p: Fraction) -> float:
    """Zero at p = 1/2, where Warner's c is infinite."""
    if p == Fraction(1, 2):
        return 0.0
    return noise(unrelated(p)) / noise(Channel.from_rows([[p, 1 - p], [1 - p, p]]))


def by_privacy() -> Data:
    """vinterbo/fig-2b: both devices' c at one privacy level alpha, one bit."""
    alphas = [0.2 + 0.01 * step for step in range(181)]
    values = [_at_level(alpha) for alpha in alphas]
    return {"alpha": alphas, "c": values}


def _at_level(alpha: float) -> float:
    a = Fraction(exp(alpha) / (1 + exp(alpha)))
    return noise(Channel.from_rows([[a, 1 - a], [1 - a, a]]))


def draw_estimates(data: Data) -> Any:
    figure, axes = canvas(6.6, 3.6)
    groups = data["estimates"]
    for number, (name, points) in enumerate(groups.items()):
        look = line(number, marks=True)
        for cell in range(len(data["prior"])):
            xs = [cell + 0.25 * (number - 1) + 0.0008 * i for i in range(len(points))]
            label = name if cell == 0 else None
            mark = {"marker": look["marker"], "markersize": 2.6, "color": look["color"]}
            axes.plot(xs, [p[cell] for p in points], linestyle="", label=label, alpha=0.6, **mark)
    for cell, mass in enumerate(data["prior"]):
        axes.hlines(mass, cell - 0.4, cell + 0.4, color="black", linewidth=1)
    axes.set_xticks(range(4), ["00", "01", "10", "11"])
    labelled(axes, "two bits", "estimated probability", "100 data sets; the bars are the truth")
    axes.legend(frameon=False, loc="upper left", markerscale=2)
    return figure


def draw_losses(data: Data) -> Any:
    figure, axes = canvas()
    named = {f"p = {p}": losses for p, losses in data["log_loss"].items()}
    curves(axes, data["bits"], named, marks=True)
    labelled(axes, "number of bits n", "natural logarithm of the loss L")
    return figure


def draw_ratios(data: Data) -> Any:
    figure, axes = canvas(6.4, 3.6)
    for number, (p, rows) in enumerate(data["ratio"].items()):
        look = line(number, marks=True)
        for n, row in zip(data["bits"], rows, strict=True):
            xs = [n + 0.22 * (number - 1)] * len(row)
            label = f"p = {p}" if n == data["bits"][0] else None
            mark = {"marker": look["marker"], "markersize": 2.5, "color": look["color"]}
            axes.plot(xs, row, linestyle="", label=label, alpha=0.5, **mark)
    labelled(axes, "number of bits n", "L / approximate L (no unit)")
    axes.legend(frameon=False, markerscale=2)
    return figure


def draw_device_ratio(data: Data) -> Any:
    figure, axes = canvas()
    axes.plot(data["p"], data["ratio"], **line(0))
    axes.axhline(1, color="#6e6e6e", linewidth=0.9)
    axes.axvline(data["crossing"], color="#6e6e6e", linewidth=0.9, linestyle="--")
    axes.annotate("p = 2/3", (data["crossing"], 0.08), xytext=(4, 0), textcoords="offset points")
    labelled(axes, "parameter p of both devices (probability)", "c of unrelated / c of Warner")
    return figure


def draw_by_privacy(data: Data) -> Any:
    figure, axes = canvas()
    curves(axes, data["alpha"], {"unrelated question = Warner": data["c"]})
    axes.set_yscale("log")
    labelled(axes, "privacy level α (nats)", "noise factor c (no unit)")
    return figure


FIGURES = (
    Figure(
        "vinterbo-1a", "estimates from direct and randomized answers", estimates, draw_estimates
    ),
    Figure("vinterbo-1b", "loss against the number of bits", losses, draw_losses),
    Figure("vinterbo-1c", "loss over its approximation", ratios, draw_ratios),
    Figure("vinterbo-2a", "unrelated question against Warner", device_ratio, draw_device_ratio),
    Figure("vinterbo-2b", "noise factor against privacy", by_privacy, draw_by_privacy),
)
