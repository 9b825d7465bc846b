"""Blackwell's order: zonotopes for two truths, random garblings, and differences of 1e-30.

Many mechanisms at once: the Hasse diagram by hand.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction as F
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError
from rropt.order import (
    Separation,
    compare,
    frontier,
    garbling,
    subset_selection,
    value_of,
    vertices,
)
from rropt.order.garbling import decide_garbling
from rropt.order.row_space import decide_linear
from tests.bench.garblings import hair, merging, stochastic


@st.composite
def tables(draw, k=None, most=4):
    m = draw(st.integers(1, most))
    k = k or draw(st.integers(1, 3))
    columns = []
    for _ in range(k):
        weights = draw(st.lists(st.integers(0, 4), min_size=m, max_size=m).filter(any))
        columns.append([F(w, sum(weights)) for w in weights])
    return rr.Channel.from_rows([list(row) for row in zip(*columns, strict=True)])


def lorenz(channel):
    """Corners of the upper boundary of the zonotope of a table over two truths."""
    rows = sorted(
        (r for r in channel.rows if any(r)), key=lambda r: (r[1] == 0, r[1] and r[0] / r[1])
    )
    points = [(F(0), F(0))]
    for r0, r1 in reversed(rows):
        points.append((points[-1][0] + r1, points[-1][1] + r0))
    return points


def height(points, x):
    best = F(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 == x1 == x:
            best = max(best, y1)
        elif x0 <= x <= x1:
            best = max(best, y0 + (y1 - y0) * (x - x0) / (x1 - x0))
    return best


def zonotope_dominates(P, A):
    """Blackwell's criterion for two truths: the Lorenz curve of P is nowhere below that of A."""
    upper = lorenz(P)
    return all(height(upper, x) >= y for x, y in lorenz(A))


RELATION = {
    (True, True): "equivalent",
    (True, False): "better",
    (False, True): "worse",
    (False, False): "incomparable",
}


@pytest.mark.everything
@given(tables(k=2, most=5), tables(k=2, most=5))
def test_two_truths_agree_with_the_zonotope(A, P):
    expected = RELATION[zonotope_dominates(P, A), zonotope_dominates(A, P)]
    assert compare(A, P).relation == expected


def verify(answer):
    """Both witnesses recomputed here, from the definitions."""
    for A, P, witness in (
        (answer.A, answer.P, answer.down),
        (answer.P, answer.A, answer.up),
    ):
        if isinstance(witness, rr.Channel):
            assert (witness @ P).rows == A.rows
        else:
            values = [
                sum(
                    max(sum(g * x for g, x in zip(a, row, strict=True)) for a in witness.gain)
                    for row in table.rows
                )
                for table in (A, P)
            ]
            assert values == [witness.first, witness.second] and values[0] > values[1]


@pytest.mark.everything
@given(tables(k=3), tables(k=3))
def test_every_answer_has_a_witness(A, P):
    verify(compare(A, P))


@pytest.mark.everything
@given(tables(k=3), tables(k=3), st.randoms(use_true_random=False))
def test_the_answer_follows_renaming_splitting_and_empty_reports(A, P, generator):
    relation = compare(A, P).relation
    truths = generator.sample(range(3), 3)
    assert compare(A.restrict(truths), P.restrict(truths)).relation == relation
    shuffled = P.permute(generator.sample(range(P.shape[0]), P.shape[0]))
    assert compare(A, shuffled).relation == relation
    third = [tuple(x * F(1, 3) for x in P.rows[0]), tuple(x * F(2, 3) for x in P.rows[0])]
    split = rr.Channel.from_rows([*third, *P.rows[1:], (0, 0, 0)])
    assert compare(A, split).relation == compare(A, P @ rr.Channel.identity(3)).relation == relation
    assert compare(split, P).relation == "equivalent"
    turned = {"better": "worse", "worse": "better"}
    assert compare(P, A).relation == turned.get(relation, relation)


