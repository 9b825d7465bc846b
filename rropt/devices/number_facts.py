"""Everything about a mechanism for numbers, beside the certified best one."""

from __future__ import annotations

from typing import Any

from rropt.design.answer import ends
from rropt.design.solve import solve
from rropt.design.worst.random_cut import lengths_of_cut
from rropt.devices.number_model import NumberMechanism
from rropt.devices.writing import plain
from rropt.exact import json_number, log_bounds
from rropt.privacy import LocalDP
from rropt.utility.worst_case import POINTS, Mean


def number_facts(mechanism: NumberMechanism) -> dict[str, Any]:
    """Its level, the variance of a report on the worst number, and the least of all mechanisms."""
    asked = mechanism.asked
    gamma = asked.lo, asked.hi
    least = optimum_of(mechanism)
    variance = mechanism.variance
    return {
        "name": mechanism.name,
        "parameters": {name: plain(value) for name, value in mechanism.parameters},
        "criterion": "local differential privacy of a number",
        "channel": None,
        "epsilon": json_number((log_bounds(gamma[0])[0], log_bounds(gamma[1])[1])),
        "gamma": json_number(gamma),
        "variance": json_number(variance),
        "variance_at_middle": json_number(mechanism.at_middle),
        "variance_at_ends": json_number(mechanism.at_ends),
        "optimum": json_number(least),
        "loss": json_number((variance[0] / least[1], variance[1] / least[0])),
        "notes": [mechanism.note] if mechanism.note else [],
    }


def optimum_of(mechanism: NumberMechanism) -> Any:
    """The certified least worst variance on its interval: below what, and above what, it lies."""
    asked, low, high = mechanism.asked, mechanism.low, mechanism.high
    given = asked.epsilon
    privacy = LocalDP.from_gamma(asked.lo) if given is None else LocalDP(given)
    known = lengths_of_cut(privacy.gamma.lo) is not None
    found = solve(privacy, Mean(low=low, high=high, points=None if known else POINTS))
    return ends(found.bound)[0], ends(found.value)[1]
