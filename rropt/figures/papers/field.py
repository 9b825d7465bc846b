"""The field's own figures: all devices against the optimum, the frontier, the speed of rropt."""

from __future__ import annotations

from fractions import Fraction
from math import exp
from typing import Any

from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line

PRIOR = Fraction(1, 4)
LEVELS = tuple(0.1 * 1.13**step for step in range(31))
FRONTIER_GAMMA, FRONTIER_TRUTHS = Fraction(3), 3
BENCH_TRUTHS = (6, 8, 10, 12, 14, 16)
BENCH_LARGEST_FULL = 14


def device_variances() -> Data:
    """n times the variance at prevalence 1/4 by device and epsilon; devices alike share a curve."""
    from rropt.devices.optimum import optimum_at
    from rropt.devices.rivals import rivals

    found: dict[str, list[float]] = {}
    optimum = []
    for epsilon in LEVELS:
        gamma = Fraction(exp(epsilon)).limit_denominator(10**9)
        for name, device in rivals(gamma).items():
            found.setdefault(name, []).append(float(device.variance(PRIOR)))
        optimum.append(float(optimum_at(gamma, 0, PRIOR).variance))
    return {
        "prior": str(PRIOR),
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


def frontier_graph() -> Data:
    """Blackwell's order of the devices for three truths at gamma 3, optimal tables included."""
    from rropt.devices.rivals import rivals
    from rropt.order import frontier

    tables = {
        name.replace("_", " "): device.channel
        for name, device in rivals(FRONTIER_GAMMA, FRONTIER_TRUTHS).items()
        if name != "subset_selection"
    }
    order = frontier(tables | _optima())
    return {
        "gamma": str(FRONTIER_GAMMA),
        "truths": FRONTIER_TRUTHS,
        "layers": _layers(list(order.mechanisms), order.edges),
        **order.to_json(),
    }


def _optima() -> dict[str, Any]:
    """Optimal tables for two objectives at a skewed prior."""
    from rropt.design.solve import solve
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation
    from rropt.utility.curved import AOptimal

    prior = ["7/10", "1/5", "1/10"]
    privacy = LocalDP.from_gamma(FRONTIER_GAMMA)
    goals = {"best for mutual information": MutualInformation(prior), "A-optimal": AOptimal(prior)}
    return {name: solve(privacy, goal).channel for name, goal in goals.items()}


def _layers(names: list[str], edges: list[tuple[str, str]]) -> list[list[str]]:
    """Undominated mechanisms first, then those dominated by them only, and so on."""
    left, layers = list(names), []
    while left:
        top = [n for n in left if not any(b == n and a in left for a, b in edges)]
        layers.append(top)
        left = [n for n in left if n not in top]
    return layers


def draw_frontier(data: Data) -> Any:
    figure, axes = canvas(7.4, 3.4)
    places = {}
    for depth, names in enumerate(data["layers"]):
        for number, name in enumerate(names):
            places[name] = ((number + 0.5) / len(names), -depth)
    for better, worse in data["covers"]:
        axes.annotate(
            "",
            places[worse],
            xytext=places[better],
            arrowprops={"arrowstyle": "->", "color": "#555555", "shrinkA": 15, "shrinkB": 15},
        )
    box = {"boxstyle": "round,pad=0.35", "facecolor": "white", "edgecolor": "black"}
    for name, (x, y) in places.items():
        words = name.split(" ")
        half = (len(words) + 1) // 2
        shown = " ".join(words[:half]) + "\n" + " ".join(words[half:]) if len(words) > 1 else name
        axes.text(x, y, shown, ha="center", va="center", fontsize=8, bbox=box)
    axes.set(xlim=(0, 1), ylim=(0.5 - len(data["layers"]), 0.5))
    axes.axis("off")
    where = f"{data['truths']} categories, γ = {data['gamma']}"
    axes.set_title(f"An arrow leads to a garbling: Blackwell's order, {where}", fontsize="medium")
    return figure


def bench() -> Data:
    """Seconds for a certified design, and for the uncertified full program, side by side."""
    _certified_seconds(4), _full_seconds(4)
    certified = [_certified_seconds(k) for k in BENCH_TRUTHS]
    full = [_full_seconds(k) if k <= BENCH_LARGEST_FULL else None for k in BENCH_TRUTHS]
    return {
        "objective": "mutual information, epsilon = ln(3)",
        "categories": list(BENCH_TRUTHS),
        "certified": certified,
        "full_program": full,
    }


def _prior(truths: int) -> list[Fraction]:
    total = truths * (truths + 1) // 2
    return [Fraction(n, total) for n in range(1, truths + 1)]


def _certified_seconds(truths: int) -> float:
    from time import perf_counter

    from rropt.design.solve import solve
    from rropt.privacy import LocalDP
    from rropt.utility import MutualInformation

    start = perf_counter()
    solve(LocalDP("ln(3)"), MutualInformation(_prior(truths)))
    return perf_counter() - start


def _full_seconds(truths: int) -> float:
    """SciPy's HiGHS over all 2^k patterns, in doubles and without any certificate."""
    from time import perf_counter

    import numpy as np
    from scipy.optimize import linprog
    from scipy.special import xlogy

    start = perf_counter()
    index = np.arange(2**truths)
    patterns = 1.0 + 2.0 * ((index[:, None] >> np.arange(truths)) & 1)
    q = np.array([float(p) for p in _prior(truths)])
    seen = patterns @ q
    linprog(
        xlogy(seen, seen) - xlogy(patterns, patterns) @ q, A_eq=patterns.T, b_eq=np.ones(truths)
    )
    return perf_counter() - start


def draw_bench(data: Data) -> Any:
    figure, axes = canvas()
    for number, key in enumerate(("certified", "full_program")):
        label = ("rropt, certificate included", "full program, HiGHS, no certificate")[number]
        values = [float("nan") if v is None else v for v in data[key]]
        axes.plot(data["categories"], values, label=label, **line(number, marks=True))
    axes.set_yscale("log")
    labelled(axes, "number of categories k", "time (seconds)", data["objective"])
    axes.legend(frameon=False)
    return figure


FIGURES = (
    Figure(
        "variance", "variance against epsilon, all devices", device_variances, draw_device_variances
    ),
    Figure("frontier", "Blackwell's order of the devices", frontier_graph, draw_frontier),
    Figure("bench", "time of a certified design, measured here", bench, draw_bench),
)
