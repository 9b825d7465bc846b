"""What a device is compared with: the certified optimum at the same privacy.

With two truths and level (gamma, delta) every private mechanism is a garbling of the four-answer
channel (`four_answer`), so no estimate of the proportion beats its efficient variance; for delta
= 0 that is the symmetric table gamma / (gamma + 1), with

    n Var = pi (1 - pi) + gamma / (gamma - 1)^2.

With only two answers the optimum is the best of three corners of the feasible region
(`holohan/thm-3`). More truths are handed to `rropt.design`. An unbiased linear estimate has the
same device part in every population, so the bound moves from independent draws to samples
without replacement and censuses.

**Its own privacy, pair by pair or level by level.** One number says too little of a device whose
reports speak more for one truth than for another. The smallest matrix that its table obeys, g_ab =
max over reports of P(i | a) / P(i | b), gives each pair of truths what the device gives it, "oo"
where some report rules a truth out.

A device with an infinite epsilon has no level at which to compare it: any (gamma, delta) that it
keeps is one point of its curve, and the optimum there may reveal more elsewhere. The best table
under `NoWorseThan(device)` keeps every level of the device, so that no level has to be chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import inf
from typing import Any

from rropt.channel import Channel
from rropt.design.cards.two_answers import revealing_cards, symmetric_card, variance
from rropt.design.solve import solve
from rropt.devices.linear_estimates import efficient_variance
from rropt.devices.model import Device, prevalences
from rropt.devices.support_device import best_supports
from rropt.exact import InputError, Table, Vector, exact, probability, text
from rropt.exact.convert import dot
from rropt.exact.entries import identity, picked
from rropt.privacy import Criterion, LocalDP, NoWorseThan, Privacy
from rropt.privacy.levels import Matrix, matrix_json
from rropt.utility import Variance
from rropt.utility.at_prior import AOptimal, COptimal

Number = Fraction | float

MOST_TRUTHS = 8
MOST_LEAKING_TRUTHS = 5
NEAREST_GAMMA = 1 + Fraction(1, 10**4)
"""Without delta tables below it tell next to nothing: variances of 10^8 and more."""

NEARBY = Fraction(1, 2**30)
"""How far from a prior with a zero a design is solved: 1e-9 (gamma - 1) of its value is lost."""


@dataclass(frozen=True)
class DeviceOptimum:
    """Least n Var in independent draws: with any answers, and with two.

    `variance` is a proved lower bound; `reached` is what a known mechanism attains, equal where
    the optimum is known exactly. `two_answers` is None where no yes/no card is comparable.
    """

    variance: Number
    reached: Number
    two_answers: Number | None = None
    command: str = ""
    """What issues the certificate at the device's own matrix; else empty."""


def optimum_at(gamma: Any, delta: Any, prior: Any) -> DeviceOptimum:
    """The optimum for the proportion pi of truth 1 among two truths, in closed form.

    >>> optimum_at(3, 0, "1/4").variance
    Fraction(15, 16)
    """
    bound = exact(gamma, "gamma")
    leak = probability(delta, "delta")
    share = prevalences(prior, 2)[1]
    best = _any_answers(bound, leak, share)
    return DeviceOptimum(best, best, _two_answers(bound, leak, share))


def optimum_for(device: Device, prior: Any) -> DeviceOptimum:
    """The optimum at the device's own privacy, for what the device estimates.

    The share of a group of truths is a proportion between two: averaging a table over each group
    keeps its privacy, and an estimate that is unbiased for all prevalences stays so.
    """
    (gamma, delta) = device.privacy
    masses = device.prior(prior)
    if len(device.target) == 1 and set(device.target[0]) == {0, 1}:
        _admit(device, masses)
        return optimum_at(gamma, delta, dot(device.target[0], masses))
    if device.target == identity(2):
        return _doubled(optimum_at(gamma, delta, masses))
    if delta == 1:
        told = device.between(masses)
        return DeviceOptimum(told, told)
    are_equal = len(set(masses)) == 1 and device.target == identity(len(masses))
    if delta == 0 and len(masses) > MOST_TRUTHS and are_equal:
        # All shares are estimated where they are equal: the optimum is a formula.
        least = best_supports(len(masses), gamma).worth
        return DeviceOptimum(least, least)
    if all(masses):
        _, found = _solved(gamma, delta, masses, device.target)
        own: Number = efficient_variance(device.channel, device.target, masses)
    else:
        beyond = _revealing if delta else _nearby
        found = beyond(gamma, delta, masses, device.target)
        own = device.variance(masses)
    return replace(found, reached=min(found.reached, own))


