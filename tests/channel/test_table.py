"""Channels: both orientations, what follows from a table, and its laws on random exact tables."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import chain, combinations, permutations

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rropt import Channel, InputError

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])


@st.composite
def distributions(draw: st.DrawFn, size: int) -> list[Fraction]:
    """A random exact distribution, zeros included."""
    counts = draw(st.lists(st.integers(0, 6), min_size=size, max_size=size).filter(any))
    return [Fraction(count, sum(counts)) for count in counts]


@st.composite
def channels(draw: st.DrawFn, reports: int | None = None, truths: int | None = None) -> Channel:
    m = reports or draw(st.integers(1, 4))
    k = truths or draw(st.integers(1, 4))
    return Channel.from_truth_rows([draw(distributions(m)) for _ in range(k)])


def subsets(m: int) -> chain[tuple[int, ...]]:
    return chain.from_iterable(combinations(range(m), size) for size in range(m + 1))


def brute_force_profile(channel: Channel, gamma: Fraction) -> Fraction:
    """max over events S and truths a, b of P(S|a) - gamma P(S|b)."""
    m, k = channel.shape
    return max(
        (
            sum((channel[i, a] - gamma * channel[i, b] for i in event), Fraction(0))
            for event in subsets(m)
            for a, b in permutations(range(k), 2)
        ),
        default=Fraction(0),
    )


def brute_force_parity(channel: Channel) -> Fraction | float:
    """The largest ratio of two entries of a row, 0/0 = 1 and a/0 = infinity."""

    def ratio(a: Fraction, b: Fraction) -> Fraction | float:
        return (a / b if b else math.inf) if (a or b) else Fraction(1)

    return max(ratio(a, b) for row in channel.rows for a in row for b in row)


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
    with pytest.raises(InputError, match="weights must have one entry a pattern, got 1 for 2"):
        Channel.from_patterns([[3, 1], [1, 3]], ["1/4"])
    with pytest.raises(InputError, match="channel column 0 must add up to one, got 4/3"):
        Channel.from_patterns([[3, 1], [1, 3]], ["1/3", "1/3"])


@pytest.mark.parametrize("kind", [numpy.float64, numpy.float32])
def test_from_numpy_reads_each_float_as_the_decimal_that_it_prints_as(kind: type) -> None:
    made = Channel.from_numpy(numpy.array([[0.7, 0.1], [0.3, 0.9]], dtype=kind))
    assert made.rows[0] == (Fraction(7, 10), Fraction(1, 10))


def test_from_numpy_refuses_other_shapes() -> None:
    with pytest.raises(InputError, match="channel row 0 must be a list of numbers"):
        Channel.from_numpy(numpy.array([0.5, 0.5]))
    with pytest.raises(InputError, match=r"channel row 0\[0\] must be an exact number"):
        Channel.from_numpy(numpy.ones((1, 1, 1)))


def test_identity_and_uninformative() -> None:
    assert Channel.identity(2).rows == ((1, 0), (0, 1))
    assert Channel.uninformative(3).rows == ((1, 1, 1),)
    with pytest.raises(InputError, match="truths must be a whole number of at least 1, got 0"):
        Channel.identity(0)


def test_entries_are_integers_over_one_common_denominator() -> None:
    made = Channel.from_rows([["1/2", "1/3"], ["1/2", "2/3"]])
    assert (made.denominator, made.numerators) == (6, ((3, 2), (3, 4)))


@given(channels())
def test_json_round_trip(channel: Channel) -> None:
    named = channel.relabel([f"say {i}" for i in range(channel.shape[0])])
    assert Channel.from_json(named.to_json()) == named
    assert Channel.from_json(json.dumps(named.to_json())) == named


REFUSED_TABLES = [
    ([], "channel must not be empty"),
    ([[]], "channel row 0 must not be empty"),
    ([[1, 0], [0]], "channel must be rectangular: row 0 has 2 entries, row 1 has 1"),
    ([["3/2"], ["-1/2"]], "channel entry (1, 0) must not be negative, got -1/2"),
    ([[float("nan")]], "channel row 0[0] must be finite, got nan"),
    ([[float("inf")]], "channel row 0[0] must be finite, got inf"),
    ([[True]], "channel row 0[0] must be a number, got True"),
    ([[1, 1], [1, 1]], "channel column 0 must add up to one, got 2 (off by 1)"),
    ("1", "channel must be a list of rows, got '1'"),
    (3, "channel must be a list of rows, got 3"),
    ({"a": [1]}, "channel must be a list of rows"),
]


@pytest.mark.parametrize(("rows", "message"), REFUSED_TABLES)
def test_a_refused_table_names_entry_rule_and_value(rows: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Channel.from_rows(rows)
    assert str(caught.value).startswith(message)


REFUSED_FILES = [
    "{",
    "[]",
    "{}",
    '{"channel": 1}',
    '{"channel": [[1]], "reports": 5}',
    '{"channel": [[1]], "reports": "a"}',
    '{"channel": [[1]], "truths": ["a", "b"]}',
    '{"channel": [[NaN]]}',
    '{"channel": [["a"]]}',
    "[" * 100_000,
    3,
]


@pytest.mark.parametrize("document", REFUSED_FILES)
def test_a_refused_file(document: object) -> None:
    with pytest.raises(InputError):
        Channel.from_json(document)


def test_labels_must_be_different() -> None:
    with pytest.raises(InputError, match=r"reports must be 2 different labels, got \['a', 'a'\]"):
        Channel.from_rows([[1, 0], [0, 1]], reports=["a", "a"])


# Operations


@given(st.data())
def test_post_processing_never_raises_parity(data: st.DataObject) -> None:
    channel = data.draw(channels())
    garbling = data.draw(channels(truths=channel.shape[0]))
    product = garbling @ channel
    assert product.parity() <= channel.parity()
    expected = numpy.array(garbling.rows, dtype=object) @ numpy.array(channel.rows, dtype=object)
    assert (numpy.array(product.rows, dtype=object) == expected).all()


@given(channels())
def test_post_processing_with_the_identity_changes_nothing(channel: Channel) -> None:
    assert (Channel.identity(channel.shape[0]) @ channel).rows == channel.rows
    assert (channel @ Channel.identity(channel.shape[1])).rows == channel.rows


def test_post_processing_needs_matching_shapes() -> None:
    with pytest.raises(InputError, match="as many truths in C as reports in P, got 3 and 2"):
        _ = Channel.identity(3) @ WARNER


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


@given(st.data())
def test_a_mixture_is_entrywise_and_never_above_the_worse_parity(data: st.DataObject) -> None:
    one, other = data.draw(channels(3, 2)), data.draw(channels(3, 2))
    mixed = one.mix(other, "1/3")
    assert mixed[0, 0] == one[0, 0] / 3 + other[0, 0] * 2 / 3
    assert mixed.parity() <= max(one.parity(), other.parity())


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


# Privacy


def test_parity_conventions() -> None:
    assert Channel.from_rows([[0, 0], [1, 1]]).parity() == 1
    assert Channel.identity(2).parity() == math.inf
    assert Channel.from_rows([["1/2", 0], ["1/2", 1]]).row_parity(0) == math.inf


@given(channels())
def test_parity_is_the_largest_ratio_in_a_row(channel: Channel) -> None:
    assert channel.parity() == brute_force_parity(channel)


@given(channels(), st.fractions(1, 5, max_denominator=6))
def test_profile_is_the_worst_event(channel: Channel, gamma: Fraction) -> None:
    assert channel.profile(gamma) == brute_force_profile(channel, gamma)


@given(channels(), st.fractions(1, 8), st.fractions(1, 8), st.fractions(0, 1))
def test_profile_is_convex_and_decreasing(
    channel: Channel, low: Fraction, high: Fraction, share: Fraction
) -> None:
    low, high = sorted((low, high))
    at_low, at_high = channel.profile(low), channel.profile(high)
    between = channel.profile(share * low + (1 - share) * high)
    assert at_high <= between <= at_low
    assert between <= share * at_low + (1 - share) * at_high


@given(channels())
def test_profile_vanishes_exactly_from_the_parity_on(channel: Channel) -> None:
    parity = channel.parity()
    assert channel.profile(parity) == 0 or parity == math.inf
    if isinstance(parity, Fraction) and parity > 1:
        assert channel.profile(parity * Fraction(999, 1000)) > 0


def test_profile_at_infinity_is_the_mass_that_reveals() -> None:
    half = Channel.from_rows([["1/2", 0], ["1/2", 1]])
    assert half.profile(math.inf) == Fraction(1, 2)
    assert half.profile(10**9) == Fraction(1, 2)
    with pytest.raises(InputError, match="gamma must not be negative, got -1"):
        half.profile(-1)


@given(channels(), st.fractions(0, 1, max_denominator=8))
def test_gamma_for_is_the_smallest_gamma(channel: Channel, delta: Fraction) -> None:
    gamma = channel.gamma_for(delta)
    if isinstance(gamma, float):
        assert channel.profile(math.inf) > delta
        return
    assert channel.profile(gamma) <= delta
    if gamma > 1:
        assert channel.profile(gamma - (gamma - 1) / 1000) > delta


@given(channels())
def test_gamma_for_no_delta_is_the_parity(channel: Channel) -> None:
    assert channel.gamma_for(0) == channel.parity()


def test_epsilon_for_encloses_the_logarithm() -> None:
    lo, hi = WARNER.epsilon_for(0)
    assert lo < Fraction("1.098612288668109691395245236922525704648") < hi
    assert Channel.identity(2).epsilon_for("1/2") == (math.inf, math.inf)
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 2"):
        WARNER.epsilon_for(2)


# Posteriors


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


def test_repr_is_an_aligned_table() -> None:
    named = WARNER.relabel(["yes", "no"], ["A", "B"])
    assert repr(named).splitlines() == [
        "Channel, 2 reports x 2 truths",
        "         A    B",
        "  yes  3/4  1/4",
        "   no  1/4  3/4",
    ]


def test_html_and_latex_carry_every_entry_and_escape_labels() -> None:
    named = WARNER.relabel(["<b>", "&"])
    assert "&lt;b&gt;" in named._repr_html_() and "<b>" not in named._repr_html_()
    assert named._repr_html_().count("<td>") == 4
    matrix = r"$\begin{pmatrix}\frac{3}{4} & \frac{1}{4} \\ \frac{1}{4} & \frac{3}{4}\end{pmatrix}$"
    assert WARNER._repr_latex_() == matrix


def test_large_tables_and_long_fractions_are_cut_visibly() -> None:
    assert "..." in repr(Channel.identity(40))
    assert len(repr(Channel.identity(40)).splitlines()) == 23
    long = Fraction(10**40, 3 * 10**40 + 1)
    assert "~0.333333333333" in repr(Channel.from_rows([[long], [1 - long]]))


def test_to_numpy_rounds_each_entry_once() -> None:
    assert Channel.from_rows([["1/3"], ["2/3"]]).to_numpy().tolist() == [[1 / 3], [2 / 3]]


def test_a_channel_is_frozen_hashable_and_comparable() -> None:
    with pytest.raises(AttributeError):
        WARNER.denominator = 5
    assert len({WARNER, Channel.from_rows(WARNER.rows)}) == 1
