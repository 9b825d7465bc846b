"""Which tables are private, and every extreme row, one after the other.

Every level of privacy is read as demands: the sum over rows and (c, form) of c max(0, form.row) is
at most `most`. A pair (g, delta) is one with c = 1 and the form e_a - g e_b.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

Vector = list[Fraction]
Row = Sequence[Fraction]
ZERO = Fraction(0)


def number(text: str) -> Fraction:
    """A rational."""
    return Fraction(text)


def vector(texts: Sequence[str]) -> list[Fraction]:
    """A list of rationals."""
    return [Fraction(text) for text in texts]


def ends_of(value: Any) -> list[Fraction]:
    """A number, or the two between which it is."""
    return vector(value) if isinstance(value, list) else [number(value)] * 2


def dot(x: Row, y: Row) -> Fraction:
    """x.y"""
    return sum((a * b for a, b in zip(x, y, strict=True)), ZERO)


def ratio(x: Fraction, y: Fraction) -> Fraction:
    """x^2 / y, 0 for 0 / 0."""
    return x * x / y if x else Fraction(0)


class Demand:
    """One inequality on all rows of a table together; its price is listed under `name`."""

    def __init__(self, terms: list[tuple[Fraction, Vector]], most: Fraction, name: Any) -> None:
        self.terms = terms
        self.most = most
        self.name = name

    def told(self, row: Row) -> Fraction:
        """What a row adds."""
        return sum((c * max(ZERO, dot(form, row)) for c, form in self.terms), ZERO)


def unit(k: int, truth: int) -> Vector:
    """1 at a truth."""
    return [Fraction(truth == j) for j in range(k)]


def form_of(k: int, left: Any, level: Fraction, right: Any) -> Vector:
    """left - level right; a truth stands for its unit vector."""
    x = vector(left) if isinstance(left, list) else unit(k, left)
    y = vector(right) if isinstance(right, list) else unit(k, right)
    return [a - level * b for a, b in zip(x, y, strict=True)]


def written_levels(privacy: dict[str, Any], owner: list[int]) -> dict[str, Any]:
    """A matrix and its singles where a number protects some classes alone: mixtures of rows that
    these allow are all rows that protect no other truth.
    """
    if "protected" not in privacy:
        return privacy
    k, level = len(owner), privacy["gamma"]
    levels = [[level if a != b else "1" for b in range(k)] for a in range(k)]
    singles = [a for a, c in enumerate(owner) if c not in privacy["protected"]]
    return {"gamma": levels, "delta": privacy["delta"]} | ({"singles": singles} if singles else {})


def demands(privacy: dict[str, Any], k: int, end: int) -> list[Demand]:
    """Those of the table (0), or those of the bound (1)."""
    if "conditions" in privacy:
        return [listed(n, given, k, end) for n, given in enumerate(privacy["conditions"])]
    gamma = privacy.get("above", privacy["gamma"]) if end else privacy["gamma"]
    delta = privacy["delta"]
    found = []
    for a, b in permutations(range(k), 2):
        level = gamma if isinstance(gamma, str) else gamma[a][b]
        most = delta if isinstance(delta, str) else delta[a][b]
        if level != "oo":
            form = form_of(k, a, number(level), b)
            found.append(Demand([(Fraction(1), form)], number(most), [a, b]))
    return found


def listed(n: int, given: dict[str, Any], k: int, end: int) -> Demand:
    """A condition as it is written."""
    terms = []
    for c, level in given["levels"]:
        g = number(level[end] if isinstance(level, list) else level)
        terms.append((number(c), form_of(k, given["left"], g, given["right"])))
    return Demand(terms, number(given["most"]), [n])


def is_table(rows: Sequence[Row]) -> bool:
    """No negative entry, and columns that add up to one."""
    positive = all(x >= 0 for row in rows for x in row)
    return positive and all(sum(column) == 1 for column in zip(*rows, strict=True))


def is_private(rows: Sequence[Row], privacy: dict[str, Any]) -> bool:
    """The rows that are bound keep every demand."""
    k = len(rows[0])
    alone = [unit(k, truth) for truth in privacy.get("singles", [])]
    # A row is known for a single by its direction, whatever its weight.
    bound = [row for row in rows if not any(row) or [x / sum(row) for x in row] not in alone]
    for demand in demands(privacy, k, 0):
        if sum(demand.told(row) for row in bound) > demand.most:
            return False
    return True


def extreme_rows(privacy: dict[str, Any], k: int) -> Iterator[Vector]:
    """Rows on k - 1 independent planes that keep what binds each row; singles alone."""
    wanted = demands(privacy, k, 1)
    planes = [unit(k, j) for j in range(k)]
    for demand in wanted:
        planes += [form for _, form in demand.terms]
    for chosen in combinations(planes, k - 1):
        row = on_planes(chosen, k)
        if row and not any(demand.told(row) for demand in wanted if not demand.most):
            yield row
    for truth in privacy.get("singles", []):
        yield unit(k, truth)


def on_planes(planes: Sequence[Row], k: int) -> Vector | None:
    """The row >= 0 on these planes, where they leave just one direction: its cofactors."""
    columns = [[[*plane[:j], *plane[j + 1 :]] for plane in planes] for j in range(k)]
    row = [(-1) ** j * determinant(minor) for j, minor in enumerate(columns)]
    if sum(row) < 0:  # cofactors find it up to its sign
        row = [-x for x in row]
    return row if any(row) and min(row) >= 0 else None


def determinant(matrix: Sequence[Row]) -> Fraction:
    """Along the first row."""
    if not matrix:
        return Fraction(1)
    first, *rest = matrix
    minors = [[[*row[:j], *row[j + 1 :]] for row in rest] for j in range(len(first))]
    signed = ((-1) ** j * x * determinant(minors[j]) for j, x in enumerate(first) if x)
    return sum(signed, ZERO)


def is_universal(data: dict[str, Any], rows: Sequence[Row]) -> bool:
    """Where it is claimed: every row has a zero, or is on a demand that all rows exhaust.

    Only demands of one truth against the other count.
    """
    if not data.get("universal"):
        return True
    exhausted = []
    for demand in demands(data["privacy"], 2, 0):
        _, form = demand.terms[0]
        against = len(demand.terms) == 1 and min(form) < 0 < max(form)
        if against and sum(demand.told(row) for row in rows) == demand.most:
            exhausted.append(form)
    for row in rows:
        if 0 not in row and all(dot(form, row) != 0 for form in exhausted):
            return False
    return True
