"""Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response."""

from . import approximate, examples, lemmas, margin, privacy, pure, survey, theorem3, warner

SECTIONS = [
    survey.section,
    margin.section,
    privacy.section,
    lemmas.section,
    pure.section,
    approximate.section,
    theorem3.section,
    examples.section,
    warner.section,
]