WIDE = stochastic(12, 3, random.Random(5), top=50)


@pytest.mark.parametrize("gap", [F(1, 10**4), F(1, 10**12), F(1, 10**30)])
@pytest.mark.parametrize(
    "P",
    [
        rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]]),
        rr.Channel.from_rows([["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/4", "1/4", "1/2"]]),
        WIDE,
    ],
    ids=["warner", "response", "dependent rows"],
)
def test_tiny_differences_are_told_apart(P, gap):
    """An extreme row made longer in its own direction cannot be had; made shorter, it can."""
    more = [list(row) for row in P.rows]
    top = max(range(P.shape[0]), key=lambda i: P.rows[i][0] / sum(P.rows[i]))
    other = min(range(P.shape[0]), key=lambda i: P.rows[i][0] / sum(P.rows[i]))
    more[top][0], more[other][0] = more[top][0] + gap, more[other][0] - gap
    sharper = rr.Channel.from_rows(more)
    answer = compare(sharper, P)
    assert answer.garbling is None
    verify(answer)
    assert compare(P, rr.Channel.from_rows(P.rows)).relation == "equivalent"
    spread = gap / P.shape[0]
    duller = rr.Channel.from_rows([[(1 - gap) * x + spread for x in row] for row in P.rows])
    assert compare(duller, P).relation == "better"


