"""Is A = C P? Certificates of both answers."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rropt.order import compare
from tests.bench.garblings import stochastic
from tests.order.test_comparison import tables, verify


@given(tables(k=3), st.integers(0, 10**6))
def test_a_garbling_is_recognised(P, seed):
    C = stochastic(3, P.shape[0], random.Random(seed), zeros=0.5)
    answer = compare(C @ P, P)
    assert answer.relation in ("better", "equivalent")
    verify(answer)
