"""Reports of one decision become one: the value stays, the excess never grows."""

from __future__ import annotations

from fractions import Fraction as F

from hypothesis import given
from hypothesis import strategies as st

from rropt.design.linear.merge import grouped, merge_decisions
from rropt.design.problem import Optimum
from rropt.utility import Guess, MutualInformation, Trace

rows = st.lists(
    st.tuples(*[st.integers(1, 9)] * 3).map(lambda r: tuple(map(F, r))), min_size=1, max_size=8
)


def surplus(table: list[tuple[F, ...]], gamma: F) -> F:
    return sum(max(F(0), row[0] - gamma * row[1]) for row in table)


@given(rows)
def test_as_many_reports_as_decisions_with_the_same_columns_and_value(patterns) -> None:
    guess = Guess("1/2,1/3,1/6")
    weights = tuple(F(1, n + 2) for n in range(len(patterns)))
    merged = merge_decisions(Optimum(tuple(patterns), weights, (F(0),) * 3), guess)
    before = [tuple(w * e for e in r) for w, r in zip(weights, patterns, strict=True)]
    after = [tuple(w * e for e in r) for w, r in zip(merged.weights, merged.patterns, strict=True)]

    def value(table):
        return sum(max(q * e for q, e in zip(guess.prior, row, strict=True)) for row in table)

    assert len(after) == len({guess.best_action(r) for r in patterns})
    assert [sum(column) for column in zip(*before, strict=True)] == [
        sum(column) for column in zip(*after, strict=True)
    ]
    assert value(before) == value(after)
    assert surplus(after, F(2)) <= surplus(before, F(2))


def test_a_report_alone_keeps_its_weight_and_prices_stay() -> None:
    first, other = (F(3), F(1)), (F(1), F(3))
    optimum = Optimum((first, other), (F(1, 4), F(1, 4)), (F(1), F(2)), {(0, 1): F(5)})
    merged = merge_decisions(optimum, Trace(2))
    assert merged == optimum


def test_a_utility_without_decisions_is_left_alone() -> None:
    patterns = ((F(3), F(1)), (F(6), F(2)))
    optimum = Optimum(patterns, (F(1, 9), F(1, 9)), (F(1), F(1)))
    assert merge_decisions(optimum, MutualInformation("1/2,1/2")) is optimum


def test_grouped_by_any_function() -> None:
    patterns = ((F(1), F(0)), (F(0), F(2)), (F(3), F(0)))
    optimum = Optimum(patterns, (F(1, 2), F(1, 2), F(1, 6)), (F(0), F(0)))
    merged = grouped(optimum, lambda r: int(r[0] > 0))
    assert merged.patterns == ((F(1), F(0)), (F(0), F(2)))
    assert merged.weights == (F(1), F(1, 2))
