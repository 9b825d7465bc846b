"""Groups of one survey: domains and their differences, linearised by hand."""

from __future__ import annotations

import io
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas
import pytest

import rropt as rr
from rropt.channel import Channel
from rropt.data import count_groups
from rropt.data.respondents import SurveyColumns
from rropt.exact import InputError
from rropt.survey import estimate, groups_test, likelihood_estimate, survey_estimate
from rropt.survey.survey_groups import survey_cells, survey_groups
from rropt.survey.weighted_survey import SampleCell

WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
RNG = np.random.default_rng(11)
SIZE, CLUSTERS = 240, 12
REPORTS = RNG.integers(0, 2, SIZE)
GROUPS = RNG.integers(0, 3, SIZE)
WEIGHTS = RNG.integers(1, 5, SIZE)
CLUSTER = np.arange(SIZE) * CLUSTERS // SIZE
REPORTS = np.where(RNG.random(SIZE) < 0.3, CLUSTER % 2, REPORTS)


def cells(chosen, clusters=True):
    return [
        SampleCell(
            int(REPORTS[i]), Fraction(int(WEIGHTS[i])), "", str(CLUSTER[i]) if clusters else None, 1
        )
        for i in np.flatnonzero(chosen)
    ]


def influence(chosen):
    """Of each record on 2 (weighted share of yes - 1/4), zero outside of the group."""
    weights = WEIGHTS * chosen
    share = weights @ REPORTS / weights.sum()
    return 2 * weights * (REPORTS - share) / weights.sum()


def spread(influences, units):
    """n / (n - 1) sum_c (z_c - mean)^2, z_c the sums of the units."""
    sums = np.bincount(units, influences)
    return len(sums) / (len(sums) - 1) * ((sums - sums.mean()) ** 2).sum()


@pytest.mark.parametrize("clusters", [True, False])
def test_differences_are_linearised_together(clusters):
    found = survey_groups(WARNER, {str(g): cells(g == GROUPS, clusters) for g in range(2)})
    units = CLUSTER if clusters else np.arange(SIZE)
    used = GROUPS < 2
    units = np.unique(units[used], return_inverse=True)[1]
    each = [influence(g == GROUPS)[used] for g in range(2)]
    for part, own in zip(found.domains.values(), each, strict=True):
        assert part.stderr[1] ** 2 == pytest.approx(spread(own, units))
        assert part.records == np.count_nonzero(own)
    change = found.weighted_sum([1, -1], [0, 1])
    assert change.stderr**2 == pytest.approx(spread(each[0] - each[1], units))
    together = found.weighted_sum(["3/4", "1/4"], [0, 1])
    assert together.stderr**2 == pytest.approx(spread(0.75 * each[0] + 0.25 * each[1], units))


def test_the_test_of_a_value_is_dual_to_the_interval():
    change = survey_groups(WARNER, {str(g): cells(g == GROUPS) for g in range(2)}).weighted_sum(
        [1, -1], [0, 1]
    )
    ends = change.interval("0.9")
    assert change.test(Fraction(ends.low)).p_value == pytest.approx(0.1, abs=1e-5)
    assert change.test(Fraction(change.value)).p_value == pytest.approx(1, abs=1e-3)
    assert change.test(2).p_value == 0


def test_what_one_cluster_holds_says_nothing_of_its_variance():
    """The scores of a group add up to zero: its difference had no error and p = 2e-15."""
    groups = {"first": cells(CLUSTER == 0), "second": cells(CLUSTER > 0)}
    found = survey_groups(WARNER, groups)
    change = found.weighted_sum([1, -1], [0, 1])
    assert np.isnan([found.domains["first"].stderr, [change.stderr] * 2]).all()
    assert tuple(change.interval()) == (-1, 1) and change.test().p_value == 1
    assert found.domains["second"].stderr[1] ** 2 == pytest.approx(
        spread(influence(CLUSTER > 0), CLUSTER)
    )


def test_a_group_of_weight_zero_is_named():
    nobody = [SampleCell(0, Fraction(0), "", None, 5)]
    with pytest.raises(InputError, match="group 'second' must hold some weight above 0"):
        survey_groups(WARNER, {"first": cells(GROUPS == 0, False), "second": nobody})


