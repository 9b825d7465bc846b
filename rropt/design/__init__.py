"""Optimal designs: pose, solve, certify. `optimal` is the door."""

from __future__ import annotations

from rropt.design.design import Design, Routes
from rropt.design.door import optimal
from rropt.design.problem import Problem

__all__ = ["Design", "Problem", "Routes", "optimal"]
