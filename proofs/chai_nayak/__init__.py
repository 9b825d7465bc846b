"""Chai, Nayak: A criterion for privacy protection in data collection (2018)."""

from . import (
    admissible,
    appendix,
    boundary,
    criterion,
    demand,
    dominated,
    equivalence,
    lifting,
    matrices,
    model,
    optimum,
    starting,
    stochastic,
    strict,
    trace,
    utility,
)

SECTIONS = [
    *(module.section for module in (model, starting, criterion, strict, demand, boundary)),
    *(module.section for module in (utility, equivalence, admissible, lifting, dominated)),
    *(module.section for module in (optimum, trace, appendix, matrices, stochastic)),
]
