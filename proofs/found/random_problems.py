"""Random problems inside the regions of the found statements, with what the formulas say.

Best values are written here from the statements, not from the modules that prove them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

import rropt as rr

from .random_budgets import any_order, concentrated, other_table, prevalence
from .random_draw import Draw, best, level, one_number, privacy, text
from .random_guesses import (
    best_set,
    blocks,
    number_with_delta,
    only_response,
    place_map,
    scale,
    star,
    told_apart,
    told_together,
    tree,
    weights,
)
from .random_locations import answers_of_cells, sign_of_cells
from .random_questions import (
    divergence,
    from_response,
    group,
    mangat,
    pair_effective,
    pair_universal,
    proportion,
    regret,
    two_reports,
)
from .random_shares import (
    beyond,
    condition,
    contrast,
    eigenvalue,
    equal,
    factor,
    halves,
    information,
    information_levels,
    largest,
    largest_of_three,
    leaving_out,
    lottery_of_blocks,
    moved_weights,
    never,
    pairs,
    skewed,
    subset,
    three,
    worst,
)
from .random_volumes import volume_condition, volume_equal, volume_subset, volume_three


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


def uneven(g: Fraction, s: Fraction, value: Fraction) -> Draw:
    """The numbers -1, s and 1."""
    numbers = [Fraction(-1), s, Fraction(1)]
    return best(privacy(one_number(g, 3)), rr.Mean(text(numbers)), value)


def uneven_low(random: Random) -> Draw:
    g, s = 1 + Fraction(random.randint(4, 40), 20), Fraction(random.randint(-9, 9), 10)
    return uneven(g, s, ((g + 1) / (g - 1)) ** 2 - (3 + s * s) / 4)


def uneven_high(random: Random) -> Draw | None:
    g, s = 3 + level(random) - 1, Fraction(random.randint(-9, 9), 10)
    if g * abs(s) > 3 * (1 + abs(s)):
        return None
    return uneven(g, s, ((5 - s * s) * g - 2 * (1 - s * s)) / (g - 1) ** 2)


def known_shares(g: Fraction, q: Fraction, value: Fraction) -> Draw:
    shares = [q, 1 - 2 * q, q]
    objective = rr.Mean(["-1", "0", "1"], text(shares))
    return best(privacy(one_number(g, 3)), objective, value)


def shares_coin(random: Random) -> Draw | None:
    g, q = level(random), Fraction(random.randint(1, 19), 40)
    if 2 * (g - 1) * q < g - 2:
        return None
    return known_shares(g, q, 4 * g / (g - 1) ** 2 + 2 * q * (1 - 2 * q))


def shares_response(random: Random) -> Draw | None:
    g, q = level(random), Fraction(random.randint(1, 19), 40)
    if 2 * (g - 1) * q > g - 2:
        return None
    return known_shares(g, q, 2 * (g + 2 + 3 * (g - 1) * q) / (g - 1) ** 2)


def population(random: Random) -> Draw:
    g = level(random)
    between = [Fraction(random.randint(-9, 9), 10) for _ in range(random.randint(0, 3))]
    numbers = [Fraction(-1), *between, Fraction(1)]
    objective = rr.Mean(text(numbers), worst="population")
    bits = ((g + 1) / (g - 1)) ** 2
    return best(privacy(one_number(g, len(numbers))), objective, bits)


def mean_of_five(random: Random) -> Draw:
    g = 5 + Fraction(random.randint(0, 40), 20)
    numbers = [Fraction(n, 2) for n in range(-2, 3)]
    value = (5 * g - 2) / (g - 1) ** 2
    return best(privacy(one_number(g, 5)), rr.Mean(text(numbers)), value)


FAMILIES: dict[str, Callable[[Random], Draw | None]] = {
    "guess/best-set": best_set,
    "guess/delta": number_with_delta,
    "guess/response": only_response,
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
    "pair/regret": regret,
    "pair/renyi": any_order,
    "pair/renyi/prevalence": prevalence,
    "pair/renyi/budgets": other_table,
    "pair/renyi/concentrated": concentrated,
    "question/two-reports": two_reports,
    "question/group": group,
    "question/from-response": from_response,
    "contrasts/condition": contrast,
    "contrasts/never": never,
    "contrasts/leaving-out": leaving_out,
    "contrasts/largest": largest,
    "contrasts/largest/three": largest_of_three,
    "shares/condition": condition,
    "shares/three": three,
    "shares/three/skewed": skewed,
    "shares/three/beyond": beyond,
    "shares/three/factor": factor,
    "shares/equal": equal,
    "shares/subset": subset,
    "shares/subset/one": moved_weights,
    "shares/four/halves": halves,
    "shares/eigenvalue": eigenvalue,
    "shares/worst": worst,
    "shares/lottery": lottery_of_blocks,
    "shares/pairs": pairs,
    "shares/information": information,
    "shares/information/levels": information_levels,
    "determinant/condition": volume_condition,
    "determinant/three": volume_three,
    "determinant/equal": volume_equal,
    "determinant/subset": volume_subset,
    "mean/two": mean_of_two,
    "mean/three/low": mean_of_three_low,
    "mean/three/high": mean_of_three_high,
    "mean/uneven/low": uneven_low,
    "mean/uneven/high": uneven_high,
    "mean/shares/coin": shares_coin,
    "mean/shares/response": shares_response,
    "mean/population": population,
    "mean/five/middle": mean_of_five,
    "gaussian/sign": sign_of_cells,
    "gaussian/answers": answers_of_cells,
}
