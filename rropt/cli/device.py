"""A classical device as an exact channel: its privacy, its variance, beside the optimum.

Example: rropt device warner --p 3/4 --prior 1/4 --n 100

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
from rropt.devices.catalogue import catalogue, make, parameters_of, summary
from rropt.exact import InputError, whole


def configure(parser: argparse.ArgumentParser) -> None:
    """NAME, the situation it is judged in, and every parameter that some device has."""
    parser.add_argument("name", metavar="NAME", nargs="?", help="which device")
    parser.add_argument("--list", action="store_true", help="all devices and their parameters")
    parser.add_argument(
        "--prior", "--pi", metavar="P", help="prevalence of A, or of all truths: P,P,..."
    )
    parser.add_argument("--n", metavar="N", default="1", help="respondents, default 1")
    parser.add_argument(
        "--population",
        metavar="SIZE",
        help="sample without replacement from SIZE people; N: census",
    )
    parser.add_argument("--for-variance", metavar="V", help="also the least n for this variance")
    parser.add_argument(
        "--for-margin", metavar="M", help="also the least n for a 95%% margin (1.96)"
    )
    group = parser.add_argument_group("parameters of the devices")
    for name, users in sorted(_users().items()):
        option, metavar = "--" + name.replace("_", "-"), name.upper()
        group.add_argument(option, dest=name, metavar=metavar, help=", ".join(users))


def run(args: argparse.Namespace) -> VerbResult:
    """The device's facts, or the list of devices."""
    if args.list:
        return _list()
    if args.name is None:
        raise InputError("NAME must be given; rropt device --list names the devices")
    device = make(args.name, _given(args))
    from rropt.devices.device_facts import noise_facts
    from rropt.devices.model import Device
    from rropt.devices.number_facts import number_facts
    from rropt.devices.number_model import NumberMechanism
    from rropt.devices.writing import written

    if isinstance(device, Device):
        return _channel_answer(device, args)
    if isinstance(device, NumberMechanism):
        numbers = number_facts(device)
        return VerbResult(numbers, wrapped(written(numbers, "a density or noise, no table")))
    facts = noise_facts(device)
    return VerbResult(facts, wrapped(written(facts, "additive noise, no table")))


def _channel_answer(device: Any, args: argparse.Namespace) -> VerbResult:
    from rropt.devices.device_facts import device_facts
    from rropt.devices.populations import population
    from rropt.devices.writing import written

    n, truths = whole(args.n, "n", 1), device.channel.shape[1]
    prior = [Fraction(1, truths)] * truths if args.prior in (None, "uniform") else args.prior
    facts = device_facts(device, prior, n, population(args.population, n))
    facts["sample_size"] = _sample_size(device, prior, args)
    body = written(facts, repr(device.channel))
    if facts["sample_size"] is not None:
        body += f"\nleast n      {facts['sample_size']}"
    return VerbResult(facts, wrapped(body))


def _sample_size(device: Any, prior: Any, args: argparse.Namespace) -> int | None:
    from rropt.devices.populations import population
    from rropt.planning.least_sample import minimum_sample, variance_for_margin

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
            f"--{p.replace('_', '-')}" if needed else f"[--{p.replace('_', '-')}]"
            for p, needed in row["parameters"].items()
        )
        lines += [f"{row['name']} {options}", f"    {row['summary']}"]
        if row["most_categories"]:
            lines.append(f"    2 to {row['most_categories']:,} categories")
        lines.append(f"    {row['source']}")
    return VerbResult({"devices": rows}, wrapped("\n".join(lines)))
