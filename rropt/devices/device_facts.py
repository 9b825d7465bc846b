"""What is said about a device or a mechanism for numbers: a JSON-ready dictionary, and in words.

Exact numbers are strings, an enclosure of an irrational number is a two-element list, infinity is
"oo", and null means: does not apply (the notes say why).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.channel.support_family import Supports
from rropt.design.answer import ends
from rropt.design.blocks.equal_shares import MOST_TRUTHS
from rropt.design.solve import solve
from rropt.devices.bounded_numbers import NumberMechanism
from rropt.devices.linear_estimates import efficient_variance
from rropt.devices.model import Device
from rropt.devices.noise import IntegerNoise, Laplace, Noise, least_integer_variance, least_variance
from rropt.devices.optimum import (
    DeviceOptimum,
    optimum_for,
    optimum_in_matrix,
    optimum_in_profile,
)
from rropt.devices.populations import Population
from rropt.devices.support_device import SupportDevice, best_supports
from rropt.devices.writing import plain
from rropt.exact import InputError, Vector, json_number, log_bounds, text
from rropt.exact.convert import dot
from rropt.measures.populations_seen import all_reports_seen
from rropt.privacy import LocalDP
from rropt.privacy.levels import matrix_json
from rropt.utility.worst_case import Mean

Number = Fraction | float
Bounds = tuple[Fraction, Fraction]

JOINT_WORK = 200_000
"""Most terms summed for the Bayes factor of a collector who sees all reports."""


def device_facts(device: Device, prior: Any, n: int, population: Population) -> dict[str, Any]:
    """Everything about a channel device at the given prevalences, beside the optimum.

    >>> from rropt.devices.populations import WITH_REPLACEMENT
    >>> from rropt.devices.survey import warner
    >>> device_facts(warner("3/4"), "1/4", 1, WITH_REPLACEMENT)["optimum"]
    '15/16'
    """
    if isinstance(device, SupportDevice):
        return support_facts(device, prior, n, population)
    masses = device.prior(prior)
    (gamma, delta) = device.privacy
    variance = device.variance(masses, n, population)
    optimum, reason = _optimum(device, masses)
    move = _Mover(device.between(masses), n, population)
    best = move.bounds(optimum.variance, optimum.reached) if optimum else None
    two = move.value(optimum.two_answers) if optimum else None
    return {
        "name": device.name,
        "parameters": {name: plain(value) for name, value in device.parameters},
        "criterion": device.criterion,
        **_table(device),
        "epsilon": json_number(device.epsilon),
        "gamma": json_number(device.parity),
        "compared_at": {"gamma": text(gamma), "delta": text(delta)},
        "prior": plain(masses),
        "n": n,
        "population": population.to_json(),
        "variance": json_number(variance),
        "efficient": json_number(move.value(_efficient(device, masses))),
        "optimum": json_number(best),
        "two_answer_optimum": json_number(two),
        "loss": json_number(_loss(variance, best)),
        "levels": matrix_json(device.channel.levels()),
        "own_matrix": _own(optimum_in_matrix(device, masses), variance, move),
        "own_profile": _own(optimum_in_profile(device, masses), variance, move),
        "certify": _certify(device, masses, gamma, delta) if optimum else None,
        "joint": _joint(device, masses, n),
        "notes": [
            *device.notes,
            *(reason or _uncertified(device, masses)),
            *_coupled(device, variance, best),
        ],
    }


def noise_facts(noise: Noise) -> dict[str, Any]:
    """Everything about additive noise, beside the noise of least variance."""
    gamma = _noise_gamma(noise)
    variance = noise.variance if isinstance(noise.variance, tuple) else (noise.variance,) * 2
    optimum = _least(noise, gamma)
    loss = (variance[0] / optimum[1], variance[1] / optimum[0])
    return {
        "name": noise.name,
        "parameters": {name: plain(value) for name, value in noise.parameters},
        "criterion": f"differential privacy of a query of sensitivity {noise.sensitivity}",
        "channel": None,
        "epsilon": json_number((log_bounds(gamma[0])[0], log_bounds(gamma[1])[1])),
        "gamma": json_number(gamma),
        "variance": json_number(variance),
        "optimum": json_number(optimum),
        "loss": json_number(loss),
        "error_below_with_95_percent": json_number(noise.accuracy("1/20")),
        "notes": [_least_note(noise)],
    }


def _table(device: Device) -> dict[str, Any]:
    """The table, the target and the estimator as strings."""
    try:
        return {
            **device.channel.to_json(),
            "target": plain(device.target),
            "estimator": plain(device.estimator),
        }
    except ValueError:
        raise InputError(
            f"{device.name} has entries of too many digits to print; give shorter parameters"
        ) from None


def _own(found: DeviceOptimum | None, variance: Fraction, move: _Mover) -> dict[str, Any] | None:
    """The best table that reveals at most as much as the device, pair by pair or level by level."""
    if found is None:
        return None
    best = move.bounds(found.variance, found.reached)
    said = {"optimum": json_number(best), "loss": json_number(_loss(variance, best))}
    return said | ({"certify": found.command} if found.command else {})


def _optimum(
    device: Device, masses: tuple[Fraction, ...]
) -> tuple[DeviceOptimum | None, list[str]]:
    try:
        return optimum_for(device, masses), []
    except InputError as error:
        return None, _without_optimum(error)


def _without_optimum(reason: InputError) -> list[str]:
    return [f"no certified optimum here: {reason}"]


def _certify(
    device: Device, masses: tuple[Fraction, ...], gamma: Fraction, delta: Fraction
) -> str | None:
    """The command that issues the certificate of the optimum, for independent draws."""
    if (gamma == 1 and delta == 0) or not _is_inside(device, masses):
        return None
    level = f"--gamma {gamma} --delta {delta}"
    if _is_share(device):
        return f"rropt design variance {level} --prior {dot(device.target[0], masses)}"
    if len(device.target) == 1:
        return None
    return f"rropt design a-optimal {level} --prior {','.join(map(text, masses))}"


def _is_share(device: Device) -> bool:
    """Whether one proportion, that of a group of truths, is estimated."""
    return len(device.target) == 1 and set(device.target[0]) == {0, 1}


def _is_inside(device: Device, masses: tuple[Fraction, ...]) -> bool:
    """Whether the prevalences lie where `rropt design` issues certificates."""
    return 0 < dot(device.target[0], masses) < 1 if _is_share(device) else all(masses)


def _uncertified(device: Device, masses: tuple[Fraction, ...]) -> list[str]:
    if _is_inside(device, masses):
        return []
    return [
        "the optimum is the value of its formula at this end: rropt design issues certificates "
        "for prevalences above 0 and below 1"
    ]


def _joint(device: Device, masses: tuple[Fraction, ...], n: int) -> dict[str, Any] | None:
    """What a collector of all n reports can learn about one person."""
    deck = device.deck
    if deck is None:
        return None
    worst = deck.joint_parity(n)
    gamma, _ = device.privacy
    work = max(deck.counts) ** 2 * len(deck.counts)
    small = n <= 16 and (2 * len(deck.counts)) ** n <= JOINT_WORK
    return {
        "cards": deck.cards,
        "respondents": n,
        "gamma": json_number(worst),
        "epsilon": "oo" if isinstance(worst, float) else json_number(log_bounds(worst)),
        "delta_at_the_gamma_of_one_report": (
            json_number(deck.joint_profile(gamma, n)) if work <= JOINT_WORK else None
        ),
        "factor_knowing_only_the_prevalence": (
            json_number(_bayes_factor(device, masses, n)) if small else None
        ),
    }


def _bayes_factor(device: Device, masses: tuple[Fraction, ...], n: int) -> Number:
    """The largest about one person over all lists of n reports, the others' truths by a prior."""
    return all_reports_seen(device.channel, n - 1, masses, device.deck).parity()


