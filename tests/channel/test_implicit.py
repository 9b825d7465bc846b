"""Channels that are not written out, against their own tables."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel import as_channel
from rropt.channel.balanced_supports import BalancedSupports, SubsetSupports
from rropt.channel.block_design import BlockDesign
from rropt.channel.developed_supports import DevelopedSupports
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.named_supports import HadamardSupports, HashedSupports, UnarySupports
from rropt.measures import composed_delta, measures
from rropt.survey.planning.survey_power import truth_variances

FANO = BlockDesign.equal("Fano", [7], [[0, 1, 3]])
PAIRS = BlockDesign.equal("pairs of four", [2, 2], [[0, 1], [0, 2], [0, 3]])

FAMILIES: list[BalancedSupports] = [
    SubsetSupports(5, F(3), 2),
    DevelopedSupports(7, F(3), FANO),
    DevelopedSupports(3, F(7, 2), FANO),
    DevelopedSupports(4, F(3), PAIRS),
    HadamardSupports(2, F(3)),
    HadamardSupports(5, F(3)),
    UnarySupports.of(4, F(1, 2), F(1, 4)),
    UnarySupports.of(3, F(3, 4), F(1, 5)),
    HashedSupports(5, F(3), 4, 5),
    HashedSupports(3, F(2), 2, 5),
    HashedSupports(2, F(2), 3, 3),
]
each = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)


def ends_of(number: object) -> list[float]:
    """Of an enclosure; balls of other terms have other ends."""
    return [float(x) for x in number] if isinstance(number, tuple) else [float(number)]


@each
def test_privacy_is_that_of_the_written_table(family: BalancedSupports) -> None:
    channel = ImplicitChannel(family)
    table = rr.Channel.from_rows(channel.table.rows)
    assert channel.parity() == table.parity() == family.gamma
    for gamma in (0, F(1, 2), 1, F(3, 2), 2, 5):
        assert channel.profile(gamma) == table.profile(gamma)
    for delta in (0, F(1, 20), F(1, 5)):
        assert channel.gamma_for(delta) == table.gamma_for(delta)
    assert channel.greatest_chances == sum(max(row) for row in table.rows)


@pytest.mark.everything
@each
def test_every_measure_is_that_of_the_written_table(family: BalancedSupports) -> None:
    channel = ImplicitChannel(family)
    table = rr.Channel.from_rows(channel.table.rows)
    shares = [F(1, family.truths)] * family.truths
    found, written = measures(channel, shares).numbers, measures(table, shares).numbers
    assert len(found) > 15
    for name, number in found.items():
        assert ends_of(number) == pytest.approx(ends_of(written[name]), rel=1e-9)
    composed = composed_delta([(channel, 3)], 4)
    assert ends_of(composed) == pytest.approx(ends_of(composed_delta([(table, 3)], 4)))
    assert measures(channel, reports=2).numbers["total variation"] == F(
        measures(table, reports=2).numbers["total variation"]
    )


@each
def test_variances_are_those_of_the_scores_on_the_reports(family: BalancedSupports) -> None:
    """By definition: the second moment of ([j in S] - q) / (p - q) over all reports."""
    channel, k = ImplicitChannel(family), family.truths
    shares = [F(j + 1, k * (k + 1) // 2) for j in range(k)]
    moments = [F(0)] * k
    for (_, held, _), chance in zip(
        family.listed(), channel.table.report_distribution(shares), strict=True
    ):
        for j in range(k):
            moments[j] += chance * ((j in held) - family.other) ** 2
    spread = family.own - family.other
    expected = [m / spread**2 - q**2 for m, q in zip(moments, shares, strict=True)]
    assert channel.variances(shares) == expected
    assert family.total_variance(sum(q * q for q in shares)) == sum(expected)


def test_the_worth_of_blocks_of_one_size_is_that_of_the_best_linear_estimate() -> None:
    for family in (SubsetSupports(5, F(3), 2), DevelopedSupports(7, F(3), FANO)):
        channel = ImplicitChannel(family)
        shares = (F(1, family.truths),) * family.truths
        assert family.worth == sum(truth_variances(channel.table, shares))


@each
def test_a_file_says_the_family_and_is_read_again(family: BalancedSupports) -> None:
    channel = ImplicitChannel(family)
    written = channel.to_json()
    assert as_channel(written) == channel
    assert "..." not in str(written) and rr.Channel.from_rows(channel.rows).shape == channel.shape


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({"family": "cards", "categories": 3}, "family must be one of subsets"),
        ({"family": "subsets", "categories": 3, "gamma": 2}, "must have the field 'size'"),
        ({"family": "subsets", "categories": 3, "gamma": 2, "size": 3}, "size must be below"),
        ({"family": "hadamard", "categories": 3, "gamma": 1}, "gamma must be above 1"),
        ({"family": "hadamard", "categories": 10**7, "gamma": 2}, "categories must be at most"),
        ({"family": "unary", "categories": 3, "own": "1/4", "other": "1/2"}, "own above other"),
        (
            {"family": "hashed", "categories": 4, "gamma": 2, "values": 2, "prime": 3},
            "prime must be a prime of at least 4",
        ),
        (
            {"family": "hashed", "categories": 4, "gamma": 2, "values": 2, "prime": 9},
            "prime must be a prime of at least 4",
        ),
        (
            {
                "family": "developed",
                "categories": 7,
                "gamma": 2,
                "blocks": {"group": [7], "base": [["1", [0, 1, 2]]]},
            },
            "blocks must be balanced",
        ),
        (
            {
                "family": "developed",
                "categories": 7,
                "gamma": 2,
                "blocks": {"group": [7], "base": [["1/2", [0, 1, 3]]]},
            },
            "add up to one",
        ),
        (
            {"family": "developed", "categories": 7, "gamma": 2, "blocks": {"group": 7}},
            "blocks must be",
        ),
    ],
)
def test_a_file_of_no_family_is_refused_in_a_sentence(record: dict, said: str) -> None:
    with pytest.raises(rr.InputError, match=said):
        as_channel({"channel": record})


def test_a_large_one_is_shown_in_part_and_not_written() -> None:
    channel = ImplicitChannel(SubsetSupports(1000, F(3), 268))
    assert "subset selection of size 268" in repr(channel) and len(repr(channel)) < 6000
    assert "..." in channel._repr_html_()
    with pytest.raises(rr.InputError, match="must be small to be written out, got 2\\^"):
        _ = channel.rows
    with pytest.raises(rr.InputError, match="must be small to be written out"):
        rr.compare(channel, channel)


def test_jobs_take_a_large_one() -> None:
    channel = ImplicitChannel(HadamardSupports(300, F(9)), [f"state {j}" for j in range(300)])
    reports = rr.simulate(channel, ["state 7"] * 2000, seed=1)
    found = rr.estimate(channel, reports)
    assert found.top(1)[0][0] == "state 7"
    with pytest.raises(rr.InputError, match=r"labels 'state 0', .* got 1 of 1"):
        rr.randomize(channel, ["state 300"])
    complete = rr.plan(channel, [F(1, 300)] * 300, margin="0.02")
    assert complete.margin <= 0.02
    variance = channel.variances([F(1, 300)] * 300)[0]
    assert complete.stderr == pytest.approx((float(variance) / complete.n) ** 0.5)
    assert rr.measures(channel).numbers["gamma = e^epsilon"] == 9
    with pytest.raises(rr.InputError, match="prior must be equal shares"):
        rr.measures(channel, [F(1, 2)] + [F(1, 598)] * 299)
