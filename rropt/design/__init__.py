"""Optimal designs as data: pose, solve, certify. `solve` decides which room does it.

Names are imported on first use: reading a saved design needs none of the solvers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rropt.first_use import names_of

if TYPE_CHECKING:
    from rropt.design.answer import Answer
    from rropt.design.problem import Problem
    from rropt.design.solve import solve

_HOME = {"Answer": "rropt.design.answer", "Problem": "rropt.design.problem"}
_HOME |= {"solve": "rropt.design.solve"}

__all__ = ["Answer", "Problem", "solve"]

if not TYPE_CHECKING:
    __getattr__ = names_of(__name__, _HOME)
