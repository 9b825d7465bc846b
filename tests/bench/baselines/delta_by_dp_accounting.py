"""Delta of many reports of k-ary response by dp_accounting, on its own lattice, from above."""

from __future__ import annotations

from math import log


def composed_delta(categories: int, gamma: float, reports: int, level: float) -> float:
    """Delta at `level` of so many reports, each through the table of `gamma`."""
    from dp_accounting.pld.privacy_loss_distribution import from_randomized_response

    noise = categories / (gamma + categories - 1)
    composed = from_randomized_response(noise, categories).self_compose(reports)
    return float(composed.get_delta_for_epsilon(log(level)))
