"""u(r) = sum s (t.r)^2 / (q.r): information about shares and coefficients, chi-square, Le Cam."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from .cleared import cleared_rows
from .convex_utility import ConvexUtility, Named
from .fields import ONE, Ends, Vector, distribution, record
from .private_table import Row, along
from .statement import item
from .verdict import need, well_formed


@dataclass(frozen=True)
class Ratios(ConvexUtility):
    """sum over parts of s (t.r)^2 / (q.r); a part has one q, and vectors t with scales s."""

    parts: list[tuple[Vector, list[Vector], list[Fraction]]]
    family = "ratios"

    @property
    def quotients(self) -> int:
        return len(self.parts)

    @property
    def squares(self) -> list[tuple[Vector, list[Vector], list[Fraction]]]:
        return self.parts

    @property
    def forms(self) -> list[Vector]:
        """All q and t, part by part."""
        found: list[Vector] = []
        for mean, vectors, _ in self.parts:
            found += [mean, *vectors]
        return found

    @property
    def numbers(self) -> list[Vector]:
        return [*self.forms, *(scales for _, _, scales in self.parts)]

    @cached_property
    def scales(self) -> tuple[list[list[int]], int]:
        """The scales as whole numbers over one unit."""
        return cleared_rows([scales for _, _, scales in self.parts])

    @cached_property
    def whole_forms(self) -> tuple[list[list[int]], int]:
        """The forms as whole numbers over one unit."""
        return cleared_rows(self.forms)

    def ends(self, row: Row) -> Ends:
        forms, unit = self.whole_forms
        top, bottom = self.ratio([along(form, row) for form in forms])
        u = Fraction(top, bottom * unit)
        return u, u

    def ratio(self, values: Sequence[int]) -> tuple[int, int]:
        """u as a quotient, from the values of the forms at a row, and their unit."""
        scales, unit = self.scales
        left = iter(values)
        top = 0
        bottom = 1
        for row in scales:
            mean = next(left)
            squares = sum(scale * next(left) ** 2 for scale in row)
            if mean:
                top = top * mean + squares * bottom
                bottom *= mean  # positive: no sign changes
            else:
                need(not squares, "the utility is infinite")
        return top, bottom * unit


def only_square(utility: Any) -> tuple[Vector, Vector, Fraction]:
    """q, t and s of one square with one q, which a proof may ask for."""
    single = isinstance(utility, Ratios) and len(utility.forms) == 2
    well_formed(single, "the utility is not one ratio (t.r)^2 / (q.r)")
    ((mean, (vector,), (scale,)),) = utility.parts
    return mean, vector, scale


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """The information of one report about the share of truth 1: (r_1 - r_0)^2 / (q.r)."""
    prior = distribution(record(value, "name prior")["prior"], sizes)
    well_formed(len(prior) == 2, "a share is that of truth 1 of two")
    what = "a Fisher information of one report about the share of truth 1"
    return square([-ONE, ONE], prior), f"{what} at prior {item(prior)}"


def square(form: Vector, below: Vector) -> Ratios:
    """(t.r)^2 / (q.r)."""
    return Ratios([(below, [form], [ONE])])


def of_scenarios(scenarios: Sequence[Any], scales: Sequence[Fraction]) -> Ratios:
    """sum of weight * scale * w_x (D_x v.r)^2 / (p_x.r) over scenarios and their tangents v."""
    parts: list[tuple[Vector, list[Vector], list[Fraction]]] = []
    for scenario in scenarios:
        for at in scenario.points:
            share = scenario.weight * at.share
            vectors: list[Vector] = [at.along(v) for v in scenario.tangents]
            weights = [share * s for s in scales] or [share] * len(vectors)
            parts.append((at.probabilities, vectors, weights))
    return Ratios(parts)
