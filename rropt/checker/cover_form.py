"""Coverage of a sum of squares over one mean, for one number and no delta (`form_on_cube`)."""

from dataclasses import dataclass
from typing import Any

from .charge import UNCOVERED, Charge
from .fields import record
from .form_on_cube import is_covered
from .privacy import pure_number
from .ratios import Ratios
from .verdict import Doubts, Size, need, well_formed


@dataclass(frozen=True)
class CoverByForm:
    """What the walk has found."""

    covers: bool

    def verify(self, doubts: Doubts) -> None:
        """No pattern was found that pays too little."""
        need(self.covers, UNCOVERED)


def read_form(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> CoverByForm:
    """The field `cover` with the proof `form`; too many choices of truths are malformed."""
    record(value, "proof")
    single = isinstance(utility, Ratios) and len(utility.parts) == 1
    well_formed(single, "the utility is not a sum of squares over one mean")
    well_formed(max(charge.sizes) == 1, "a form tells all truths apart")
    level = pure_number(charge.privacy)
    ((mean, vectors, scales),) = utility.parts
    return CoverByForm(is_covered(level.high, charge.prices, mean, vectors, scales, size))
