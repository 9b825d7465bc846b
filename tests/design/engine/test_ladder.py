"""The least share that the checker accepts, found from below."""

from __future__ import annotations

from typing import Any

import pytest

import rropt as rr
from rropt.certificate import CertificateError, LargeCertificate
from rropt.design.engine import ladder
from rropt.design.engine.ladder import first_accepted

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
