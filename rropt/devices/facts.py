"""What is said about a device: one JSON-ready dictionary, and the same for a reader.

Exact numbers are strings, an enclosure of an irrational number is a two-element list, infinity is
"oo", and null means: does not apply (the notes say why).
"""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rropt.devices.additive import least_integer_variance, least_variance
from rropt.devices.device import Device
from rropt.devices.linear import efficient_variance
from rropt.devices.noise import IntegerNoise, Laplace, Noise
from rropt.devices.optimum import Optimum, optimum_for
from rropt.devices.populations import Census, Population, WithoutReplacement
from rropt.exact import InputError, log_bounds, text

Bounds = tuple[Fraction, Fraction]

LONGEST = 4096
"""Bits of the longest number that is written out; a longer one is enclosed."""

JOINT_WORK = 200_000
"""Most terms summed for the Bayes factor of a collector who sees all reports."""


def device_facts(device: Device, prior: Any, n: int, population: Population) -> dict[str, Any]:
    """Everything about a channel device at the given prevalences, beside the optimum.

    >>> from rropt.devices.populations import WITH_REPLACEMENT
    >>> from rropt.devices.survey import warner
    >>> device_facts(warner("3/4"), "1/4", 1, WITH_REPLACEMENT)["optimum"]
    '15/16'
    """
    masses, (gamma, delta) = device.prior(prior), device.privacy
    variance = device.variance(masses, n, population)
    optimum, reason = _optimum(device, masses)
    bound = _in_population(device, masses, n, population, optimum.variance if optimum else None)
    two = _in_population(device, masses, n, population, optimum.two_answers if optimum else None)
    return {
        "name": device.name,
        "parameters": {name: _plain(value) for name, value in device.parameters},
        "criterion": device.criterion,
        **_table(device),
        "epsilon": number(device.epsilon),
        "gamma": number(device.parity),
        "compared_at": {"gamma": text(gamma), "delta": text(delta)},
        "prior": _plain(masses),
        "n": n,
        "population": _population(population),
        "variance": number(variance),
        "efficient": number(_efficient(device, masses, n, population)),
        "optimum": number(bound),
        "two_answer_optimum": number(two),
        "loss": number(_ratio(variance, bound)),
        "certify": _certify(device, masses, gamma, delta),
        "joint": _joint(device, masses, n),
        "notes": list(device.notes) + reason + _coupled(device, variance, bound),
    }


def noise_facts(noise: Noise) -> dict[str, Any]:
    """Everything about additive noise, beside the noise of least variance."""
    gamma = _noise_gamma(noise)
    variance = noise.variance if isinstance(noise.variance, tuple) else (noise.variance,) * 2
    optimum = _least(noise, gamma)
    loss = (variance[0] / optimum[1], variance[1] / optimum[0])
    return {
        "name": noise.name,
        "parameters": {name: _plain(value) for name, value in noise.parameters},
        "criterion": f"differential privacy of a query of sensitivity {noise.sensitivity}",
        "channel": None,
        "epsilon": number((log_bounds(gamma[0])[0], log_bounds(gamma[1])[1])),
        "gamma": number(gamma),
        "variance": number(variance),
        "optimum": number(optimum),
        "loss": number(loss),
        "error_below_with_95_percent": number(noise.accuracy("1/20")),
        "notes": [_least_note(noise)],
    }


def number(value: Any) -> Any:
    """The JSON form of an exact number, an enclosure, infinity or nothing.

    >>> number(Fraction(3, 4)), number((Fraction(1), Fraction(1))), number(math.inf)
    ('3/4', '1', 'oo')
    """
    if value is None:
        return None
    if value == math.inf:
        return "oo"
    low, high = value if isinstance(value, tuple) else (Fraction(value), Fraction(value))
    if _long(low) or _long(high):
        low, high = _shorter(low)[0], _shorter(high)[1]
    return text(low) if low == high else [text(low), text(high)]


def _long(value: Fraction) -> bool:
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > LONGEST


def _shorter(value: Fraction) -> Bounds:
    """An enclosure by dyadic numbers with about 64 significant bits."""
    bits = 64 + value.denominator.bit_length() - value.numerator.bit_length()
    low = Fraction(math.floor(value * Fraction(2) ** bits)) / Fraction(2) ** bits
    return low, low + 1 / Fraction(2) ** bits


def written(facts: dict[str, Any], table: str) -> str:
    """The facts for a reader: the table, then one line each."""
    lines = [f"{facts['name']}({_named(facts['parameters'])})", table, ""]
    labels = (
        ("epsilon", "epsilon"),
        ("gamma", "e^epsilon"),
        ("variance", "variance"),
        ("efficient", "efficient"),
        ("optimum", "optimum"),
        ("two_answer_optimum", "two answers"),
        ("loss", "loss"),
        ("error_below_with_95_percent", "95% error"),
    )
    lines += [f"{label:<12} {shown(facts[key])}" for key, label in labels if facts.get(key)]
    lines += [f"certified by {facts['certify']}"] if facts.get("certify") else []
    lines += _joint_lines(facts.get("joint")) + [f"note: {note}" for note in facts["notes"]]
    return "\n".join(line for line in lines if line is not None)


