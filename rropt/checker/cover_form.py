"""Coverage of a sum of squares over one mean, for one number and no delta (`form_on_cube`)."""

from typing import Any

from .charge import UNCOVERED, Charge, Cover
from .fields import record
from .form_on_cube import is_covered
from .privacy import pure_number
from .ratios import Ratios
from .verdict import Size, need, well_formed


def read_form(value: dict[str, Any], charge: Charge, utility: Any, size: Size) -> Cover:
    """The field `cover` with the proof `form`; too many choices of truths are malformed."""
    record(value, "proof")
    single = isinstance(utility, Ratios) and len(utility.parts) == 1
    well_formed(single, "the utility is not a sum of squares over one mean")
    well_formed(max(charge.sizes) == 1, "a form tells all truths apart")
    level = pure_number(charge.privacy)
    ((mean, vectors, scales),) = utility.parts
    covers = is_covered(level.high, charge.prices, mean, vectors, scales, size)
    return lambda doubts: need(covers, UNCOVERED)
