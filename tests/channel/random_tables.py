"""Random exact tables, and the table of Warner's device with three quarters."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from rropt import Channel

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
