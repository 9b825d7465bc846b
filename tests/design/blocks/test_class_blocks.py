"""Balanced blocks in classes of truths: the table, its surveys, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction as F
from math import comb

import numpy as np
import pytest

import rropt as rr
from rropt.checker import check
from rropt.design.blocks.fewest_blocks import blocks_of_types
from rropt.design.document import channel_in

PROTECTED = [F(1, 4)] + [F(1, 40)] * 30
"""One truth, and thirty others that are alike."""


@pytest.fixture(scope="module")
def design() -> rr.Design:
    return rr.optimal(rr.LocalDP(1), rr.AOptimal(PROTECTED))


def test_one_truth_apart_needs_few_reports(design: rr.Design) -> None:
    """320 blocks of 8 of 30 stand for six million sets; the certificate says which they are."""
    every = sum(
        comb(30, n)
        for orbit in design.orbits
        for n in [next(n for value, n in orbit.classes[1] if value > 1)]
    )
    assert every == comb(30, 7) + comb(30, 8) + comb(30, 9)
    assert design.channel.shape == (960, 31)
    assert "960 reports, 10 bits each" in str(design)
    assert "the moves of 32 base blocks in the certificate" in str(design)
    assert "the moves of 32 base blocks in the certificate" in design.to_html()
    assert check(design.certificate.to_json()).verdict == "verified"


def test_the_information_is_that_of_all_sets(design: rr.Design) -> None:
    """Of every report, written out, in doubles."""
    q, J = np.array([float(x) for x in PROTECTED]), np.zeros((31, 31))
    for row in design.channel.rows:
        r = np.array([float(x) for x in row])
        J += np.outer(r, r) / (q @ r)
    variances = np.trace(np.linalg.inv(J)) - q @ q
    assert variances == pytest.approx(float(design.bound), rel=1e-9)
    assert sum(design.channel.rows[n][0] for n in range(design.channel.shape[0])) == 1


def test_a_base_block_changed_by_one_truth_is_refuted(design: rr.Design) -> None:
    data = json.loads(design.certificate.to_json())
    for pattern in range(3):
        _, entry = data["blocks"][pattern]
        _, block = entry["base"][0]
        other = next(x for x in range(30) if x not in block)
        changed = json.loads(json.dumps(data))
        changed["blocks"][pattern][1]["base"][0][1] = sorted([*block[1:], other])
        assert check(json.dumps(changed)).verdict == "refuted"


def test_a_file_of_it_is_the_same_channel(design: rr.Design, tmp_path) -> None:
    design.save(tmp_path / "study.json")
    assert rr.load(tmp_path / "study.json").channel == design.channel
    assert channel_in(json.loads(design.certificate.to_json())) == design.channel


def test_shares_are_estimated_from_its_reports(design: rr.Design) -> None:
    rng = np.random.default_rng(5)
    truths = rng.choice(31, 4000, p=[float(q) for q in PROTECTED])
    found = design.estimate(rr.simulate(design, truths, seed=1))
    expected = np.sqrt([float(v) / 4000 for v in design.channel.variances(PROTECTED)])
    assert found.stderr == pytest.approx(expected, rel=0.1)
    assert np.abs((found.value - [float(q) for q in PROTECTED]) / expected).max() < 4.5


@pytest.mark.everything
def test_a_number_of_reports_is_asked_for() -> None:
    goal = rr.AOptimal(PROTECTED)
    assert rr.optimal(rr.LocalDP(1), goal, outputs=960).channel.shape[0] == 960
    with pytest.raises(rr.InputError, match="outputs must be any or at least 960"):
        rr.optimal(rr.LocalDP(1), goal, outputs=959)


def test_two_large_classes_have_products_of_blocks() -> None:
    (row,) = blocks_of_types([30, 13], [[8, 4]])
    assert [one.reports for one in row if one is not None] == [330, 13]


def test_where_no_blocks_are_known_all_sets_stay() -> None:
    assert blocks_of_types([5, 3], [[2, 1], [1, 2]]) == ()
    (first, second) = blocks_of_types([1, 9], [[0, 3], [1, 1]])
    assert first[0] is None and first[1] is not None and second == (None, None)
