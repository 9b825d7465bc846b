"""Vinterbo: Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses."""

from . import bitwise, matrices, notation, transform

SECTIONS = [module.section for module in (notation, transform, bitwise, matrices)]
