"""Channels: both orientations, what follows from a table, and its laws on random exact tables."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt import Channel, InputError
from tests.channel.random_tables import WARNER, channels, distributions

# Constructors


def test_the_two_orientations_are_transposes() -> None:
    by_report = Channel.from_rows([["1/2", 1, 0], ["1/2", 0, 1]])
    by_truth = Channel.from_truth_rows([["1/2", "1/2"], [1, 0], [0, 1]])
    assert by_report == by_truth
    assert by_report.shape == (2, 3)
    assert by_truth[1, 2] == 1


def test_each_orientation_refuses_the_other() -> None:
    table = [["1/2", "1/2"], ["1/4", "3/4"]]
    assert Channel.from_truth_rows(table).columns[1] == (Fraction(1, 4), Fraction(3, 4))
    with pytest.raises(InputError, match=r"channel column 0 must add up to one, got 3/4 \(off by"):
        Channel.from_rows(table)


def test_from_patterns_scales_each_pattern_by_its_weight() -> None:
    made = Channel.from_patterns([[3, 1], [1, 3]], ["1/4", "1/4"])
    assert made == WARNER
    with pytest.raises(
        InputError, match="weights must have one entry for each pattern, got 1 for 2"
    ):
        Channel.from_patterns([[3, 1], [1, 3]], ["1/4"])
    with pytest.raises(InputError, match="channel column 0 must add up to one, got 4/3"):
        Channel.from_patterns([[3, 1], [1, 3]], ["1/3", "1/3"])


@pytest.mark.parametrize("kind", [numpy.float64, numpy.float32])
def test_an_array_reads_each_float_as_the_decimal_that_it_prints_as(kind: type) -> None:
    made = Channel.from_rows(numpy.array([[0.7, 0.1], [0.3, 0.9]], dtype=kind))
    assert made.rows[0] == (Fraction(7, 10), Fraction(1, 10))


def test_arrays_of_other_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="channel row 0 must be a list of numbers"):
        Channel.from_rows(numpy.array([0.5, 0.5]))
    with pytest.raises(InputError, match=r"channel row 0\[0\] must be an exact number"):
        Channel.from_rows(numpy.ones((1, 1, 1)))


def test_identity_and_uninformative() -> None:
    assert Channel.identity(2).rows == ((1, 0), (0, 1))
    assert Channel.uninformative(3).rows == ((1, 1, 1),)
    with pytest.raises(InputError, match="truths must be a whole number of at least 1, got 0"):
        Channel.identity(0)


def test_entries_are_integers_over_one_common_denominator() -> None:
    made = Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])
    assert (made.denominator, made.numerators) == (6, ((3, 2), (3, 4)))


@pytest.mark.everything
@given(channels())
def test_json_round_trip(channel: Channel) -> None:
    named = channel.relabel([f"say {i}" for i in range(channel.shape[0])])
    assert Channel.from_json(named.to_json()) == named
    assert Channel.from_json(json.dumps(named.to_json())) == named


# Operations


@pytest.mark.everything
@given(st.data())
def test_post_processing_never_raises_parity(data: st.DataObject) -> None:
    channel = data.draw(channels())
    garbling = data.draw(channels(truths=channel.shape[0]))
    product = garbling @ channel
    assert product.parity() <= channel.parity()
    expected = numpy.array(garbling.rows, dtype=object) @ numpy.array(channel.rows, dtype=object)
    assert (numpy.array(product.rows, dtype=object) == expected).all()


@pytest.mark.everything
@given(channels())
def test_post_processing_with_the_identity_changes_nothing(channel: Channel) -> None:
    assert (Channel.identity(channel.shape[0]) @ channel).rows == channel.rows
    assert (channel @ Channel.identity(channel.shape[1])).rows == channel.rows


def test_post_processing_needs_matching_shapes() -> None:
    with pytest.raises(InputError, match="as many truths in C as reports in P, got 3 and 2"):
        _ = Channel.identity(3) @ WARNER


def test_reports_that_are_never_given_stay_empty():
    merged = Channel.from_rows([["1/2", "1"], ["0", "0"], ["1/2", "0"]]) @ WARNER
    first, second = WARNER.rows
    halves = tuple(x / 2 for x in first)
    assert merged.rows == (
        tuple(x + y for x, y in zip(halves, second, strict=True)),
        (0, 0),
        halves,
    )


@pytest.mark.everything
@given(channels(), channels())
def test_tensor_multiplies_parities(one: Channel, other: Channel) -> None:
    both = one.tensor(other)
    m, n = other.shape
    assert all(
        both[i, j] == one[i // m, j // n] * other[i % m, j % n]
        for i in range(both.shape[0])
        for j in range(both.shape[1])
    )
    rows_possible = one.drop_zero_rows(), other.drop_zero_rows()
    assert both.parity() == rows_possible[0].parity() * rows_possible[1].parity()


def test_bits_are_tensor_powers() -> None:
    assert WARNER.bits(3) == WARNER.tensor(WARNER).tensor(WARNER)
    assert WARNER.bits(3).parity() == 27
    with pytest.raises(InputError, match="n must be a whole number of at least 1, got 0"):
        WARNER.bits(0)
    for n in (12, 10**9):  # 2^12 x 2^12 entries are four times too many
        with pytest.raises(InputError, match="n must be smaller"):
            WARNER.bits(n)


@pytest.mark.everything
@given(st.data())
def test_merging_changes_nothing_that_blackwells_order_sees(data: st.DataObject) -> None:
    """Gains, parity and profile survive splitting a row in two proportional ones, and merging."""
    channel = data.draw(channels())
    m, k = channel.shape
    share = Fraction(data.draw(st.integers(1, 5)), 6)
    first, *rest = channel.rows
    halves = [[share * e for e in first], [(1 - share) * e for e in first]]
    split = Channel.from_rows([*halves, *rest])
    merged, again = split.merge_proportional(), channel.merge_proportional()
    assert merged.rows == again.rows
    assert len(merged.rows) <= m
    gain = [[data.draw(st.integers(-3, 3)) for _ in range(k)] for _ in range(3)]
    assert best_gain(split, gain) == best_gain(channel, gain) == best_gain(merged, gain)
    assert merged.parity() == channel.parity() == split.parity()
    assert merged.profile(2) == channel.profile(2) == split.profile(2)


def best_gain(channel: Channel, gain: list[list[int]]) -> Fraction:
    """sum over reports of max over actions of sum_j gain[action][j] P[i][j] / k."""
    return sum(
        (max(sum(g * p for g, p in zip(line, row, strict=True)) for line in gain))
        for row in channel.rows
    ) / Fraction(channel.shape[1])


def test_merging_keeps_rows_that_are_not_proportional() -> None:
    half, almost = Fraction(1, 2), Fraction(499, 1000)
    nearly = Channel.from_rows([[half / 2, half], [half / 2, almost], [half, half - almost]])
    assert nearly.merge_proportional() == nearly
    assert WARNER.merge_proportional() == WARNER


def test_zero_rows_are_dropped_and_have_parity_one() -> None:
    padded = Channel.from_rows([["3/4", "1/4"], [0, 0], ["1/4", "3/4"]], reports=["a", "b", "c"])
    assert padded.row_parity(1) == 1
    assert padded.drop_zero_rows().reports == ("a", "c")
    assert padded.drop_zero_rows().rows == WARNER.rows


def test_permute_restrict_and_relabel() -> None:
    named = WARNER.relabel(["yes", "no"], ["A", "B"])
    assert named.permute([1, 0]).reports == ("no", "yes")
    assert named.restrict([1]).rows == ((Fraction(1, 4),), (Fraction(3, 4),))
    assert named.restrict([1]).truths == ("B",)
    for order in ([0], [0, 0], [0, 2], [-1, 0], [], None, [True, False]):
        with pytest.raises(InputError, match="order must"):
            named.permute(order)
    for truths in ([], [2], [0, 0], 1):
        with pytest.raises(InputError, match="truths must be different whole numbers from 0 to 1"):
            named.restrict(truths)


# Posteriors


@pytest.mark.everything
@given(st.data())
def test_posterior_is_bayes_rule(data: st.DataObject) -> None:
    channel = data.draw(channels())
    prior = data.draw(distributions(channel.shape[1]))
    marginal = channel.report_distribution(prior)
    assert sum(marginal) == 1
    for i, beliefs in enumerate(channel.posterior(prior)):
        if beliefs is None:
            assert marginal[i] == 0
            continue
        joint = [belief * marginal[i] for belief in beliefs]
        assert joint == [p * q for p, q in zip(channel.rows[i], prior, strict=True)]


def test_a_prior_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(InputError, match="prior must have 2 entries, got 3"):
        WARNER.posterior(["1/3", "1/3", "1/3"])


# Presentation


def test_to_numpy_rounds_each_entry_once() -> None:
    assert Channel.from_rows([["1/3"], ["2/3"]]).to_numpy().tolist() == [[1 / 3], [2 / 3]]


def test_a_channel_is_frozen_hashable_and_comparable() -> None:
    with pytest.raises(AttributeError):
        WARNER.denominator = 5
    assert len({WARNER, Channel.from_rows(WARNER.rows)}) == 1
