"""Types of sets on classes of truths, against their own table written out."""

from __future__ import annotations

import math
from fractions import Fraction as F
from functools import cache

import flint
import numpy as np
import pytest

import rropt as rr
from rropt.channel import as_channel
from rropt.channel.block_design import BlockDesign
from rropt.channel.class_supports import ClassSupports
from rropt.channel.family_record import family_in, family_record
from rropt.channel.implicit import ImplicitChannel
from rropt.channel.pattern_type import PatternType, SinglePattern
from rropt.data.sampler import ExactDice
from rropt.exact.convert import fmpq, fraction
from rropt.measures import composed_delta, measures

FANO = BlockDesign.equal("Fano", [7], [[0, 1, 3]])
SIZES, SHARES = (2, 7), (F(3, 20), F(1, 10))
TYPES = (
    PatternType(F(11, 130), (2, 0), (None, None)),
    PatternType(F(1, 5), (1, 3), (None, FANO)),
    PatternType(F(9, 26), (0, 2), (None, None)),
)
TWO = ClassSupports(9, F(3), SIZES, SHARES, TYPES)
SINGLES = PatternType(F(7, 13), (0, 3), (None, FANO)), SinglePattern.of(F(12, 13), 0, 2)
ALONE = ClassSupports(9, F(3), SIZES, SHARES, SINGLES)
"""The first two truths are not protected."""

TOLD = ClassSupports(
    *(9, F(3), SIZES, SHARES),
    (
        *(PatternType(F(9, 10) * one.weight, one.high, one.blocks) for one in TYPES),
        *(SinglePattern.of(F(n, 10), c, 2) for c, n in enumerate(SIZES)),
    ),
)
"""The first one, but with chance 1/10 the truth."""

FAMILIES = pytest.mark.parametrize("family", [TWO, ALONE, TOLD], ids=["protected", "alone", "told"])
SKEWED = [F(1, 4), F(1, 20), *(F(j, 40) for j in range(1, 8))]


@cache
def written(family: ClassSupports = TWO) -> rr.Channel:
    return rr.Channel.from_rows(ImplicitChannel(family).table.rows)


def test_the_table_has_every_set_and_block_once() -> None:
    table = written()
    assert table.shape == (1 + 2 * 7 + 21, 9) == (TWO.reports, 9)
    assert table.parity() == 3 and len(set(ImplicitChannel(TWO).reports)) == TWO.reports
    assert TWO.mass == sum(min(row) for row in table.rows)
    assert TWO.empty == 0
    label, row = next(ImplicitChannel(TWO).rows_one_by_one())
    assert (label, row) == ("0//", table.rows[0])


def test_a_single_is_reported_by_one_truth() -> None:
    """Of the others every report of seven is three times as likely where it names the truth."""
    share, low = F(6, 13), F(1, 13)
    first, second, *others = ImplicitChannel(ALONE).table.columns
    assert sorted(first) == sorted(second) == sorted([share, 0, *[low] * 7])
    assert first != second
    assert all(sorted(c) == sorted([0, 0, *[3 * low] * 3, *[low] * 4]) for c in others)
    assert ImplicitChannel(ALONE).parity() == math.inf and ALONE.reports == 9


def test_with_chance_one_tenth_the_truth_is_told() -> None:
    """A set of the truths that are told as well is no single."""
    rows = [tuple(F(9, 10) * x for x in row) for row in written().rows]
    rows += [tuple(F(1, 10) * (a == b) for b in range(9)) for a in range(9)]
    assert sorted(written(TOLD).rows) == sorted(rows)
    assert ImplicitChannel(TOLD).gamma_for(F(1, 10)) == 3
    assert TOLD.name.endswith(", and 9 truths, each alone")


@FAMILIES
def test_privacy_is_that_of_the_written_table(family: ClassSupports) -> None:
    channel, table = ImplicitChannel(family), written(family)
    for gamma in (0, F(1, 2), 1, F(3, 2), 2, 5):
        assert channel.profile(gamma) == table.profile(gamma)
    for delta in (0, F(1, 20), F(1, 5), F(1, 2)):
        assert channel.gamma_for(delta) == table.gamma_for(delta)
    assert channel.greatest_chances == sum(max(row) for row in table.rows)


