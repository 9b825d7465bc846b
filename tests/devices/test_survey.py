"""Each yes/no device against its written protocol, played out over every coin and card.

Two samples for an unknown unrelated prevalence, played out over cards and samples.

Several answers: the table against dice, the estimator against every truth.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product
from operator import mul

import pytest

from rropt.devices.optimum import optimum_for
from rropt.devices.survey import (
    crosswise,
    disguised_response,
    forced_response,
    mangat,
    mangat_singh,
    mirrored_question,
    moors,
    polychotomous_forced_response,
    triangular,
    two_coin,
    unrelated_question,
    unrelated_two_samples,
    unrelated_uniform,
    warner,
)
from rropt.exact import InputError

pytestmark = pytest.mark.quick


def played(*stages, answer):
    """P(report | truth) when every card of each stage is equally likely; rows by report."""
    rounds = list(product(*stages))
    reports = {answer(truth, *cards) for truth in (False, True) for cards in rounds}
    return {
        report: tuple(
            F(sum(answer(truth, *cards) == report for cards in rounds), len(rounds))
            for truth in (False, True)
        )
        for report in reports
    }


def table(device):
    return dict(zip(device.channel.reports, device.channel.rows, strict=True))


def word(said):
    return "yes" if said else "no"


def test_warner_is_its_protocol():
    statements = ["in A"] * 3 + ["not in A"]
    expected = played(statements, answer=lambda a, card: word(a if card == "in A" else not a))
    assert table(warner("3/4")) == expected


def test_warner_variance_is_the_published_formula():
    p, pi, n = F(7, 10), F(1, 5), 50
    expected = pi * (1 - pi) / n + p * (1 - p) / (n * (2 * p - 1) ** 2)
    assert warner(p).variance(pi, n) == expected
    assert warner(p).variance(pi, n) != warner(p).variance(pi, n + 1)


def test_warner_is_unchanged_by_exchanging_the_statements():
    assert warner("1/4").variance("1/3") == warner("3/4").variance("1/3")
    assert warner("1/4").parity == warner("3/4").parity == 3


def test_mirrored_question_is_its_protocol():
    asked = ["question", "question", "negation"]
    expected = played(asked, answer=lambda a, card: word(a if card == "question" else not a))
    assert table(mirrored_question("2/3")) == expected


def test_disguised_response_names_a_colour_of_the_stack_of_the_own_answer():
    yes_stack, no_stack = ["red"] * 4 + ["black"], ["red"] + ["black"] * 4
    expected = played(yes_stack, no_stack, answer=lambda a, yes, no: yes if a else no)
    assert table(disguised_response("4/5")) == expected


def test_forced_response_is_a_die():
    def answer(a, face):
        return "yes" if face == 6 else "no" if face == 1 else word(a)

    assert table(forced_response("1/6", "1/6")) == played(range(1, 7), answer=answer)


def test_two_coin_is_two_coins():
    coins = ["heads", "tails"]
    expected = played(
        coins, coins, answer=lambda a, one, two: word(a if one == "heads" else two == "heads")
    )
    assert table(two_coin()) == expected
    assert two_coin().parity == 3


def test_two_coin_is_not_the_flipping_coin_of_the_lecture_notes():
    """ziani/rem-1 with q = 1/2 flips with probability 1/4 in all; heads-or-answer gives the same
    table only because both coins are fair."""
    assert two_coin("1/2", "1/3").channel.rows[1] == (F(1, 6), F(2, 3))


def test_mangat_singh_is_two_stages():
    def answer(a, stage, card):
        return word(a) if stage == "truth" or card == "in A" else word(not a)

    stages = ["truth", "card", "card", "card"], ["in A", "in A", "not in A"]
    assert table(mangat_singh("1/4", "2/3")) == played(*stages, answer=answer)


def test_mangat_lets_members_say_yes():
    cards = ["in A"] * 7 + ["not in A"] * 3
    expected = played(cards, answer=lambda a, card: word(a or card == "not in A"))
    assert table(mangat("7/10")) == expected


def test_mangat_reveals_non_members():
    device = mangat("7/10")
    assert device.parity == float("inf") == device.epsilon
    assert device.privacy == (1, F(7, 10))
    assert device.channel.profile(1) == F(7, 10) and device.channel.profile(100) == F(7, 10)
    assert any("certain proof against A" in note for note in device.notes)
    assert not any("certain" in note for note in warner("3/4").notes)


def test_mangat_beats_warner_at_its_own_p():
    """Mangat (1994): never a larger variance than Warner's device with the same p > 1/3."""
    for pi in (F(1, 10), F(1, 2), F(9, 10)):
        assert mangat("7/10").variance(pi) < warner("7/10").variance(pi)


