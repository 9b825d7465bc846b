"""All found statements, as their page tells them, and those over a region."""

from __future__ import annotations

from .told_guesses import GUESSES
from .told_numbers import NUMBERS
from .told_pairs import PAIRS
from .told_shares import SHARES

THEOREMS = (*GUESSES, *PAIRS, *SHARES, *NUMBERS)

OVER_A_REGION = (
    "pair/universal",
    "pair/effective",
    "pair/mangat",
    "pair/proportion",
    "pair/divergence",
    "pair/regret",
    "pair/pilot",
    "contrasts/largest/three",
    "shares/three",
    "pair/renyi",
    "pair/renyi/prevalence",
    "pair/renyi/budgets",
    "pair/renyi/concentrated",
    "shares/three/skewed",
    "shares/three/beyond",
    "shares/three/factor",
    "shares/four/halves",
    "determinant/three",
    "mean/uneven/low",
    "mean/uneven/high",
    "mean/shares/coin",
    "mean/shares/response",
)
"""Statements of a fixed number of truths over a region of two parameters or more."""
