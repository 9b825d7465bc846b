"""A classical device as an exact channel: its privacy, its variance, beside the optimum.

examples:
  rropt device warner --p 3/4 --prior 1/4 --n 100

The parameters of a device are its options (pi_b is --pi-b); lists are comma-separated, tables
have rows separated by semicolons. The variance is that of n respondents at the prevalence
--prior (default: all truths equally frequent).
"""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from rropt.bibliography import cite
from rropt.cli.common import VerbResult, wrapped
from rropt.cli.options import Option, refuse, written
from rropt.devices.catalogue import catalogue, make, parameters_of, summary
from rropt.exact import InputError, whole

OF_TABLE = ("prior", "population", "for_variance", "for_margin")
OPTIONS = ("name", "list", "n", *OF_TABLE)


def own_options() -> list[Option]:
    """Every parameter that some device has."""
    users = sorted(_users().items())
    return [Option(name, name.upper(), ", ".join(devices)) for name, devices in users]


def run(args: argparse.Namespace) -> VerbResult:
    """The device's facts, or the list of devices."""
    if args.list:
        return _list()
    if args.name is None:
        raise InputError("NAME must be given; rropt device --list names the devices")
    device = make(args.name, _given(args))
    from rropt.devices.bounded_numbers import NumberMechanism
    from rropt.devices.device_facts import noise_facts, number_facts
    from rropt.devices.model import Device
    from rropt.devices.writing import written as facts_in_words

    if isinstance(device, Device):
        return _channel_answer(device, args)
    refuse(args, OF_TABLE, "be left out for a device without a table")
    if isinstance(device, NumberMechanism):
        facts = number_facts(device)
        kind = "a density or noise, no table"
    else:
        facts = noise_facts(device)
        kind = "additive noise, no table"
    return VerbResult(facts, wrapped(facts_in_words(facts, kind)))


def _channel_answer(device: Any, args: argparse.Namespace) -> VerbResult:
    from rropt.devices.device_facts import device_facts
    from rropt.devices.populations import population
    from rropt.devices.writing import written

    n = whole(args.n, "n", 1)
    truths = device.channel.shape[1]
    prior = [Fraction(1, truths)] * truths if args.prior in (None, "uniform") else args.prior
    facts = device_facts(device, prior, n, population(args.population, n))
    facts["sample_size"] = _sample_size(device, prior, args)
    body = written(facts, repr(device.channel))
    if facts["sample_size"] is not None:
        body += f"\nleast n      {facts['sample_size']}"
    return VerbResult(facts, wrapped(body))


def _sample_size(device: Any, prior: Any, args: argparse.Namespace) -> int | None:
    from rropt.devices.populations import population
    from rropt.survey.planning.least_sample import minimum_sample, variance_for_margin

    if args.for_variance is not None and args.for_margin is not None:
        raise InputError("give --for-variance or --for-margin, not both")
    if args.for_margin is not None:
        wanted: Any = variance_for_margin(args.for_margin)
    elif args.for_variance is not None:
        wanted = args.for_variance
    else:
        return None
    return minimum_sample(device, prior, wanted, population(args.population))


def _users() -> dict[str, list[str]]:
    """Every parameter of a device, with the devices that take it."""
    users: dict[str, list[str]] = {}
    for device, maker in catalogue().items():
        for name in parameters_of(maker):
            users.setdefault(name, []).append(device)
    return users


def _given(args: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(args, name) for name in _users() if getattr(args, name) is not None}


def _list() -> VerbResult:
    from rropt.devices.support_device import ANY_SIZE, LARGEST

    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "parameters": parameters_of(maker),
            "summary": summary(maker),
            "source": cite(name),
            "most_categories": LARGEST if name in ANY_SIZE else None,
        }
        for name, maker in catalogue().items()
    ]
    lines = []
    for row in rows:
        options = " ".join(
            written(p) if needed else f"[{written(p)}]" for p, needed in row["parameters"].items()
        )
        lines += [f"{row['name']} {options}", f"    {row['summary']}"]
        if row["most_categories"]:
            lines.append(f"    2 to {row['most_categories']:,} categories")
        lines.append(f"    {row['source']}")
    return VerbResult({"devices": rows}, wrapped("\n".join(lines)))
