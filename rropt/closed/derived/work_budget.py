"""How much work a derivation may take: processor seconds, after which the rest is undecided."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.exact import InputError, exact


@dataclass(frozen=True)
class WorkBudget:
    """Seconds of this process from now on; without a number there is no end."""

    seconds: float = math.inf
    start: float = field(default_factory=time.process_time)

    @property
    def is_spent(self) -> bool:
        return time.process_time() - self.start > self.seconds


def work_budget(seconds: Any) -> WorkBudget:
    """From the door: None, or a positive number.

    >>> work_budget(None).is_spent
    False
    """
    if seconds is None:
        return WorkBudget()
    given: Fraction = exact(seconds, "budget")
    if given <= 0:
        raise InputError(f"budget must be positive seconds, got {seconds}")
    return WorkBudget(float(given))
