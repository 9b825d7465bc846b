"""Admissibility: the two conditions against an exact linear program, and dominating tables."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rropt as rr
from rropt.exact import InputError, exp_bounds
from rropt.order import Optimality, admissible, compare, value_of
from rropt.order.layers import dominating_approximate
from rropt.patterns.extreme import pure_patterns

WARNER = rr.Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
GAMMA = F(3)


@st.composite
def private_tables(draw, gamma=GAMMA, k=3):
    """A garbling of randomized response, so its parity is at most gamma."""
    response = rr.Channel.from_patterns(
        [[gamma if i == j else 1 for j in range(k)] for i in range(k)], [F(1) / (gamma + k - 1)] * k
    )
    m = draw(st.integers(1, 4))
    columns = []
    for _ in range(k):
        weights = draw(st.lists(st.integers(0, 3), min_size=m, max_size=m).filter(any))
        columns.append([F(w, sum(weights)) for w in weights])
    return rr.Channel.from_rows([list(row) for row in zip(*columns, strict=True)]) @ response


@st.composite
def admissible_tables(draw, gamma=GAMMA, k=3):
    """Random weights on patterns whose sum is constant: all cyclic shifts with one weight."""
    seeds = draw(st.lists(st.sampled_from(sorted(pure_patterns(k))), min_size=1, max_size=2))
    rows, weights = [], []
    for seed in seeds:
        weight = F(draw(st.integers(1, 5)))
        for shift in range(k):
            rows.append([gamma if x else F(1) for x in seed[shift:] + seed[:shift]])
            weights.append(weight)
    total = sum(w * row[0] for w, row in zip(weights, rows, strict=True))
    return rr.Channel.from_patterns(rows, [w / total for w in weights])


def verify(answer):
    """Everything that the answer promises about the dominating table, from the definitions."""
    P, A, level = answer.dominating, answer.channel, answer.privacy
    assert level.satisfied_by(P)
    assert (answer.garbling @ P).rows == A.rows
    assert P.merge_proportional().shape == P.shape
    assert compare(A, P).relation == "better"
    assert answer.separation.first > answer.separation.second


@pytest.mark.everything
@given(private_tables())
def test_an_inadmissible_table_is_dominated_by_an_admissible_one(A):
    answer = admissible(A, GAMMA)
    merged = A.merge_proportional()
    conditions = all(
        merged.row_parity(i) == GAMMA and len(set(row)) == 2 for i, row in enumerate(merged.rows)
    )
    assert answer.admissible == conditions
    if not conditions:
        verify(answer)
        assert admissible(answer.dominating, GAMMA).admissible


@pytest.mark.everything
@given(admissible_tables())
def test_the_two_conditions_make_a_table_admissible(A):
    assert admissible(A, GAMMA).admissible
    assert not admissible(A, GAMMA + F(1, 10**30)).admissible


@pytest.mark.everything
@settings(max_examples=30)
@given(st.one_of(private_tables(), admissible_tables()))
def test_the_conditions_agree_with_the_exact_program_at_delta_zero(A):
    """The program over staircases knows nothing of C1 and C2."""
    found = dominating_approximate(A, GAMMA, F(0))
    assert isinstance(found, Optimality) == admissible(A, GAMMA).admissible


@pytest.mark.everything
@settings(max_examples=25)
@given(st.one_of(private_tables(k=2), private_tables()), st.sampled_from(["1/10", "1/3", "9/10"]))
def test_approximate_privacy(A, delta):
    answer = admissible(A, GAMMA, delta)
    if not answer.admissible:
        verify(answer)
        assert admissible(answer.dominating, GAMMA, delta).admissible


def test_the_four_answers_for_two_truths_with_delta_are_admissible():
    """The known optimum for k = 2: two sure answers of mass delta, the rest at ratio gamma."""
    delta, gamma = F(1, 10), F(3)
    high, low = (1 - delta) * gamma / (gamma + 1), (1 - delta) / (gamma + 1)
    best = [[delta, 0], [high, low], [low, high], [0, delta]]
    assert admissible(best, gamma, delta).admissible
    assert not admissible(best, gamma, delta + F(1, 10**30)).admissible
    answer = admissible(WARNER, gamma, delta)
    assert compare(answer.dominating, best).relation == "equivalent"


def test_the_truth_is_admissible_when_delta_is_one():
    assert admissible(rr.Channel.identity(3), 2, 1).admissible
    assert not admissible(rr.Channel.uninformative(3), 2, 1).admissible


def test_at_an_irrational_gamma_a_table_is_judged_at_its_own_rational_level():
    """No rational table reaches e^epsilon: every design was called inadmissible."""
    for delta in (0, "1/20"):
        answer = admissible(WARNER, epsilon="3/2", delta=delta)
        assert not answer.admissible
        verify(answer)
    low = rr.LocalDP("3/2").gamma.lo
    for gamma, expected in ((low, True), (low + F(1, 2**82), True), (low - 1, False)):
        table = [[gamma / (1 + gamma), 1 / (1 + gamma)], [1 / (1 + gamma), gamma / (1 + gamma)]]
        answer = admissible(table, epsilon="3/2")
        assert all(certificate.check().status == 0 for certificate in answer.certificates)
        assert answer.admissible is expected
        assert answer.gamma == max(gamma, low)
        assert 0 < exp_bounds(F(3, 2), 200)[0] - answer.gamma <= answer.distance < 1e-19
        assert f"less than {answer.to_json()['distance']}" in answer.level()


@pytest.mark.parametrize("delta", [0, "1/10"])
def test_what_is_designed_for_an_epsilon_is_admissible_at_it(delta):
    design = rr.optimal(rr.LocalDP(1, delta), rr.Variance("1/4"))
    assert admissible(design.channel, epsilon=1, delta=delta).admissible


def test_a_constant_row_is_deleted():
    """chai-nayak/lem-4.3: half of a binary answer drowned in a constant."""
    answer = admissible([["3/8", "1/8"], ["1/8", "3/8"], ["1/2", "1/2"]], 3)
    assert compare(answer.dominating, WARNER).relation == "equivalent"
    assert answer.violations == ("report 2: parity 1, not 3 (C1)",)
    verify(answer)


def test_a_middle_value_is_named():
    rows = [["3/6", "2/6", "1/6"], ["1/6", "2/6", "3/6"], ["2/6", "2/6", "2/6"]]
    answer = admissible(rows, 3)
    assert "report 0: 3 distinct values, not 2 (C2)" in answer.violations
    verify(answer)


def test_split_reports_do_not_spoil_admissibility():
    split = [["3/8", "1/8"], ["3/8", "1/8"], ["1/4", "3/4"]]
    assert admissible(split, 3).admissible


@pytest.mark.everything
@given(private_tables(), st.randoms(use_true_random=False))
def test_the_answer_follows_renaming(A, generator):
    renamed = A.restrict(generator.sample(range(3), 3))
    order = generator.sample(range(A.shape[0]), A.shape[0])
    expected = admissible(A, GAMMA).admissible
    assert admissible(renamed, GAMMA).admissible == expected
    assert admissible(A.permute(order), GAMMA).admissible == expected


def test_certificates_of_domination():
    down, up = admissible(WARNER, 4).certificates
    assert (down.kind, up.kind) == ("garbling", "separation")
    assert down.check().verdict == up.check().verdict == "verified"


def classmates(gamma, delta, k, generator):
    """Random tables of the class: extreme answers drowned until the profile is at most delta."""
    table = [[generator.randint(0, 4) + (i == j) for j in range(k)] for i in range(k)]
    sums = [sum(column) for column in zip(*table, strict=True)]
    sharp = rr.Channel.from_rows(
        [[F(x, s) for x, s in zip(row, sums, strict=True)] for row in table]
    )
    share = F(1)
    mixed = sharp
    while mixed.profile(gamma) > delta:
        share *= F(3, 4)
        mixed = rr.Channel.from_rows(
            [[share * x + (1 - share) / k for x in row] for row in sharp.rows]
        )
    return mixed


def verify_admissible(answer, gamma, delta, seed=1):
    """The gain is worth its value at the table, and no more at random tables of the class."""
    best, A = answer.optimal_for, answer.channel
    assert answer.admissible and value_of(best.gain, A) == best.value
    generator = random.Random(seed)
    for _ in range(10):
        other = classmates(gamma, delta, A.shape[1], generator)
        assert value_of(best.gain, other) <= best.value
    (proof,) = answer.certificates
    assert proof.kind == "prices" and proof.check().verdict == "verified"


def test_twelve_truths():
    generator = random.Random(2)
    k = 12
    rows = [[generator.randint(4, 9) for _ in range(k)] for _ in range(k)]
    columns = [[F(row[j], sum(r[j] for r in rows)) for row in rows] for j in range(k)]
    A = rr.Channel.from_rows([list(row) for row in zip(*columns, strict=True)])
    answer = admissible(A, A.parity())
    P, C = answer.dominating, answer.garbling
    assert P and C and (C @ P).rows == A.rows and P.parity() == A.parity()


@pytest.mark.parametrize(
    "arguments, words",
    [
        ((WARNER, 2), "it needs gamma = 3"),
        ((WARNER, 1), "greater than 1"),
        ((WARNER, "1/2"), "at least 1"),
        ((WARNER, None), "one of gamma and epsilon"),
        ((WARNER, rr.LocalDP("ln(3)"), "1/10"), "delta belongs to the criterion"),
        (([[1]], 2), "at least two truths"),
        ((WARNER, 2, "1/100"), "it needs gamma"),
        (([["1/2", "1/2"], ["1/2", "1/4"]], 2), "column 1"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments, words):
    with pytest.raises(InputError, match=words):
        admissible(*arguments)


def test_many_truths_with_delta_are_refused_in_the_words_of_this_question() -> None:
    response = [["3/10" if i == j else "1/10" for j in range(8)] for i in range(8)]
    with pytest.raises(InputError, match="channel must have at most 7 truths to decide"):
        admissible(response, 3, "1/10")


def test_rows_of_very_different_size_are_compared() -> None:
    """Entries from 1/27472500000 to 1: a basis chosen in doubles alone would be singular."""
    table = [
        ["1/7", 0, 0],
        ["1/7", "5/11", 0],
        [0, "1/11", "3/5"],
        ["3/7", "4/11", "2/5"],
        ["2/7", "1/11", 0],
    ]
    answer = admissible(table, 1000, "3/5")
    assert answer.dominating is not None and answer.garbling is not None
    assert (answer.garbling @ answer.dominating).rows == answer.channel.rows
    found = compare(table, answer.dominating)
    assert found.relation == "better" and found.garbling is not None
    assert (found.garbling @ answer.dominating).rows == answer.channel.rows


def test_what_is_printed_is_the_verdict_first_and_then_what_shows_it() -> None:
    weaker = [["2/3", "1/3"], ["1/3", "2/3"]]
    answer = admissible(weaker, 3)
    assert repr(answer) == "Admissibility: inadmissible at epsilon = ln(3)"
    first, *lines = str(answer).splitlines()
    assert first == "inadmissible at epsilon = ln(3)"
    assert "dominated by P =" in lines and "A = C P with C =" in lines
    best = admissible([["3/4", "1/4"], ["1/4", "3/4"]], 3)
    assert str(best) == "admissible at epsilon = ln(3): no mechanism of this privacy is better"


@pytest.mark.parametrize(("chance", "told"), [(F(1, 10**12), True), (F(1, 100), False)])
def test_what_rounding_lacks_is_told_from_what_a_mechanism_lacks(chance, told):
    """With this chance nothing is told: then one of two rows of Warner's table is as likely as it
    can be under one truth, 3/4, and 1/4 under the other."""
    rows = [[(1 - chance) * x for x in row] for row in ([F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)])]
    answer = admissible([*rows, [chance, chance]], gamma=3)
    assert not answer.admissible and answer.apart == 3 * chance / 4
    assert ("all but admissible" in str(answer)) == told
    assert answer.to_json()["apart"] == ("7.5e-13" if told else "7.5e-3")
    assert admissible([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], gamma=3).apart == 0


def test_the_frame_of_a_verdict() -> None:
    pytest.importorskip("pandas")
    (row,) = admissible(WARNER, 4).to_frame().to_dict("records")
    failed = "report 0: parity 3, not 4 (C1); report 1: parity 3, not 4 (C1)"
    assert row == {"admissible": False, "privacy": "epsilon = ln(4)", "violations": failed}
    (row,) = admissible(WARNER, 3).to_frame().to_dict("records")
    assert row["admissible"] and row["violations"] == ""
