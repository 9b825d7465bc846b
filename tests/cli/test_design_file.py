"""--design: a table whose certificate is verified before anybody answers by it."""

from __future__ import annotations

import json
from argparse import Namespace
from fractions import Fraction as F

import pytest

import rropt as rr
from rropt.channel.implicit import ImplicitChannel
from rropt.cli import design_file, main
from rropt.cli.design_file import design_in, design_of, mechanism_of, prior_of
from rropt.design.answer import Answer
from rropt.exact import InputError
from rropt.file_verdict import verdict_on


@pytest.fixture
def named(tmp_path):
    def options(document, **labels) -> Namespace:
        path = tmp_path / "d.json"
        path.write_text(document if isinstance(document, str) else json.dumps(document))
        return Namespace(design=str(path), reports=None, truths=None, **labels)

    return options


@pytest.fixture(scope="module")
def design():
    return rr.optimal(rr.LocalDP("ln(3)"), rr.Variance("1/4"), truths=["no", "yes"])


@pytest.fixture(scope="module")
def mean():
    return rr.optimal(rr.LocalDP("ln(3)"), rr.Mean([0, 1, 3]))


def test_the_table_its_labels_and_its_prior(named, design) -> None:
    args = named(design.to_json())
    channel = design_of(args)
    assert channel.rows == design.channel.rows and channel.truths == ("no", "yes")
    assert prior_of(args) == (F(3, 4), F(1, 4))
    args.reports, args.truths = "a,b", "c,d"
    renamed = design_of(args)
    assert renamed.reports == ("a", "b") and renamed.truths == ("c", "d")


def test_a_table_alone_makes_no_promise(named) -> None:
    args = named({"channel": [["3/4", "1/4"], ["1/4", "3/4"]]})
    assert prior_of(args) is None and design_of(args).shape == (2, 2)


def test_a_certificate_that_is_not_verified_is_refused(named, design) -> None:
    document = json.loads(json.dumps(design.to_json()))
    document["certificate"]["bound"] = "1/2"
    with pytest.raises(InputError, match="--design holds a certificate that is refuted"):
        design_of(named(document))
    table = json.loads(json.dumps(design.to_json()))
    table["channel"] = [["9/10", "1/10"], ["1/10", "9/10"]]
    with pytest.raises(InputError, match="--design holds a certificate that is"):
        design_of(named(table))


@pytest.mark.parametrize(
    "text, words",
    [("{", "--design must be a JSON file"), ('{"a": 1, "a": 2}', "--design: .* name 'a' once")],
)
def test_what_is_no_document(named, text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        design_of(named(text))


def test_a_design_for_a_mean_is_one_and_has_no_other_labels(named, design, mean) -> None:
    answer = mechanism_of(named(mean.to_json()))
    assert isinstance(answer, Answer) and answer.value == F(mean.certificate.data["value"])
    assert answer.channel.rows == mean.channel.rows
    assert isinstance(mechanism_of(named(design.to_json())), rr.Channel)
    args = named(mean.to_json())
    args.reports = "a,b"
    with pytest.raises(InputError, match="--reports must be left out"):
        mechanism_of(args)
    cut = rr.optimal(rr.LocalDP("1/2"), rr.Mean(low=0, high=1))
    whole = mechanism_of(named(cut.to_json()))
    assert isinstance(whole, Answer) and whole.table is None


def test_the_many_reports_of_a_design_without_a_table_have_no_labels(named) -> None:
    sets = rr.optimal(rr.LocalDP(2), rr.AOptimal("uniform", categories=200))
    args = named(sets.to_json())
    assert isinstance(mechanism_of(args), ImplicitChannel)
    args.reports = "a,b"
    with pytest.raises(InputError, match="the reports of this design are many"):
        mechanism_of(args)


def test_a_file_is_checked_once_by_whatever_asks_for_it(tmp_path, monkeypatch, capsys):
    """An estimate asks for its channel, its kind and its prior."""
    path, checked = str(tmp_path / "D.json"), []
    words = ["variance", "--epsilon", "1", "--prior", "1/4", "--save", path]
    assert main(["design", *words]) == 0
    monkeypatch.setattr(
        design_file, "verdict_on", lambda text: checked.append(text) or verdict_on(text)
    )
    assert main(["estimate", "--counts", "60,40", "--design", path]) == 0
    assert len(checked) == 1


def test_another_file_is_not_the_one_that_was_read(named, design, tmp_path) -> None:
    args = named(design.to_json())
    assert design_of(args).rows == design.channel.rows
    (tmp_path / "other.json").write_text(json.dumps({"channel": [["1", "0"], ["0", "1"]]}))
    assert design_in(args, str(tmp_path / "other.json")).rows == ((1, 0), (0, 1))
    assert design_of(args).rows == design.channel.rows
