"""Results that are a few quantities and no table of estimates: a test, an interval, a plan."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rropt.channel.display import html_facts
from rropt.estimating.results import LATEX_MARKS
from rropt.exact.recorded import Recorded
from rropt.extras import data_frames

if TYPE_CHECKING:
    import pandas


class Quantities(Recorded, ABC):
    """Every form for readers is derived from what is known."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What the quantities are of, in a few words."""

    @property
    @abstractmethod
    def known(self) -> dict[str, Any]:
        """The quantities that there are, by the names that a reader knows."""

    def summary(self) -> str:
        """The text that is printed."""
        return str(self)

    def to_frame(self) -> pandas.DataFrame:
        """One row, the quantities as its columns."""
        found: pandas.DataFrame = data_frames().DataFrame([self.known])
        return found

    def to_latex(self) -> str:
        """A tabular of the quantities."""
        facts = [(name, shown_quantity(value)) for name, value in self.known.items()]
        lines = [rf"{name} & {said.translate(LATEX_MARKS)} \\" for name, said in facts]
        return "\n".join([r"\begin{tabular}{lr}", *lines, r"\end{tabular}"])

    def _repr_html_(self) -> str:
        facts = [(name, shown_quantity(value)) for name, value in self.known.items()]
        table = getattr(self, "channel", None)
        return html_facts(self.title, facts, "" if table is None else table._repr_html_())


def shown_quantity(value: float | Fraction | str) -> str:
    """Exact numbers and words as they are, doubles with six digits.

    >>> shown_quantity(8740), shown_quantity(Fraction(1, 2)), shown_quantity(1 / 3)
    ('8740', '1/2', '0.333333')
    """
    return f"{value:.6g}" if isinstance(value, float) else str(value)