@pytest.mark.parametrize("gap", [F(1, 10**12), F(1, 10**30)])
def test_boundary_garblings_perturbed_by_a_hair(gap):
    """C merges reports (a vertex of the set of garblings); the perturbed table is refused."""
    generator = random.Random(3)
    P = stochastic(12, 4, generator, top=1000)
    C = rr.Channel.from_rows([[int(u // 2 == i) for u in range(12)] for i in range(6)])
    A = C @ P
    assert compare(A, P).garbling is not None
    rows = [list(row) for row in A.rows]
    rows[0][0], rows[1][0] = rows[0][0] + gap, rows[1][0] - gap
    answer = decide_garbling(rr.Channel.from_rows(rows), P)
    if isinstance(answer, rr.Channel):
        assert (answer @ P).rows == tuple(map(tuple, rows))
    else:
        assert isinstance(answer, Separation) and answer.first > answer.second


@pytest.mark.everything
def test_sixty_four_by_sixty_four():
    generator = random.Random(7)
    P = stochastic(64, 64, generator, top=999)
    A = stochastic(64, 64, generator, zeros=0.7) @ P
    answer = compare(A, P)
    assert answer.relation == "better"
    assert (answer.garbling @ P).rows == A.rows
    rows = [list(row) for row in A.rows]
    rows[0][0], rows[1][0] = rows[0][0] + F(1, 10**30), rows[1][0] - F(1, 10**30)
    assert compare(rr.Channel.from_rows(rows), A).relation in ("incomparable", "better", "worse")


def test_many_reports_over_few_truths():
    generator = random.Random(11)
    P = stochastic(40, 5, generator, top=999)
    A = stochastic(20, 40, generator) @ P
    assert compare(A, P).relation == "better"


@pytest.mark.everything
@given(tables(k=2, most=5), tables(k=2, most=5))
def test_the_exact_simplex_alone_agrees_with_the_zonotope(A, P):
    """Without a single round of floats; where linear algebra does not decide before."""
    small_A, small_P = A.merge_proportional(), P.merge_proportional()
    if decide_linear(small_A, small_P) is None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(garbling, "ROUNDS", 0)
            found = garbling.decide_block(small_A, small_P)
        assert isinstance(found, rr.Channel) == zonotope_dominates(P, A)


GARBLINGS = {
    "many zeros": lambda: stochastic(64, 64, random.Random(5), zeros=0.9),
    "half zeros": lambda: stochastic(64, 64, random.Random(4), zeros=0.5),
    "merging": lambda: merging(32, 64, 6),
}


def sixty_fours() -> Iterator[object]:
    """Any two of kind, truths and zeros meet in half of the cases; all three with --long."""
    for i, kind in enumerate(GARBLINGS):
        for j, truths in enumerate([48, 32, 8]):
            for k, zeros in enumerate([0, 0.8]):
                marks = () if (i + j + k) % 2 else (pytest.mark.long,)
                yield pytest.param(kind, truths, zeros, marks=marks)


@pytest.mark.everything
@pytest.mark.parametrize(("kind", "truths", "zeros"), list(sixty_fours()))
def test_sixty_four_dependent_reports_on_the_boundary(kind, truths, zeros, monkeypatch):
    """A = C P where C has to have zeros: found without the exact simplex; a hair off refused.

    The hair is refused for an independent reason: one report of A alone is outside the cone of P,
    or the answer is a C that is checked.
    """
    monkeypatch.setattr(garbling, "_exact", None)
    P = stochastic(64, truths, random.Random(truths), zeros=zeros)
    A = GARBLINGS[kind]() @ P
    C = decide_garbling(A, P)
    assert isinstance(C, rr.Channel) and (C @ P).rows == A.rows
    near = hair(A, F(1, 10**30), 8)
    found = decide_garbling(near, P)
    if isinstance(found, rr.Channel):
        assert (found @ P).rows == near.rows
    else:
        assert value_of(found.gain, near) > value_of(found.gain, P)


@pytest.mark.everything
@given(tables(k=3, most=4), st.integers(2, 5), st.randoms(use_true_random=False))
def test_copies_splits_and_orders_of_a_table_are_equivalent_to_it(P, parts, generator):
    rows = []
    for row in P.rows:
        weights = [generator.randint(1, 5) for _ in range(parts)]
        rows += [[x * F(w, sum(weights)) for x in row] for w in weights]
    generator.shuffle(rows)
    answer = compare(rr.Channel.from_rows(rows), P)
    assert answer.relation == "equivalent"
    verify(answer)


def test_the_order_of_randomized_response_is_that_of_gamma():
    def response(k, gamma):
        return rr.Channel.from_patterns(
            [[gamma if i == j else 1 for j in range(k)] for i in range(k)],
            [F(1) / (F(gamma) + k - 1)] * k,
        )

    assert compare(response(4, 2), response(4, 3)).relation == "better"
    assert compare(response(4, 3), response(4, 2)).relation == "worse"


def test_certificates_are_accepted_and_a_moved_number_is_not():
    from rropt.checker import check

    answer = compare([["2/3", "1/3"], ["1/3", "2/3"]], [["3/4", "1/4"], ["1/4", "3/4"]])
    down, up = answer.certificates
    assert (down.kind, up.kind) == ("garbling", "separation")
    assert down.check().verdict == up.check().verdict == "verified"
    assert check(down.to_json().replace("5/6", "4/5")).verdict == "refuted"
    assert check(up.to_json().replace('"P_value":"4/3"', '"P_value":"3/2"')).verdict == "refuted"


@pytest.mark.parametrize(
    "A, P, words",
    [
        ([[1, 1]], [[1, 1, 1]], "same truths, got 2 and 3"),
        ([["1/2", "1/2"], ["1/2", "1/3"]], [[1, 1]], r"A: .*column 1 .* 5/6 \(off by -1/6\)"),
        ([[1, 1]], [["3/2", 1], ["-1/2", 0]], r"P: .*entry \(1, 0\) must not be negative"),
        ([], [[1, 1]], "A: .*empty"),
        ([[1, 1]], [[]], "P: .*empty"),
    ],
)
def test_bad_tables_are_refused_in_one_sentence(A, P, words):
    with pytest.raises(InputError, match=words):
        compare(A, P)


def test_the_complete_class_is_an_antichain():
    """No admissible mechanism is better than another."""
    order = frontier(vertices(3, 2))
    assert order.edges == [] and len(order.antichain) == 5


def test_a_frontier_by_hand():
    tables = {f"rr{g}": subset_selection(3, 1, g) for g in (2, 3)}
    tables["ss3"] = subset_selection(3, 2, 3)
    tables["rr3 again"] = tables["rr3"].permute([2, 0, 1])
    order = frontier(tables)
    assert set(order.edges) == {("rr3", "rr2"), ("rr3 again", "rr2")}
    assert order.antichain == ["rr3", "ss3"]
    assert order.undominated == ["rr3", "ss3", "rr3 again"]
    assert repr(order) == (
        "Frontier: 4 mechanisms, undominated rr3, ss3, rr3 again; order rr3 over rr2; "
        "rr3 again over rr2"
    )
    chain = frontier([subset_selection(3, 1, g) for g in (4, 2, 3)])
    assert chain.covers == [("0", "2"), ("2", "1")] and ("0", "1") in chain.edges


def test_no_mechanism_is_lost_to_another_of_the_same_name():
    with pytest.raises(rr.InputError, match="names that differ as text"):
        rr.frontier({1: [["3/4", "1/4"], ["1/4", "3/4"]], "1": [[1, 0], [0, 1]]})


def test_what_is_printed_is_the_verdict_first_and_then_both_witnesses():
    weaker, stronger = [["2/3", "1/3"], ["1/3", "2/3"]], [["3/4", "1/4"], ["1/4", "3/4"]]
    answer = rr.compare(weaker, stronger)
    assert repr(answer) == "Comparison: P is better than A"
    lines = str(answer).splitlines()
    assert lines[:2] == ["P is better than A", "A = C P with C ="]
    assert lines[3].split() == ["0", "5/6", "1/6"]
    assert "P is no garbling of A: under the gain (actions x truths)" in lines
    assert lines[-1] == "P is worth 3/2, A at most 4/3"


def test_a_value_of_more_digits_than_python_writes_is_rounded():
    """A stays near the table of thirds and 2/3, whose best guesses are worth 4/3."""
    third = F(10**3000 + 7, 3 * 10**3000 + 1)
    other = F(3 * 10**2999 + 9, 10**3000 + 11)
    A = [[third, 1 - third], [1 - third, third]]
    P = [[other, third / 2], [1 - other, 1 - third / 2]]
    said = "A is worth 1.3333333333333333 (rounded), P at most 1.1333333333333333 (rounded)"
    assert said in str(rr.compare(A, P)).splitlines()


def test_frames_of_an_order() -> None:
    """Of randomized responses the one with the larger gamma is better, as the sets are no such."""
    pytest.importorskip("pandas")
    tables = {f"rr{g}": subset_selection(3, 1, g) for g in (2, 3)}
    tables["ss3"] = subset_selection(3, 2, 3)
    frame = frontier(tables).to_frame()
    assert frame.loc["rr3", "rr2"] == "better" and frame.loc["rr2", "rr3"] == "worse"
    assert frame.loc["rr3", "ss3"] == frame.loc["ss3", "rr3"] == "incomparable"
    assert [frame.loc[name, name] for name in tables] == ["equivalent"] * 3
    (row,) = compare(tables["rr2"], tables["rr3"]).to_frame().to_dict("records")
    assert row == {"relation": "better", "A = C P": True, "P = C A": False}


def test_truths_are_compared_by_their_names() -> None:
    """One device with its columns exchanged is the same one; other names stand for their places."""
    device = rr.Channel.from_rows([["9/10", "1/2"], ["1/10", "1/2"]], truths=["no", "yes"])
    exchanged = device.restrict([1, 0])
    assert compare(device, exchanged).relation == "equivalent"
    assert compare(device, exchanged.relabel(truths=["a", "b"])).relation == "incomparable"
    assert compare(device, exchanged.relabel(truths=["no", "yes"])).relation == "incomparable"