def test_crosswise_compares_two_answers():
    innocuous = [True] + [False] * 3
    expected = played(innocuous, answer=lambda a, b: "same" if a == b else "different")
    assert table(crosswise("1/4")) == expected


def test_triangular_hides_members_only():
    innocuous = [True] + [False] * 2
    expected = played(innocuous, answer=lambda a, b: "at least one" if a or b else "neither")
    assert table(triangular("1/3")) == expected
    assert triangular("1/3").epsilon == float("inf")


def test_unrelated_question_is_its_protocol():
    cards, born = ["A"] * 3 + ["B"] * 2, [True, False, False]
    expected = played(cards, born, answer=lambda a, card, b: word(a if card == "A" else b))
    assert table(unrelated_question("3/5", "1/3")) == expected


@pytest.mark.parametrize("pi_b", ["1/3", "1/2", "4/5"])
def test_unrelated_question_epsilon_is_theorem_5_2_of_sun(pi_b):
    p, b = F(3, 5), F(pi_b)
    less = min(b, 1 - b)
    assert unrelated_question(p, b).parity == (p + (1 - p) * less) / ((1 - p) * less)


def test_unrelated_question_variance_is_greenberg():
    p, b, pi, n = F(3, 5), F(1, 3), F(1, 5), 40
    expected = (
        pi * (1 - pi) / n
        + (b * (1 - p) - b**2 * (1 - p) ** 2) / (n * p**2)
        + pi * (1 - p - 2 * b * (1 - p)) / (n * p)
    )
    assert unrelated_question(p, b).variance(pi, n) == expected


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: warner("1/2"), "p must not be 1/2"),
        (lambda: mirrored_question("0.5"), "p must not be 1/2"),
        (lambda: disguised_response(F(1, 2)), "p must not be 1/2"),
        (lambda: crosswise("1/2"), "innocuous question must not be 1/2"),
        (lambda: triangular(1), "below 1"),
        (lambda: mangat(0), "p must be positive"),
        (lambda: mangat_singh("1/4", "1/3"), "must not be 1/2"),
        (lambda: forced_response("1/2", "1/2"), "nobody answers"),
        (lambda: forced_response("2/3", "1/2"), "yes + no must be at most 1, got 7/6"),
        (lambda: two_coin(0), "first must be positive"),
        (lambda: unrelated_question(0), "never asked"),
        (lambda: unrelated_question("1/2", "3/2"), "pi_b must lie between 0 and 1, got 3/2"),
        (lambda: warner("1.2"), "p must lie between 0 and 1, got 6/5"),
        (lambda: warner(-1), "p must lie between 0 and 1, got -1"),
        (lambda: warner("one half"), "p must be"),
        (lambda: warner(float("nan")), "finite"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_just_beside_the_refused_point_is_accepted():
    almost = F(1, 2) + F(1, 10**30)
    assert warner(almost).variance("1/2") == F(1, 4) / (2 * F(1, 10**30)) ** 2


def test_unrelated_two_samples_is_its_protocol():
    device = unrelated_two_samples("3/4", "1/4", "2/5")
    truths = list(product((0, 1), repeat=2))
    for j, (a, b) in enumerate(truths):
        seen = {}
        for sample, card in product([1, 1, 2, 2, 2], range(4)):
            asked_a = card < (3 if sample == 1 else 1)
            said = "yes" if (a if asked_a else b) else "no"
            key = f"{said} in {sample}"
            seen[key] = seen.get(key, 0) + F(1, 20)
        column = device.channel.columns[j]
        assert dict(zip(device.channel.reports, column, strict=True)) == {
            label: seen.get(label, 0) for label in device.channel.reports
        }


INDEPENDENT = (F(8, 15), F(4, 15), F(2, 15), F(1, 15))
"""Of A with a fifth and B with a third."""


def test_unrelated_two_samples_estimates_a_whatever_b():
    device = unrelated_two_samples("3/4", "1/4", "2/5")
    for prior in (INDEPENDENT, (F(1, 4), F(0), F(0), F(3, 4))):
        masses = device.channel.report_distribution(prior)
        mean = sum(m * s for m, s in zip(masses, device.estimator[0], strict=True))
        assert mean == prior[2] + prior[3]


def test_moors_asks_the_second_sample_only_the_unrelated_question():
    device = moors("7/10", "3/4")
    yes_in_2 = device.channel.rows[device.channel.reports.index("yes in 2")]
    assert yes_in_2 == (0, F(1, 4), 0, F(1, 4))
    assert device.estimator == unrelated_two_samples("7/10", 0, "3/4").estimator


def test_the_secret_pair_is_not_protected_but_the_known_prevalence_view_is():
    device = unrelated_two_samples("3/4", "1/4")
    assert device.parity == float("inf")
    assert any("one report has e^epsilon = 7" in note for note in device.notes)


def test_privacy_against_a_reader_who_knows_b():
    """With b known, only the first sample's answers differ: total variation share * p."""
    device = moors("7/10", "3/4")
    assert device.privacy == (1, F(3, 4) * F(7, 10))
    assert device.privacy[1] == F(21, 40)
    with pytest.raises(InputError, match="independent"):
        optimum_for(device, (F(1, 4), F(0), F(0), F(3, 4)))


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: unrelated_two_samples("1/2", "1/2"), "must differ"),
        (lambda: moors(0), "must differ"),
        (lambda: moors("1/2", 1), "share must lie strictly between 0 and 1"),
    ],
)
def test_samples_that_do_not_identify_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)


