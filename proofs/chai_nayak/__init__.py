"""Chai, Nayak: A criterion for privacy protection in data collection (2018)."""

from . import criterion, model

SECTIONS = [model.section, criterion.section]
