"""Rounding to one denominator keeps privacy exactly."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from rropt import Channel, LocalDP, MutualInformation, optimal
from rropt.design.answer import ends
from rropt.design.deployed.rounding import round_table, rounded_tables

deltas = st.sampled_from([Fraction(0), Fraction(1, 50), Fraction(1, 3)])


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.integers(1, 60), min_size=3, max_size=3), min_size=2, max_size=6),
    st.integers(1, 5000),
    deltas,
)
def test_rounding_any_table_keeps_its_privacy(entries, total, delta) -> None:
    sums = [sum(column) for column in zip(*entries, strict=True)]
    rows = [[Fraction(x, s) for x, s in zip(row, sums, strict=True)] for row in entries]
    channel = Channel.from_rows(rows)
    gamma = Fraction(channel.gamma_for(delta))
    rounded = round_table(channel.rows, total, gamma, delta)
    assert rounded.profile(gamma) <= delta


def test_large_denominators_lose_little() -> None:
    design = optimal(LocalDP(1), MutualInformation("1/2,1/4,1/4"), denominator="2^32")
    assert design.gap < Fraction(1, 10**8)
    assert ends(design.value)[1] <= ends(design.bound)[1]


def test_a_table_on_the_grid_stays_as_it_is() -> None:
    rows = ((Fraction(3, 5), Fraction(2, 5)), (Fraction(2, 5), Fraction(3, 5)))
    assert round_table(rows, 10, Fraction(3, 2), Fraction(0)).rows == rows
    assert round_table(rows, 10, Fraction(1), Fraction(1, 5)).rows == rows


def test_too_few_chances_end_in_the_useless_table() -> None:
    rows = ((Fraction(6, 11), Fraction(5, 11)), (Fraction(5, 11), Fraction(6, 11)))
    tables = list(rounded_tables(rows, 3, Fraction(6, 5), Fraction(0)))
    assert [table.rows for table in tables] == [((1, 1),)]


def test_a_delta_is_never_exceeded_by_rounding_up() -> None:
    """What is nearest may spend more than delta: then others are tried, and 2/7 is below 1/3."""
    delta = Fraction(1, 3)
    rows = ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    assert round_table(rows, 3, Fraction(1), delta).rows == rows
    table = round_table(rows, 7, Fraction(1), delta)
    assert table.profile(Fraction(1)) <= delta < Fraction(3, 7)
    assert table.profile(Fraction(1)) == Fraction(2, 7)
