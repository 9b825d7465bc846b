"""Certificates are canonical, and none is issued that the checker does not accept."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from rropt import (
    AOptimal,
    FDivergence,
    Guess,
    LocalDP,
    Minimax,
    MutualInformation,
    Trace,
    Variance,
    VarianceOverInterval,
    optimal,
)
from rropt.certificate import (
    Certificate,
    CertificateError,
    canonical,
    issue,
    privacy_statement,
)
from rropt.exact import InputError, gamma_from_epsilon, gamma_from_value

F = Fraction
PARTS = {
    "kind": "prices",
    "privacy": {"gamma": "3", "delta": "0"},
    "truths": 2,
    "utility": {"name": "trace"},
    "patterns": ((F(3), F(1)), (F(1), F(3))),
    "weights": [F(1, 4), F(2, 8)],
    "value": F(3, 2),
    "prices": [F(3, 4)] * 2,
    "bound": F(6, 4),
    "gap": F(0),
    "cover": {"proof": "extremes"},
}


def test_equal_certificates_are_equal_bytes():
    backwards = dict(reversed(PARTS.items()))
    assert issue(PARTS).to_json() == issue(backwards).to_json()
    text = issue(PARTS).to_json()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert '"value":"3/2"' in text


def test_save_and_load(tmp_path):
    certificate = issue(PARTS)
    path = tmp_path / "c.json"
    certificate.save(path)
    assert Certificate.load(path) == certificate
    assert path.read_bytes() == certificate.to_json().encode() + b"\n"
    assert certificate.kind == "prices"
    assert certificate.check().verdict == "verified"


def test_a_file_that_cannot_be_completed_stays_what_it_was(tmp_path, monkeypatch):
    path = tmp_path / "c.json"
    path.write_text("before")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(InputError, match="No space left on device"):
        issue(PARTS).save(path)
    assert path.read_bytes() == b"before" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("raw", [b"", b"[]", b"\xff", b"[" * 100000])
def test_files_that_hold_no_record(tmp_path, raw):
    path = tmp_path / "c.json"
    path.write_bytes(raw)
    with pytest.raises(InputError):
        Certificate.load(path)


def test_a_missing_file(tmp_path):
    with pytest.raises(InputError, match="must be a certificate file"):
        Certificate.load(tmp_path / "nothing")


@pytest.mark.parametrize(
    "parts",
    [{"bound": F(7, 5)}, {"gap": F(1)}, {"kind": "nothing"}, {"weights": [F(1, 4)]}, {"value": 1}],
)
def test_nothing_wrong_is_issued(parts):
    with pytest.raises(CertificateError):
        issue({**PARTS, **parts})


def test_no_float_is_written():
    for value in (0.5, [1.5], {"a": float("nan")}, 1j, {1, 2}):
        with pytest.raises(CertificateError, match="exact values only"):
            canonical(value)


def test_a_loaded_certificate_is_not_believed(tmp_path):
    path = tmp_path / "c.json"
    path.write_text(issue(PARTS).to_json().replace('"bound":"3/2"', '"bound":"7/5"'))
    assert Certificate.load(path).check().verdict == "refuted"
    assert "refuted" in Certificate.load(path)._repr_html_()


def test_html_is_escaped():
    assert "<b>x" not in Certificate({"kind": "<b>x"})._repr_html_()


def test_privacy_statements():
    assert privacy_statement(gamma_from_value("5/2"), F(1, 10)) == {"gamma": "5/2", "delta": "1/10"}
    record = privacy_statement(gamma_from_epsilon("1/2"))
    assert record["epsilon"] == "1/2" and len(record["gamma"]) == 2
    assert privacy_statement(gamma_from_epsilon("ln(3)")) == {"gamma": "3", "delta": "0"}


@pytest.mark.parametrize("epsilon", ["1/100", "1/2", 1, 2, "10"])
def test_the_enclosure_of_the_library_is_accepted_by_the_checker(epsilon):
    """Two independent computations of e^epsilon agree: ball arithmetic and rational series."""
    gamma = gamma_from_epsilon(epsilon)
    low, high = gamma.lo, gamma.hi
    issue(
        {
            **PARTS,
            "privacy": privacy_statement(gamma),
            "patterns": [[low, F(1)], [F(1), low]],
            "weights": [1 / (1 + low)] * 2,
            "value": 2 * low / (1 + low),
            "prices": [high / (1 + high)] * 2,
            "bound": 2 * high / (1 + high),
            "gap": 2 * high / (1 + high) - 2 * low / (1 + low),
            "cover": {"proof": "actions"},
        }
    )


@pytest.mark.parametrize(
    "objective, options, prior",
    [
        (Variance("1/4"), {}, (F(3, 4), F(1, 4))),
        (Variance("1/4"), {"outputs": 2}, (F(3, 4), F(1, 4))),
        (AOptimal(["1/2", "1/3", "1/6"]), {}, (F(1, 2), F(1, 3), F(1, 6))),
        (MutualInformation(["1/4", "1/4", "1/4", "1/4"]), {}, (F(1, 4),) * 4),
        (Guess(["1/2", "1/3", "1/6"]), {}, (F(1, 2), F(1, 3), F(1, 6))),
        (Trace(3), {}, None),
        (FDivergence("chi-square"), {}, None),
        (VarianceOverInterval("1/10", "1/5"), {}, None),
        (Minimax([["1/2", "1/2"], ["1/4", "3/4"]]), {}, None),
    ],
    ids=lambda value: getattr(value, "label", None),
)
def test_the_prior_of_a_certificate_is_that_of_the_design(objective, options, prior):
    """Also where truths of equal prior are written as one class."""
    assert optimal(LocalDP("ln(3)"), objective, **options).certificate.prior == prior


def test_certificates_and_designs_can_be_counted():
    """Equal ones are one key, whichever way they were made."""
    one, same, other = (optimal(LocalDP("ln(3)"), Trace(k)) for k in (3, 3, 4))
    assert len({one, same, other}) == len({d.certificate for d in (one, same, other)}) == 2


def test_the_text_of_a_file_is_what_is_checked(tmp_path):
    """Two levels of privacy are malformed, whichever of them a reader would take."""
    path = tmp_path / "c.json"
    text = optimal(LocalDP("ln(3)"), Trace(3)).certificate.to_json()
    path.write_text(text.replace('"privacy":', '"privacy":{"delta":"0","gamma":"9"},"privacy":', 1))
    assert Certificate.load(path).check().verdict == "malformed"


@pytest.mark.parametrize("word", ["NaN", "Infinity"])
def test_a_file_that_is_no_json_is_an_input_error(tmp_path, word):
    path = tmp_path / "c.json"
    path.write_text(f'{{"bound": {word}}}')
    with pytest.raises(InputError):
        Certificate.load(path)


@pytest.mark.everything
def test_what_the_checker_finds_too_large_is_a_refusal_and_no_defect():
    """900 prior masses with denominators 1, 2, ..., 900: their common one is far too long."""
    masses = [Fraction(1, n) for n in range(1, 901)]
    prior = [mass / sum(masses) for mass in masses]
    with pytest.raises(InputError, match="must be smaller, or its numbers shorter"):
        optimal(LocalDP.from_gamma(3), Guess(prior))


def test_the_certificate_of_a_saved_design_is_read_from_its_file(tmp_path: Path) -> None:
    design = optimal(LocalDP("ln(7)"), Trace(3), truths=["a", "b", "c"])
    design.save(tmp_path / "study.json")
    design.certificate.save(tmp_path / "alone.json")
    for name in ("study.json", "alone.json"):
        found = Certificate.load(tmp_path / name)
        assert found.kind == design.certificate.kind and found == design.certificate
        assert found.check().verdict == "verified"
    (tmp_path / "none.json").write_text('{"kinds": 1}')
    assert Certificate.load(tmp_path / "none.json").kind == ""
    assert Certificate.load(tmp_path / "none.json").check().verdict == "malformed"
