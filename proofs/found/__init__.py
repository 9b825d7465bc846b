"""Statements that no paper has: found with the library, proved here."""

from . import numbers_ranges, numbers_rounding, numbers_shares, numbers_shift, numbers_table

SECTIONS = [
    numbers_rounding.section,
    numbers_shift.section,
    numbers_table.section,
    numbers_shares.section,
    numbers_ranges.section,
]
