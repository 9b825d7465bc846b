"""Optimal designs: pose, solve, certify. `optimal` is the door."""

from __future__ import annotations

from rropt.design.design import Design, Routes
from rropt.design.problem import Problem
from rropt.design.solve import optimal

__all__ = ["Design", "Problem", "Routes", "optimal"]
