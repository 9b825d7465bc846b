"""Which room solves which problem, by the kind of certificate, and what is refused at the door."""

from __future__ import annotations

import json
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.design.solve import solve
from rropt.privacy import Privacy
from rropt.saved_design import loaded

THREE = "1/2,1/3,1/6"
LEAKAGE = rr.LocalInformationPrivacy(1, ["1/2", "1/2"])


@pytest.mark.parametrize(
    "privacy, objective, outputs, kind, reports",
    [
        (rr.LocalDP(1), rr.Variance("1/4"), 2, "cases", 2),
        (Privacy([[1, 3], [2, 1]]), rr.Variance("1/4"), 2, "cases", 2),
        (rr.LocalDP(1), rr.MutualInformation(THREE), 2, "cases", 2),
        (rr.LocalDP(1, "1/10"), rr.MutualInformation("2/3,1/3"), 3, "cases", 3),
        (rr.LocalDP(1), rr.Guess(["1/4"] * 4), 3, "cases", 3),
        (rr.LocalDP(1), rr.AOptimal(THREE), None, "gradient", 3),
        (rr.MetricDP.path(1), rr.Guess(THREE), None, "prices", 3),
        (rr.LocalDP(1), rr.Trace(3), "any", "prices", 3),
        (rr.LocalDP(1), rr.Mean([0, 1, 2]), None, "gradient", 6),
    ],
)
def test_the_kind_of_certificate_of_each_room(privacy, objective, outputs, kind, reports) -> None:
    answer = solve(privacy, objective, outputs)
    assert answer.certificate.data["kind"] == kind
    assert answer.channel.shape[0] <= reports
    assert outputs in (None, "any") or answer.channel.shape[0] <= outputs


@pytest.mark.parametrize(
    "arguments, words",
    [
        ((1, rr.Trace(3)), "privacy must be a criterion such as"),
        ((rr.LocalDP(1), lambda r: 1), "objective must be one such as"),
        ((rr.LocalDP(1), rr.Trace(3), "few"), "outputs must be any or a whole number of at least"),
        ((rr.LocalDP(1), rr.Trace(3), 1), "outputs must be a whole number of at least 2"),
        ((rr.LocalDP(1, "1/9"), rr.Trace(3), None, None, False), "revealing must be yes but for"),
        ((LEAKAGE, rr.Trace(2), None, None, False), "optima under local information privacy"),
        (
            (rr.LocalDP(1), rr.Mean(low=0, high=9), None, None, True, ["a", "b"]),
            "truths must be le",
        ),
        ((rr.LocalDP(1), rr.Gain([["1e300", 0], [0, 1]], "1/2,1/2")), "objective must be in a"),
        ((rr.LocalDP(1), rr.Mean(low=0, high="1e200")), "objective must be in a larger unit"),
        ((rr.LocalDP(1), rr.Mean([0, "1.01e150"])), "larger unit: it has numbers above 1e150"),
        ((rr.LocalDP(1), rr.COptimal(THREE, [0, 1, "1e200"])), "larger unit: it has numbers"),
        ((rr.LocalDP(1), rr.Mean([0, "0.99e-150"])), "smaller unit: its numbers differ by less"),
        ((rr.LocalDP(1), rr.AOptimal("uniform", categories=20000)), "at most 16000 where all"),
        ((rr.LocalDP(1), rr.DOptimal("uniform", categories=20000)), "at most 16000 where all"),
        ((rr.ZeroConcentratedDP("1e-400"), rr.Variance("1/4")), "must be nearer to 1"),
        ((rr.RenyiDP(2, "1e-800"), rr.AOptimal("1/4,1/4,1/2")), "must be nearer to 1"),
    ],
)
def test_refusals(arguments, words: str) -> None:
    objective = type("Odd", (), {"truths": 3})() if callable(arguments[1]) else arguments[1]
    with pytest.raises(rr.InputError, match=words):
        solve(arguments[0], objective, *arguments[2:])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", ["1e-200", "1e-150", "1e144", "1e150", "1e200", "1e400"])
@pytest.mark.parametrize("worst", ["group", "population"])
def test_numbers_of_any_size_are_answered_or_refused_without_a_warning(size, worst) -> None:
    """The variance of two numbers w apart, each alone: g/(g - 1)^2 w^2 = 3/4 w^2."""
    values = [0, F(size) / 3, F(size)] if worst == "population" else [0, size]
    try:
        answer = solve(rr.LocalDP("ln(3)"), rr.Mean(values, worst=worst))
    except rr.InputError as refused:
        assert " unit: " in str(refused) and size not in ("1e-150", "1e144")
    else:
        assert size in ("1e-150", "1e144")
        if worst == "group":
            assert float(answer.value) == pytest.approx(0.75 * float(size) ** 2, rel=1e-12)


def test_a_value_that_doubles_hold_is_answered() -> None:
    gain = rr.Gain([["1e289", 0], [0, "1e289"]], "1/2,1/2")
    assert solve(rr.LocalDP.from_gamma(3), gain).value == F(3, 4) * 10**289


def test_the_privacy_of_a_design_may_be_that_of_another() -> None:
    """Of zCDP a certificate has the budgets with a price, of which there need not be one a pair."""
    design = rr.optimal(rr.ZeroConcentratedDP(1), rr.Guess(["1/3", "2/3"]))
    assert len(design.certificate.data["privacy"]["conditions"]) == 1
    document = design.to_json()
    del document["criterion"]  # so that the certificate alone says what the privacy is
    other = rr.Guess(["1/4", "3/4"])
    fresh = solve(rr.ZeroConcentratedDP(1), other)
    for known in (design, loaded(json.dumps(document).encode())):
        again = solve(known.problem.privacy, other)
        assert again.value == fresh.value and again.bound == fresh.bound


def test_arguments_in_the_other_order_are_named_in_a_short_line() -> None:
    with pytest.raises(rr.InputError) as raised:
        solve(rr.Guess(["1/40"] * 40), rr.LocalDP(1))
    assert "got Guess(" in str(raised.value) and len(str(raised.value)) < 100


@pytest.mark.parametrize("labels", [["a", "b"], ["a", "a", "b"]])
def test_as_many_different_names_as_truths(labels) -> None:
    with pytest.raises(rr.InputError, match="truths must be 3 different labels"):
        solve(rr.LocalDP(1), rr.Trace(3), labels=labels)


def test_without_delta_certainty_is_refused_for_nothing() -> None:
    answer = solve(rr.LocalDP.from_gamma(3), rr.Trace(3), revealing=False)
    assert answer.value == F(9, 5)


def test_labels_and_denominator_are_part_of_the_answer() -> None:
    answer = solve(rr.LocalDP.from_gamma(3), rr.Trace(3), denominator="10", labels=[1, 2, 3])
    assert answer.denominator == 10 and answer.channel.truths == ("1", "2", "3")
