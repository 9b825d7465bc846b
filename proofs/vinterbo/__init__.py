"""Vinterbo: Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses."""

from . import (
    algorithm,
    approximation,
    bitwise,
    efficiency,
    levels,
    losses,
    matrices,
    notation,
    privacy,
    prose,
    running_time,
    sample_size,
    simmons,
    transform,
    warner,
)

SECTIONS = [
    module.section
    for module in (
        notation, transform, sample_size, bitwise, matrices, efficiency, losses, approximation,
        algorithm, running_time, privacy, levels, simmons, warner, prose,
    )
]