def _noise_gamma(noise: Noise) -> Bounds:
    if isinstance(noise, Laplace):
        return noise.asked.lo, noise.asked.hi
    return 1 / noise.decay, 1 / noise.decay


def _least(noise: Noise, gamma: Bounds) -> Bounds:
    if isinstance(noise, IntegerNoise):
        return (least_integer_variance(noise.sensitivity, gamma[0]),) * 2
    # The least variance falls with gamma, so that the ends change places.
    return (
        least_variance(noise.sensitivity, gamma[1])[0],
        least_variance(noise.sensitivity, gamma[0])[1],
    )


def _least_note(noise: Noise) -> str:
    kind = "discrete staircase" if isinstance(noise, IntegerNoise) else "staircase density"
    return f"optimum: the {kind} of least variance, a published optimum, not certified here"


@dataclass(frozen=True)
class _Mover:
    """Moves n Var of independent draws to the variance of n respondents of a population."""

    spread: Fraction
    n: int
    population: Population

    def value(self, least: Number | None) -> Any:
        """(least - spread + factor spread) / n: the device part stays, the truths' part shrinks."""
        if least is None:
            return None
        return (least - self.spread + self.population.factor(self.n) * self.spread) / self.n

    def bounds(self, low: Number, high: Number) -> Bounds:
        """Both ends of an enclosure."""
        return self.value(low), self.value(high)


