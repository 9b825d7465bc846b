"""A certificate of kind "cases", for Coq to decide: `CaseDesigns.v`.

Of two truths the corners of the convex edge are found here, and Coq checks that every side of their
path is on a line that the conditions give; boxes it lists itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, pairwise, permutations, product
from typing import Any, NamedTuple

from rropt.design.cards.lower_edge import Point, corners, fair_point
from rropt.exact import InputError

from .coq_numbers import COMPUTED, Row, levels_text, matrix_text, number, row_text
from .export import listed
from .priced_table import above_words, refuse_unreadable, vectors
from .promised_rows import BOUND_END, TABLE_END, rules_of_conditions
from .stated_table import ZERO, classes_of, deltas_of, levels_of, low_end
from .theorem_of_design import actions_of
from .theorem_of_entropies import NAMES, entropies_of, logarithms_text, ratios_of
from .theorem_of_ratios import ratio_text
from .theorem_of_roots import NAMES as ROOTS

ONE = Fraction(1)
ACTIONS = ("trace", "probability-of-a-right-guess", "gain", "total-variation")
RATIOS = ("chi-square", "le-cam", "fisher-information")
WARNER = "warner"
CASE_DIGITS = 146  # of a number above a logarithm: bounds are those of the best case to 2^-130
MOST_TRUTHS = 10  # of a box: Coq looks at 2^k sets of truths
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import RayChecker Logarithms EntropyDesigns CaseDesigns.
Import ListNotations.
Open Scope Q_scope.
"""


class Demand(NamedTuple):
    """The sum over all rows of sum c max(0, form.r) is at most so much."""

    steps: Sequence[tuple[Fraction, Row]]
    most: Fraction

    @property
    def text(self) -> str:
        steps = listed(f"({number(c)}, {_pair(form)})" for c, form in self.steps)
        return f"({steps}, {number(self.most)})"


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    refuse_unreadable(certificate)
    proof = certificate["proof"]
    if proof not in PROOFS:
        raise InputError(f"--coq takes cases with the proofs {', '.join(PROOFS)}; got {proof}")
    return f"{HEADER}\n{PROOFS[proof](certificate)} {COMPUTED}\n"


def statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    if certificate["proof"] == "card":
        return (
            f"no {certificate['device']} card that obeys the levels has a variance of the share "
            f"of truth 1 below {certificate['bound']} at prevalence {certificate['prior']}, and "
            f"this one, private, has at most {certificate['value']}"
        )
    words = above_words(certificate, certificate["utility"]["name"])
    return f"with at most {certificate['reports']} reports, {words}"


def _chain(certificate: Mapping[str, Any]) -> str:
    """Chains of corners: the arguments of the statement, one a line."""
    above, below = (_demands_text(certificate, end) for end in (BOUND_END, TABLE_END))
    found = corners(_lines(_demands(certificate, BOUND_END)))
    steps = [[s - x, t - y] for (x, y), (s, t) in combinations(found, 2)]
    arguments = [f"{certificate['reports']}%nat", number(Fraction(certificate["bound"]))]
    lines = "\n  ".join([_aim(certificate), above, below, *arguments, *_own(certificate)])
    return (
        f"{_logarithms(certificate, steps)}\n"
        f"Theorem design_proves : proves_chains\n  {lines}.\n"
        f"Proof. apply kernel_chains with logarithms_above {_path(found)}."
    )


def _card(certificate: Mapping[str, Any]) -> str:
    """A card, or one of Warner's."""
    above, below = (_demands_text(certificate, end) for end in (BOUND_END, TABLE_END))
    found = corners(_lines(_demands(certificate, BOUND_END)))
    is_warner = certificate["device"] == WARNER
    fair = f"(Some {_place(found, fair_point(found))})" if is_warner else "None"
    (first, _), (_, last) = vectors(certificate["table"])
    numbers = [certificate["prior"], certificate["bound"], first, last, certificate["value"]]
    texts = [number(Fraction(x)) for x in numbers]
    lines = "\n  ".join([above, below, str(is_warner).lower(), *texts])
    return (
        f"Theorem design_proves : proves_cards\n  {lines}.\n"
        f"Proof. apply (kernel_cards _ _ {_path(found)} {fair})."
    )


