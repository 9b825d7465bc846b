"""What a certificate promises, as `Promises.v` reads it, and the rows that decide about its prices.

Levels of pairs with deltas stay as they are. Conditions on all rows, and levels that do not bind a
report of a single truth, are rules that forms say. Budgets of Renyi divergences cut the rows into
simplices, which Coq halves until they show that the prices cover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations, product
from typing import Any

from rropt.exact import InputError

from .cells_of_forms import cells
from .coq_numbers import Levels, Row, levels_text, matrix_text, number, row_text
from .export import listed
from .stated_table import ZERO, by_pairs, classes_of, deltas_of, levels_of, pair_prices_of, square

ONE = Fraction(1)
MOST_PURE = 5  # truths under one number without a delta: six take minutes and a gigabyte
MOST_TRUTHS = 4  # with a delta, a matrix or conditions: five truths have a thousand rows
MOST_OF_BUDGETS = 3  # truths: without quadratic forms four have a hundred times as many simplices
HALVINGS = 32  # of an edge
TABLE_END, BOUND_END = 0, -1
"""Of an enclosed level: the table keeps the lower end, the bound holds for the upper one."""


class Pairs:
    """Levels of pairs of truths, and deltas with their prices."""

    def __init__(self, certificate: Mapping[str, Any]):
        self.places = classes_of(certificate)
        _refuse_many(certificate["privacy"], self.places)
        k = len(self.places)
        self.below, self.above = levels_of(certificate["privacy"], k)
        self.deltas = deltas_of(certificate["privacy"], self.above)
        self.prices = pair_prices_of(certificate, self.places)

    @property
    def text(self) -> str:
        """The promise: one argument a line."""
        levels = map(levels_text, (self.above, self.below))
        amounts = map(matrix_text, (self.deltas, self.prices))
        return "(Pairs\n    " + "\n    ".join([*levels, *amounts]) + ")"

    @property
    def rows(self) -> Sequence[Row]:
        """The rows that decide."""
        return connected_rows(self.above, self.deltas)

    @property
    def paid(self) -> Fraction:
        """What the deltas pay."""
        pairs = permutations(range(len(self.places)), 2)
        return sum((self.prices[a][b] * self.deltas[a][b] for a, b in pairs), ZERO)


@dataclass(frozen=True)
class Condition:
    """The sum over rows of sum c max(0, a.r) is at most so much; a unit of it has a price."""

    steps: Sequence[tuple[Fraction, Row]]
    most: Fraction
    price: Fraction

    @property
    def text(self) -> str:
        steps = listed(f"({number(c)}, {row_text(form)})" for c, form in self.steps)
        return f"Condition {steps} {number(self.most)} {number(self.price)}"


@dataclass(frozen=True)
class Rules:
    """Hard forms, truths that may be reported alone, and conditions."""

    hard: Sequence[Row]
    alone: Sequence[int]
    soft: Sequence[Condition]

    @property
    def text(self) -> str:
        alone = listed(f"{truth}%nat" for truth in self.alone)
        soft = listed(condition.text for condition in self.soft)
        return f"(Rules {matrix_text(self.hard)}\n      {alone}\n      {soft})"


class Forms:
    """Rules that forms say: those of the bound, and those of the table."""

    def __init__(self, certificate: Mapping[str, Any]):
        self.k = len(classes_of(certificate))
        if self.k > MOST_TRUTHS:
            raise InputError(
                f"--coq lists the rows of at most {MOST_TRUTHS} truths with conditions, "
                f"got {self.k}"
            )
        self.above = rules_of(certificate, self.k, BOUND_END)
        self.kept = rules_of(certificate, self.k, TABLE_END)

    @property
    def text(self) -> str:
        """The promise: rules, and levels that every row obeys."""
        rules = "\n    ".join([self.above.text, self.kept.text])
        return f"(Forms\n    {rules}\n    {levels_text(self._known())})"

    @cached_property
    def rows(self) -> Sequence[Row]:
        """The rows that decide."""
        planes = [form for condition in self.above.soft for _, form in condition.steps]
        found = cells(self.k, self.above.hard, self.above.alone, planes)
        return sorted({tuple(row) for cell in found for row in cell})

    @property
    def paid(self) -> Fraction:
        """What the conditions pay."""
        return sum((c.price * c.most for c in self.above.soft), ZERO)

    def _known(self) -> Levels:
        """The least levels that all rows that decide obey, and so all rows."""
        truths = range(self.k)
        return [[self._level(a, b) for b in truths] for a in truths]

    def _level(self, a: int, b: int) -> Fraction | None:
        if any(row[a] and not row[b] for row in self.rows):
            return None
        return max((row[a] / row[b] for row in self.rows if row[b]), default=ZERO)


class Budgets:
    """Budgets of Renyi divergences, each with its price."""

    rows: Sequence[Row] = ()
    """None is listed: Coq finds simplices and their vertices by itself."""

    def __init__(self, certificate: Mapping[str, Any]):
        self.k = len(classes_of(certificate))
        if self.k > MOST_OF_BUDGETS:
            raise InputError(
                f"--coq cuts the rows of at most {MOST_OF_BUDGETS} truths under budgets, "
                f"got {self.k}"
            )
        prices = {n: Fraction(z) for n, z in certificate.get("condition_prices", [])}
        conditions = budgets_alone(certificate["privacy"])
        self.every = all_orders_text(certificate["privacy"])
        self.priced = [(prices.get(n, ZERO), condition) for n, condition in enumerate(conditions)]

    @property
    def text(self) -> str:
        """The promise: budgets, and how often a simplex may be halved."""
        budgets = listed(divergence_text(c, z, self.k) for z, c in self.priced)
        return f"(Budgets\n    {budgets}\n    {self.every} {HALVINGS * (self.k - 1)}%nat)"

    @property
    def paid(self) -> Fraction:
        """What the budgets pay."""
        return sum((z * Fraction(c["most"][BOUND_END]) for z, c in self.priced), ZERO)


def budgets_alone(privacy: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The budgets, where there is nothing else."""
    conditions = privacy["conditions"]
    if any("order" not in condition for condition in conditions):
        raise InputError("--coq takes no other conditions beside budgets")
    return conditions


