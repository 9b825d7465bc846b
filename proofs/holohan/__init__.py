"""Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response."""

from . import (
    approximate,
    endpoints,
    equation24,
    examples,
    lemma2,
    lemma4,
    lemmas,
    margin,
    privacy,
    pure,
    survey,
    theorem3,
    warner,
)

SECTIONS = [
    survey.section,
    margin.section,
    privacy.section,
    lemmas.section,
    lemma2.section,
    pure.section,
    approximate.section,
    lemma4.section,
    endpoints.section,
    theorem3.section,
    equation24.section,
    examples.section,
    warner.section,
]
