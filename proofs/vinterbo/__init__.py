"""Vinterbo: Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses."""

from . import (
    algorithm,
    approximation,
    bitwise,
    efficiency,
    levels,
    likelihood,
    losses,
    matrices,
    notation,
    observation,
    privacy,
    prose,
    running_time,
    sample_size,
    simmons,
    sketch,
    symmetry,
    transform,
    warner,
)

SECTIONS = [
    module.section
    for module in (
        notation,
        transform,
        likelihood,
        sample_size,
        bitwise,
        observation,
        matrices,
        symmetry,
        efficiency,
        losses,
        approximation,
        sketch,
        algorithm,
        running_time,
        privacy,
        levels,
        simmons,
        warner,
        prose,
    )
]
