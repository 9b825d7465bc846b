"""A certificate of kind "prices", of a utility that is the best of some actions, for Coq to decide.

The Coq file holds the numbers of the certificate and nothing else: the table, prices, multipliers
and levels. `Checker.v` recomputes everything in rational arithmetic, and `kernel_actions` is the
reason why what it accepts is true of every private table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from rropt.exact import InputError
from rropt.lp import minimize

from .coq_numbers import COMPUTED, Levels, levels_text, matrix_text, number, row_text
from .export import listed
from .stated_table import (
    ZERO,
    classes_of,
    deltas_of,
    levels_of,
    low_end,
    pair_prices_of,
    square,
    table_of,
)

ONE, HALF = Fraction(1), Fraction(1, 2)
MAX_TRUTHS = 64  # the data are dense in Coq: 64 actions of 64 x 64 multipliers take about a minute
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import Checker.
Import ListNotations.
Open Scope Q_scope.
"""


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    places = classes_of(certificate)
    if len(places) > MAX_TRUTHS:
        raise InputError(f"--coq takes at most {MAX_TRUTHS} truths, got {len(places)}")
    data = "\n  ".join(_fields(certificate, places))
    return (
        f"{HEADER}\nDefinition design := Certificate\n  {data}.\n\n"
        "Theorem design_proves : proves design.\n"
        f"Proof. apply kernel_actions. {COMPUTED}\n"
    )


def _fields(certificate: Mapping[str, Any], places: Sequence[int]) -> list[str]:
    """One argument a line, in the order of the record in Checker.v."""
    k = len(places)
    below, above = levels_of(certificate["privacy"], k)
    first, *others = actions_of(certificate["utility"], k, places)
    table = table_of(certificate)
    return [
        str(k),
        levels_text(above),
        levels_text(below),
        matrix_text(deltas_of(certificate["privacy"], above)),
        row_text(first),
        matrix_text(others),
        row_text([Fraction(certificate["prices"][c]) for c in places]),
        matrix_text(pair_prices_of(certificate, places)),
        _reason(certificate, above, places),
        number(Fraction(certificate["bound"])),
        str(len(table)),
        matrix_text(table),
        number(low_end(certificate["value"])),
    ]


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    bound, value = certificate["bound"], low_end(certificate["value"])
    return (
        f"no table that obeys the levels has {certificate['utility']['name']} above {bound}, "
        f"and this table, private, has at least {value}"
    )


def actions_of(utility: Mapping[str, Any], k: int, places: Sequence[int]) -> list[list[Fraction]]:
    """The vectors x of u(r) = max x.r."""
    name = utility["name"]
    if name == "trace":
        return square(k, lambda a, b: ONE if a == b else ZERO)
    if name == "total-variation":
        up = [ZERO] * k
        up[utility["pair"][0]], up[utility["pair"][1]] = HALF, -HALF
        return [up, [-x for x in up]]
    prior = [Fraction(utility["prior"][c]) for c in places]
    if name == "probability-of-a-right-guess":
        return square(k, lambda a, b: prior[a] if a == b else ZERO)
    if name == "gain":
        rows = utility["gain"]
        return [[q * Fraction(g) for q, g in zip(prior, row, strict=True)] for row in rows]
    raise InputError(f"--coq has no actions for the utility {name}")


def _reason(certificate: Mapping[str, Any], above: Levels, places: Sequence[int]) -> str:
    """The multipliers of the certificate; found where it shows coverage by its extremes."""
    cover, k = certificate["cover"], len(places)
    if cover["proof"] != "actions":
        each = _found(certificate, above, places)
    elif "multipliers" not in cover and certificate["privacy"]["delta"] == "0":
        return f"(Minima {number(above[0][-1] or ONE)})"
    elif "multipliers" not in cover:
        each = [_of_class(certificate, above, winner) for winner in range(k)]
    else:
        each = [plain_multipliers(f, k) for f in cover["multipliers"]]
    return f"(Multipliers {listed(map(matrix_text, each))})"


def _found(
    certificate: Mapping[str, Any], above: Levels, places: Sequence[int]
) -> list[list[list[Fraction]]]:
    """Multipliers for each action: by duality they exist exactly when the prices cover."""
    k = len(places)
    deltas = deltas_of(certificate["privacy"], above)
    prices = [Fraction(certificate["prices"][c]) for c in places]
    pair_prices = pair_prices_of(certificate, places)
    pairs = [(a, b) for a, b in permutations(range(k), 2) if above[a][b] is not None]
    soft = [(a, b) for a, b in pairs if deltas[a][b]]
    balance = [[_share_of(c, a, b, above) for a, b in pairs] for c in range(k)]
    limits = [[ONE if pair == other else ZERO for other in pairs] for pair in soft]
    most = [pair_prices[a][b] for a, b in soft]
    found = []
    for action in actions_of(certificate["utility"], k, places):
        rest = [y - x for y, x in zip(prices, action, strict=True)]
        answer = minimize([ONE] * len(pairs), A_ub=balance + limits, b_ub=rest + most)
        given = zip(pairs, answer.x, strict=True) if answer.is_optimal else ()  # Coq refuses none
        found.append(plain_multipliers([(a, b, f) for (a, b), f in given], k))
    return found


def _share_of(c: int, a: int, b: int, above: Levels) -> Fraction:
    """How much f_ab takes from truth c: -1 from a, the level from b."""
    return -ONE if c == a else (above[a][b] or ZERO) if c == b else ZERO


def plain_multipliers(multipliers: Iterable[Sequence[Any]], k: int) -> list[list[Fraction]]:
    named = {(a, b): Fraction(f) for a, b, f in multipliers}
    return square(k, lambda a, b: named.get((a, b), ZERO))


def _of_class(certificate: Mapping[str, Any], above: Levels, winner: int) -> list[list[Fraction]]:
    """Of one class: min(z, y / g) for the winner against each of the others."""
    places = classes_of(certificate)
    y = Fraction(certificate["prices"][0])
    most = pair_prices_of(certificate, places)

    def entry(a: int, b: int) -> Fraction:
        return min(most[a][b], y / (above[a][b] or ONE)) if a == winner != b else ZERO

    return square(len(places), entry)
