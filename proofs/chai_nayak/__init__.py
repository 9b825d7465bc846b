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
    parities,
    starting,
    stochastic,
    strict,
    trace,
    utility,
)

SECTIONS = [
    *(module.section for module in (model, starting, parities, criterion, strict, demand)),
    *(module.section for module in (boundary, utility, equivalence, admissible)),
    *(
        module.section
        for module in (lifting, dominated, optimum, trace, appendix, matrices, stochastic)
    ),
]
