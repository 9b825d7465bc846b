"""Deployable tables of curved criteria beside tables that are known otherwise."""

from __future__ import annotations

import random
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt import AOptimal, COptimal, DOptimal, EOptimal, LocalDP, Variance, optimal
from rropt.certificate import LargeCertificate
from rropt.design.answer import ends
from rropt.design.curved import curved_design as page
from rropt.design.curved.curved_design import order_of_shares
from rropt.design.problem import Problem
from rropt.exact import InputError
from rropt.mechanism_file import table_in


def test_two_truths_deploy_the_best_table_of_the_variance() -> None:
    """The printed case: 16.72 was deployed, where half of it has a table of 14.784 / 2."""
    privacy = LocalDP.from_gamma("3/2", "1/20")
    found = optimal(privacy, AOptimal("1/5,4/5"), None, 6)
    assert abs(ends(found.value)[1] - F(14784, 1000)) < F(1, 10**9)


CASES = random.Random(5)
RANDOM = [
    (F(CASES.randint(11, 50), 10), F(CASES.choice([0, 1, 5]), 50), F(CASES.randint(1, 19), 20), N)
    for N in (4, 7, 12)
]


@pytest.mark.everything
@pytest.mark.parametrize(("gamma", "delta", "share", "total"), RANDOM)
def test_no_criterion_of_two_truths_is_worse_than_the_variance(
    gamma: F, delta: F, share: F, total: int
) -> None:
    """Cov is the variance of the proportion times [[1, -1], [-1, 1]]: trace and largest root 2."""
    privacy, prior = LocalDP.from_gamma(gamma, delta), [1 - share, share]
    try:
        best = ends(optimal(privacy, Variance(share), None, total).value)[0]
    except InputError:
        pytest.skip("no table over this N is useful")
    for objective, factor in (
        (AOptimal(prior), 2),
        (EOptimal(prior), 2),
        (COptimal(prior, [0, 1]), 1),
    ):
        found = optimal(privacy, objective, None, total)
        assert ends(found.value)[1] <= factor * best * (1 + F(1, 10**9))


def _steep(truths: int) -> list[F]:
    """Shares as 2^-j."""
    return [F(2**j, 2**truths - 1) for j in reversed(range(truths))]


def _refuses(_: object) -> None:
    raise LargeCertificate("too large")


