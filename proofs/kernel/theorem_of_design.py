"""A certificate of kind "prices" with proof "actions" as a theorem that Coq decides.

The Coq file holds the numbers of the certificate and nothing else: the table, prices, multipliers
and levels. `Checker.v` recomputes everything in rational arithmetic, and `kernel_actions` is the
reason why what it accepts is true of every private table.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from rropt.cli.documents import channel_in
from rropt.exact import InputError

from . import coq
from .export import listed

Row = Sequence[Fraction]
Levels = Sequence[Sequence[Fraction | None]]
ONE, ZERO, HALF = Fraction(1), Fraction(0), Fraction(1, 2)
MAX_TRUTHS = 64  # the data are dense in Coq: 64 actions of 64 x 64 multipliers take about a minute
ACCEPTED = 'prices with the proof "actions" (trace, guess, gain, total variation)'
HEADER = """From Coq Require Import QArith List.
From Rropt Require Import Checker.
Import ListNotations.
Open Scope Q_scope.
"""


@dataclass(frozen=True)
class KernelVerdict:
    """Whether Coq accepted the theorem, what it says, and its text."""

    accepted: bool
    statement: str
    theorem: str


def decide(certificate: Mapping[str, Any]) -> KernelVerdict:
    """Hand the certificate to Coq; InputError where the kernel has no theorem for its kind."""
    text = theorem(certificate)
    with tempfile.TemporaryDirectory() as folder:
        try:
            coq.build(Path(folder), only="Checker")
        except coq.KernelError as error:
            raise InputError(f"--kernel needs Coq: {error}") from None
        file = Path(folder, "Design.v")
        file.write_text(text)
        answer = coq.run(file)
    return KernelVerdict(answer.accepted, _statement(certificate), text)


def theorem(certificate: Mapping[str, Any]) -> str:
    """The Coq text: the data, and the theorem that they are accepted."""
    if certificate.get("kind") != "prices" or _cover(certificate).get("proof") != "actions":
        raise InputError(f"--kernel takes certificates of kind {ACCEPTED}")
    places = _classes(certificate)
    if len(places) > MAX_TRUTHS:
        raise InputError(f"--kernel takes at most {MAX_TRUTHS} truths, got {len(places)}")
    data = "\n  ".join(_fields(certificate, places))
    return (
        f"{HEADER}\nDefinition design := Certificate\n  {data}.\n\n"
        "Theorem design_proves : proves design.\n"
        "Proof. apply kernel_actions. vm_compute. reflexivity. Qed.\n"
    )


def _fields(certificate: Mapping[str, Any], places: Sequence[int]) -> list[str]:
    """One argument a line, in the order of the record in Checker.v."""
    k = len(places)
    below, above = _levels(certificate["privacy"], k)
    first, *others = _actions(certificate["utility"], k, places)
    table = channel_in(certificate, "FILE").rows
    return [
        str(k),
        _levels_text(above),
        _levels_text(below),
        _matrix_text(_deltas(certificate["privacy"], above)),
        _row_text(first),
        _matrix_text(others),
        _row_text([Fraction(certificate["prices"][c]) for c in places]),
        _matrix_text(_pair_prices(certificate, places)),
        _reason(certificate, above, places),
        _number(Fraction(certificate["bound"])),
        str(len(table)),
        _matrix_text(table),
        _number(_low(certificate["value"])),
    ]


def _statement(certificate: Mapping[str, Any]) -> str:
    """What was accepted, in the numbers that Coq was given."""
    bound, value = certificate["bound"], _low(certificate["value"])
    return (
        f"no table that obeys the levels has {certificate['utility']['name']} above {bound}, "
        f"and this table, private, has at least {value}"
    )


def _cover(certificate: Mapping[str, Any]) -> Mapping[str, Any]:
    return certificate.get("cover") or {}


def _classes(certificate: Mapping[str, Any]) -> list[int]:
    """The class of each truth: truths that the problem does not tell apart share their prices."""
    truths = certificate["truths"]
    if isinstance(truths, list):
        return [c for c, size in enumerate(truths) for _ in range(int(size))]
    return list(range(int(truths)))


def _low(value: Any) -> Fraction:
    return Fraction(value[0] if isinstance(value, list) else value)


def _levels(privacy: Mapping[str, Any], k: int) -> tuple[Levels, Levels]:
    """What the table obeys, and what the bound holds for."""
    gamma = privacy["gamma"]
    if isinstance(gamma, str):
        return _everywhere(gamma, k), _everywhere(gamma, k)
    if isinstance(gamma[0], str):
        return _everywhere(gamma[0], k), _everywhere(gamma[1], k)
    above = privacy.get("above", gamma)
    return [[_level(g) for g in row] for row in gamma], [[_level(g) for g in row] for row in above]


def _everywhere(g: str, k: int) -> Levels:
    return [[_level(g)] * k] * k


def _level(text: str) -> Fraction | None:
    return None if text == "oo" else Fraction(text)


def _deltas(privacy: Mapping[str, Any], levels: Levels) -> list[list[Fraction]]:
    """One number stands for all pairs with a level."""
    delta, k = privacy["delta"], len(levels)
    if not isinstance(delta, str):
        return [[Fraction(d) for d in row] for row in delta]

    def entry(a: int, b: int) -> Fraction:
        return ZERO if a == b or levels[a][b] is None else Fraction(delta)

    return _square(k, entry)


def _square(k: int, entry: Callable[[int, int], Fraction]) -> list[list[Fraction]]:
    return [[entry(a, b) for b in range(k)] for a in range(k)]


def _actions(utility: Mapping[str, Any], k: int, places: Sequence[int]) -> list[list[Fraction]]:
    """The vectors x of u(r) = max x.r."""
    name = utility["name"]
    if name == "trace":
        return _square(k, lambda a, b: ONE if a == b else ZERO)
    if name == "total-variation":
        up = [ZERO] * k
        up[utility["pair"][0]], up[utility["pair"][1]] = HALF, -HALF
        return [up, [-x for x in up]]
    prior = [Fraction(utility["prior"][c]) for c in places]
    if name == "probability-of-a-right-guess":
        return _square(k, lambda a, b: prior[a] if a == b else ZERO)
    if name == "gain":
        rows = utility["gain"]
        return [[q * Fraction(g) for q, g in zip(prior, row, strict=True)] for row in rows]
    raise InputError(f"--kernel takes certificates of kind {ACCEPTED}, got the utility {name}")


def _pair_prices(certificate: Mapping[str, Any], places: Sequence[int]) -> list[list[Fraction]]:
    named = {(a, b): Fraction(z) for a, b, z in certificate.get("pair_prices", [])}

    def entry(a: int, b: int) -> Fraction:
        return ZERO if a == b else named.get((places[a], places[b]), ZERO)

    return _square(len(places), entry)


def _reason(certificate: Mapping[str, Any], above: Levels, places: Sequence[int]) -> str:
    multipliers = _cover(certificate).get("multipliers")
    if multipliers is None:
        return f"(Minima {_number(above[0][-1] or ONE)})"
    if not isinstance(certificate["truths"], list):
        return f"(Multipliers {listed(_matrix_text(_plain(f, len(places))) for f in multipliers)})"
    winners = range(len(places))
    each = (_matrix_text(_of_winner(multipliers[places[w]], w, places)) for w in winners)
    return f"(Multipliers {listed(each)})"


def _plain(multipliers: Iterable[Sequence[Any]], k: int) -> list[list[Fraction]]:
    named = {(a, b): Fraction(f) for a, b, f in multipliers}
    return _square(k, lambda a, b: named.get((a, b), ZERO))


def _of_winner(
    multipliers: Iterable[Sequence[Any]], winner: int, places: Sequence[int]
) -> list[list[Fraction]]:
    """The index after the classes is the winner, the others are the other truths of a class."""
    named = {(a, b): Fraction(f) for a, b, f in multipliers}
    own = [max(places) + 1 if j == winner else c for j, c in enumerate(places)]
    return _square(len(places), lambda a, b: ZERO if a == b else named.get((own[a], own[b]), ZERO))


def _number(x: Fraction) -> str:
    return f"({x.numerator} # {x.denominator})" if x.denominator != 1 else f"({x.numerator})"


def _row_text(row: Iterable[Fraction]) -> str:
    return listed(map(_number, row))


def _matrix_text(rows: Iterable[Row]) -> str:
    return listed(map(_row_text, rows))


def _levels_text(levels: Levels) -> str:
    return listed(listed(map(_option, row)) for row in levels)


def _option(level: Fraction | None) -> str:
    return "None" if level is None else f"Some {_number(level)}"
