"""One form for every privacy: what a matrix, leakage and several levels say of a row."""

from __future__ import annotations

from fractions import Fraction as F

import rropt as rr
from rropt.privacy import Privacy
from rropt.privacy.bound_forms import BoundForm, are_kept


def test_a_form_of_a_row_and_of_a_constant() -> None:
    form = BoundForm((0, 1), (0, 1), F(1), ((0, F(1)), (1, F(-3))))
    assert form.of((F(4), F(1), F(9))) == 1 and form.of_constant == -2


def test_forms_of_a_matrix_are_the_bounds_from_which_all_follow() -> None:
    levels = Privacy([[1, 2, 4], [2, 1, 2], [4, 2, 1]]).levels
    forms = {each.name: (each.terms, each.most) for each in levels.bound_forms(0)}
    assert set(forms) == {(0, 1), (1, 0), (1, 2), (2, 1)}
    assert forms[0, 1] == (((0, F(1)), (1, F(-2))), None)


def test_pairs_with_a_delta_have_a_budget_of_their_own() -> None:
    levels = Privacy([[1, 3], [2, 1]], [[0, "1/10"], [0, 0]]).levels
    found = {each.name: (each.owner, each.most) for each in levels.bound_forms(1)}
    assert found == {(0, 1): ((0, 1), F(1, 10)), (1, 0): ((1, 0), None)}


def test_levels_of_a_condition_share_its_budget() -> None:
    pair = [(2, "1/5"), (3, "1/10")]
    found = Privacy([[1, pair], [pair, 1]]).levels.bound_forms(0)
    assert [each.name for each in found] == [(0,), (1,), (2,), (3,)]
    assert [each.most for each in found] == [F(1, 5), F(1, 10)] * 2
    assert found[1].terms == ((0, F(1)), (1, F(-3)))


def test_leakage_bounds_a_truth_by_the_mean() -> None:
    levels = rr.PointwiseMaximalLeakage("ln(3/2)", ["1/2", "1/2"]).on(2).levels
    assert all(each.most is None for each in levels.bound_forms(0))
    assert {each.of_constant for each in levels.bound_forms(0)} == {F(-1, 2)}


def test_forms_decide_and_a_budget_counts_all_rows() -> None:
    one = F(1)
    hard = BoundForm((0, 1), (0, 1), one, ((0, one), (1, F(-3))))
    soft = BoundForm((1, 0), (1, 0), one, ((1, one), (0, F(-3))), F(1, 10))
    rows = [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]
    assert are_kept(rows, [hard, soft]) and not are_kept([[F(4), one]], [hard])
    over = [[F(0), F(1, 20)], [F(0), F(1, 20)], [one, F(9, 10)]]
    assert are_kept(over, [soft]) and not are_kept([*over, [F(0), F(1, 10**9)]], [soft])


def test_a_bound_of_a_truth_by_itself_is_no_form() -> None:
    # Where everybody has truth 1, its own bounds are r_1 <= e^(1/2) r_1 and r_1 >= e^(-1/2) r_1.
    for privacy in (
        rr.LocalInformationPrivacy("1/2", [0, 1, 0]),
        rr.PointwiseMaximalLeakage("1/2", [0, 1, 0]),
    ):
        assert privacy.on(3).levels.bound_forms(0) == []
        design = rr.optimal(privacy, rr.Guess(["1/2", "1/3", "1/6"]))
        assert 0 <= 1 - design.value < F(1, 10**25)
        assert design.certificate.check().verdict == "verified"