def all_orders_text(privacy: Mapping[str, Any]) -> str:
    """Zero-concentrated privacy, from which budgets follow: rho, and points that show it.

    `None` where the budgets stand alone.
    """
    if "concentrated" not in privacy:
        return "None"
    stated = privacy["concentrated"]
    points = row_text(Fraction(s) for s in stated["points"])
    return f"(Some (Concentration {number(Fraction(stated['rho']))} {points}))"


def divergence_text(condition: Mapping[str, Any], price: Fraction, k: int) -> str:
    """Its order 1 + over / root, its forms, its price and what it may be of bound and table."""
    order = Fraction(condition["order"])
    over, root = (order - 1).as_integer_ratio()
    forms = [row_text(form_of(condition[side], k)) for side in ("left", "right")]
    most = [number(Fraction(condition["most"][end])) for end in (BOUND_END, TABLE_END)]
    return " ".join([f"Divergence {over} {root}", *forms, number(price), *most])


def promise_of(certificate: Mapping[str, Any]) -> Pairs | Forms | Budgets:
    """The promise of a certificate."""
    stated = by_pairs(certificate)
    if any("order" in condition for condition in stated["privacy"].get("conditions", [])):
        return Budgets(stated)
    return (Forms if is_said_by_forms(stated["privacy"]) else Pairs)(stated)


def is_said_by_forms(privacy: Mapping[str, Any]) -> bool:
    """Whether there are conditions, or truths that may be reported alone."""
    return "conditions" in privacy or "singles" in privacy


def rules_of(certificate: Mapping[str, Any], k: int, end: int) -> Rules:
    """What is said by forms, at an end of enclosed levels."""
    read = _singles if "singles" in certificate["privacy"] else rules_of_conditions
    return read(certificate, k, end)


def _singles(certificate: Mapping[str, Any], k: int, end: int) -> Rules:
    """Levels of a matrix, that do not bind a report of one truth alone."""
    privacy = certificate["privacy"]
    levels = levels_of(privacy, k)[end]
    units = _units(k)
    forms = []
    for a, b in permutations(range(k), 2):
        level = levels[a][b]
        if level is not None:
            forms.append(_form(units[a], level, units[b]))
    return Rules(forms, privacy["singles"], [])


