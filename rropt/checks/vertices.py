"""Kind vertices: no two-answer device has a variance of the proportion below the bound."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from .level import privacy, private
from .reading import fields, matrix, need, number, show, vector


def vertices(body) -> str:
    """With u = (1 - p00)/s, v = (1 - p11)/s, s = p00 + p11 - 1 the variance is (u + q)(v + 1 - q).

    The admissible (u, v) form a polyhedron that recedes along the quadrant only.  A product of two
    non-negative affine functions is quasi-concave, so it is least at one of the vertices.
    """
    level, device, prior, corners, values, table, value, bound, gap, *best = fields(
        body,
        "privacy device prior vertices values table value bound gap"
        + " optima" * ("optima" in body),
    )
    level, q, rows = privacy(level), number(prior, "prior"), matrix(table, "table", 2, 2)
    need(
        device in ("two-answers", "warner") and 0 <= q <= 1,
        "unknown device, or prior outside [0, 1]",
        "malformed",
    )
    known = region(level[1], level[2], device == "warner")
    corners = [tuple(row) for row in matrix(corners, "vertices", 2)]
    need(
        len(corners) == len(known) and {*corners} == known,
        "these are not the vertices of the region",
    )
    values = vector(values, "values", len(corners))
    need(
        values == [variance(a, b, q) for a, b in corners],
        "the value at a vertex is another one",
    )
    private(rows, level)
    need(min(map(min, rows)) >= 0, "the table has a negative entry")
    need(device == "two-answers" or rows[0][0] == rows[1][1], "the table is not Warner's")
    need(rows[0][0] + rows[1][1] != 1, "the table tells nothing")
    value, least = number(value, "value"), min(values)
    need(value == variance(rows[0][0], rows[1][1], q), "the value of the table is another one")
    need(number(bound, "bound") == least, "bound is not the least value at a vertex")
    need(number(gap, "gap") == value - least, "gap is not value - bound")
    if best:
        ok = level[0] == level[1] and best[0] == [i for i, v in enumerate(values) if v == least]
        need(ok, "optima are not the vertices of least value, or gamma is not exact")
    reach = f"has {show(value)}" if value > least else "reaches it"
    kind = "Warner device" if device == "warner" else "two-answer device"
    claim = f"no {level[3]} private {kind} has a variance below {show(least)}"
    return f"{claim} at prevalence {show(q)}, and this table {reach}"


def variance(p00, p11, q):
    s, yes = p00 + p11 - 1, 1 - p00 + q * (p00 + p11 - 1)
    return yes * (1 - yes) / s**2


def region(g, delta, warner: bool) -> set:
    """The vertices, as (p00, p11), of u, v >= 0, delta u + h v >= c, h u + delta v >= c."""
    h, c = g - 1 + delta, 1 - delta
    need(h, "no device is admissible at gamma = 1, delta = 0")
    lines, found = [(delta, h, c), (h, delta, c), (1, 0, 0), (0, 1, 0)], set()
    for (a, b, e), (i, j, f) in combinations(lines, 2):
        if a * j != b * i:
            u, v = (
                (e * j - f * b) / Fraction(a * j - b * i),
                (a * f - i * e) / Fraction(a * j - b * i),
            )
            if all(x * u + y * v >= z for x, y, z in lines):
                found.add((u, v))
    found = {(c / (h + delta),) * 2} if warner else found
    return {((1 + v) / (1 + u + v), (1 + u) / (1 + u + v)) for u, v in found}