def test_equality_of_equal_weights_is_that_of_the_likelihood():
    """Wald's statistic of three large independent groups is close to the likelihood ratio."""
    counts = {"a": (1300, 700), "b": (1220, 780), "c": (1250, 750)}
    groups = {
        name: [SampleCell(i, Fraction(1), "", None, n) for i, n in enumerate(pair)]
        for name, pair in counts.items()
    }
    found = survey_groups(WARNER, groups).equality_test([0, 1])
    likely = groups_test([likelihood_estimate(WARNER, pair) for pair in counts.values()])
    assert found.p_value == pytest.approx(likely.p_value, abs=0.005)
    assert found.statistic == pytest.approx(likely.statistic, rel=0.02)


def test_equality_with_few_clusters_is_an_f_test():
    found = survey_groups(WARNER, {str(g): cells(g == GROUPS) for g in range(3)})
    test = found.equality_test([0, 1])
    assert test.method.endswith("F") and 0 < test.p_value <= 1
    one = [cell for cell in cells(GROUPS < 3) if cell.cluster in ("0", "1")]
    few = survey_groups(WARNER, {"a": one[:9], "b": one[9:20], "c": one[20:]})
    assert few.equality_test([0, 1]) is None
    same = [SampleCell(i % 2, Fraction(1), "", str(i // 2), 5) for i in range(18)]
    assert survey_groups(WARNER, dict.fromkeys("abc", same)).equality_test([0, 1]) is None


def test_a_census_of_groups_leaves_what_the_table_draws():
    """All 100 of each group were asked: 4 * 3/16 / 100 for each, whoever they are."""
    groups = {
        name: [SampleCell(0, Fraction(1), "", None, 60), SampleCell(1, Fraction(1), "", None, 40)]
        for name in ("a", "b")
    }
    found = survey_groups(WARNER, groups, 200)
    for part in found.domains.values():
        assert part.stderr[1] ** 2 == pytest.approx(4 * 3 / 16 / 100)
    assert found.weighted_sum([1, -1], [0, 1]).stderr ** 2 == pytest.approx(2 * 4 * 3 / 16 / 100)


WARNER = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]], ["n", "y"], ["no", "yes"])
FRAME = pandas.DataFrame(
    {
        "smokes": ["y"] * 40 + ["n"] * 60 + ["y"] * 90 + ["n"] * 110,
        "region": ["north"] * 100 + ["south"] * 200,
        "sex": ["f", "m"] * 150,
        "w": [2, 1] * 150,
        "town": [i // 6 for i in range(300)],
    }
)


def test_each_group_is_estimated_from_its_own_reports() -> None:
    """Warner's 3/4: the share of yes is 2 (reported yes - 1/4)."""
    found = rr.estimate(WARNER, FRAME, "smokes", by="region")
    assert found.counts == (170, 130)
    assert found.value[1] == pytest.approx(2 * (130 / 300 - 1 / 4))
    assert found.groups["north"].value[1] == pytest.approx(2 * (0.40 - 1 / 4))
    assert found.groups["south"].value[1] == pytest.approx(2 * (0.45 - 1 / 4))
    assert [part.n for part in found.groups.values()] == [100, 200]


def test_a_design_takes_a_column_beside_its_groups_and_weights() -> None:
    design = rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), reports=["n", "y"])
    by_name = design.estimate(FRAME, "smokes", by="region", weights="w")
    beside = design.estimate(FRAME["smokes"], by=FRAME["region"], weights=FRAME["w"])
    arrays = design.estimate(
        FRAME["smokes"].to_numpy(), by=FRAME["region"].to_list(), weights=FRAME["w"].to_numpy()
    )
    for other in (beside, arrays):
        assert other.value.tolist() == by_name.value.tolist()
        assert other.stderr.tolist() == by_name.stderr.tolist()
        assert list(other.groups) == list(by_name.groups) == ["north", "south"]


