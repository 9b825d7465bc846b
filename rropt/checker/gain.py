"""u(r) = max_i sum_j q_j gain_ij r_j: the best action after a report, at a prior q."""

from __future__ import annotations

from operator import mul
from typing import Any

from .actions import Actions
from .cleared import cleared, cleared_rows
from .convex_utility import Named
from .fields import distribution, record
from .matrices import matrix
from .prior_words import at_prior
from .statement import item


def read(value: dict[str, Any], sizes: list[int]) -> Named:
    """A row of gains for each action."""
    prior = distribution(record(value, "name prior gain")["prior"], sizes)
    rows = matrix(value["gain"], columns=len(sizes))
    words = f"an expected gain under the gain matrix {item(rows)}{at_prior(prior, sizes)}"
    masses, below = cleared(prior)
    gains, unit = cleared_rows(rows)
    actions = [dict(enumerate(map(mul, masses, row))) for row in gains]
    return Actions(actions, below * unit), words
