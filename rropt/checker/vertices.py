"""Kind vertices: no two-answer card has a variance of the proportion below the bound."""

from fractions import Fraction
from itertools import combinations


def vertices(tools, privacy, device, prior, vertices, values, table, value, bound, gap):
    """With u = (1 - p00)/s, v = (1 - p11)/s, s = p00 + p11 - 1 the variance is (u + q)(v + 1 - q).

    The admissible (u, v) form a polyhedron that recedes along the quadrant only.  A product of two
    non-negative affine functions is quasi-concave, so it is least at one of the vertices.
    """
    need, q = tools.need, prior
    card, ((p00, _), (_, p11)) = tools.Table(2, table, [1, 1]), table
    level = card.private(**privacy)
    need(device in ("two-answers", "warner") and 0 <= q <= 1, "no such device", "malformed")
    cards = {
        ((1 + v) / (1 + u + v), (1 + u) / (1 + u + v)): (u + q) * (v + 1 - q)
        for u, v in region(card.g, card.delta, device == "warner")
    }
    stated = {tuple(corner): x for corner, x in zip(vertices, values, strict=True)}
    whole = stated.keys() == cards.keys() and len(vertices) == len(cards)
    need(whole, "these are not the vertices of the region, each once")
    need(stated == cards, "the value at a vertex is another one")
    need(device == "two-answers" or p00 == p11, "the table is not Warner's")
    yes, s = 1 - p00 + q * (p00 + p11 - 1), p00 + p11 - 1
    need(s, "the table tells nothing")
    need(value == yes * (1 - yes) / s**2, "the value of the table is another one")
    need(bound == min(values), "bound is not the least value at a vertex")
    need(gap == value - bound, "gap is not value - bound")
    who = "Warner device" if device == "warner" else "two-answer device"
    claim = f"{level} private {who} has a variance at prevalence {tools.show(q)} below"
    return tools.concluded(claim, bound, gap)


def region(g, delta, warner):
    """The vertices of u, v >= 0, delta u + h v >= c, h u + delta v >= c; of u = v for Warner."""
    h, c = g - 1 + delta, 1 - delta
    lines, found = [(delta, h, c), (h, delta, c), (1, 0, 0), (0, 1, 0)], set()
    for (a, b, e), (i, j, f) in combinations(lines, 2):
        if det := Fraction(a * j - b * i):
            u, v = (e * j - f * b) / det, (a * f - i * e) / det
            if all(x * u + y * v >= z for x, y, z in lines):
                found.add((u, v))
    return {(c / (h + delta),) * 2} if warner else found