@pytest.mark.parametrize("method", ["likelihood", "linear"])
def test_crossed_columns_and_the_method(method: str) -> None:
    found = rr.estimate(WARNER, FRAME, "smokes", method=method, by=["region", "sex"])
    assert list(found.groups) == ["north, f", "north, m", "south, f", "south, m"]
    for name, part in found.groups.items():
        region, sex = name.split(", ")
        own = FRAME[(FRAME.region == region) & (FRAME.sex == sex)].smokes
        counts = [int((own == "n").sum()), int((own == "y").sum())]
        assert part.value.tolist() == estimate(WARNER, counts, method=method).value.tolist()


def test_crossed_groups_whose_values_have_commas_stay_apart(tmp_path: Path) -> None:
    """("a, b", "c") and ("a", "b, c") were one group: of both 1 of 2 and 0 of 1 said yes."""
    table = [("a, b", "c", "y"), ("a", "b, c", "n"), ("a, b", "c", "n")]
    frame = pandas.DataFrame(table, columns=["region", "town", "smokes"])
    file = tmp_path / "survey.csv"
    frame.to_csv(file, index=False)
    for data in (frame, file):
        found = rr.estimate(WARNER, data, "smokes", by=["region", "town"])
        assert {name: part.counts for name, part in found.groups.items()} == {
            'a, "b, c"': (1, 0),
            '"a, b", c': (1, 1),
        }
        counted = count_groups(WARNER, data, "smokes", ["region", "town"])
        assert counted == {'a, "b, c"': (1, 0), '"a, b", c': (1, 1)}


def test_weights_of_a_pipe_are_read_with_their_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe is read once; of its weights with decimal commas 3.5 of 5 say n."""
    octets = b"smokes;w\nn;3,5\ny;1,5\n"
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(octets)))
    found = rr.estimate(WARNER, "-", "smokes", weights="w")
    assert list(map(float, found.counts)) == [3.5, 1.5]


def test_weights_strata_and_clusters_are_those_of_the_survey_estimate() -> None:
    found = rr.estimate(
        WARNER, FRAME, "smokes", weights="w", strata="region", clusters="town", population=None
    )
    columns = (FRAME.smokes, FRAME.w, FRAME.region, FRAME.town)
    known = survey_estimate(WARNER, *(list(column) for column in columns))
    assert found.value == pytest.approx(known.value)
    assert found.stderr == pytest.approx(known.stderr)
    whole = rr.estimate(WARNER, FRAME, "smokes", population=300)
    assert whole.stderr[1] < rr.estimate(WARNER, FRAME, "smokes", by="region").stderr[1]


def test_a_group_of_a_weighted_survey_keeps_its_own_share() -> None:
    """Without clusters a domain's point is the estimate of its records alone."""
    found = rr.estimate(WARNER, FRAME, "smokes", by="region", weights="w")
    alone = rr.estimate(WARNER, FRAME[FRAME.region == "north"], "smokes", weights="w")
    assert repr(found).startswith("Pseudo-likelihood estimate from 300 reports in 2 groups")
    assert repr(found.groups["north"]).startswith("Pseudo-likelihood estimate from 100 reports")
    assert found.groups["north"].value == pytest.approx(alone.value)


def test_reports_are_labels_as_everywhere() -> None:
    """1, True and 1.0 are the report 1."""
    plain = Channel.identity(2)
    for ones in ([1, 0, 1], [True, False, True], np.array([1.0, 0.0, 1.0]), ["1", "0", "1"]):
        found = rr.estimate(plain, ones, by=["a", "a", "b"])
        assert found.groups["a"].counts == (1, 1) and found.groups["b"].counts == (0, 1)