@pytest.mark.everything
def test_where_the_certificate_of_a_search_is_too_large_classes_have_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 20 steep shares it is; of 14 the optimum of the search lies between value and bound."""
    objective = DOptimal(_steep(14))
    searched = optimal(LocalDP(1), objective)
    monkeypatch.setattr(page, "ratio_optimum", _refuses)
    found = optimal(LocalDP(1), objective)
    assert found.check().verdict == "verified"
    assert ends(found.bound)[0] <= ends(searched.value)[1]
    assert ends(searched.bound)[0] <= ends(found.value)[1]
    assert found.gap < F(1, 50)


@pytest.mark.parametrize(
    "objective", [EOptimal(_steep(14)), DOptimal([*_steep(14)[1:], _steep(14)[0]])]
)
def test_what_classes_do_not_cover_stays_refused(
    monkeypatch: pytest.MonkeyPatch, objective: EOptimal
) -> None:
    """A largest eigenvalue, and shares that neither fall nor rise."""
    monkeypatch.setattr(page, "ratio_optimum", _refuses)
    with pytest.raises(LargeCertificate):
        optimal(LocalDP(1), objective)


THREE = rr.LocalDP.from_gamma(3)

FEW = [1] * 11 + [4] * 11
"""Two classes of 22 truths."""


def mixed(shares):
    """One of the first half, one of the second, with names that tell each share."""
    order = [j // 2 + j % 2 * len(shares) // 2 for j in range(len(shares))]
    total = sum(shares)
    return [F(shares[j], total) for j in order], [f"{j} of {shares[j]}" for j in order]


@pytest.fixture(scope="module")
def design() -> rr.Design:
    prior, names = mixed(FEW)
    return rr.optimal(THREE, rr.AOptimal(prior), truths=names)


@pytest.mark.parametrize("criterion", [rr.AOptimal, rr.DOptimal, rr.EOptimal])
def test_few_shares_in_any_order_are_worth_as_much_as_in_order(criterion):
    prior, names = mixed(FEW)
    found = rr.optimal(THREE, criterion(prior), truths=names)
    sorted_ = rr.optimal(THREE, criterion(sorted(prior, reverse=True)))
    assert ends(found.value) == ends(sorted_.value)
    assert ends(found.bound) == ends(sorted_.bound)
    assert found.certificate.data == sorted_.certificate.data


def test_names_go_with_their_shares(design):
    prior, names = mixed(FEW)
    share_of = dict(zip(names, prior, strict=True))
    truths = design.channel.truths
    assert [share_of[name] for name in truths] == list(design.problem.objective.prior)
    assert sorted(truths) == sorted(names)
    assert any("largest first" in note for note in design.notes)
    assert f"among truths {truths[0]}, {truths[1]}, ..., {truths[10]} | " in str(design)


def test_without_names_truths_keep_their_numbers():
    prior, _ = mixed(FEW)
    found = rr.optimal(THREE, rr.AOptimal(prior))
    kept = [prior[int(number)] for number in found.channel.truths]
    assert kept == sorted(prior, reverse=True)


@pytest.mark.everything
def test_many_different_shares_in_no_order_have_a_small_gap():
    prior, _ = mixed([100 + j * j for j in range(22)])
    found = rr.optimal(rr.LocalDP(1), rr.AOptimal(prior))
    assert rr.check(found.certificate).status == 0
    assert found.gap <= F(1, 1000) * ends(found.value)[1]
    equal = rr.optimal(rr.LocalDP(1), rr.AOptimal("uniform", categories=22))
    # Equal shares have the largest sum of variances of all, as it is concave in them.
    assert ends(found.bound)[1] < ends(equal.value)[1]


def test_a_file_keeps_the_names(design, tmp_path):
    design.save(tmp_path / "study.json")
    again = rr.load(tmp_path / "study.json")
    assert again.problem == design.problem
    for one in (again, rr.mechanism(tmp_path / "study.json")):
        assert one.channel.truths == design.channel.truths
    said = (tmp_path / "study.json").read_text()
    assert table_in(said, "file").truths == design.channel.truths


def test_a_file_with_other_than_so_many_names_is_refused(design, tmp_path):
    design.save(tmp_path / "study.json")
    said = (tmp_path / "study.json").read_text()
    (tmp_path / "other.json").write_text(said.replace('"0 of 1"', '"1 of 1"', 1))
    with pytest.raises(rr.InputError, match="truths must be 22 different labels"):
        rr.load(tmp_path / "other.json")


@pytest.mark.parametrize(
    "shares",
    [
        sorted(FEW),  # in order already
        [2, 1] * 10,  # all patterns are searched, in the order of the question
        [1] * 10 + [50] + [1] * 10,  # of so few runs that it is a question of classes as it stands
    ],
    ids=["ordered", "few truths", "one apart"],
)
def test_an_order_that_is_not_needed_is_not_changed(shares):
    prior = [F(share, sum(shares)) for share in shares]
    assert order_of_shares(Problem(THREE, rr.AOptimal(prior))) is None


def test_the_other_questions_keep_their_order():
    prior, _ = mixed(FEW)
    for objective in (rr.COptimal(prior, [1, *[0] * 21]), rr.AOptimal("worst", truths=22)):
        assert order_of_shares(Problem(THREE, objective)) is None
    matrix = rr.OneSided([0], 1)
    assert order_of_shares(Problem(matrix.on(22), rr.AOptimal(prior))) is None
