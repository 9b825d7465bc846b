"""Several levels a pair, profiles of given tables, levels against a prior, harmless truths."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.privacy.bound_forms import HIGH
from rropt.privacy.conditions import Conditions

SEVERAL = [(3, "1/10"), (2, "1/5")]
PRIOR = ["1/2", "1/4", "1/4"]


def test_one_level_in_a_list_is_the_matrix_bit_by_bit():
    listed = rr.Privacy([[1, [(3, "1/10")]], [[("3/2", "1/50")], 1]])
    given = rr.Privacy([[1, 3], ["3/2", 1]], [[0, "1/10"], ["1/50", 0]])
    assert listed == given
    for objective in (rr.Variance("1/3"), rr.Guess(["1/3", "2/3"])):
        found = rr.optimal(listed, objective)
        assert found.certificate.to_json() == rr.optimal(given, objective).certificate.to_json()


@pytest.mark.parametrize(
    "objective",
    [
        rr.Guess(PRIOR),
        rr.MutualInformation(PRIOR),
        rr.FDivergence("le-cam", (0, 2), 3),
        rr.AOptimal(PRIOR),
    ],
)
def test_an_idle_second_level_changes_no_bound(objective):
    """(2, 1/10) and (9, 1/10): the second follows from the first, and is not listed."""
    pair = [(2, "1/10"), (9, "1/10")]
    rows = [[1 if a == b else pair for b in range(3)] for a in range(3)]
    several = rr.Privacy(rows)
    assert isinstance(several.levels, Conditions) and len(several.levels.listed) == 6
    one = rr.Privacy([[1 if a == b else 2 for b in range(3)] for a in range(3)], "1/10")
    found, known = rr.optimal(several, objective), rr.optimal(one, objective)
    assert middle(found.bound) == pytest.approx(middle(known.bound), rel=1e-12)


def middle(bound):
    return float(bound)


def test_two_levels_bind_where_one_alone_would_not():
    """P(0|0) - 2 P(0|1) = 1/5: trace 22/15; with (3, 1/10) alone 31/20 would be reached."""
    both = rr.optimal(rr.Privacy([[1, SEVERAL], [SEVERAL, 1]]), rr.Trace(2))
    assert (both.value, both.gap) == (F(22, 15), 0)
    alone = rr.optimal(rr.Privacy([[1, 3], [3, 1]], "1/10"), rr.Trace(2))
    assert alone.value == F(31, 20)


def random_table(rng, reports, truths):
    columns = []
    for _ in range(truths):
        weights = [rng.randrange(0, 7) for _ in range(reports)]
        weights[rng.randrange(reports)] += 1
        columns.append([F(w, sum(weights)) for w in weights])
    return rr.Channel.from_rows(list(zip(*columns, strict=True)))


def test_deployable_tables_keep_every_condition():
    for criterion, value in (
        (rr.Privacy([[1, SEVERAL], [SEVERAL, 1]]), F(73, 100)),
        (rr.UtilityOptimized([1], "ln(3)"), F(83, 100)),
    ):
        design = rr.optimal(criterion, rr.Guess(["1/2", "1/2"]), denominator=100)
        assert criterion.on(2).satisfied_by(design.table)
        assert design.value == value and design.value <= design.bound


def test_a_saved_design_comes_back(tmp_path):
    for criterion in (rr.Privacy([[1, SEVERAL], [SEVERAL, 1]]), rr.UtilityOptimized([0], "1")):
        design = rr.optimal(criterion, rr.Guess(["1/2", "1/2"]))
        design.save(tmp_path / "D.json")
        again = rr.load(tmp_path / "D.json")
        assert again.problem.levels == design.problem.levels
        assert "value" in str(again) and "<svg" in again.to_html()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: rr.Privacy([[1, [(3, 0), (2, "1/10")]], [3, 1]], "1/10"), "deltas must be left"),
        (lambda: rr.Privacy([[1, [3, 2]], [3, 1]]), "must be a list of .g, delta."),
        (lambda: rr.Privacy([[1, []], [3, 1]]), "empty list"),
        (lambda: rr.Privacy([[1, [("oo", 0), (2, "1/10")]], [3, 1]]), "finite levels"),
        (lambda: rr.Privacy([[1, [(3, 2), (2, "1/10")]], [3, 1]]), "delta of privacy"),
        (lambda: rr.Privacy([[1, [("1/2", 0), (2, "1/10")]], [3, 1]]), r"privacy\[0\]\[1\]"),
        (lambda: rr.Privacy([[1, [(3, 1), (2, 1)]], ["oo", 1]]), "bound something"),
        (lambda: rr.NoWorseThan([[1, 0], [0, 1]]).on(2), "bound something"),
        (lambda: rr.NoWorseThan([[1, 0], [0, 1]]).on(3), "must have 3 truths"),
        (lambda: rr.PointwiseMaximalLeakage(0, ["1/2", "1/2"]).on(2), "positive"),
        (lambda: rr.PointwiseMaximalLeakage(1, ["1/2", "1/2"]).on(3), "must have 3 entries"),
        (lambda: rr.UtilityOptimized([5], 1).on(3), "5"),
    ],
)
def test_bad_input_is_one_line(make, words):
    with pytest.raises(rr.InputError, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("row", [("1/3", "2/3"), ("5", "1"), ("1", "0"), ("0", "1"), ("2", "1")])
def test_what_a_row_adds_is_the_sum_over_its_levels(row) -> None:
    first = rr.RenyiDP("3/2", 1).on(2).levels.listed[0]
    levels = tuple((F(n), (F(n), F(n))) for n in (1, 2, 3))
    condition = replace(first, levels=levels, order=None)
    x, y = map(F, row)
    expected = sum(n * max(F(0), x - n * y) for n in (1, 2, 3))
    assert condition.excess(HIGH, (x, y)) == expected
