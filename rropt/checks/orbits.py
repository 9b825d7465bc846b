"""Kind prices for equal priors: orbits of patterns under all permutations of the truths."""

from __future__ import annotations

from fractions import Fraction

from .enclosures import exact
from .level import MAX_POWER, covers, linear, paired, privacy
from .reading import fields, listed, natural, need, number, total
from .utilities import information

MAX_TYPES = 12  # truths, with delta > 0
MAX_COUNTS = 1 << 15  # truths, where each number of high entries is looked at


def symmetric(body) -> str:
    """The same for orbits of patterns under all permutations of the truths, at equal prior."""
    level, k, spec, orbits, value, y, bound, gap, *pair = fields(
        body, "privacy truths utility orbits value price bound gap" + paired(body, "")
    )
    level, k = privacy(level), natural(k, "truths", 2)
    y, z = number(y, "price"), number(pair[0], "pair_price") if pair else Fraction(0)
    need(z >= 0, "pair_price is negative")
    worth, many, what = exchangeable(spec, k)
    table = [orbit(record, k) for record in listed(orbits, "orbits")]
    need(total(w * mass(r) for w, r in table) == k, "the columns of the table do not add up to 1")
    if level[2]:
        excess = total(w * spread(r, level[0]) for w, r in table)
        need(excess <= level[2] * k * (k - 1), "two truths are told apart beyond delta")
    else:
        need(
            all(max(r)[0] <= level[0] * min(r)[0] for w, r in table if w), "an orbit is not private"
        )
    covers(types(k, level, many), lambda r: y * mass(r) + z * spread(r, level[1]), worth)
    most = k * y + level[2] * k * (k - 1) * z
    return linear(level, f"{k} truths has {what}", table, worth, value, most, bound, gap)


def orbit(record, k: int):
    """(weight, [(value, how many entries have it), ...])"""
    groups, weight = fields(record, "pattern weight")
    pairs = [listed(group, "a group of a pattern", 2) for group in listed(groups, "a pattern")]
    need(len(pairs) <= 64, "too many groups in a pattern", "malformed")
    found = [(number(v, "an entry"), natural(c, "a count", 1)) for v, c in pairs]
    weight = number(weight, "a weight")
    need(sum(c for _, c in found) == k, f"a pattern must have {k} entries", "malformed")
    need(min(found)[0] >= 0 < max(found)[0] and weight >= 0, "an entry or a weight is negative")
    return weight, found


def mass(groups):
    return sum(v * c for v, c in groups)


def spread(groups, g: Fraction):
    """sum over ordered pairs of entries of [v - g u]+"""
    return sum(c * e * max(0, v - g * u) for v, c in groups for u, e in groups)


def exchangeable(spec, k: int):
    """u on orbits; does it need every number of high entries?; its name."""
    name, prior = fields(spec, "name", "prior")
    need(
        name in ("trace", "guess", "mutual-information"),
        "the utility is not symmetric",
        "malformed",
    )
    fair = prior == "uniform" or (isinstance(prior, list) and prior == [f"1/{k}"] * k)
    need(prior is None if name == "trace" else fair, "the prior is not uniform", "malformed")
    if name == "mutual-information":
        return (
            lambda r, bits: information([(Fraction(c, k), v) for v, c in r], bits),
            True,
            "a mutual information (nats)",
        )
    each = 1 if name == "trace" else k
    what = "a trace" if name == "trace" else "a probability of a right guess"
    return lambda r, bits: exact(Fraction(max(r)[0]), each), False, what


def types(k: int, level, many: bool) -> list:
    """Extreme patterns up to permutation; linear slack needs the ends only.

    With delta > 0 and u(r) = max r = r_1 the charge is at least y r_1 + sum_b f(r_b) over the other
    entries, f(x) = y x + z max(0, r_1 - g x), which is least at x = 0 or at x = r_1 / g.
    """
    g, delta = level[1:3]
    if not delta:
        need(not many or k <= MAX_COUNTS, "too many truths for this utility", "malformed")
        return [
            [(x, c) for x, c in ((1, k - s), (g, s)) if c]
            for s in (range(k + 1) if many else (0, 1, k))
        ]
    if not many:
        return [[(g, 1), (1, k - 1)], [(1, 1), (0, k - 1)]]
    need(g.numerator.bit_length() * k <= MAX_POWER, "gamma is too long for its powers", "malformed")
    need(k <= MAX_TYPES, f"with delta > 0 more than {MAX_TYPES} truths cannot be", "malformed")
    return [
        [(g**t, c) for t, c in enumerate(parts)] + [(0, k - s)] * (s < k)
        for s in range(1, k + 1)
        for parts in compositions(s)
    ]


def compositions(n: int):
    if not n:
        yield ()
    for first in range(1, n + 1):
        yield from ((first, *rest) for rest in compositions(n - first))