def shown(value: Any) -> str:
    """A number for a reader: the fraction when short, and six digits.

    >>> shown("3/4"), shown(["1/3", "2/3"]), shown("oo")
    ('3/4 = 0.75', '0.333333 .. 0.666667', 'infinite')
    """
    if value == "oo":
        return "infinite"
    if isinstance(value, list):
        low, high = (_decimal(end) for end in value)
        return low if low == high else f"{low} .. {high}"
    if "/" not in value:
        return str(value)
    decimal = _decimal(value)
    return f"{value} = {decimal}" if len(value) < 24 else decimal


def _table(device: Device) -> dict[str, Any]:
    """The table, the target and the estimator as strings."""
    try:
        return {
            **device.channel.to_json(),
            "target": _plain(device.target),
            "estimator": _plain(device.estimator),
        }
    except ValueError:
        raise InputError(
            f"{device.name} has entries of too many digits to print; give shorter parameters"
        ) from None


def _decimal(value: str) -> str:
    """Six digits of any size of number."""
    number = Fraction(value)
    return f"{Decimal(number.numerator) / Decimal(number.denominator):.6g}"


def _optimum(device: Device, masses: tuple[Fraction, ...]) -> tuple[Optimum | None, list[str]]:
    try:
        return optimum_for(device, masses), []
    except (InputError, ImportError) as error:
        return None, [f"no certified optimum here: {error}"]


def _efficient(
    device: Device, masses: tuple[Fraction, ...], n: int, population: Population
) -> Fraction | float | None:
    """The variance of the best linear estimate from the same table, for independent respondents."""
    if device.deck is not None:
        return None
    try:
        least = efficient_variance(device.channel, device.target, masses)
    except InputError:
        return None
    return _in_population(device, masses, n, population, least)


def _certify(
    device: Device, masses: tuple[Fraction, ...], gamma: Fraction, delta: Fraction
) -> str | None:
    """The command that issues the certificate of the optimum, for independent draws."""
    if gamma == 1 and delta == 0:
        return None
    level = f"--gamma {gamma} --delta {delta}"
    if device.channel.shape[1] == 2 and len(device.target) == 1:
        return f"rropt design variance {level} --prior {masses[1]}"
    if len(device.target) == 1:
        return None
    return f"rropt design a-optimal {level} --prior {','.join(map(text, masses))}"


def _in_population(
    device: Device, masses: Any, n: int, population: Population, least: Fraction | float | None
) -> Fraction | float | None:
    """The bound for independent draws, moved to n respondents of the population."""
    if least is None:
        return None
    spread = device.between(masses)
    return (least - spread + population.factor(n) * spread) / n


def _ratio(variance: Fraction, bound: Fraction | float | None) -> Fraction | float | None:
    if bound is None or bound == math.inf:
        return None
    if bound == 0:
        return math.inf if variance else Fraction(1)
    return variance / Fraction(bound)


def _population(population: Population) -> dict[str, Any]:
    if isinstance(population, WithoutReplacement):
        return {"sampling": "without replacement", "size": population.size}
    return {"sampling": "census" if isinstance(population, Census) else "with replacement"}


def _joint(device: Device, masses: tuple[Fraction, ...], n: int) -> dict[str, Any] | None:
    """What a collector of all n reports can learn about one person."""
    deck = device.deck
    if deck is None:
        return None
    worst = deck.joint_parity(n)
    small = n <= 16 and (2 * len(deck.counts)) ** n <= JOINT_WORK
    return {
        "cards": deck.cards,
        "respondents": n,
        "gamma": number(worst),
        "epsilon": "oo" if isinstance(worst, float) else number(log_bounds(worst)),
        "factor_knowing_only_the_prevalence": (
            number(deck.joint_factor(n, masses)) if small else None
        ),
    }


def _coupled(device: Device, variance: Fraction, bound: Fraction | float | None) -> list[str]:
    if device.deck is None or bound is None or variance >= bound:
        return []
    return [
        "the variance is below the optimum of locally private mechanisms: the coupled cards are "
        "not locally private against a collector of all reports"
    ]


def _joint_lines(joint: dict[str, Any] | None) -> list[str]:
    if joint is None:
        return []
    people, cards = joint["respondents"], joint["cards"]
    lines = [f"joint        e^epsilon {shown(joint['gamma'])} for {people} reports, {cards} cards"]
    weak = joint["factor_knowing_only_the_prevalence"]
    return lines + ([f"             {shown(weak)} knowing only the prevalence"] if weak else [])


def _noise_gamma(noise: Noise) -> Bounds:
    if isinstance(noise, Laplace):
        return noise.asked.lo, noise.asked.hi
    return 1 / noise.decay, 1 / noise.decay


def _least(noise: Noise, gamma: Bounds) -> Bounds:
    if isinstance(noise, IntegerNoise):
        return (least_integer_variance(noise.sensitivity, gamma[0]),) * 2
    return (
        least_variance(noise.sensitivity, gamma[1])[0],
        least_variance(noise.sensitivity, gamma[0])[1],
    )


def _least_note(noise: Noise) -> str:
    kind = "discrete staircase" if isinstance(noise, IntegerNoise) else "staircase density"
    return f"optimum: the {kind} of least variance, a published optimum, not certified here"


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(entry) for entry in value]
    return text(value) if isinstance(value, Fraction) else value


def _named(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={_short(value)}" for name, value in parameters.items())


def _short(value: Any) -> str:
    word = str(value).replace("'", "")
    return word if len(word) <= 40 else word[:37] + "..."
