"""Figures 1 to 5 and tables 1 and 2 of sun: four survey devices in a census, theory and simulation.

The theory is `sun_tables.sun_variances`; the simulation plays Algorithms 1 to 4 with
a fixed seed. The improved mechanism deals a deck of N cards, so it can be played only where N p_k
is whole: figure 1 takes the epsilons of such decks; figures 2 to 4 (9 people, p_2 = 0.36, so 3.24
cards) have theory only for it; in figure 5 the deck of 3,252,599 cards is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import exp, log
from typing import Any

import numpy as np

from rropt.figures.figure import Data, Figure
from rropt.figures.papers.sun_tables import PrintedCell, sun_table_1, sun_table_2, sun_variances
from rropt.figures.style import canvas, labelled, line, table

RUNS = 10_000
NAMES = ("modified Warner", "modified Simmons", "modified Christofides", "improved Christofides")


@dataclass(frozen=True)
class Setting:
    """People, prevalence, p_2 and the privacy levels of one figure."""

    people: int
    prior: str
    middle: str
    epsilons: tuple[float, ...]
    rounded_deck: bool = False

    @property
    def members(self) -> int:
        """How many people have the attribute."""
        return round(self.people * Fraction(self.prior))


FIGURE_1 = Setting(
    100, "0.1", "0.5", tuple(log((50 - n) / n) for n in (23, 22, 21, 20, 18, 16, 14, 12, 10))
)
SMALL = tuple(0.125 * step for step in range(2, 13))
HCOVANY = Setting(3_252_599, "0.0778", "0.01", tuple(0.05 * n for n in range(1, 11)), True)

SETTINGS = (
    ("variance against epsilon, 100 people", FIGURE_1, 1),
    ("9 people, prevalence 1/9", Setting(9, "1/9", "0.36", SMALL), 2),
    ("9 people, prevalence 2/9", Setting(9, "2/9", "0.36", SMALL), 2),
    ("9 people, prevalence 4/9", Setting(9, "4/9", "0.36", SMALL), 2),
    ("health insurance, 3,252,599 people", HCOVANY, 5),
)
"""Of figures 1 to 5: the title, what is varied (in figure 1 the privacy levels of whole decks, in
figure 5 the people of sun/hcovany), and the seed of the simulation."""


def curves_of(setting: Setting, seed: int) -> Data:
    """Theory and simulated variances over the privacy levels."""
    theory: dict[str, list[float]] = {name: [] for name in NAMES}
    played: dict[str, list[float | None]] = {name: [] for name in NAMES}
    for number, epsilon in enumerate(setting.epsilons):
        for name, value in variances(setting, epsilon).items():
            theory[name].append(value)
        for name, found in simulated(setting, epsilon, seed + number).items():
            played[name].append(found)
    return {
        "people": setting.people,
        "prior": setting.prior,
        "p2": setting.middle,
        "runs": RUNS,
        "epsilon": list(setting.epsilons),
        "theory": theory,
        "simulation": played,
    }


def variances(setting: Setting, epsilon: float) -> dict[str, float]:
    """The four variances by formula; Warner's and Simmons's coincide (sun/thm-5.3)."""
    prior = Fraction(setting.members, setting.people)
    found = sun_variances(f"{epsilon:.15f}", setting.people, prior, setting.middle)
    first, second, third = (float(sum(ends) / 2) for ends in found.values())
    return dict(zip(NAMES, (first, first, second, third), strict=True))


def simulated(setting: Setting, epsilon: float, seed: int) -> dict[str, float | None]:
    """The variance of 10,000 estimates by each algorithm; None where no deck exists."""
    rng = np.random.default_rng(seed)
    gamma = exp(epsilon)
    warner = 1 / (gamma + 1)
    simmons = (gamma - 1) / (gamma + 1)
    # Half of the people say yes to the unrelated question, whoever they are.
    estimates = (
        yes_no(rng, setting, (1 - warner, warner)),
        yes_no(rng, setting, ((1 - simmons) / 2, simmons + (1 - simmons) / 2)),
        modified(rng, setting, proportions(setting, gamma)),
        improved(rng, setting, gamma),
    )
    return {
        name: None if found is None else float(np.var(found))
        for name, found in zip(NAMES, estimates, strict=True)
    }


def proportions(setting: Setting, gamma: float) -> tuple[float, float, float]:
    """p_1, p_2, p_3 of least variance at e^epsilon = gamma (sun/thm-5.5)."""
    middle = float(setting.middle)
    # p_3 = gamma p_1, and with p_2 they are one.
    low = (1 - middle) / (gamma + 1)
    return low, middle, gamma * low


def yes_no(rng: Any, setting: Setting, yes: tuple[float, float]) -> Any:
    """Estimates of algorithms 1 and 2; `yes` given not A, and given A."""
    others = setting.people - setting.members
    said = rng.binomial(setting.members, yes[1], RUNS) + rng.binomial(others, yes[0], RUNS)
    return (said / setting.people - yes[0]) / (yes[1] - yes[0])


def modified(rng: Any, setting: Setting, shares: Sequence[float]) -> Any:
    """Estimates of algorithm 3: everybody draws a card and puts it back."""
    members = rng.multinomial(setting.members, shares, RUNS)
    others = rng.multinomial(setting.people - setting.members, shares, RUNS)
    return _card_estimate(setting, members, others, shares)


def improved(rng: Any, setting: Setting, gamma: float) -> Any:
    """Estimates of algorithm 4: N cards are dealt to N people."""
    deck = deck_of(setting, gamma)
    if deck is None:
        return None
    members = rng.multivariate_hypergeometric(deck, setting.members, RUNS, method="marginals")
    # All cards are dealt: the others hold what the members do not.
    others = np.array(deck) - members
    return _card_estimate(setting, members, others, [n / setting.people for n in deck])


def deck_of(setting: Setting, gamma: float) -> list[int] | None:
    """N times the proportions where they are whole, or may be rounded.

    >>> deck_of(FIGURE_1, 4.0)
    [10, 50, 40]
    """
    exact = [setting.people * share for share in proportions(setting, gamma)]
    low = round(exact[0])
    middle = round(exact[1])
    whole = max(abs(exact[0] - low), abs(exact[1] - middle)) < 1e-6
    return [low, middle, setting.people - low - middle] if whole or setting.rounded_deck else None


def _card_estimate(setting: Setting, members: Any, others: Any, shares: Sequence[float]) -> Any:
    """(mean X - E Y) / (4 - 2 E Y); members report 4 - k, others k."""
    cards = np.array([1, 2, 3])
    total = members @ (4 - cards) + others @ cards
    mean = float(cards @ np.array(shares))
    return (total / setting.people - mean) / (4 - 2 * mean)


def draw_variances(data: Data) -> Any:
    figure, axes = canvas(5.4, 4.0)
    for number, name in enumerate(NAMES):
        look = line(number, marks=True)
        marker = {key: look.pop(key) for key in ("marker", "markersize", "markerfacecolor")}
        axes.plot(data["epsilon"], data["theory"][name], **look)
        axes.plot(
            data["epsilon"],
            [float("nan") if v is None else v for v in data["simulation"][name]],
            linestyle="",
            color=look["color"],
            **marker,
        )
        simulated = any(v is not None for v in data["simulation"][name])
        axes.plot([], [], label=name, **look, **(marker if simulated else {}))
    axes.set_yscale("log")
    where = f"N = {data['people']:,}, π = {data['prior']}, p₂ = {data['p2']}"
    labelled(axes, "privacy level ε (nats)", "variance of the estimate", where)
    title = "marks: simulation; lines: theory"
    axes.legend(frameon=False, title=title, fontsize=8, handlelength=4.5)
    return figure


def recomputed(corner: str, table: Callable[[], Sequence[PrintedCell]]) -> Data:
    """A table of sun as rows of numbers; cells that the paper prints differently are listed."""
    cells = table()
    columns = list(dict.fromkeys(cell.column for cell in cells))
    rows: dict[str, list[str]] = {}
    for cell in cells:
        rows.setdefault(cell.row, []).append(cell.recomputed)
    wrong = [
        {"row": c.row, "column": c.column, "printed": c.printed, "recomputed": c.recomputed}
        for c in cells
        if not c.agrees
    ]
    return {"corner": corner, "columns": columns, "rows": rows, "printed_otherwise": wrong}


def draw_table(data: Data) -> Any:
    rows = [[name, *values] for name, values in data["rows"].items()]
    return table(data["title"], [data["corner"], *data["columns"]], rows)


FIGURES = (
    *(
        Figure(f"sun-{number}", title, partial(curves_of, setting, seed), draw_variances)
        for number, (title, setting, seed) in enumerate(SETTINGS, start=1)
    ),
    Figure(
        "sun-table-1",
        "interval where improved is not the best",
        partial(recomputed, "p2 / epsilon", sun_table_1),
        draw_table,
    ),
    Figure(
        "sun-table-2",
        "least number of people",
        partial(recomputed, "mechanism / epsilon", sun_table_2),
        draw_table,
    ),
)
