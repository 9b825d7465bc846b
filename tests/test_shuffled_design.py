"""optimal_shuffled: the local level beneath a promise of the histogram."""

from __future__ import annotations

from fractions import Fraction

import pytest

import rropt as rr

SHARE = rr.Variance("1/4")


@pytest.fixture(scope="module")
def found():
    return rr.optimal_shuffled(rr.LocalDP(1), SHARE, people=60, delta="1e-6", truths="no,yes")


@pytest.mark.everything
def test_the_table_is_the_best_at_the_local_level(found) -> None:
    assert found.central.epsilon.hi <= 1 < found.local
    assert found.central.certificate.check().verdict == "verified"
    alone = rr.optimal(rr.LocalDP(found.local), SHARE, truths="no,yes")
    assert found.design.channel == alone.channel
    assert found.design.certificate.check().verdict == "verified"


@pytest.mark.everything
def test_a_little_more_breaks_the_promise(found) -> None:
    beyond = rr.optimal(rr.LocalDP(found.local * Fraction(103, 100)), SHARE)
    assert rr.shuffled(beyond, 60, delta="1e-6").epsilon.lo > 1


@pytest.mark.everything
def test_the_record_and_the_text_say_both_levels(found) -> None:
    record = found.to_dict()
    assert record["shuffled"]["local_epsilon"] == str(found.local)
    assert Fraction(record["shuffled"]["epsilon"][1]) <= 1
    assert record["channel"] == found.design.to_json()["channel"]
    said = found.summary()
    assert said.startswith(f"local level: epsilon = {float(found.local):g}\nthe histogram of 60")
    assert "assumed: an honest shuffler" in said and str(found.design) in said


@pytest.mark.parametrize(
    ("privacy", "people", "said"),
    [
        (rr.LocalDP(1, "1/9"), 9, "privacy must be epsilon alone"),
        (rr.ZeroConcentratedDP("1/2"), 9, "privacy must be epsilon alone"),
        (rr.LocalDP(1), 0, "people must be"),
        (rr.LocalDP(0), 9, "epsilon must be positive"),
    ],
)
def test_refusals(privacy, people, said) -> None:
    with pytest.raises(rr.InputError, match=said):
        rr.optimal_shuffled(privacy, SHARE, people, "1e-6")
