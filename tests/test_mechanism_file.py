"""The mechanism in a file: with a certificate only if it is verified, with the labels that it has.

What is wrong with a file is said in one line, which names the file and no entry of it.
"""

from __future__ import annotations

import json
import math

import pytest

import rropt as rr
from rropt.channel.implicit import ImplicitChannel
from rropt.exact import InputError
from rropt.mechanism_file import mechanism_in, record_in, table_in

GOALS = {
    "variance": (rr.LocalDP("ln(3)"), rr.Variance("1/4")),
    "nothing": (rr.LocalDP(0), rr.Variance("1/4")),
    "card": (rr.LocalDP("1/2", "1/10"), rr.Variance("1/4")),
    "loss": (rr.LocalDP(1), rr.Loss([[0, 1], [2, 0]], ["1/2", "1/2"])),
    "shares": (rr.LocalDP(1), rr.AOptimal(["1/2", "1/4", "1/4"])),
    "worst": (rr.LocalDP(1), rr.WorstProportion()),
    "numbers": (rr.LocalDP(1), rr.Mean([0, 1, 3])),
    "interval": (rr.LocalDP("1/2"), rr.Mean(low=0, high=1)),
    "sets": (rr.LocalDP(2), rr.AOptimal("uniform", categories=200)),
}


@pytest.fixture(scope="module", params=GOALS)
def design(request):
    outputs = 2 if request.param == "card" else None
    return rr.optimal(*GOALS[request.param], outputs=outputs)


def test_a_design_its_page_and_its_certificate_are_one_mechanism(design, tmp_path):
    design.save(tmp_path / "d.json")
    design.to_html(tmp_path / "d.html")
    design.certificate.save(tmp_path / "c.json")
    for name in ("d.json", "d.html"):
        assert rr.mechanism(tmp_path / name) == design
    alone = rr.mechanism(str(tmp_path / "c.json"))
    assert alone.certificate.data == design.certificate.data
    assert alone.problem.privacy.describe() == design.problem.privacy.describe()
    if isinstance(design.problem.objective, rr.Loss):  # its certificate is that of a gain
        assert alone.value == -design.value
    elif math.isinf(float(design.value)):
        assert alone.value == math.inf
    else:
        assert alone.value.lo <= design.value.lo and alone.value.hi >= design.value.hi
        assert float(alone.bound) == pytest.approx(float(design.bound), rel=1e-15)


@pytest.mark.parametrize("code", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_a_file_that_an_editor_or_powershell_has_marked(tmp_path, code):
    """`rropt design --json > D.json` is UTF-16 in Windows PowerShell; without a mark it is none."""
    design, path = rr.optimal(rr.LocalDP(1), rr.Trace(2)), tmp_path / "design.json"
    path.write_text(json.dumps(design.to_json()), encoding=code)
    if code == "utf-16-le":
        assert rr.check(path).verdict == "malformed"
        with pytest.raises(InputError, match="file must"):
            rr.load(path)
        return
    assert rr.check(path).verdict == "verified"
    for found in (rr.mechanism(path), rr.load(path)):
        assert found.channel == design.channel
    path.write_text(design.certificate.to_json(), encoding=code)
    assert rr.Certificate.load(path).check().verdict == rr.check(path).verdict == "verified"


def test_a_table_alone_makes_no_promise():
    found = mechanism_in('{"channel": [["3/4", "1/4"], ["1/4", "3/4"]]}', ["no", "yes"])
    assert isinstance(found, rr.Channel) and found.truths == ("no", "yes")


def test_a_certificate_of_a_model_that_it_does_not_name_is_a_table():
    model = rr.ForModel(rr.Logit(alpha="-1", beta="1/2"), [0, 1], ["1/2", "1/2"], coefficients=[1])
    design = rr.optimal(rr.LocalDP(1), model)
    assert isinstance(mechanism_in(design.certificate.to_json()), rr.Channel)
    assert mechanism_in(json.dumps(design.to_json())) == design


def test_a_certificate_that_is_not_verified_is_refused():
    design = rr.optimal(*GOALS["variance"])
    record = json.loads(json.dumps(design.to_json()))
    record["certificate"]["bound"] = "1/2"
    with pytest.raises(InputError, match=r"^file holds a certificate that is refuted"):
        mechanism_in(json.dumps(record))
    record = json.loads(json.dumps(design.to_json()))
    record["channel"] = [["9/10", "1/10"], ["1/10", "9/10"]]
    with pytest.raises(InputError, match=r"^D holds a certificate that is refuted"):
        mechanism_in(json.dumps(record), name="D")


def test_other_labels_are_those_of_the_table():
    design = rr.optimal(*GOALS["variance"])
    found = mechanism_in(json.dumps(design.to_json()), ["c", "d"], ["a", "b"])
    assert (found.channel.truths, found.channel.reports) == (("c", "d"), ("a", "b"))
    assert found.certificate == design.certificate
    for name, labels, said in [
        ("numbers", {"truths": ["a", "b", "c"]}, "truths must be left out: the reports of this de"),
        ("interval", {"reports": ["a", "b"]}, "reports must be left out: the reports of this desi"),
        ("sets", {"reports": ["a", "b"]}, "reports must be left out: .* are many"),
        ("variance", {"truths": ["a"]}, "truths must be 2 different labels"),
    ]:
        text = json.dumps(rr.optimal(*GOALS[name]).to_json())
        with pytest.raises(InputError, match=said):
            mechanism_in(text, **labels)


def test_many_truths_keep_their_sets():
    text = json.dumps(rr.optimal(*GOALS["sets"]).to_json())
    assert isinstance(mechanism_in(text).channel, ImplicitChannel)


@pytest.mark.parametrize(
    "text, said",
    [
        ('{"channel": [["1"]], "channel": [["1"]]}', "A: a JSON file must name 'channel' once"),
        ("not json", 'A must be a JSON file of a channel {"channel": [["3/4","1/4"],'),
        ("[" * 100_000, "A must be a JSON file of a channel"),
        ('{"kind": 3}', "A must be a channel"),
        ("[]", "A must be a channel"),
        ('{"channel": [["1/2", "1/2"], ["1/2", "1/3"]]}', "A: "),
    ],
)
def test_what_is_no_mechanism_is_said_of_the_file(text, said):
    with pytest.raises(InputError) as refused:
        table_in(text, "A")
    assert str(refused.value).startswith(said)
    with pytest.raises(InputError, match=r"^A"):
        mechanism_in(text, name="A")


def test_what_is_no_file_is_said(tmp_path):
    (tmp_path / "bytes").write_bytes(b"\xff")
    for path, said in [
        (tmp_path / "none.json", "No such file"),
        (tmp_path / "bytes", "not UTF-8"),
        (3, "file must be the path of one"),
    ]:
        with pytest.raises(InputError, match=said):
            rr.mechanism(path)


def test_decimals_stay_as_they_are_written():
    text = '{"a": 0.1000000000000000000000001, "b": 2}'
    assert record_in(text, "A") == {"a": "0.1000000000000000000000001", "b": 2}
