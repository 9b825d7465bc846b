"""Restricted numbers of reports: a smaller table that is as good, or a refusal."""

from fractions import Fraction
from math import comb, log

import pytest

import rropt as rr
from rropt import (
    FDivergence,
    Gain,
    Guess,
    LocalDP,
    MutualInformation,
    Trace,
    optimal,
)
from rropt.design.answer import ends
from rropt.exact import InputError


@pytest.mark.parametrize("gamma, delta", [(3, "1/10"), (1, "1/4"), ("7/5", "1/1000")])
@pytest.mark.parametrize("pair, truths", [((0, 1), 2), ((2, 0), 3)])
def test_two_answers_have_the_largest_total_variation(gamma, delta, pair, truths) -> None:
    """Warner's card has p = (gamma + delta) / (gamma + 1), and 2 p - 1 between its two truths."""
    privacy, g, d = LocalDP.from_gamma(gamma, delta), Fraction(gamma), Fraction(delta)
    objective = FDivergence("total-variation", pair, truths)
    design = optimal(privacy, objective, outputs=2)
    a, b = pair
    assert design.channel.shape == (2, truths) and design.channel.profile(g) <= d
    assert sum(abs(row[a] - row[b]) for row in design.channel.rows) / 2 == design.value
    assert design.value == design.bound == (g - 1 + 2 * d) / (g + 1)
    assert design.certificate.check().verdict == "verified"


@pytest.mark.parametrize("k, reports", [(4, 2), (6, 3)])
def test_disjoint_halves_and_thirds_are_enough_information(k: int, reports: int) -> None:
    """Blocks of two truths: with s = 2 / k the share of one, h(s) / (1 + s) at gamma = 2."""
    design = optimal(LocalDP.from_gamma(2), MutualInformation([Fraction(1, k)] * k), reports)
    assert design.channel.shape == (reports, k) and design.channel.parity() == 2
    seen = 1 + 2 / k
    expected = (2 / k * 2 * log(2) - seen * log(seen)) / seen
    assert float(ends(design.value)[0]) == pytest.approx(expected, rel=1e-12)
    assert design.gap < Fraction(1, 10**20)


@pytest.mark.parametrize(
    "objective, least",
    [
        (Trace(1000), 1000),
        (Guess([Fraction(1, 200)] * 200), 200),
        (MutualInformation([Fraction(1, 10)] * 10), 5),
    ],
)
def test_tables_of_more_reports_are_refused_also_where_they_are_kept_as_orbits(
    objective, least
) -> None:
    privacy = LocalDP.from_gamma(2)
    with pytest.raises(InputError, match=f"outputs must be any or at least {least}, "):
        optimal(privacy, objective, least - 1, crosscheck=False)
    assert optimal(privacy, objective, least, crosscheck=False).gap < Fraction(1, 10**20)


THREE = ["1/2", "1/3", "1/6"]
SEVERAL = [(3, 0), (2, "1/10")]
LISTS = [[1, SEVERAL, SEVERAL], [SEVERAL, 1, SEVERAL], [SEVERAL, SEVERAL, 1]]


@pytest.mark.everything
@pytest.mark.parametrize(
    ("privacy", "objective"),
    [
        (rr.LocalDP(1, "1/10"), rr.MutualInformation(THREE)),
        (rr.LocalDP(1, "1/10"), rr.AOptimal(THREE)),
        (
            rr.Privacy([[1, SEVERAL, SEVERAL], [SEVERAL, 1, SEVERAL], [SEVERAL, SEVERAL, 1]]),
            rr.MutualInformation(THREE),
        ),
        (rr.RenyiDP(2, "1/2"), rr.MutualInformation(THREE)),
        (rr.LocalDP(1, "1/10"), rr.AOptimal("worst", truths=4)),
        (rr.LocalDP(1), rr.Mean([0, 1, 2])),
    ],
)
def test_three_reports_are_refused_with_the_reason_where_no_proof_is_known(privacy, objective):
    with pytest.raises(InputError, match="got 3; no proof is known here that so few are best"):
        optimal(privacy, objective, outputs=3)


@pytest.mark.everything
def test_orbits_of_very_many_reports_are_refused_in_one_line() -> None:
    fair = MutualInformation([Fraction(1, 1025)] * 1025)
    with pytest.raises(InputError, match=r"at least 2\^\d+, .*got 300"):
        optimal(LocalDP.from_gamma(2), fair, 300, crosscheck=False)


def test_a_number_that_suffices_changes_nothing() -> None:
    privacy, gain = LocalDP.from_gamma(3, "1/10"), Gain([[1, 0], [0, 1]], ["1/3", "2/3"])
    for objective in (gain, FDivergence("total-variation")):
        free = optimal(privacy, objective)
        reports = free.channel.shape[0]
        assert optimal(privacy, objective, reports).channel == free.channel


def test_the_fewest_of_many_reports_are_said_as_a_power_of_two() -> None:
    """All sets of 333 of 1000 truths: 10^10 are fewer, though they are more than 10^9."""
    bits = (comb(1000, 333) - 1).bit_length()
    with pytest.raises(InputError, match=rf"at least 2\^{bits}, .* got 10000000000;"):
        optimal(LocalDP.from_gamma(2), rr.AOptimal("uniform", categories=1000), outputs=10**10)


@pytest.mark.parametrize("outputs", [2, 3])
def test_reports_of_one_truth_alone_are_not_joined_to_save_some(outputs: int) -> None:
    """Joined to another a report that tells a truth alone is bound by levels that it was not: the
    total variation was refused by its checker."""
    level = rr.UtilityOptimized([0], "ln(3)")
    objective = FDivergence("total-variation", (1, 0), 4)
    with pytest.raises(InputError, match="outputs must be any or at least 4, the reports"):
        optimal(level, objective, outputs=outputs)
    assert optimal(level, objective, outputs=4).channel.shape == (4, 4)