def test_polychotomous_forced_response_is_a_die_of_eight():
    faces = [0, 1, 2, 2] + [None] * 4
    device = polychotomous_forced_response("1/8,1/8,1/4")
    for truth in range(3):
        said = [truth if face is None else face for face in faces]
        assert device.channel.columns[truth] == tuple(F(said.count(i), 8) for i in range(3))


def test_polychotomous_forced_response_estimate_undoes_the_expected_counts():
    device = polychotomous_forced_response("1/8,1/8,1/4")
    prior = (F(1, 2), F(1, 3), F(1, 6))
    expected = [int(240 * share) for share in device.channel.report_distribution(prior)]
    assert sum(expected) == 240
    sums = tuple(sum(map(mul, row, expected)) for row in device.estimator)
    assert tuple(total / 240 for total in sums) == prior


def test_polychotomous_forced_response_that_reveal_say_so():
    device = polychotomous_forced_response("0,1/4")
    assert device.parity == float("inf")
    assert any("'0' is certain proof against 1" in note for note in device.notes)


def test_unrelated_uniform_is_k_ary_randomized_response():
    device = unrelated_uniform("1/2", 4)
    assert device.channel.rows[0] == (F(5, 8), F(1, 8), F(1, 8), F(1, 8))
    assert device.parity == 5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: polychotomous_forced_response("1/2,1/2"), "does not identify"),
        (lambda: polychotomous_forced_response("1/2,2/3"), "below 1, got 7/6"),
        (
            lambda: polychotomous_forced_response("-1/2,1/2"),
            "forced[0] must lie between 0 and 1, got -1/2",
        ),
        (lambda: polychotomous_forced_response("1/2"), "at least two"),
        (lambda: unrelated_uniform(0, 3), "does not identify"),
        (lambda: unrelated_uniform("1/2", 1), "categories"),
        (lambda: unrelated_uniform("1/2", "5/2"), "whole number"),
    ],
)
def test_bad_forced_answers_are_refused(make, said):
    with pytest.raises(InputError) as caught:
        make()
    assert said in str(caught.value)
