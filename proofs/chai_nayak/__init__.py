"""Chai, Nayak: A criterion for privacy protection in data collection (2018)."""

from . import (admissible, appendix, boundary, criterion, model, optimum, stochastic, strict,
               utility)

SECTIONS = [module.section for module in (model, criterion, strict, boundary, utility, admissible,
                                           optimum, appendix, stochastic)]
