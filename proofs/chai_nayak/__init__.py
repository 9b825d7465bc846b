"""Chai, Nayak: A criterion for privacy protection in data collection (2018)."""

from . import admissible, boundary, criterion, model, stochastic, strict, utility

SECTIONS = [module.section for module in (model, criterion, strict, boundary, utility, admissible,
                                           stochastic)]
