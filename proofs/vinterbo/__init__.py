"""Vinterbo: Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses."""

from . import (
    algorithm,
    approximation,
    bitwise,
    devices,
    efficiency,
    matrices,
    notation,
    privacy,
    prose,
    transform,
)

SECTIONS = [
    module.section
    for module in (
        notation, transform, bitwise, matrices, efficiency, approximation, algorithm, privacy,
        devices, prose,
    )
]
