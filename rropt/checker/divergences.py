"""Utilities of kind prices: divergences of two truths, and a function known by its values only."""

from fractions import Fraction
from math import isqrt, prod


def divergence(tools, k, name, pair=None, values=None):
    """The utility of this name, and what to call it."""
    if name == "utility-on-the-word-of-the-user" and pair is None:
        return tabulated(tools, k, values), name.replace("-", " ")
    i, j = pair
    a, b = ([int(c == truth) for c in range(k)] for truth in pair)
    tools.need(values is None and sum(a) == sum(b) == 1 and a != b, "not two truths", "malformed")
    apart = [Fraction(p - q, 2) for p, q in zip(a, b, strict=True)]
    middle = [Fraction(p + q, 2) for p, q in zip(a, b, strict=True)]
    found = {
        "total-variation": tools.Utility(
            [{i: x, j: -x} for x in (Fraction(1, 2), -Fraction(1, 2))]
        ),
        "chi-square": tools.squares((b, [apart], [4])),
        "le-cam": tools.squares((middle, [apart], [2])),
        "hellinger": tools.Utility(forms=[a, b], function=hellinger),
        "kullback-leibler": tools.Utility(logs=[(a, b)]),
        "reverse-kullback-leibler": tools.Utility(logs=[(b, a)]),
        "jensen-shannon": tools.Utility(logs=[(middle, middle)]),
    }
    return found[name], f"{name} divergence of truths {i} and {j}"


def hellinger(values):
    """(sqrt p - sqrt q)^2 = p + q - sqrt(4pq), and whether it has an error: one of 2^-512."""
    n, d = Fraction(4 * prod(values)).as_integer_ratio()
    root = Fraction(isqrt(n * d << 1024), d << 512)
    return sum(values) - root, 1, root * root * d != n


def tabulated(tools, k, values):
    """The user says that the function is convex and homogeneous, and what it is at patterns."""
    tools.need(all(min(r) >= 0 < max(r) for r, _ in values), "no pattern", "malformed")
    known = {scaled(r): Fraction(1) * v / max(r) for r, v in values}
    tools.need(len(known) == len(values), "the values contradict each other", "malformed")
    units = [[int(c == j) for c in range(k)] for j in range(k)]
    return tools.Utility(forms=units, function=lambda r: (max(r) * known[scaled(r)], 1, 0))


def scaled(pattern):
    return tuple(Fraction(1) * x / max(pattern) for x in pattern)
