"""Tables of at most so many reports, decided by Coq: good ones accepted, forged ones refused."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rropt.proofs.kernel import kernel_verdict, theorem_of_action_sets, theorem_of_cases

import rropt as rr
from tests.proofs.kernel_forgeries import (
    TINY,
    Data,
    assert_accepted,
    assert_refused,
    certificate,
    lowered_bound,
    lowered_value,
    moved,
    needs_coq,
    raised_bound,
    raised_value,
    stronger_privacy,
)

BOTH_WAYS = rr.Privacy([[1, 3], [2, 1]], [[0, "1/10"], ["1/20", 0]])
MATRIX = rr.Privacy([[1, 3, 2], [2, 1, 2], [3, 2, 1]])
WITH_DELTA = rr.LocalDP("ln(3)", "1/10")
PRIOR = ["1/2", "1/3", "1/6"]
GAIN = rr.Gain([[1, 0, 0], [0, 1, 0], ["1/2", "1/2", "1/2"]], PRIOR)


def cases():
    return {
        "a box": rr.optimal(WITH_DELTA, rr.Guess(PRIOR), outputs=2),
        "a box of classes": rr.optimal(
            rr.LocalDP("1/2"), rr.MutualInformation(["1/3", "1/3", "1/3"]), outputs=2
        ),
        "a card": rr.optimal(BOTH_WAYS, rr.Variance("1/3"), outputs=2),
        "an enclosed card": rr.optimal(rr.LocalDP("1/2"), rr.Variance("1/3"), outputs=2),
        "Warner": rr.optimal(BOTH_WAYS, rr.Warner("1/3")),
        "a chain": rr.optimal(BOTH_WAYS, rr.FDivergence("le-cam", (0, 1)), outputs=3),
        "a box with roots": rr.optimal(WITH_DELTA, rr.FDivergence("hellinger"), outputs=2),
        "a chain with roots": rr.optimal(BOTH_WAYS, rr.FDivergence("hellinger", (0, 1)), outputs=3),
        "a chain with logarithms": rr.optimal(
            BOTH_WAYS, rr.MutualInformation(["1/3", "2/3"]), outputs=3
        ),
    }


def other_corner(data: Data) -> None:
    """A row of the table that is not private any more."""
    first, second = data["table"][0][0], data["table"][1][0]
    data["table"][0][0] = str(Fraction(first) + TINY)
    data["table"][1][0] = str(Fraction(second) - TINY)


def raised_ends(data: Data) -> None:
    data["value"] = [str(Fraction(end) + TINY) for end in data["value"]]


def more_reports(data: Data) -> None:
    data["reports"] = 3


def without_a_set(data: Data) -> None:
    data["sets"].pop()


def cheaper_set(data: Data) -> None:
    moved(data["sets"][0]["prices"], 0, -TINY)


@pytest.mark.everything
@needs_coq
def test_certificates_of_cases_are_accepted(folder):
    assert_accepted(folder, theorem_of_cases, cases())


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("name", ["a box", "a chain"])
def test_forged_utilities_are_refused(folder, name):
    assert_refused(
        folder, theorem_of_cases, certificate(cases()[name]), [raised_value, lowered_bound]
    )


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("name", ["a box with roots", "a chain with roots"])
def test_forged_roots_are_refused(folder, name):
    good = certificate(cases()[name])
    assert_refused(folder, theorem_of_cases, good, [raised_ends, lowered_bound])


@pytest.mark.everything
@needs_coq
def test_a_stronger_level_of_a_box_is_refused(folder):
    good = certificate(cases()["a box"])
    assert_refused(folder, theorem_of_cases, good, [stronger_privacy, other_corner])


@pytest.mark.everything
@needs_coq
@pytest.mark.parametrize("name", ["a card", "Warner"])
def test_forged_cards_are_refused(folder, name):
    changes = [lowered_value, raised_bound, other_corner]
    assert_refused(folder, theorem_of_cases, certificate(cases()[name]), changes)


@pytest.mark.everything
@needs_coq
def test_another_step_of_a_chain_is_seen(folder):
    """With three reports a table is worth more than any with two."""
    good = certificate(rr.optimal(BOTH_WAYS, rr.FDivergence("le-cam", (0, 1)), outputs=2))
    assert good["proof"] == "chain"
    assert_refused(folder, theorem_of_cases, good, [more_reports])


@pytest.mark.everything
@needs_coq
def test_sets_of_actions(folder):
    designs = {
        "a gain": rr.optimal(MATRIX, GAIN, outputs=2),
        "a trace, a set for all": rr.optimal(WITH_DELTA, rr.Trace(categories=4), outputs=3),
        "a guess": rr.optimal(rr.LocalDP("1/2"), rr.Guess(["1/2", "1/4", "1/8", "1/8"]), outputs=3),
    }
    assert_accepted(folder, theorem_of_action_sets, designs)
    changes = [raised_value, lowered_bound, cheaper_set, without_a_set]
    assert_refused(folder, theorem_of_action_sets, certificate(designs["a gain"]), changes)


def test_every_proof_has_a_theorem():
    routes = {
        "actions": theorem_of_action_sets,
        **dict.fromkeys(("box", "card", "chain"), theorem_of_cases),
    }
    for proof, route in routes.items():
        data = {"kind": "cases", "proof": proof, "privacy": {}}
        assert kernel_verdict.route(data) is route


@pytest.mark.everything
def test_other_utilities_are_refused_in_words():
    own = rr.optimal(BOTH_WAYS, rr.Custom(lambda r: max(r) - min(r), 2), outputs=3)
    with pytest.raises(rr.InputError, match="no cases of the utility utility-on-the-word"):
        theorem_of_cases.theorem(certificate(own))
