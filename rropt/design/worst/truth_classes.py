"""Truths that one contrast does not tell apart, taken as one; and how far numbers reach."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def reach(gamma: Fraction) -> Fraction:
    """A power of two near B = (gamma + 1) / (gamma - 1): variances of size one in its units."""
    return Fraction(2) ** round(math.log2((gamma + 1) / (gamma - 1)))


def class_shares(classes: Sequence[int], prior: Sequence[Fraction]) -> list[Fraction]:
    """The shares of the classes.

    >>> class_shares([0, 1, 0], [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)])
    [Fraction(3, 4), Fraction(1, 4)]
    """
    total = [Fraction(0)] * (max(classes) + 1)
    for c, q in zip(classes, prior, strict=True):
        total[c] += q
    return total


def member_shares(classes: Sequence[int], prior: Sequence[Fraction] | None) -> list[Fraction]:
    """The part of each truth in its class: in proportion to a prior, else all to the first."""
    whole = None if prior is None else class_shares(classes, prior)
    found = []
    for j, c in enumerate(classes):
        if prior is not None and whole is not None and whole[c]:
            found.append(prior[j] / whole[c])
        else:
            found.append(Fraction(c not in classes[:j]))
    return found