def _box(certificate: Mapping[str, Any]) -> str:
    """Two reports under one number and a delta."""
    k = len(classes_of(certificate))
    if k > MOST_TRUTHS:
        raise InputError(f"--coq lists the sets of at most {MOST_TRUTHS} truths, got {k}")
    below, above = levels_of(certificate["privacy"], k)
    deltas = deltas_of(certificate["privacy"], above)
    level, delta = above[0][-1] or ONE, deltas[0][-1]
    levels = map(levels_text, (above, below))
    bound = number(Fraction(certificate["bound"]))
    parts = [f"{k}%nat", _aim(certificate), *levels, matrix_text(deltas), bound]
    lines = "\n  ".join([*parts, *_own(certificate)])
    return (
        f"{_logarithms(certificate, list(_rows_of_box(k, level, delta)))}\n"
        f"Theorem design_proves : proves_box\n  {lines}.\n"
        f"Proof. apply kernel_box with logarithms_above {number(level)} {number(delta)}."
    )


def _rows_of_box(k: int, g: Fraction, d: Fraction) -> Iterator[Row]:
    """Those of two values that decide; where d is 0 or 1 they may be more than needed."""
    for low, high in ((1 - d) / (1 + g), (g + d) / (1 + g)), (ZERO, d):
        for row in product((low, high), repeat=k):
            yield row
            yield [1 - x for x in row]


PROOFS = {"box": _box, "card": _card, "chain": _chain}


def _own(certificate: Mapping[str, Any]) -> list[str]:
    """The table, and what it has at least."""
    table = vectors(certificate["table"])
    return [f"{len(table)}%nat", matrix_text(table), number(low_end(certificate["value"]))]


def _logarithms(certificate: Mapping[str, Any], deciding: Sequence[Row]) -> str:
    """Numbers above all logarithms that are needed: none without entropies."""
    arguments: list[Fraction] = []
    if certificate["utility"]["name"] in NAMES:
        table = vectors(certificate["table"])
        arguments = ratios_of(entropies_of(certificate), deciding, table)
    return logarithms_text(arguments, CASE_DIGITS)


def _aim(certificate: Mapping[str, Any]) -> str:
    """What a row is worth."""
    name = certificate["utility"]["name"]
    places = classes_of(certificate)
    if name in ACTIONS:
        first, *others = actions_of(certificate["utility"], len(places), places)
        return f"(BestAction {row_text(first)} {matrix_text(others)})"
    if name in RATIOS:
        return f"(Squares [{ratio_text(certificate)}])"
    if name in NAMES:
        return f"(Entropies {listed(e.text for e in entropies_of(certificate))})"
    if name in ROOTS:
        a, b = certificate["utility"]["pair"]
        return f"(Roots {a} {b})"
    raise InputError(f"--coq takes no cases of the utility {name}")


def _demands(certificate: Mapping[str, Any], end: int) -> list[Demand]:
    """What is asked of two truths: for the bound, or of the table."""
    privacy = certificate["privacy"]
    if "conditions" in privacy:
        rules = rules_of_conditions(certificate, 2, end)
        hard = [Demand([(ONE, form)], ZERO) for form in rules.hard]
        return hard + [Demand(condition.steps, condition.most) for condition in rules.soft]
    levels = levels_of(privacy, 2)[end]
    deltas = deltas_of(privacy, levels)
    found = []
    for a, b in permutations(range(2)):
        level = levels[a][b]
        if level is not None:
            form = [ONE, -level] if a == 0 else [-level, ONE]
            found.append(Demand([(ONE, form)], deltas[a][b]))
    return found


def _demands_text(certificate: Mapping[str, Any], end: int) -> str:
    return listed(demand.text for demand in _demands(certificate, end))


def _lines(demands: Iterable[Demand]) -> list[tuple[Row, Fraction]]:
    """h.v <= e for h = A - B, e = most - B.(1, 1), A and B sums of the first forms of a demand."""
    found: list[tuple[Row, Fraction]] = []
    for steps, most in demands:
        forms = ([c * x for x in form] for c, form in steps)
        sums = list(accumulate(forms, _plus, initial=[ZERO, ZERO]))
        for one, other in permutations(sums, 2):
            form = [x - y for x, y in zip(one, other, strict=True)]
            if form[0] > 0 > form[1]:
                found.append((form, most - sum(other)))
    return found


def _plus(left: list[Fraction], right: list[Fraction]) -> list[Fraction]:
    return [x + y for x, y in zip(left, right, strict=True)]


def _place(found: Sequence[Point], point: Point) -> str:
    """The first side of the path that the point is on, and how much of it is before."""
    return next(_places(found, point))


def _places(found: Sequence[Point], point: Point) -> Iterator[str]:
    for n, ((x, y), (s, t)) in enumerate(pairwise(found)):
        share = (sum(point) - x - y) / (s + t - x - y)
        if 0 <= share <= 1:
            yield f"({n}%nat, {number(share)})"


def _path(found: Iterable[Point]) -> str:
    return listed(map(_pair, found))


def _pair(point: Sequence[Fraction]) -> str:
    x, y = point
    return f"({number(x)}, {number(y)})"
