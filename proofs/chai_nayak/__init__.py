"""Chai, Nayak: A criterion for privacy protection in data collection (2018)."""

from . import boundary, criterion, model, strict

SECTIONS = [module.section for module in (model, criterion, strict, boundary)]
