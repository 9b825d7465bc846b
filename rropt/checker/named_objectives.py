"""The objectives of kind gradient by their names."""

from __future__ import annotations

from typing import Any

from .limits import Size
from .objectives import Objective
from .pages import named_page

PAGES = {
    "a-optimal": ".variance_objectives",
    "c-optimal": ".variance_objectives",
    "mean": ".variance_objectives",
    "variance": ".variance_objectives",
    "e-optimal": ".spectral_objectives",
    "d-optimal": ".spectral_objectives",
    "coefficients": ".coefficients",
    "log-determinant": ".log_determinant",
}
"""The page that reads an objective of this name, with exactly the fields that belong to it."""


def read_objective(value: Any, truths: int, size: Size) -> Objective:
    """The objective of this name."""
    _, of_name = named_page(value, "name", PAGES)
    objective: Objective = of_name.read(value, truths, size)
    return objective
