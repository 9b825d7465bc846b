"""Designs whose certificates Coq decides: real ones are accepted, forged ones are not."""

from __future__ import annotations

import json

import pytest
from rropt.proofs.kernel import kernel_verdict, theorem_of_design

import rropt as rr
from rropt.cli import main
from tests.proofs.kernel_forgeries import (
    answers,
    assert_accepted,
    assert_refused,
    certificate,
    cheaper_price,
    heavier_row,
    lowered_bound,
    needs_coq,
    raised_value,
    stronger_privacy,
)

PRIOR = ["1/2", "1/3", "1/6"]
GAIN = [[1, 0, 0], [0, 1, 0], ["1/2", "1/2", "1/4"]]


def designs():
    return {
        "one number, no multipliers": rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(categories=4)),
        "an enclosed number": rr.optimal(rr.LocalDP("1/2"), rr.Guess(PRIOR)),
        "a delta, proved by extremes": rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Guess(PRIOR)),
        "actions": rr.optimal(rr.LocalDP("ln(2)"), rr.Gain(GAIN, PRIOR)),
    }


FORGERIES = (raised_value, lowered_bound, cheaper_price, heavier_row, stronger_privacy)


@pytest.mark.everything
@needs_coq
def test_certificates_of_designs_are_accepted(folder):
    assert_accepted(folder, theorem_of_design, designs())


@pytest.mark.everything
@needs_coq
def test_forged_certificates_are_refused(folder):
    good = certificate(rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(categories=3)))
    assert_refused(folder, theorem_of_design, good, FORGERIES)


@pytest.mark.everything
@needs_coq
def test_prices_that_do_not_cover_are_refused_by_coq(folder):
    """Without a proof by multipliers they are looked for, and there are none."""
    good = certificate(rr.optimal(rr.LocalDP("ln(3)", "1/10"), rr.Guess(PRIOR)))
    good["cover"] = {"proof": "extremes"}
    assert_refused(folder, theorem_of_design, good, [cheaper_price])


def two_truths(f):
    """A trace where r_0 <= 3 r_1 and r_1 <= 2 r_0, by hand.

    The rows (3, 1) and (1, 2) have the weights 1/5 and 2/5: 3/5 + 4/5 = 7/5. The prices of both
    rows are 3 and 2 for y = (4/5, 3/5). Action 0 needs f_01 = 1/5, action 1 needs f_10 = 2/5.
    """
    return {
        "format": "rropt-certificate/2",
        "kind": "prices",
        "privacy": {"gamma": [["1", "3"], ["2", "1"]], "delta": "0"},
        "truths": 2,
        "utility": {"name": "trace"},
        "patterns": [["3", "1"], ["1", "2"]],
        "weights": ["1/5", "2/5"],
        "prices": ["4/5", "3/5"],
        "value": "7/5",
        "bound": "7/5",
        "gap": "0",
        "cover": {"proof": "actions", "multipliers": [[[0, 1, f]], [[1, 0, "2/5"]]]},
    }


@pytest.mark.everything
@needs_coq
def test_a_matrix_with_multipliers_by_hand(folder):
    found = answers(folder, theorem_of_design, map(two_truths, ("1/5", "1/6", "1/4")))
    assert found == [True, False, False]


def test_other_kinds_are_refused_in_words():
    with pytest.raises(rr.InputError, match="got kind garbling"):
        kernel_verdict.route({"kind": "garbling"})
    with pytest.raises(rr.InputError, match="got the utility renyi"):
        kernel_verdict.route({"kind": "prices", "utility": {"name": "renyi"}})


@pytest.mark.everything
@needs_coq
def test_the_verb_says_what_coq_says(tmp_path, capsys):
    path = tmp_path / "d.json"
    rr.optimal(rr.LocalDP("ln(3)"), rr.Trace(categories=3)).certificate.save(path)
    assert main(["check", "--coq", "--json", str(path)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["verdict"] == "verified" and data["scope"] == "kernel"
    assert "Theorem design_proves : proves design." in data["theorem"]
