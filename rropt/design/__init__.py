"""Optimal designs as data: pose, solve, certify. `solve` decides which room does it."""

from __future__ import annotations

from rropt.design.answer import Answer
from rropt.design.problem import Problem
from rropt.design.solve import solve

__all__ = ["Answer", "Problem", "solve"]
