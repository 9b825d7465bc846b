"""Kind prices: no private table has a utility U = sum_r w_r u(r) above the bound."""

from __future__ import annotations

from .level import covers, extremes, linear, paired, privacy, tariff, weighted
from .orbits import symmetric
from .reading import fields, natural
from .utilities import utility


def prices(body) -> str:
    if "orbits" in body:
        return symmetric(body)
    level, k, spec, patterns, weights, value, y, bound, gap, *z = fields(
        body, "privacy truths utility patterns weights value prices bound gap" + paired(body, "s")
    )
    level, k = privacy(level), natural(k, "truths", 2)
    table = weighted(patterns, weights, k, level)
    worth, doubtful, what = utility(spec, k, level, patterns)
    y, charge, most = tariff(y, z, k, level)
    cases = extremes(k, level) if level[2] or not doubtful else doubtful(y)
    covers(cases, charge, worth)
    return linear(level, f"{k} truths has {what}", table, worth, value, most, bound, gap)
