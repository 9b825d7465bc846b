"""Random problems inside the regions of the found statements, with what the formulas say.

Best values are written here from the statements, not from the modules that prove them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import rropt as rr

from .random_draw import Draw, best, level, one_number, privacy, text
from .random_guesses import (
    best_set,
    blocks,
    number_with_delta,
    place_map,
    scale,
    star,
    told_apart,
    told_together,
    tree,
    weights,
)
from .random_questions import (
    divergence,
    from_response,
    group,
    mangat,
    pair_effective,
    pair_universal,
    proportion,
    two_reports,
)
from .random_shares import (
    condition,
    equal,
    necessary,
    skewed,
    three,
    volume_condition,
    volume_equal,
    volume_three,
)


def mean_of(random: Random, numbers: Sequence[int], g: Fraction, value: Fraction) -> Draw:
    """Numbers with any centre and any distance; the variance is that of -1 to 1, scaled."""
    centre, half = Fraction(random.randint(-20, 20), 4), Fraction(random.randint(1, 20), 8)
    values = [centre + half * number for number in numbers]
    return best(privacy(one_number(g, len(values))), rr.Mean(text(values)), value * half**2)


def mean_of_two(random: Random) -> Draw:
    g = level(random)
    return mean_of(random, (-1, 1), g, 4 * g / (g - 1) ** 2)


def mean_of_three_low(random: Random) -> Draw:
    g = 1 + Fraction(random.randint(4, 40), 20)
    return mean_of(random, (-1, 0, 1), g, (g * g + 14 * g + 1) / (4 * (g - 1) ** 2))


def mean_of_three_high(random: Random) -> Draw:
    g = 3 + level(random) - 1
    return mean_of(random, (-1, 0, 1), g, (5 * g - 2) / (g - 1) ** 2)


FAMILIES: dict[str, Callable[[Random], Draw | None]] = {
    "guess/best-set": best_set,
    "guess/delta": number_with_delta,
    "guess/weights": weights,
    "guess/blocks": blocks,
    "guess/map": place_map,
    "guess/scale": scale,
    "guess/tree": tree,
    "guess/star": star,
    "protected/apart": told_apart,
    "protected/together": told_together,
    "pair/universal": pair_universal,
    "pair/effective": pair_effective,
    "pair/mangat": mangat,
    "pair/proportion": proportion,
    "pair/divergence": divergence,
    "question/two-reports": two_reports,
    "question/group": group,
    "question/from-response": from_response,
    "shares/condition": condition,
    "shares/necessary": necessary,
    "shares/three": three,
    "shares/three/skewed": skewed,
    "shares/equal": equal,
    "determinant/condition": volume_condition,
    "determinant/three": volume_three,
    "determinant/equal": volume_equal,
    "mean/two": mean_of_two,
    "mean/three/low": mean_of_three_low,
    "mean/three/high": mean_of_three_high,
}
