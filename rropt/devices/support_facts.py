"""What is said about a device at any size: variance beside the optimum, bits, decoding."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.channel.implicit import ImplicitChannel
from rropt.channel.support_family import Supports
from rropt.design.blocks.equal_shares import MOST_TRUTHS
from rropt.devices.populations import Population, population_record
from rropt.devices.support_device import SupportDevice, best_supports
from rropt.devices.validated import Vector
from rropt.devices.writing import plain
from rropt.exact import json_number, text


def support_facts(
    device: SupportDevice, prior: Any, n: int, population: Population
) -> dict[str, Any]:
    """What is said about a device at any size, beside the optimum at equal shares."""
    masses, supports = device.prior(prior), device.channel.supports
    variance = device.variance(masses, n, population)
    best = _optimum(device, masses, n, population)
    gamma = text(supports.gamma)
    equal = len(set(masses)) == 1
    return {
        "name": device.name,
        "parameters": {name: plain(value) for name, value in device.parameters},
        "criterion": device.criterion,
        "channel": None,
        "family": device.channel.to_json()["channel"] if supports.truths <= MOST_TRUTHS else None,
        "categories": supports.truths,
        "epsilon": json_number(device.epsilon),
        "gamma": gamma,
        "compared_at": {"gamma": gamma, "delta": "0"},
        "prior": f"{supports.truths} equal shares" if equal else plain(masses),
        "n": n,
        "population": population_record(population),
        "variance": json_number(variance),
        "efficient": None,
        "optimum": json_number(best),
        "two_answer_optimum": None,
        "loss": None if best is None else json_number(variance / best),
        "report": {
            "bits": device.channel.report_bits,
            "form": supports.form,
            "counting": supports.cost_of_counting,
        },
        "certify": _certify(supports) if equal else None,
        "notes": [*device.notes, *_notes(supports, equal)],
    }


def _optimum(
    device: SupportDevice, masses: Vector, n: int, population: Population
) -> Fraction | None:
    """The least variance at the same privacy, by its formula at equal shares."""
    if len(set(masses)) > 1:
        return None
    k, spread = len(masses), device.between(masses)
    least = best_supports(k, device.channel.supports.gamma)
    alone = ImplicitChannel(least, device.channel.truths).worth
    return (alone - spread + population.factor(n) * spread) / n


def _certify(supports: Supports) -> str | None:
    if not 2 < supports.truths <= MOST_TRUTHS:
        return None
    level = f"--gamma {text(supports.gamma)}"
    return f"rropt design a-optimal {level} --prior uniform --categories {supports.truths}"


def _notes(supports: Supports, equal: bool) -> list[str]:
    if not equal:
        return ["no optimum here: it is known by its formula at equal shares"]
    if supports.truths > MOST_TRUTHS:
        return [
            "the optimum is the value of its formula: rropt design issues certificates up to "
            f"{MOST_TRUTHS} categories"
        ]
    return []
