"""The figures and tables of the papers, recomputed, and the figures that the field wants.

Each module holds `FIGURES`, a tuple of `Figure`s: a name, what it shows, a function that computes
its data (JSON-ready, no drawing library) and one that draws them with matplotlib. A new figure is
one entry there.
"""

from __future__ import annotations

from importlib import import_module
from itertools import chain

from rropt.exact import InputError
from rropt.exact.near import near
from rropt.figures.figure import Figure

MODULES = (
    *("holohan", "vinterbo", "sun", "chai_nayak", "ziani"),
    *("field", "mean_estimation", "bench", "tradeoff_curves", "phase_diagrams", "shuffled_reports"),
)

__all__ = ["Figure", "figure", "figures"]


def figures() -> dict[str, Figure]:
    """Every figure by name, paper by paper.

    >>> "holohan-1" in figures()
    True
    """
    modules = (import_module(f"rropt.figures.papers.{name}") for name in MODULES)
    listed = chain.from_iterable(module.FIGURES for module in modules)
    return {found.name: found for found in listed}


def figure(name: str) -> Figure:
    """A figure or table of the papers, or of the field: its data, a summary, a drawing in a file.

    `data`, `summary` and `save` are its own; `parameters` are what `data` and `summary` take.

    >>> print(figure("sun-table-2").summary().splitlines()[-1])
    modified Christofides, 0.01: the paper prints 101011
    """
    known = figures()
    if not isinstance(name, str) or name not in known:
        meant = near(str(name), known) or f": {', '.join(known)};"
        raise InputError(f"NAME must be a figure{meant} got {name!r}")
    return known[name]
