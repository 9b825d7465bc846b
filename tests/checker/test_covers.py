"""The proofs of coverage, each against brute force over extreme rows, with near misses by field."""

from __future__ import annotations

from rropt.checker.limits import Size

SMALL = Size(1, 64)


# Actions


# The line


# The tree


# Extreme rows of a matrix


# Levels


# Two truths


# Bystanders
