"""Coverage on {1, g}^k: every private row is a mixture of these patterns, for one number g."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .pages import page
from .pattern_cube import UNCOVERED, Cube
from .utilities import Entropy, Ratios
from .verdict import Doubts, need


@dataclass(frozen=True)
class CoverCube:
    """A utility of ratios, or mutual information, on {1, g}^k."""

    utility: Ratios | Entropy
    gamma: Fraction
    cube: Cube
    unit: int
    """Of the forms."""

    def verify(self, doubts: Doubts) -> None:
        """charge(r) >= u(r) at every pattern."""
        if isinstance(self.utility, Ratios):
            self._verify_ratios(self.utility)
        else:
            information = page(".cover_information").Information
            information(self.gamma, self.cube, self.unit).verify(doubts)

    def _verify_ratios(self, utility: Ratios) -> None:
        for charge, *values in self.cube.values():
            top, bottom = utility.ratio(values)
            need(charge * bottom >= top, UNCOVERED)