def _nearby(gamma: Fraction, delta: Fraction, prior: Vector, target: Table) -> DeviceOptimum:
    """A prior q with a zero, no delta: the optimum at p = (1 - t) q + t u, u uniform.

    The u.r of a private row r is at most gamma q.r, so second moments at p are at most
    1 + t (gamma - 1) times those at q: that bounds those at q from below.
    """
    k = len(prior)
    t = NEARBY
    inside = tuple((1 - t) * mass + t / k for mass in prior)
    table, found = _solved(gamma, delta, inside, target)
    moment = exact(found.variance) + _squares(target, inside)
    least = moment / (1 + t * (gamma - 1)) - _squares(target, prior)
    return replace(found, variance=least, reached=efficient_variance(table, target, prior))


def _squares(target: Table, prior: Vector) -> Fraction:
    """The sum of the squares of the estimated numbers."""
    return sum((dot(aim, prior) ** 2 for aim in target), Fraction(0))


def _revealing(gamma: Fraction, delta: Fraction, prior: Vector, target: Table) -> DeviceOptimum:
    """A prior with a zero and a delta: the optimum of the truths that occur.

    Estimates that are unbiased for all truths are so for these. And with a small part of delta the
    others may be revealed, which makes any estimate unbiased for them and costs nothing where they
    do not occur: the optimum is approached, by tables that reveal less and less.
    """
    kept = [j for j, mass in enumerate(prior) if mass]
    aims = [picked(aim, kept) for aim in target]
    varying = tuple(aim for aim in aims if len(set(aim)) > 1)
    if not varying:
        return DeviceOptimum(Fraction(0), Fraction(0))
    return _solved(gamma, delta, picked(prior, kept), varying)[1]


def _doubled(one: DeviceOptimum) -> DeviceOptimum:
    """Both shares of two truths: they add up to one, so they have the same variance."""
    two = None if one.two_answers is None else 2 * one.two_answers
    return replace(one, variance=2 * one.variance, reached=2 * one.reached, two_answers=two)


def _admit(device: Device, masses: Vector) -> None:
    """With protected pairs the groups are averaged alike, so both must have the same make-up."""
    for (j, k), (other, same) in product(device.pairs, repeat=2):
        if masses[j] * masses[same] != masses[k] * masses[other]:
            raise InputError(
                "prior must make the innocuous answer independent of the sensitive one"
            )


def _any_answers(gamma: Fraction, delta: Fraction, share: Fraction) -> Number:
    spread = share * (1 - share)
    if delta == 0:
        return spread + gamma / (gamma - 1) ** 2 if gamma > 1 else inf
    # At an end the report that only the absent truth gives is an estimate without variance.
    if spread == 0:
        return Fraction(0)
    # The truth outright with probability delta, else the symmetric table: their information is
    # added up, each report saying which of both it is.
    information = delta / spread
    if gamma > 1:
        information += (1 - delta) / (spread + gamma / (gamma - 1) ** 2)
    return 1 / information


def _two_answers(gamma: Fraction, delta: Fraction, share: Fraction) -> Number:
    """The least over the corners of the region, p00 + p11 > 1."""
    corners = [symmetric_card(gamma, delta), *revealing_cards(delta)]
    return min((variance(card, share) for card in corners if sum(card) > 1), default=inf)


