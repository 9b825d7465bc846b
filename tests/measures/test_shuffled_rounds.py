"""Rounds of shuffled histograms: against all histograms of few people, and a normal limit."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction as F
from itertools import combinations_with_replacement, permutations, product

import pytest
from scipy.optimize import brentq
from scipy.stats import norm

import rropt as rr
from rropt.channel import Channel
from rropt.exact import InputError
from rropt.exact.lower_chain import lower_chain
from rropt.measures.shuffled_rounds import shuffled_rounds
from tests.checker.histograms import law_of
from tests.measures.tables import random_channel

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])

Laws = tuple[dict[tuple[int, ...], F], dict[tuple[int, ...], F]]


def seen_laws(channel: Channel, people: int) -> Iterator[Laws]:
    """Of each pair of truths and all truths of the others, the laws of a histogram."""
    truths = range(channel.shape[1])
    for others in combinations_with_replacement(truths, people - 1):
        for a, b in permutations(truths, 2):
            yield law_of(channel.columns, [a, *others]), law_of(channel.columns, [b, *others])


def excess(rounds: Sequence[Laws], gamma: F) -> F:
    """sum of the positive P - gamma Q over all histograms of all rounds."""
    total = F(0)
    for seen in product(*(p for p, _ in rounds)):
        first = math.prod(p[h] for (p, _), h in zip(rounds, seen, strict=True))
        second = math.prod(q.get(h, F(0)) for (_, q), h in zip(rounds, seen, strict=True))
        total += max(F(0), first - gamma * second)
    return total


def worst(asked: Sequence[tuple[Channel, int]], gamma: F) -> F:
    laws = [list(seen_laws(channel, people)) for channel, people in asked]
    return max(excess(rounds, gamma) for rounds in product(*laws))


@pytest.mark.parametrize("gamma", ["1", "5/4", "2"])
def test_two_rounds_of_three_people(gamma: str) -> None:
    exact = worst([(WARNER, 3), (WARNER, 3)], F(gamma))
    found = shuffled_rounds([(WARNER, 3, 2)], epsilon=f"ln({gamma})").delta
    assert found.lo <= exact <= found.hi
    assert found.hi <= 3 * found.lo


@pytest.mark.everything
@pytest.mark.parametrize("seed", range(6))
def test_two_questions_of_few_people(seed: int) -> None:
    """Random tables of two and of three reports, each with its own people."""
    two, three = random_channel(seed, 2, 2), random_channel(seed, 3, 2)
    exact = worst([(two, 3), (three, 2)], F(6, 5))
    found = shuffled_rounds([(two, 3, 1), (three, 2, 1)], epsilon="ln(6/5)").delta
    assert found.lo <= exact <= found.hi


@pytest.mark.everything
def test_one_round_agrees_with_its_certificate() -> None:
    one = shuffled_rounds([(WARNER, 150, 1)], delta="1e-6").epsilon
    proved = rr.shuffled(WARNER, 150, delta="1e-6").epsilon
    assert one.lo <= proved.hi and proved.lo <= one.hi


@pytest.mark.everything
def test_the_lattice_reaches_beyond_the_tail_of_a_blanket() -> None:
    """In few steps it is longer than a normal one: a table that gives each report of each truth was
    refused as one that reveals a truth for certain."""
    table = Channel.from_rows([["3/13", "2/13"], ["7/13", "3/13"], ["3/13", "8/13"]])
    one = shuffled_rounds([(table, 100_000, 1)], delta="1e-12").epsilon
    proved = rr.shuffled(table, 100_000, delta="1e-12").epsilon
    assert one.lo <= proved.hi <= one.hi <= proved.hi * F(101, 100)


@pytest.mark.everything
def test_many_rounds_tend_to_normal_laws() -> None:
    """A round moves the count by 1/2, of variance n 3/16: mu grows with the root of rounds."""
    people, rounds, delta = 10_000, 50, 1e-6
    mu = math.sqrt(rounds * F(1, 4) / (people * F(3, 16)))

    def beyond(epsilon: float) -> float:
        above = norm.cdf(mu / 2 - epsilon / mu)
        return float(above - math.exp(epsilon) * norm.cdf(-mu / 2 - epsilon / mu)) - delta

    limit = brentq(beyond, 0, 5)
    found = shuffled_rounds([(WARNER, people, rounds)], delta="1e-6").epsilon
    assert math.isclose(found.lo, limit, rel_tol=0.02)
    assert math.isclose(found.hi, limit, rel_tol=0.04)


@pytest.mark.everything
def test_more_rounds_reveal_more_and_drawn_people_less() -> None:
    twice, often = (shuffled_rounds([(WARNER, 100, n)], delta="1e-6").epsilon for n in (2, 6))
    assert twice.hi < often.lo
    drawn = shuffled_rounds([(WARNER, 100, 6)], delta="1e-6", drawn_from=1000).epsilon
    assert drawn.lo <= drawn.hi < often.lo


def test_people_drawn_by_hand() -> None:
    """One of two is drawn: two rounds of half a report; P / Q of one is 3/4 against 1/4."""
    found = shuffled_rounds([(WARNER, 1, 2)], epsilon="ln(6/5)", drawn_from=2).delta
    # The other one has truth 1: yes with (3/4 + 1/4) / 2 = 1/2 or (1/4 + 1/4) / 2 = 1/4.
    one = ({(0,): F(1, 2), (1,): F(1, 2)}, {(0,): F(1, 4), (1,): F(3, 4)})
    exact = max(excess(pair, F(6, 5)) for pair in ([one, one], [one[::-1], one[::-1]]))
    assert found.lo <= exact * F(1001, 1000) and exact <= found.hi


def test_the_largest_convex_function_below() -> None:
    points = [(F(x), F(y), x) for x, y in [(0, 8), (1, 7), (2, 2), (3, 2), (4, 1)]]
    assert [i for *_, i in lower_chain(points)] == [0, 2, 4]


def test_what_it_says() -> None:
    found = rr.shuffled_rounds([(WARNER, 40, 2)], delta="1e-3")
    assert str(found).startswith("all 2 histograms together of 40 reports are (")
    assert "the checkers repeat one round, not several" in str(found)
    assert found.to_json()["questions"] == [{"people": 40, "rounds": 2}]


@pytest.mark.parametrize(
    ("asked", "given", "said"),
    [
        ([], {"delta": "1e-6"}, "rounds must be from 1"),
        ([(WARNER, 5, 0)], {"delta": "1e-6"}, "rounds must be a whole number of at least 1"),
        ([(WARNER, 5, 20_000)], {"delta": "1e-6"}, "rounds must be from 1"),
        ([(WARNER, 0, 2)], {"delta": "1e-6"}, "people must be a whole number of at least 1"),
        ([(WARNER, 5, 2)], {}, "delta or epsilon must be given"),
        ([(WARNER, 5, 2)], {"epsilon": -1}, "epsilon must be at least 0"),
        ([(Channel.identity(2), 5, 2)], {"delta": "1e-6"}, "delta must be larger"),
    ],
)
def test_refusals(asked, given, said: str) -> None:
    with pytest.raises(InputError, match=said):
        shuffled_rounds(asked, **given)


@pytest.mark.parametrize("asked", [None, 3, "x", {"a": 1}, [1], [(WARNER, 60)], [[1, 2, 3, 4]]])
def test_rounds_are_triples(asked: object) -> None:
    with pytest.raises(rr.InputError, match="triples"):
        rr.shuffled_rounds(asked, delta="1e-6")  # type: ignore[arg-type]
