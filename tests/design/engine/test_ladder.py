"""The least share that the checker accepts, found from below.

The order of reports: by what they say of the first truth, whatever a solver found first.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import rropt as rr
from rropt.certificate import CertificateError, LargeCertificate
from rropt.design.engine import ladder
from rropt.design.engine.ladder import first_accepted, in_natural_order, natural_order

KNOWN = rr.optimal(rr.LocalDP.from_gamma(3), rr.Trace(3)).certificate.data


def test_the_first_share_that_is_accepted_is_taken_and_the_last_refusal_told() -> None:
    asked = []

    def record(share: int) -> dict[str, Any]:
        asked.append(share)
        return {**KNOWN, "kind": "no kind"} if share < 2 else dict(KNOWN)

    assert first_accepted(record, (0, 1, 2, 3)).data["value"] == KNOWN["value"]
    assert asked == [0, 1, 2]
    with pytest.raises(CertificateError, match="kind"):
        first_accepted(record, (0, 1))


def test_where_checking_takes_too_long_only_the_larger_of_other_shares_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def issued(record: dict[str, Any]) -> str:
        asked.append(record["share"])
        if record["share"] < 7:
            raise LargeCertificate("too long")
        return "accepted"

    monkeypatch.setattr(ladder, "issue", issued)
    record = {share: {"share": share} for share in range(10)}
    assert first_accepted(record.__getitem__, (3, 4), (1, 2, 5, 8)) == "accepted"
    assert asked == [3, 5, 8]
    with pytest.raises(LargeCertificate):
        first_accepted(record.__getitem__, (3, 8))


pytestmark = pytest.mark.quick

DESIGNS = [
    (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4"), None),
    (rr.LocalDP("1/2"), rr.DOptimal(["1/2", "1/4", "1/8", "1/8"]), None),
    (rr.LocalDP("1/2"), rr.DOptimal(["1/2", "1/4", "1/8", "1/8"]), 52),
    (rr.Privacy([["1", "3"], ["3/2", "1"]]), rr.Variance("1/4"), None),
    (rr.LocalDP(1), rr.Mean([0, 1, 2, 3]), None),
    (rr.LocalDP(2), rr.MutualInformation(["1/2", "1/4", "1/8", "1/8"]), 100),
]


def shares(row) -> list[Fraction]:
    return [Fraction(x) / sum(map(Fraction, row)) for x in row]


@pytest.mark.parametrize(("privacy", "objective", "total"), DESIGNS)
def test_reports_of_a_design_speak_less_and_less_for_the_first_truth(
    privacy, objective, total
) -> None:
    design = rr.optimal(privacy, objective, denominator=total)
    of_first = [shares(row)[0] for row in design.channel.rows]
    assert all(x >= y - Fraction(1, 10**11) for x, y in pairwise(of_first))
    data = design.certificate.data
    proved = [
        [Fraction(w) * Fraction(x) for x in row]
        for w, row in zip(data["weights"], data["patterns"], strict=True)
    ]
    assert proved == [list(row) for row in design.channel.rows]
    assert design.check().verdict == "verified"


def test_two_truths_have_the_order_of_the_likelihood_ratio() -> None:
    assert natural_order([[1, 3], [0, 1], [3, 1], [2, 0], [1, 1]]) == [3, 2, 4, 0, 1]


def test_k_ary_response_stands_on_the_diagonal_and_sets_as_in_a_dictionary() -> None:
    diagonal = [[3 if i == j else 1 for j in range(5)] for i in range(5)]
    pairs = [[2 if j in (a, b) else 1 for j in range(4)] for a in range(4) for b in range(a + 1, 4)]
    for rows in (diagonal, pairs):
        mixed = random.Random(5).sample(rows, len(rows))
        assert [mixed[place] for place in natural_order(mixed)] == rows


def test_lengths_of_rows_do_not_matter_and_equal_directions_stay() -> None:
    assert natural_order([["1/8", "3/8"], [1, 3], [9, 3], [0, 0]]) == [2, 0, 1, 3]


def test_what_belongs_to_a_report_goes_with_it() -> None:
    scenario = {"prior": ["1/2", "1/2"], "estimators": [[10, 20], [30, 40]], "tangents": [[1, 2]]}
    record = {"patterns": [[1, 3], [3, 1]], "weights": ["1/8", "1/4"], "scenarios": [scenario]}
    found = in_natural_order(record)
    assert found["patterns"] == [[3, 1], [1, 3]] and found["weights"] == ["1/4", "1/8"]
    assert found["scenarios"][0]["estimators"] == [[20, 10], [40, 30]]
    assert found["scenarios"][0]["tangents"] == [[1, 2]]
    assert record["patterns"] == [[1, 3], [3, 1]]


def test_patterns_of_classes_stay() -> None:
    record = {"patterns": [[[["1", 2]], "3"], [[["3", 2]], "1"]], "weights": ["1/2", "1/4"]}
    assert in_natural_order(record) == record
    assert in_natural_order({"value": "1"}) == {"value": "1"}


def test_a_certificate_in_another_order_is_still_verified() -> None:
    """Old files have the order of the solver; numbers that are left behind are refused."""
    design = rr.optimal(rr.LocalDP(1), rr.AOptimal(["1/2", "1/3", "1/6"]))
    data = design.certificate.data
    (scenario,) = data["scenarios"]
    turned = {name: data[name][::-1] for name in ("patterns", "weights")}
    rows = [row[::-1] for row in scenario["estimators"]]
    old = {**data, **turned, "scenarios": [{**scenario, "estimators": rows}]}
    assert rr.Certificate(old).check().verdict == "verified"
    assert rr.Certificate({**data, **turned}).check().verdict == "refuted"