def _solved(
    gamma: Fraction, delta: Fraction, prior: Vector, target: Table
) -> tuple[Channel, DeviceOptimum]:
    """The best table for A- or c-optimality, the bound of its certificate and its value."""
    most = MOST_TRUTHS if delta == 0 else MOST_LEAKING_TRUTHS
    if len(prior) > most:
        raise InputError(f"designs for more than {most} truths take longer than an aside may")
    if gamma < NEAREST_GAMMA and delta == 0:
        raise InputError(f"designs for several truths need e^epsilon of {NEAREST_GAMMA} at least")
    objective = AOptimal(prior) if len(target) > 1 else COptimal(prior, target[0])
    answer = solve(LocalDP.from_gamma(gamma, delta), objective)
    found = DeviceOptimum(Fraction(answer.bound.lo), Fraction(answer.value.hi))
    return answer.channel, found


MOST_IN_MATRIX = 6
"""More truths than these, and a design for each device would hold up the list."""


def own_matrix(device: Device) -> Matrix | None:
    """The smallest matrix, where it says more than one number; None where it does not.

    >>> from rropt.devices.survey import forced_response
    >>> own_matrix(forced_response("1/3", 0))
    ((Fraction(1, 1), inf), (Fraction(3, 1), Fraction(1, 1)))
    """
    matrix = device.channel.levels()
    k = range(len(matrix))
    entries = {matrix[a][b] for a, b in product(k, repeat=2) if a != b}
    return None if device.pairs or len(entries) == 1 else matrix


def optimum_in_matrix(device: Device, prior: Any) -> DeviceOptimum | None:
    """The optimum at the device's own matrix for what the device estimates; None beyond reach.

    >>> from rropt.devices.survey import forced_response
    >>> device = forced_response("1/3", 0)
    >>> optimum_in_matrix(device, "1/4").variance == device.variance("1/4")
    True
    """
    matrix = own_matrix(device)
    if matrix is None or len(matrix) > MOST_IN_MATRIX:
        return None
    rows = matrix_json(matrix)
    option = f' --privacy "{";".join(map(",".join, rows))}"'
    return _own_optimum(device, prior, lambda: Privacy(rows), option)


def _estimation_objective(target: Table, masses: Vector) -> tuple[Any, str, int] | None:
    """What is least for this target: a proportion, the sum of all, or one contrast; the factor."""
    prior = ",".join(map(text, masses))
    if len(masses) == 2:
        share = dot(target[-1], masses)
        if set(target[-1]) != {0, 1} or not 0 < share < 1:
            return None
        return Variance(masses[1]), f"variance --prior {text(masses[1])}", len(target)
    if not all(masses):
        return None
    if target == identity(len(masses)):
        return AOptimal(masses), f"a-optimal --prior {prior}", 1
    if len(target) > 1:
        return None
    contrast = ",".join(map(text, target[0]))
    return COptimal(masses, target[0]), f"c-optimal --prior {prior} --contrast={contrast}", 1


MOST_REPORTS = 6
"""Of the table; each ratio of it is a level, and rays where levels meet are listed."""


def optimum_in_profile(device: Device, prior: Any) -> DeviceOptimum | None:
    """For devices of two truths that rule a truth out; None for others and beyond reach.

    >>> from rropt.devices.survey import forced_response
    >>> found = optimum_in_profile(forced_response("1/3", 0), "1/4")
    >>> found.variance == forced_response("1/3", 0).variance("1/4")
    True
    """
    reports, truths = device.channel.shape
    if device.parity != inf or truths != 2 or reports > MOST_REPORTS or device.pairs:
        return None
    return _own_optimum(device, prior, lambda: NoWorseThan(device.channel))


def _own_optimum(
    device: Device, prior: Any, privacy: Callable[[], Criterion], option: str = ""
) -> DeviceOptimum | None:
    """For what the device estimates; None without bounds or anything to report."""
    posed = _estimation_objective(device.target, device.prior(prior))
    if posed is None:
        return None
    objective, words, factor = posed
    try:
        answer = solve(privacy(), objective)
    except InputError:
        return None
    if answer.value.is_infinite:
        return None
    bound = factor * Fraction(answer.bound.lo)
    value = factor * Fraction(answer.value.hi)
    command = f"rropt design {words}{option}" if option else ""
    return DeviceOptimum(bound, value, command=command)
