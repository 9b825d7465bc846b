"""Holohan, Leith, Mason: Optimal Differentially Private Mechanisms for Randomised Response."""

from . import lemmas

SECTIONS = [lemmas.section]
