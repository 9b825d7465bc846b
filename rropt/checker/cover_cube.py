"""Coverage of ratios on {1, g}^k: under one number g all private rows are mixtures of these."""

from dataclasses import dataclass

from .charge import UNCOVERED, Charge
from .convex_utility import allow_quotients
from .pattern_cube import Cube, cube_of
from .ratios import Ratios
from .verdict import Doubts, Size, need


@dataclass(frozen=True)
class CoverCube:
    """A utility of ratios, and its forms on {1, g}^k."""

    utility: Ratios
    cube: Cube

    def verify(self, doubts: Doubts) -> None:
        """charge(r) >= u(r) at every pattern."""
        for charge, *values in self.cube.values():
            top, bottom = self.utility.ratio(values)
            need(charge * bottom >= top, UNCOVERED)  # u is homogeneous: both sides have one unit


def on_cube(charge: Charge, utility: Ratios, size: Size) -> CoverCube:
    """What it costs is known before a pattern is made."""
    cube, _ = cube_of(charge, utility.forms, size, by_forms=True)
    allow_quotients(size, cube.number(), utility.steps, utility.quotients)
    return CoverCube(utility, cube)