def test_groups_are_shown() -> None:
    found = rr.estimate(WARNER, ["n", "y", "n"], by=["<b>", "<b>", "c"])
    assert repr(found).startswith("Likelihood estimate from 3 reports in 2 groups (no: ")
    assert "&lt;b&gt;: Likelihood estimate from 2 reports" in found._repr_html_()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": ["a"]}, "by must have one entry for each report, got 1 for 2"),
        ({"by": ["a", None]}, "by, reports must have no missing values"),
        ({"weights": [1, "many"]}, "weights must hold numbers, got something else in 1 of 2"),
        ({"weights": [1, -1]}, "weights must hold numbers of at least 0"),
        ({"weights": [1, 2], "method": "linear"}, "method must be likelihood with weights"),
    ],
)
def test_what_does_not_fit_is_refused(options, said) -> None:
    with pytest.raises(InputError) as refused:
        rr.estimate(WARNER, ["n", "y"], **options)
    assert said in str(refused.value)


def test_a_column_of_weights_is_named_and_not_its_words() -> None:
    rows = pandas.DataFrame({"y": ["n", "y", "y"], "mass": ["2", "secret", "1/3"]})
    with pytest.raises(InputError, match=r"column 'mass' must hold numbers, .* 1 of 3") as said:
        rr.estimate(WARNER, rows, "y", weights="mass")
    assert "secret" not in str(said.value)
    dropped = rr.estimate(WARNER, rows, "y", weights="mass", missing="drop", na="secret")
    assert dropped.nobs == 2


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("role", ["by", "weights", "strata", "clusters"])
@pytest.mark.parametrize("entry", [[1], {"a": 1}])
def test_a_column_that_holds_lists_is_refused_in_words(library, role, entry) -> None:
    frame = pytest.importorskip(library).DataFrame
    data = frame({"reports": ["no", "yes"] * 2, "odd": [entry] * 4})
    said = f"column 'odd' must hold labels, got a {type(entry).__name__}"
    with pytest.raises(InputError, match=said):
        rr.estimate(WARNER, data, column="reports", **{role: "odd"})


def test_no_answer_of_a_respondent_is_shown() -> None:
    with pytest.raises(InputError) as refused:
        survey_cells(WARNER, ["secret", "y"], SurveyColumns((["secret", "y"],), (["a", "b"],)))
    assert "got 1 of 2 that do not fit" in str(refused.value)
    assert "secret" not in str(refused.value)


def test_counts_and_means_have_no_groups() -> None:
    with pytest.raises(InputError, match="reports must be one for each respondent"):
        rr.estimate(WARNER, {"n": 3, "y": 2}, by=["a", "b"])
    numbers = rr.optimal(rr.LocalDP(1), rr.Mean([0, 1]))
    with pytest.raises(InputError, match="by must be left out for a design for a mean"):
        numbers.estimate([0, 1], by=["a", "b"])


FLIP = [["3/4", "1/4"], ["1/4", "3/4"]]


def test_groups_add_up_and_are_compared_as_they_were_estimated() -> None:
    """Separate groups by one likelihood or by linear estimates, those of a survey together."""
    rows = pandas.DataFrame({"r": REPORTS, "g": GROUPS, "w": WEIGHTS})
    parts = [REPORTS[g == GROUPS] for g in range(3)]
    shares = [2 * (part.mean() - 1 / 4) for part in parts]
    for method in ("likelihood", "linear"):
        groups = rr.estimate(FLIP, rows, "r", method=method, by="g").groups
        total = groups.weighted_sum(["1/2", "1/3", "1/6"], [0, 1]).value
        expected = shares[0] / 2 + shares[1] / 3 + shares[2] / 6
        assert total == pytest.approx(expected, abs=1e-6)
        assert (groups.equality_test([0, 1]) is None) == (method == "linear")
    weighted = rr.estimate(FLIP, rows, "r", by="g", weights="w").groups
    change = weighted.weighted_sum([1, -1, 0], [0, 1]).value
    assert change == pytest.approx(weighted["0"].value[1] - weighted["1"].value[1])
    assert 0 < weighted.equality_test([0, 1]).p_value <= 1


@pytest.mark.parametrize(("by", "twice"), [(["g", "g"], "g"), ("r", "r")])
def test_groups_have_columns_of_their_own(by, twice) -> None:
    rows = pandas.DataFrame({"r": REPORTS, "g": GROUPS})
    with pytest.raises(InputError, match=f"must be different, got '{twice}' twice"):
        rr.estimate(FLIP, rows, "r", by=by)
