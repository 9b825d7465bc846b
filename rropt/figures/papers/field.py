"""The field's own figures: all devices against the optimum, and their frontier."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

from rropt.exact import gamma_from_value, probability, text, whole
from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line

PRIOR = Fraction(1, 4)
LEVELS = tuple(0.1 * 1.13**step for step in range(31))
FRONTIER_GAMMA = Fraction(3)
FRONTIER_TRUTHS = 3


def device_variances(prior: Any = PRIOR) -> Data:
    """n times the variance at a prevalence by device and epsilon; devices alike share a curve."""
    from rropt.devices.optimum import optimum_at
    from rropt.devices.rivals import rivals

    share = probability(prior, "prior")
    found: dict[str, list[float]] = {}
    optimum = []
    for epsilon in LEVELS:
        # A rational within 1e-9 of e^epsilon: more than a curve shows, and short.
        gamma = Fraction(exp(epsilon)).limit_denominator(10**9)
        for name, device in rivals(gamma).items():
            found.setdefault(name, []).append(float(device.variance(share)))
        optimum.append(float(optimum_at(gamma, 0, share).variance))
    return {
        "prior": text(share),
        "epsilon": list(LEVELS),
        "optimum": optimum,
        "devices": {", ".join(names): list(values) for values, names in _alike(found)},
    }


def _alike(found: dict[str, list[float]]) -> list[tuple[tuple[float, ...], list[str]]]:
    """Devices grouped by their curve to nine digits."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, values in found.items():
        groups.setdefault(tuple(f"{value:.9e}" for value in values), []).append(name)
    return [(tuple(found[names[0]]), sorted(names)) for names in groups.values()]


def draw_device_variances(data: Data) -> Any:
    figure, axes = canvas(6.0, 4.4)
    axes.plot(
        data["epsilon"], data["optimum"], color="black", linewidth=2.4, label="certified optimum"
    )
    for number, (names, values) in enumerate(data["devices"].items(), start=1):
        words = names.replace("_", " ").split(", ")
        label = "\n".join(", ".join(words[i : i + 3]) for i in range(0, len(words), 3))
        mark = "o^sDvx"[number % 6]
        axes.plot(
            data["epsilon"], values, label=label, **line(number), marker=mark, markevery=4, ms=4.5
        )
    axes.set(xscale="log", yscale="log")
    ticks = (0.1, 0.2, 0.5, 1, 2, 3)
    axes.set_xticks(ticks, [str(t) for t in ticks])
    axes.minorticks_off()
    title = f"Yes/no devices at prevalence {data['prior']}"
    labelled(axes, "privacy level ε (nats)", "variance × number of respondents", title)
    axes.legend(frameon=False, fontsize=8)
    return figure


def frontier_graph(gamma: Any = FRONTIER_GAMMA, truths: Any = FRONTIER_TRUTHS) -> Data:
    """Blackwell's order of the devices; with three truths two optimal tables are included."""
    from rropt.devices.rivals import rivals
    from rropt.order import frontier

    level = gamma_from_value(gamma).exact
    k = whole(truths, "truths", 2)
    tables = {
        name.replace("_", " "): device.channel
        for name, device in rivals(level, k).items()
        if name != "subset_selection"
    }
    order = frontier(tables | (_optima(level) if k == FRONTIER_TRUTHS else {}))
    return {
        "gamma": text(level),
        "truths": k,
        "layers": _layers(list(order.mechanisms), order.edges),
        **order.to_json(),
    }


def _optima(gamma: Fraction) -> dict[str, Any]:
    """Optimal tables for two objectives at a skewed prior."""
    from rropt.design.solve import solve
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation
    from rropt.utility.at_prior import AOptimal

    prior = ["7/10", "1/5", "1/10"]
    privacy = LocalDP.from_gamma(gamma)
    goals = {"best for mutual information": MutualInformation(prior), "A-optimal": AOptimal(prior)}
    return {name: solve(privacy, goal).channel for name, goal in goals.items()}


def _layers(names: list[str], edges: list[tuple[str, str]]) -> list[list[str]]:
    """Undominated mechanisms first, then those dominated by them only, and so on."""
    left = list(names)
    layers = []
    while left:
        beaten = {b for a, b in edges if a in left}
        top = [name for name in left if name not in beaten]
        layers.append(top)
        left = [n for n in left if n not in top]
    return layers


def draw_frontier(data: Data) -> Any:
    figure, axes = canvas(7.4, 3.4)
    places = {}
    for depth, names in enumerate(data["layers"]):
        for number, name in enumerate(names):
            places[name] = ((number + 0.5) / len(names), -depth)
    box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "black"}
    boxes = {}
    for name, (x, y) in places.items():
        written = axes.text(x, y, _two_lines(name), ha="center", va="center", fontsize=8, bbox=box)
        boxes[name] = written.get_bbox_patch()
    for better, worse in data["covers"]:
        ends = {"patchA": boxes[better], "patchB": boxes[worse], "shrinkA": 0, "shrinkB": 2}
        look = {"arrowstyle": "-|>", "color": "#555555", "mutation_scale": 12}
        axes.annotate("", places[worse], xytext=places[better], arrowprops={**look, **ends})
    axes.set(xlim=(0, 1), ylim=(0.5 - len(data["layers"]), 0.5))
    axes.axis("off")
    where = f"{data['truths']} categories, γ = {data['gamma']}"
    axes.set_title(f"An arrow leads to a garbling: Blackwell's order, {where}", fontsize="medium")
    return figure


def _two_lines(name: str) -> str:
    """A name of several words in two lines of about as many."""
    words = name.split(" ")
    half = (len(words) + 1) // 2
    return "\n".join(" ".join(part) for part in (words[:half], words[half:]) if part)


FIGURES = (
    Figure(
        "variance", "variance against epsilon, all devices", device_variances, draw_device_variances
    ),
    Figure("frontier", "Blackwell's order of the devices", frontier_graph, draw_frontier),
)
