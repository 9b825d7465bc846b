"""The first line of a verdict is for people; it says no more than the certificate proves."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from rropt.cli import main
from rropt.verdict_words import agreement, for_people

SAID = {
    "variance --gamma 3 --prior 1/4": "estimates this share with a smaller variance",
    "trace --gamma 3 --categories 5": "names one of 5 equally likely truths with a larger chance",
    "guess --gamma 3 --prior 1/2,1/4,1/4": "lets the truth be guessed with a larger chance",
    "mutual-information --gamma 3 --prior 1/2,1/2": "tells more about the truth",
    "variance --gamma 3 --prior 1/20..1/4": "smaller variance, at the worst share of this inter",
    "variance --gamma 3 --prior worst": "a smaller variance, at the worst shares",
    "mean --gamma 3 --values 0,1,2 --prior 1/2,1/4,1/4": "a smaller variance, in this group",
    "mean --gamma 3 --values 0,1,2": "a smaller variance, at the worst group",
}


@pytest.mark.parametrize("words", SAID)
def test_the_verdict_is_said_first_and_the_exact_statement_follows(
    words: str, tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "C.json")
    assert main(["design", *words.split(), "--certificate", path]) == 0
    capsys.readouterr()
    assert main(["check", path]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("verified: no mechanism with epsilon = ln 3 ")
    assert SAID[words] in first and last.startswith("exactly: no epsilon = ln 3 private")
    assert main(["check", path, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["statement"] == last.removeprefix("exactly: ")


CARDS = {
    "variance --outputs 2": "no mechanism with two reports and epsilon = ln 3 ",
    "warner": "no Warner device with epsilon = ln 3 ",
}


@pytest.mark.parametrize("words", CARDS)
def test_a_card_is_among_its_devices(words: str, tmp_path, capsys) -> None:
    path = str(tmp_path / "C.json")
    asked = [*words.split(), "--gamma", "3", "--prior", "1/4"]
    assert main(["design", *asked, "--certificate", path]) == 0
    capsys.readouterr()
    assert main(["check", path]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(f"verified: {CARDS[words]}estimates this share with a smaller variance")


def test_what_is_refuted_or_has_no_words_is_said_exactly(tmp_path, capsys) -> None:
    path = tmp_path / "C.json"
    words = ["design", "trace", "--gamma", "3", "--categories", "3"]
    assert main([*words, "--certificate", str(path)]) == 0
    moved = json.loads(path.read_text())
    moved["bound"] = str(Fraction(moved["bound"]) - Fraction(1, 10**9))
    path.write_text(json.dumps(moved))
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    assert capsys.readouterr().out.startswith("refuted: ")
    assert for_people({"kind": "polynomial"}, "x^2 >= 0 for all real x") is None
    guess = {"kind": "two-reports", "utility": {"name": "gain"}, "value": "1", "bound": "1"}
    few = for_people(
        guess, "no (epsilon = 1, delta = 1/9) private mechanism with two reports has a"
    )
    assert few == (
        "no mechanism with two reports and epsilon = 1, delta = 1/9 has a larger expected gain"
    )
    assert for_people(guess, "no epsilon = 1 private mechanism of this kind has a gain") is None
    unnamed = {"kind": "prices", "utility": {"name": "own"}, "value": "1", "bound": "1"}
    assert for_people(unnamed, "no epsilon = 1 private mechanism on 2 truths has it") is None


@pytest.mark.parametrize("digits", range(1, 40))
def test_the_digits_of_agreement_are_never_more_than_there_are(digits: int) -> None:
    """A gap of 10^-d of the larger end is d digits, a hair more one less."""
    gap = Fraction(1, 10**digits)
    assert agreement("1", str(1 - gap)).startswith(f" (to {digits} digit")
    wider = agreement("1", str(1 - gap - Fraction(1, 10**60)))
    assert wider.startswith(f" (to {digits - 1} digit" if digits > 1 else " (gap ")