def rules_of_conditions(certificate: Mapping[str, Any], k: int, end: int) -> Rules:
    """Conditions that bind every report, and those on all reports together."""
    prices = {n: Fraction(z) for n, z in certificate.get("condition_prices", [])}
    hard: list[Row] = []
    soft = []
    for n, condition in enumerate(certificate["privacy"]["conditions"]):
        if "order" in condition:
            raise InputError("--coq takes no conditions with an order")
        steps = list(_steps(condition, k, end))
        if condition["most"] == "0":
            hard += [form for _, form in steps]
        else:
            soft.append(Condition(steps, Fraction(condition["most"]), prices.get(n, ZERO)))
    return Rules(hard, [], soft)


def _steps(condition: Mapping[str, Any], k: int, end: int) -> Iterator[tuple[Fraction, Row]]:
    left, right = (form_of(condition[side], k) for side in ("left", "right"))
    for c, level in condition["levels"]:
        g = Fraction(level[end] if isinstance(level, list) else level)
        yield Fraction(c), _form(left, g, right)


def _form(left: Row, level: Fraction, right: Row) -> Row:
    """x - g y."""
    return [x - level * y for x, y in zip(left, right, strict=True)]


def form_of(given: Any, k: int) -> Row:
    """A truth by its number, or a form."""
    if isinstance(given, list):
        return [Fraction(x) for x in given]
    return [Fraction(j == given) for j in range(k)]


def _units(k: int) -> list[list[Fraction]]:
    return square(k, lambda a, b: ONE if a == b else ZERO)


def _refuse_many(privacy: Mapping[str, Any], places: Sequence[int]) -> None:
    is_number = not any(isinstance(row, list) for row in privacy["gamma"])
    pure = is_number and privacy["delta"] == "0"
    most = MOST_PURE if pure else MOST_TRUTHS
    if len(places) > most or len(set(places)) < len(places):
        count = f"{most} truths" if pure else f"{most} truths with a delta or a matrix"
        raise InputError(f"--coq lists the rows of at most {count}, got {len(places)}")


def connected_rows(levels: Levels, deltas: Sequence[Row]) -> Sequence[Row]:
    """Rows whose support tight pairs connect, as `RayChecker.v` lists them.

    >>> number_of_two = [[Fraction(1), Fraction(3)], [Fraction(3), Fraction(1)]]
    >>> [[str(x) for x in row] for row in connected_rows(number_of_two, [[ZERO] * 2] * 2)]
    [['1/3', '1'], ['1', '1/3'], ['1', '3'], ['3', '1']]
    """
    k = len(levels)
    rows: set[tuple[Fraction, ...]] = {tuple(unit) for unit in _units(k)}
    found = set(rows)
    for _ in range(k - 1):
        grown = (new for row in rows for new in _grown(row, levels))
        rows = {row for row in grown if not _exceeds(row, levels, deltas, _places(row))}
        found |= rows
    return sorted(row for row in found if not _exceeds(row, levels, deltas, range(k)))


def _places(row: Row) -> list[int]:
    return [j for j, x in enumerate(row) if x]


def _grown(row: Row, levels: Levels) -> Iterator[tuple[Fraction, ...]]:
    """One more truth, tied to one that is there."""
    there = _places(row)
    others = [c for c in range(len(row)) if c not in there]
    for c, b in product(others, there):
        up, down = levels[c][b], levels[b][c]
        values = [] if up is None else [up * row[b]]
        values += [] if down is None else [row[b] / down]
        for value in values:
            yield (*row[:c], value, *row[c + 1 :])


def _exceeds(row: Row, levels: Levels, deltas: Sequence[Row], places: Sequence[int]) -> bool:
    """Whether a pair of these truths without a delta is broken."""
    return any(
        row[a] > g * row[b]
        for a, b in permutations(places, 2)
        if (g := levels[a][b]) is not None and not deltas[a][b]
    )