def _efficient(device: Device, masses: tuple[Fraction, ...]) -> Fraction | None:
    """n Var of the best linear estimate from the same table, for independent respondents."""
    if device.deck is not None:
        return None
    try:
        return efficient_variance(device.channel, device.target, masses)
    except InputError:
        return None


def _loss(variance: Fraction, best: Bounds | None) -> Any:
    """variance / optimum, enclosed as the optimum is."""
    if best is None:
        return None
    if best[0] == 0:
        return math.inf if variance else Fraction(1)
    return variance / best[1], variance / best[0]


def _coupled(device: Device, variance: Fraction, best: Bounds | None) -> list[str]:
    if device.deck is None or best is None or variance >= best[0]:
        return []
    return [
        "the variance is below the optimum of locally private mechanisms: the coupled cards are "
        "not locally private against a collector of all reports"
    ]


def number_facts(mechanism: NumberMechanism) -> dict[str, Any]:
    """Its level, the variance of a report on the worst number, and the least of all mechanisms."""
    asked = mechanism.asked
    gamma = asked.lo, asked.hi
    least, reason = optimum_of(mechanism)
    variance = mechanism.variance
    loss = least and (variance[0] / least[1], variance[1] / least[0])
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
        "loss": json_number(loss),
        "notes": [*([mechanism.note] if mechanism.note else []), *reason],
    }


def optimum_of(mechanism: NumberMechanism) -> tuple[Bounds | None, list[str]]:
    """The certified ends of the least worst variance on its interval, or why there are none."""
    given = mechanism.asked.epsilon
    privacy = LocalDP.from_gamma(mechanism.asked.lo) if given is None else LocalDP(given)
    try:
        found = solve(privacy, Mean(low=mechanism.low, high=mechanism.high))
    except InputError as error:
        return None, _without_optimum(error)
    return (ends(found.bound)[0], ends(found.value)[1]), []


def support_facts(
    device: SupportDevice, prior: Any, n: int, population: Population
) -> dict[str, Any]:
    """What is said about a device at any size, beside the optimum at equal shares."""
    masses = device.prior(prior)
    supports = device.channel.supports
    variance = device.variance(masses, n, population)
    best = _least_at_equal_shares(device, masses, n, population)
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
        "population": population.to_json(),
        "variance": json_number(variance),
        "efficient": None,
        "optimum": json_number(best),
        "two_answer_optimum": None,
        "loss": None if best is None else json_number(variance / best),
        "report": {
            "bits": (supports.reports - 1).bit_length(),
            "form": supports.form,
            "counting": supports.cost_of_counting,
        },
        "certify": _command_of_certificate(supports) if equal else None,
        "notes": [*device.notes, *_notes_on_supports(supports, equal)],
    }


def _least_at_equal_shares(
    device: SupportDevice, masses: Vector, n: int, population: Population
) -> Fraction | None:
    """The least variance at the same privacy, by its formula at equal shares."""
    if len(set(masses)) > 1:
        return None
    alone = best_supports(len(masses), device.channel.supports.gamma).worth
    return _Mover(device.between(masses), n, population).value(alone)


def _command_of_certificate(supports: Supports) -> str | None:
    if not 2 < supports.truths <= MOST_TRUTHS:
        return None
    level = f"--gamma {text(supports.gamma)}"
    return f"rropt design a-optimal {level} --prior uniform --categories {supports.truths}"


def _notes_on_supports(supports: Supports, equal: bool) -> list[str]:
    if not equal:
        return ["no optimum here: it is known by its formula at equal shares"]
    if supports.truths > MOST_TRUTHS:
        return [
            "the optimum is the value of its formula: rropt design issues certificates up to "
            f"{MOST_TRUTHS} categories"
        ]
    return []