@pytest.mark.everything
def test_measures_are_those_of_the_written_table() -> None:
    """Eleven seconds: every measure of the field twice."""
    channel, table, equal = ImplicitChannel(TWO), written(), [F(1, 9)] * 9
    found, expected = measures(channel, equal).numbers, measures(table, equal).numbers
    for name, number in found.items():
        low, high = (x if isinstance(x, tuple) else (x, x) for x in (number, expected[name]))
        assert [float(x) for x in low] == pytest.approx([float(x) for x in high], rel=1e-9)
    composed = composed_delta([(channel, 2)], 4), composed_delta([(table, 2)], 4)
    assert float(composed[0][0]) == pytest.approx(float(composed[1][0]), rel=1e-12)


def best_scores(family: ClassSupports) -> list[list[F]]:
    """J^-1 r / (q.r) of every row, by flint."""
    prior = [q for n, q in zip(SIZES, SHARES, strict=True) for _ in range(n)]
    table = written(family).rows
    rows = [[fmpq(x) for x in row] for row in table]
    chances = [fmpq(sum(x * q for x, q in zip(r, prior, strict=True))) for r in table]
    R = flint.fmpq_mat(rows)
    weighted = flint.fmpq_mat([[x / c for x in r] for r, c in zip(rows, chances, strict=True)])
    scores = weighted * (R.transpose() * weighted).inv()
    return [[fraction(scores[i, j]) for j in range(9)] for i in range(len(rows))]


@FAMILIES
def test_variances_are_those_of_the_best_estimate_wherever_shares_are(
    family: ClassSupports,
) -> None:
    scores, channel = best_scores(family), ImplicitChannel(family)
    for shares in (SKEWED, [F(3, 20)] * 2 + [F(1, 10)] * 7):
        chances = written(family).report_distribution(shares)
        moments = [
            sum(c * row[j] ** 2 for c, row in zip(chances, scores, strict=True)) for j in range(9)
        ]
        assert channel.variances(shares) == [
            m - q * q for m, q in zip(moments, shares, strict=True)
        ]


@FAMILIES
def test_estimates_are_the_mean_scores_of_the_reports(family: ClassSupports) -> None:
    rng = np.random.default_rng(1)
    reports = family.drawn(rng.integers(0, 9, 50), ExactDice(rng.bytes))
    labels = ImplicitChannel(family).reports
    rows = [labels.index(text) for text in family.written(reports)]
    every = np.array([[float(x) for x in row] for row in best_scores(family)])
    scores = every[rows]
    value, error = family.estimated(reports)
    assert value == pytest.approx(scores.mean(axis=0))
    assert error == pytest.approx(scores.std(axis=0) / 50**0.5)
    worth = rng.normal(size=9)
    assert family.scores(reports, worth) == pytest.approx(scores @ worth)
    assert np.ptp(every, 0) == pytest.approx(family.widths)
    held = np.array([[x == max(r) for x in r] for r in written(family).rows], dtype=float)[rows]
    assert family.sums(reports, worth) == pytest.approx(held @ worth)
    weights = rng.random(50)
    assert family.counts(reports).tolist() == held.sum(axis=0).tolist()
    assert family.counts(reports, weights) == pytest.approx(weights @ held)


@FAMILIES
def test_entries_are_the_rows_of_reports_but_for_their_weights(family: ClassSupports) -> None:
    rng = np.random.default_rng(3)
    reports = family.drawn(rng.integers(0, 9, 40), ExactDice(rng.bytes))
    labels, table = ImplicitChannel(family).reports, written(family).rows
    floor, rise = family.entries(reports)
    point = rng.random(9)
    chances = floor * point.sum() + rise * family.sums(reports, point)
    rows = [table[labels.index(text)] for text in family.written(reports)]
    weights = [float(max(row)) / (f + r) for row, f, r in zip(rows, floor, rise, strict=True)]
    expected = [np.array([float(x) for x in row]) @ point for row in rows]
    assert np.array(weights) * chances == pytest.approx(expected)


