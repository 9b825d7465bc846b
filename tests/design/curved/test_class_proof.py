"""What the certificate of a table of types says: short tangents, and the runs of its patterns."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.design.curved import class_proof
from rropt.exact.block_form import BlockForm


def test_a_pattern_of_a_class_has_no_empty_runs():
    assert class_proof.pattern_runs(0, 2, F(3)) == ((1, 2),)
    assert class_proof.pattern_runs(2, 2, F(3)) == ((3, 2),)


def test_the_certificate_states_what_the_design_does():
    """The patterns, their runs and weights, and tangents that are the inverse of its information:
    2 tr V - sum y is the bound where V is J^-1, so prices add up to the trace but for the gap."""
    sizes, shares = (5, 12), (F(1, 10), F(1, 24))
    prior = [q for n, q in zip(sizes, shares, strict=True) for _ in range(n)]
    found = rr.optimal(rr.LocalDP("ln(3)"), rr.AOptimal(prior))
    data = found.certificate.data
    paid = sum(n * F(y) for n, y in zip(sizes, data["prices"], strict=True))
    value = F(data["value"]) + sum(q * q for q in prior)
    assert abs(paid / value - 1) < F(1, 10**8)
    for row in data["patterns"]:
        assert [sum(int(count) for _, count in runs) for runs in row] == list(sizes)


def test_short_numbers_are_near_and_those_that_are_short_stay() -> None:
    long = F(1, 3**200)
    form = class_proof._rounded(BlockForm((1, 1), [F(0), F(0)], [[long, F(3)], [F(3), F(0)]]), F(1))
    near = form.means[0][0]
    assert near != long and abs(near - long) <= long / 2**119
    assert form.means[0][1] == 3 and form.record()["own"] == [0, 0]
