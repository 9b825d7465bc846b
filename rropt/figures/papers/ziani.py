"""ziani/fig-1: the density of the Laplace distribution for different scales b."""

from __future__ import annotations

from functools import partial
from math import exp
from typing import Any

from rropt.figures.figure import Data, Figure
from rropt.figures.style import canvas, curves, labelled

SCALES = (0.5, 1.0, 2.0, 4.0)


def density(z: float, b: float) -> float:
    """f(z | b) = exp(-|z| / b) / (2 b)  (ziani/lap/pdf).

    >>> density(0.0, 0.5)
    1.0
    """
    return exp(-abs(z) / b) / (2 * b)


def densities() -> Data:
    """The densities on [-6, 6]."""
    z = [step / 50 for step in range(-300, 301)]
    curves = {str(b): list(map(partial(density, b=b), z)) for b in SCALES}
    return {"z": z, "density": curves}


def draw_densities(data: Data) -> Any:
    figure, axes = canvas()
    curves(axes, data["z"], {f"b = {b}": y for b, y in data["density"].items()})
    labelled(axes, "noise z (units of the query)", "density f(z | b) (per unit)")
    axes.set_ylim(bottom=0)
    return figure


FIGURES = (Figure("ziani-1", "Laplace densities by scale", densities, draw_densities),)
