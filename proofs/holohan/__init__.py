"""Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response."""

from . import lemmas, privacy, survey

SECTIONS = [survey.section, privacy.section, lemmas.section]
