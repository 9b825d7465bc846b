"""Figures about privacy breach regions: prior on x, posterior on y, what is forbidden shaded.

The paper prints no parameters; those here show what its text says of each picture.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, labelled, line
from rropt.privacy import BetaFactor, Rho1Rho2

Curve = list[list[float]]
GAMMAS = (2, 5, 10, 20)
RHO = ("3/10", "1/2")
BETA = 2
STEPS = 200


def two_demands() -> Data:
    """chai-nayak/fig-1: neither region contains the other; the beta-factor one is larger."""
    first = Rho1Rho2(*RHO)
    second = BetaFactor(BETA)
    return {
        "regions": [
            _region(f"ρ₁ = {RHO[0]} to ρ₂ = {RHO[1]}", first),
            _region(f"β = {BETA}", second),
        ]
    }


def _region(name: str, source: Any) -> Data:
    from rropt.privacy.demands import region

    curves = region(source).curves(48)
    return {"name": name, **{side: list(map(list, curve)) for side, curve in curves.items()}}


def general() -> Data:
    """chai-nayak/fig-2: one general region W[h_l, h_u]."""
    lower, upper = _boundaries()
    return {"regions": [_plain("W", lower, upper)]}


def sip_and_csip() -> Data:
    """chai-nayak/fig-3: the region of (h_l, h_u)-SIP, and of the equivalent h-CSIP.

    The second adds what min(h_u(p), 1 - h_l(1 - p)) and its mirror image forbid more: A and B.
    """
    lower, upper = _boundaries()

    def star(p: float) -> float:
        return min(upper(p), 1 - lower(1 - p))

    return {
        "regions": [
            _plain("SIP", lower, upper),
            _plain("CSIP, which adds A and B", lambda p: 1 - star(1 - p), star),
        ],
        "marks": {"A": [0.42, 0.86], "B": [0.965, 0.62]},
    }


def _boundaries() -> tuple[Callable[[float], float], Callable[[float], float]]:
    """h_l(p) = p / 2 and h_u(p) = min(1, 4p)."""
    return lambda p: p / 2, lambda p: min(1.0, 4 * p)


def _plain(
    name: str, lower: Callable[[float], float], upper: Callable[[float], float]
) -> dict[str, Any]:
    priors = [step / STEPS for step in range(STEPS + 1)]
    return {
        "name": name,
        "lower": [[p, lower(p)] for p in priors],
        "upper": [[p, upper(p)] for p in priors],
    }


def precise() -> Data:
    """chai-nayak/fig-4: the boundaries h_(gamma) of all tables of parity gamma."""
    from rropt.privacy.boundaries import h_boundary

    priors = [Fraction(step, STEPS) for step in range(STEPS + 1)]
    posterior = {str(g): list(map(float, map(h_boundary(g), priors))) for g in GAMMAS}
    return {"prior": list(map(float, priors)), "posterior": posterior}


def one_demand() -> Data:
    """Three criteria with the same demand B(h) = 9: the table's region contains the others."""
    return {
        "regions": [
            _region("every table of parity 9", 9),
            _region("β = 9", BetaFactor(9)),
            _region("ρ₁ = 1/10 to ρ₂ = 1/2", Rho1Rho2("1/10", "1/2")),
        ]
    }


def draw_regions(data: Data) -> Any:
    """Each region hatched in its own direction, so that overlaps stay legible in grey."""
    figure, axes = canvas(4.9, 5.4)
    hatches = ("///", "\\\\\\", "...")
    for number, item in enumerate(data["regions"]):
        look = line(2 * number)
        for side, edge in (("upper", 1.0), ("lower", 0.0)):
            x, y = zip(*item[side], strict=True)
            label = item["name"] if side == "upper" else None
            axes.fill_between(
                x,
                y,
                edge,
                facecolor="none",
                edgecolor="#8c8c8c",
                hatch=hatches[number % 3],
                linewidth=0,
            )
            axes.plot(x, y, label=label, **look)
    axes.plot([0, 1], [0, 1], color="#aaaaaa", linewidth=0.8)
    labelled(axes, "prior probability p of an event", "posterior probability p*")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    for mark, place in data.get("marks", {}).items():
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
        axes.text(*place, mark, ha="center", va="center", bbox=box, fontweight="bold")
    figure.legend(
        loc="outside lower center", frameon=False, ncols=2, title="forbidden: the hatched side of"
    )
    return figure


def draw_precise(data: Data) -> Any:
    figure, axes = canvas(4.9, 4.7)
    for number, (gamma, posterior) in enumerate(data["posterior"].items()):
        axes.plot(data["prior"], posterior, label=f"γ = {gamma}", **line(number))
    axes.plot([0, 1], [0, 1], color="#aaaaaa", linewidth=0.8, label="γ = 1: nothing is learned")
    labelled(axes, "prior probability p of an event", "largest posterior h(p)")
    axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.legend(loc="lower right", frameon=False)
    return figure


FIGURES = (
    Figure(
        "chai-nayak-1", "breach regions of rho1-to-rho2 and beta-factor", two_demands, draw_regions
    ),
    Figure("chai-nayak-2", "a general breach region", general, draw_regions),
    Figure("chai-nayak-3", "regions of an SIP and of its CSIP", sip_and_csip, draw_regions),
    Figure("chai-nayak-4", "precise boundaries h_(gamma)", precise, draw_precise),
    Figure("breach-regions", "three criteria with one demand", one_demand, draw_regions),
)