@pytest.mark.parametrize("truth", [0, 1, 2, 8])
@FAMILIES
def test_reports_are_drawn_with_the_chances_of_the_table(family: ClassSupports, truth: int) -> None:
    """Chi squared of 35 reports in 40,000 draws; 100 has a chance of 3e-8."""
    rng, people = np.random.default_rng(truth), 40_000
    reports = family.drawn(np.full(people, truth), ExactDice(rng.bytes))
    labels, seen = ImplicitChannel(family).reports, family.written(reports)
    counts = np.array([seen.count(label) for label in labels])
    chances = np.array([float(x) for x in written(family).columns[truth]])
    assert counts.sum() == people and not counts[chances == 0].any()
    counts, chances = counts[chances > 0], chances[chances > 0]
    assert ((counts - people * chances) ** 2 / (people * chances)).sum() < 100


@FAMILIES
def test_reports_are_written_and_read_again(family: ClassSupports) -> None:
    rng = np.random.default_rng(2)
    reports = family.drawn(rng.integers(0, 9, 30), ExactDice(rng.bytes))
    texts = family.written(reports)
    again, fits = family.read(texts)
    assert fits.all() and family.written(again) == texts


def test_what_is_no_report_is_told() -> None:
    none = ["", "3//", "1/0", "1/2/0", "1/0/7", "0/0/", "2//1", "2//1 1", "2//1 7", "x//", "3/0/7"]
    for text in none:
        assert TWO.read(["0//", text])[1].tolist() == [True, False], text
    assert not TWO.read(none)[1].any()


@FAMILIES
def test_a_file_says_the_classes_and_is_read_again(family: ClassSupports) -> None:
    channel = ImplicitChannel(family)
    assert as_channel(channel.to_json()) == channel


def near_miss(name: str) -> dict:
    record = family_record(TWO)
    if name == "a weight moved":
        record["types"][0][0] = "12/130"
    elif name == "shares moved":
        record["shares"][0] = "4/20"
    elif name == "another size":
        record["sizes"] = [3, 7]
    elif name == "too many":
        record["types"][0][1] = [3, 0]
    elif name == "unbalanced":
        record["types"][1][2][1]["base"] = [["1", [0, 1, 2]]]
    elif name == "blocks of another size":
        record["types"][1][1] = [1, 2]
    elif name == "no list":
        record["types"] = "none"
    elif name == "two classes are one":
        record["types"] = [["1/3", [2, 7], [None, None]]]
    return record


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ([["12/13", {"single": 2}]], "single must be a class below 2"),
        ([["-12/13", {"single": 0}]], "a single must be"),
        ([["12/13", {"alone": 0}]], "a single must be"),
    ],
)
def test_a_near_miss_of_a_single_is_refused(types: list, said: str) -> None:
    record = family_record(ALONE) | {"sizes": [7, 2], "shares": ["1/10", "3/20"], "types": types}
    with pytest.raises(rr.InputError, match=said):
        family_in(record)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a weight moved", "must add up to one in class 0"),
        ("shares moved", "shares must be positive and add up to one"),
        ("another size", "sizes must add up to 9"),
        ("too many", "at most"),
        ("unbalanced", "must be balanced"),
        ("blocks of another size", "blocks must be of 2 of 7 points"),
        ("no list", "types must be a list"),
        ("two classes are one", "tell every two truths apart"),
    ],
)
def test_a_near_miss_is_refused(name: str, said: str) -> None:
    with pytest.raises(rr.InputError, match=said):
        family_in(near_miss(name))


def test_more_classes_than_are_measured_are_refused() -> None:
    sizes = (2,) * 6
    every = PatternType(F(1, 2), (1,) * 6, (None,) * 6)
    with pytest.raises(rr.InputError, match="classes must be fewer"):
        ClassSupports(12, F(3), sizes, (F(1, 12),) * 6, (every,)).told_apart.parity()
