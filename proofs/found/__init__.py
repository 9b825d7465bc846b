"""Statements that no paper has: found with the library, proved here."""

from . import (
    asking,
    estimating_contrasts,
    estimating_determinant,
    estimating_shares,
    guessing,
    mean_of_numbers,
    numbers_ranges,
    numbers_rounding,
    numbers_shares,
    numbers_shift,
    numbers_table,
    pairs_of_truths,
    pilots,
    protecting,
    sign_of_gaussian,
)

SECTIONS = [
    guessing.section,
    protecting.section,
    pairs_of_truths.section,
    pilots.section,
    asking.section,
    estimating_contrasts.section,
    estimating_shares.section,
    estimating_determinant.section,
    mean_of_numbers.section,
    numbers_rounding.section,
    numbers_shift.section,
    numbers_table.section,
    numbers_shares.section,
    numbers_ranges.section,
    sign_of_gaussian.section,
]
